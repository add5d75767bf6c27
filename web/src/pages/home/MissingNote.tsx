/** The race cannot run here: what is missing, why it is needed, what to do; and what the page can show without it. */

import type { EngineError } from '../../base/engine-error.ts';
import type { Capabilities } from '../../engine/wasm/capabilities.ts';
import { useMessages } from '../../ui/messages.tsx';
import { engineErrorText } from '../../viewmodel/engine-error-text.ts';
import styles from './home.module.css';

interface MissingNoteProps {
  readonly capabilities: Capabilities;
  readonly error: EngineError | undefined;
}

export function MissingNote({ capabilities, error }: MissingNoteProps) {
  const { t } = useMessages();
  const missing = capabilities.kind === 'missing' ? capabilities : undefined;
  return (
    <div className={styles.missing} role="status" data-testid="missing">
      <p>
        <strong>{missing ? t(missing.what) : t('home.failed.what')}</strong>{' '}
        {missing ? t(missing.why) : engineErrorText(error, { t }) || t('home.failed.todo')}
      </p>
      <p>
        {missing && `${t(missing.todo)} `}
        {t('capability.stillPublished')}{' '}
        {missing?.capability === 'iframe' && (
          <a href={location.href} target="_blank" rel="noopener">
            {t('capability.openAlone')}
          </a>
        )}
      </p>
    </div>
  );
}
