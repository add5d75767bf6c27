/** Buttons. A button does something here; links lead elsewhere. */
import '../base/messages/en/ui.ts';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './Icon.tsx';
import { useMessages } from './messages.tsx';
import tryAgainStyles from './notice.module.css';

/** Joins class names; false and undefined are left out. */
export const cx = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' ');

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one main action; `quiet` has no edge until the pointer is on it. */
  readonly look?: 'plain' | 'primary' | 'quiet';
  readonly icon?: IconName;
  /** The key that does the same, shown behind the label. */
  readonly keyHint?: string | undefined;
  readonly children: ReactNode;
}

export function Button({ look = 'plain', icon, keyHint, children, className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={cx(styles.button, styles[look], className)} {...rest}>
      {icon !== undefined && <Icon name={icon} size="1.15em" />}
      <span>{children}</span>
      {keyHint !== undefined && <kbd className={styles.key}>{keyHint}</kbd>}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: IconName;
  /** Says what the button does: its name for screen readers and on hover. */
  readonly label: string;
}

export function IconButton({ icon, label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button type={type} aria-label={label} title={label} className={cx(styles.iconButton, className)} {...rest}>
      <Icon name={icon} size="1.25em" />
    </button>
  );
}

interface TryAgainProps {
  readonly what: string;
  readonly onAgain: () => void;
}

/**
 * A message that something could not be loaded, and a button that loads it again. The sentence says what is missing;
 * the rest of the page keeps working.
 */
export function TryAgain({ what, onAgain }: TryAgainProps) {
  const { t } = useMessages();
  return (
    <div role="alert" className={tryAgainStyles.again} data-testid="not-loaded">
      <p className={tryAgainStyles.againText}>{what}</p>
      <Button look="primary" onClick={onAgain}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  );
}

interface WorkingProps {
  readonly what: string;
  /** `done` of `of` parts are done; left out if the total is unknown. */
  readonly progress?: { readonly done: number; readonly of: number };
  readonly onCancel: () => void;
}

/**
 * A message that the engine is busy, and a button that cancels the work. Most work finishes before the reader could
 * press it, so the button appears after a moment: a page that blinks at each answer is worse than one that waits.
 */
export function Working({ what, progress, onCancel }: WorkingProps) {
  const { t } = useMessages();
  return (
    <div className={tryAgainStyles.working} data-working>
      {progress !== undefined && <progress value={progress.done} max={progress.of} aria-label={what} />}
      <p>{what}</p>
      <Button look="quiet" className={tryAgainStyles.later} onClick={onCancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  );
}
