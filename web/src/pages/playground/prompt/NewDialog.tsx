/** *New*: a server with two sessions, and the choice of what is in its database; or lanes of what is pasted. */
import '../../../base/messages/en/prompt.ts';
import type { Result } from '../../../base/result.ts';
import type { SpecProblem } from '../../../scenario/spec-types.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { DATABASES, type DatabaseName, newFrame } from '../../../viewmodel/prompt/databases.ts';
import { writeTyped } from '../../../viewmodel/prompt/typed.ts';
import styles from './new-dialog.module.css';
import { PasteForm } from './PasteForm.tsx';

interface NewDialogProps {
  readonly open: boolean;
  readonly compile: (text: string) => Promise<Result<unknown, readonly SpecProblem[]>>;
  /** @param text the spec that it begins with */
  readonly onNew: (text: string, file: string) => void;
  /** @param text a spec without faults, whose steps are all still to come */
  readonly onPasted: (text: string, file: string) => void;
  readonly onClose: () => void;
}

export function NewDialog({ open, compile, onNew, onPasted, onClose }: NewDialogProps) {
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
      <PasteForm compile={compile} onOpen={onPasted} />
    </Dialog>
  );
}
