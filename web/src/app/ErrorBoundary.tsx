/** Catches errors that a page throws while it renders, so that the header and the other pages keep working. */
import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import { Notice } from './Notice.tsx';

interface Props {
  readonly children: ReactNode;
}
interface State {
  readonly error: Error | null;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <Fault error={this.state.error} onAgain={() => this.setState({ error: null })} />
    );
  }
}

/** The messages with which browsers report that a part of the page could not be fetched. */
const CHUNK = /dynamically imported module|Importing a module script failed|error loading/i;

interface FaultProps {
  readonly error: Error;
  readonly onAgain: () => void;
}

function Fault({ error, onAgain }: FaultProps) {
  const { t } = useMessages();
  const isChunk = CHUNK.test(error.message);
  return (
    <Notice
      title={t('shell.fault.title')}
      text={t(isChunk ? 'shell.fault.chunk' : 'shell.fault.text')}
      detail={`${error.name}: ${error.message}`}
    >
      {isChunk && (
        <Button look="primary" onClick={onAgain}>
          {t('ui.tryAgain')}
        </Button>
      )}
      <Button look={isChunk ? 'plain' : 'primary'} onClick={() => location.reload()}>
        {t('shell.fault.reload')}
      </Button>
    </Notice>
  );
}
