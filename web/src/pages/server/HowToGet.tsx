/** How to get the file: the script to download, the commands to copy. */
import { useState } from 'react';
import script from '../../../../scenarios/tools/server-state.sql?raw';
import { Button } from '../../ui/Button.tsx';
import { download } from '../../ui/export/download.ts';
import { useMessages } from '../../ui/messages.tsx';
import styles from './server.module.css';

const FILE = 'server-state.sql';
const COMMANDS = [
  `psql -X -At -f ${FILE} > state.json`,
  `PGOPTIONS='-c xipscope.relation=public.accounts -c xipscope.block=0' psql -X -At -f ${FILE} > state.json`,
] as const;

export function HowToGet() {
  const { t } = useMessages();
  const [said, setSaid] = useState('');
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t('server.how.copied'));
    } catch {
      setSaid(t('server.how.copyFailed'));
    }
  };
  return (
    <section className={styles.how} aria-labelledby="server-how">
      <h2 id="server-how" className={styles.subtitle}>
        {t('server.how')}
      </h2>
      <p>{t('server.how.steps')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too */}
      <section className={styles.commands} aria-label={t('server.how.commands')} tabIndex={0}>
        <pre>{COMMANDS.join('\n')}</pre>
      </section>
      <div className={styles.open}>
        <Button
          icon="download"
          onClick={() => {
            download(FILE, new Blob([script], { type: 'application/sql' }));
            setSaid(t('ui.saved', { file: FILE }));
          }}
        >
          {t('server.how.download')}
        </Button>
        <Button onClick={() => void copy(script)}>{t('server.how.copyScript')}</Button>
        <Button onClick={() => void copy(`${COMMANDS.join('\n')}\n`)}>{t('server.how.copy')}</Button>
        <span role="status">{said}</span>
      </div>
      <p className={styles.quiet}>{t('server.how.rights')}</p>
    </section>
  );
}
