/**
 * A message that the engine is busy, and a button that cancels the work. Most work finishes before the reader could
 * press it, so the button appears after a moment: a page that blinks at each answer is worse than one that waits.
 */
import { Button } from './Button.tsx';
import { useMessages } from './messages.tsx';
import styles from './notice.module.css';

interface WorkingProps {
  readonly what: string;
  /** `done` of `of` parts are done; left out if the total is unknown. */
  readonly progress?: { readonly done: number; readonly of: number };
  readonly onCancel: () => void;
}

export function Working({ what, progress, onCancel }: WorkingProps) {
  const { t } = useMessages();
  return (
    <div className={styles.working} data-working>
      {progress !== undefined && <progress value={progress.done} max={progress.of} aria-label={what} />}
      <p>{what}</p>
      <Button look="quiet" className={styles.later} onClick={onCancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  );
}
