/** Announces a new version of the site, and loads it when the reader wants it. It moves nothing. */
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import { loadNewVersion, newVersion, onNewVersion } from './offline.ts';
import styles from './update-notice.module.css';

export function UpdateNotice() {
  const { t } = useMessages();
  const version = useSyncExternalStore(onNewVersion, newVersion);
  const [later, setLater] = useState(false);
  // The region exists before the text, so that screen readers announce it.
  return (
    <div aria-live="polite" className={styles.place}>
      {version !== 'none' && !later && (
        <div className={styles.notice}>
          <p>{t('shell.update.text')}</p>
          <Button look="primary" onClick={loadNewVersion}>
            {t('shell.update.load')}
          </Button>
          <Button onClick={() => setLater(true)}>{t('shell.update.later')}</Button>
        </div>
      )}
    </div>
  );
}
