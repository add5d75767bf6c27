/** *New*: a server with two sessions, and the choice of what is in its database. */
import '../../../base/messages/en/prompt.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { DATABASES, type DatabaseName, newFrame } from '../../../viewmodel/prompt/databases.ts';
import { writeTyped } from '../../../viewmodel/prompt/typed.ts';
import styles from './new-dialog.module.css';

interface NewDialogProps {
  readonly open: boolean;
  /** @param text the spec that it begins with */
  readonly onNew: (text: string, file: string) => void;
  readonly onClose: () => void;
}

export function NewDialog({ open, onNew, onClose }: NewDialogProps) {
  const { t } = useMessages();
  const choose = (name: DatabaseName): void =>
    onNew(writeTyped(newFrame(name, t(`prompt.db.${name}`), t('prompt.about')), []), t('prompt.file'));
  return (
    <Dialog open={open} title={t('prompt.new.title')} onClose={onClose}>
      <p>{t('prompt.new.lead')}</p>
      <ul className={styles.list}>
        {DATABASES.map((name) => (
          <li key={name}>
            <button type="button" className={styles.item} onClick={() => choose(name)}>
              <b>{t(`prompt.db.${name}`)}</b> <span>{t(`prompt.db.${name}.about`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
