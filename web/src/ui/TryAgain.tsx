/**
 * A message that something could not be loaded, and a button that loads it again. The sentence says what is missing;
 * the rest of the page keeps working.
 */
import { Button } from './Button.tsx';
import { useMessages } from './messages.tsx';
import styles from './notice.module.css';

interface TryAgainProps {
  readonly what: string;
  readonly onAgain: () => void;
}

export function TryAgain({ what, onAgain }: TryAgainProps) {
  const { t } = useMessages();
  return (
    <div role="alert" className={styles.again} data-testid="not-loaded">
      <p className={styles.againText}>{what}</p>
      <Button look="primary" onClick={onAgain}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  );
}
