/** What a record's code proves and what it does not: said openly to who hands one in and to who takes it. */
import { useMessages } from '../../../ui/messages.tsx';
import styles from './code-meaning.module.css';

export function CodeMeaning() {
  const { t } = useMessages();
  return (
    <div className={styles.meaning}>
      <section>
        <h2>{t('record.proves')}</h2>
        <ul>
          <li>{t('record.proves.file')}</li>
          <li>{t('record.proves.typed')}</li>
        </ul>
      </section>
      <section>
        <h2>{t('record.provesNot')}</h2>
        <ul>
          <li>{t('record.provesNot.who')}</li>
          <li>{t('record.provesNot.forged')}</li>
          <li>{t('record.provesNot.when')}</li>
        </ul>
      </section>
    </div>
  );
}
