/** Buttons. A button does something here; links lead elsewhere. */
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './controls.module.css';
import { cx } from './cx.ts';
import { Icon, type IconName } from './Icon.tsx';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one main action; `quiet` has no edge until the pointer is on it. */
  readonly look?: 'plain' | 'primary' | 'quiet';
  readonly icon?: IconName;
  /** The key that does the same, shown behind the label. */
  readonly keyHint?: string;
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
