/** Three sentences: what is missing, why it is needed, what to do. Never a spinner. */
import '../base/messages/en/capability.ts';
import type { PlainKey } from '../base/messages/index.ts';
import { Icon } from './Icon.tsx';
import { useMessages } from './messages.tsx';
import styles from './notice.module.css';

interface MissingNoticeProps {
  readonly what: PlainKey;
  readonly why: PlainKey;
  readonly todo: PlainKey;
  /** The address that opens the page outside its frame. */
  readonly openAlone?: string | undefined;
  /** The missing thing may still arrive by itself: shown quietly. */
  readonly pending?: boolean;
}

export function MissingNotice({ what, why, todo, openAlone, pending = false }: MissingNoticeProps) {
  const { t } = useMessages();
  return (
    <section className={styles.notice} role={pending ? 'status' : 'alert'} data-missing={what}>
      <Icon name="info" size="1.5em" />
      <div>
        <p className={styles.what}>{t(what)}</p>
        <p className={styles.why}>{t(why)}</p>
        <p>
          {t(todo)}{' '}
          {openAlone !== undefined && (
            <a href={openAlone} target="_blank" rel="noopener">
              {t('capability.openAlone')}
            </a>
          )}
        </p>
      </div>
    </section>
  );
}
