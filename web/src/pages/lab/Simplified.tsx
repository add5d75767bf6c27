/** What the C code leaves out, in its own words: the page shows the comments as they stand in the code. */
import { useId } from 'react';
import { SIMPLIFIED, simplifiedByGroup } from '../../model/simplified.ts';
import { useMessages } from '../../ui/messages.tsx';
import styles from './simplified.module.css';

export function Simplified() {
  const { t } = useMessages();
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id} data-testid="simplified">
      <h2 id={id} className={styles.title}>
        {t('lab.simplified.title')}
      </h2>
      <p className={styles.lead}>{t('lab.simplified.lead', { n: SIMPLIFIED.length })}</p>
      <div className={styles.groups}>
        {simplifiedByGroup().map(({ group, notes }) => (
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
