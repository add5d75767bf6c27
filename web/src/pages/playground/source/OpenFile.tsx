/** The button that opens a file, and the overlay while one is dragged over the page. */
import { useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import styles from '../../shared/files/source.module.css';

export function OpenFileButton({ onFiles }: { readonly onFiles: (files: Iterable<File>) => void }) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon="open" onClick={() => input.current?.click()}>
        {t('source.open.button')}
      </Button>
      {/* Any file may be chosen: phones do not know the ending .spec and would offer none. */}
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // So that the same file can be opened again.
          event.target.value = '';
        }}
      />
    </>
  );
}

/** Covers the whole window; the drop goes through to the page. */
export function DropTarget({ shown }: { readonly shown: boolean }) {
  const { t } = useMessages();
  if (!shown) return null;
  return (
    <div className={styles.drop}>
      <p className={styles.dropText}>
        <b>{t('source.open.drop')}</b>
        <span>{t('source.open.dropHint')}</span>
      </p>
    </div>
  );
}
