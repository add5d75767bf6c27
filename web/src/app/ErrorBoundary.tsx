/** Catches errors that a page throws while it renders, so that the header and the other pages keep working. */
import '../base/messages/en/errors-not-loaded.ts';
import '../base/messages/en/shell.ts';
import '../base/messages/en/ui.ts';
import { Component, Fragment, type ReactNode, useEffect } from 'react';
import { isMissingFile, loading } from '../base/loading.ts';
import { Button, TryAgain } from '../ui/Button.tsx';
import { forgetLost } from '../ui/fetched.tsx';
import { useMessages } from '../ui/messages.tsx';
import { useStore } from '../ui/use-store.ts';
import styles from './app.module.css';

/**
 * A page whose files may fail to load: it says so, and renders again when they are requested again. Nothing is
 * reloaded.
 */
export function LoadAgain({ children }: { readonly children: ReactNode }) {
  const { t } = useMessages();
  const { isMissing, attempt } = useStore(loading);
  useEffect(() => loading.forget, []);
  return (
    <>
      <Fragment key={attempt}>{children}</Fragment>
      {isMissing && (
        <div className={styles.missing}>
          <TryAgain what={t('errors.notLoaded.engine')} onAgain={loading.again} />
        </div>
      )}
    </>
  );
}

interface NoticeProps {
  readonly title: string;
  readonly text: string;
  /** For a bug report: shown in small type, unchanged. */
  readonly detail?: string;
  readonly children?: ReactNode;
}

/** A page that says what went wrong, and offers a way forward. */
export function Notice({ title, text, detail, children }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      {detail !== undefined && <pre>{detail}</pre>}
      {children !== undefined && <p className={styles.ways}>{children}</p>}
    </div>
  );
}

interface Props {
  readonly children: ReactNode;
  /** The page can do without it: shows nothing instead. */
  readonly silent?: boolean;
}
interface State {
  readonly error: Error | null;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidCatch(): void {
    forgetLost();
  }

  override render() {
    const { error } = this.state;
    const { children, silent } = this.props;
    if (error === null) return children;
    return silent ? null : <Fault error={error} onAgain={() => this.setState({ error: null })} />;
  }
}

interface FaultProps {
  readonly error: Error;
  readonly onAgain: () => void;
}

function Fault({ error, onAgain }: FaultProps) {
  const { t } = useMessages();
  const isChunk = isMissingFile(error.message);
  return (
    <Notice
      title={t('shell.fault.title')}
      text={t(isChunk ? 'shell.fault.chunk' : 'shell.fault.text')}
      detail={String(error)}
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
