/** Says what is missing for measuring, why it is needed and what to do: a sentence, never a spinner. */
import type { PlainKey } from '../../base/messages/index.ts';
import type { Missing } from '../../engine/wasm/capabilities.ts';
import { useMessages } from '../../ui/messages.tsx';
import styles from './lab.module.css';

interface MissingNoteProps {
  readonly missing: Missing;
  /** The part that the page still shows. */
  readonly still: PlainKey;
}

export function MissingNote({ missing, still }: MissingNoteProps) {
  const { t } = useMessages();
  return (
    <div className={styles.missing} role="status" data-testid="missing">
      <p>
        <strong>{t(missing.what)}</strong> {t(missing.why)}
      </p>
      <p>
        {t(missing.todo)} {t(still)}{' '}
        {missing.capability === 'iframe' && (
          <a href={location.href} target="_blank" rel="noopener">
            {t('capability.openAlone')}
          </a>
        )}
      </p>
    </div>
  );
}
