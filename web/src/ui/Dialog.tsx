/** A question or a form over the page. The browser's own <dialog>: it keeps the focus inside and Escape closes it. */
import '../base/messages/en/ui.ts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { cx, IconButton } from './Button.tsx';
import { useMessages } from './messages.tsx';
import styles from './overlay.module.css';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** For contents in two columns. */
  readonly wide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ open, title, wide = false, onClose, children }: DialogProps) {
  const { t } = useMessages();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);

  return (
    <dialog ref={dialog} className={cx(styles.dialog, wide && styles.wide)} aria-labelledby={id} onClose={onClose}>
      <header className={styles.dialogHead}>
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={t('ui.close')} onClick={onClose} />
      </header>
      <div className={styles.dialogBody}>{children}</div>
    </dialog>
  );
}
