/**
 * A page whose files may fail to load: it says so, and renders again when they are requested again. Nothing is
 * reloaded.
 */
import { Fragment, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { loading } from '../base/not-loaded.ts';
import { useMessages } from '../ui/messages.tsx';
import { TryAgain } from '../ui/TryAgain.tsx';
import styles from './app.module.css';

export function LoadAgain({ children }: { readonly children: ReactNode }) {
  const { t } = useMessages();
  const { isMissing, attempt } = useSyncExternalStore(loading.subscribe, loading.get);
  useEffect(() => loading.forget, []);
  return (
    <>
      <Fragment key={attempt}>{children}</Fragment>
      {isMissing && (
        <div className={styles.missing}>
          <TryAgain what={t('errors.notLoaded.engine')} onAgain={loading.again} />
        </div>
      )}
    </>
  );
}
