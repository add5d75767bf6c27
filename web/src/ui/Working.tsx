/**
 * What the engine is busy with, and a button that gives it up. Most work is over before anybody could press it, so the button comes
 * after a moment: a page that blinks at each answer is worse than one that waits.
 */
import { Button } from './Button.tsx';
import { useMessages } from './messages.tsx';
import styles from './notice.module.css';

interface WorkingProps {
  readonly what: string;
  /** Of so many, so many are done; left out where nobody knows. */
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
