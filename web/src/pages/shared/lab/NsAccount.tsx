/** Why one snapshot's nanoseconds differ from page to page: what each page counts, in the same words on all of them. */
import '../../../base/messages/en/lab-way.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { DEFAULT_LINES } from '../../../viewmodel/cachelines/position.ts';
import { LADDER_FIRST } from '../../../viewmodel/ladder/ladder-case.ts';
import styles from './lab-frame.module.css';

const PAGES = ['story', 'every', 'ladder', 'measured', 'layout'] as const;

export function NsAccount() {
  const { t } = useMessages();
  const { active, idle } = DEFAULT_LINES;
  const { writers } = LADDER_FIRST;
  const first = { connections: active + idle, active, ladder: LADDER_FIRST.idle + writers, writers };
  return (
    <details className={styles.account} data-testid="ns-account">
      <summary>{t('way.ns')}</summary>
      <p>{t('way.ns.all')}</p>
      <dl>
        {PAGES.map((name) => (
          <div key={name}>
            <dt>{t(`way.ns.${name}`)}</dt>
            <dd>{t(`way.ns.${name}.counts`, first)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
