/** Catches what a page throws while it renders, so that the header and the other pages live on. */
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
    return this.state.error === null ? this.props.children : <Fault error={this.state.error} />;
  }
}

/** What browsers say when a part of the page could not be fetched. */
const CHUNK = /dynamically imported module|Importing a module script failed|error loading/i;

function Fault({ error }: { readonly error: Error }) {
  const { t } = useMessages();
  return (
    <Notice
      title={t('shell.fault.title')}
      text={t(CHUNK.test(error.message) ? 'shell.fault.chunk' : 'shell.fault.text')}
      detail={`${error.name}: ${error.message}`}
    >
      <Button look="primary" onClick={() => location.reload()}>
        {t('shell.fault.reload')}
      </Button>
    </Notice>
  );
}
