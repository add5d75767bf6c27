/** The simplifications of the C code, in its own words: the page shows the comments unchanged. */
import { useId } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { type NoteGroup, simplifiedByGroup } from '../../viewmodel/lab/simplified.ts';
import styles from './simplified.module.css';

/** `only`: the notes of one subject, or of some. */
export function Simplified({ only }: { readonly only?: NoteGroup | readonly NoteGroup[] }) {
  const { t } = useMessages();
  const id = useId();
  const groups = simplifiedByGroup().filter(({ group }) => only === undefined || [only].flat().includes(group));
  const n = groups.reduce((sum, { notes }) => sum + notes.length, 0);
  return (
    <section className={styles.section} aria-labelledby={id} data-testid="simplified">
      <h2 id={id} className={styles.title}>
        {t('lab.simplified.title')}
      </h2>
      <p className={styles.lead}>{t('lab.simplified.lead', { n })}</p>
      <div className={styles.groups} data-only={typeof only === 'string' ? only : undefined}>
        {groups.map(({ group, notes }) => (
          <div key={group} className={styles.group}>
            <h3 className={styles.subject}>{t(`lab.simplified.${group}`)}</h3>
            <ul className={styles.notes}>
              {notes.map(({ key, file }) => (
                <li key={key} className={styles.note}>
                  {t(key)} <code className={styles.file}>{file}</code>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
