/** What to do: each holder's cause in a sentence, the SQL to copy, and its consequence. */

import '../../base/messages/en/server.ts';
import { useMemo } from 'react';
import type { ServerState } from '../../scenario/server-state.ts';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { type Advice, adviceOf } from '../../viewmodel/server/advice.ts';
import type { ServerView } from '../../viewmodel/server/server-view.ts';
import styles from './server.module.css';
import { useCopied } from './use-copied.ts';

interface ServerAdviceProps {
  readonly state: ServerState;
  readonly view: ServerView;
}

export function ServerAdvice({ state, view }: ServerAdviceProps) {
  const { t } = useMessages();
  const advices = useMemo(() => adviceOf(state, view), [state, view]);
  if (advices === null) return null;
  const { all, holding, next, frees } = advices;
  const told = all.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className={styles.advice} aria-labelledby="server-advice">
      <div className={styles.adviceWords}>
        <h3 id="server-advice">{t('server.advice')}</h3>
        {holding > 1 && <p>{t('server.advice.all', { count: holding, more: holding - told })}</p>}
      </div>
      {all.map((advice) => (
        <One key={advice.holder.id} advice={advice} />
      ))}
      <p className={styles.after}>
        {t('server.advice.next', next)} {frees !== null && t('server.advice.frees', frees)}
      </p>
    </section>
  );
}

/** The advice in a sentence, for a stage, where nobody copies SQL. */
export function AdviceLine({ state, view }: ServerAdviceProps) {
  const { t } = useMessages();
  const first = useMemo(() => adviceOf(state, view), [state, view])?.all[0];
  return first === undefined ? null : <p className={styles.adviceLine}>{t('server.advice.short', first)}</p>;
}

const valuesOf = ({ kind, count, holder: { pid, name, database } }: Advice) => ({ kind, count, pid, name, database });

/** What frees one holder. */
function One({ advice }: { readonly advice: Advice }) {
  const { t } = useMessages();
  const { kind, sql, elsewhere } = advice;
  return (
    <div className={styles.one}>
      <div className={styles.adviceWords}>
        <p>{t('server.advice.do', valuesOf(advice))}</p>
        <p className={styles.after}>{t('server.advice.cost', { kind })}</p>
      </div>
      {sql.length > 0 && <Sql key={sql.join()} sql={sql} elsewhere={elsewhere} isChoice={kind === 'prepared'} />}
    </div>
  );
}

interface SqlProps extends Pick<Advice, 'sql' | 'elsewhere'> {
  /** One of them, not all. */
  readonly isChoice: boolean;
}

function Sql({ sql, elsewhere, isChoice }: SqlProps) {
  const { t } = useMessages();
  const { said, copy } = useCopied();
  const texts = isChoice ? sql : [sql.join('\n')];
  return (
    <div className={styles.sql}>
      {elsewhere && <p className={styles.where}>{t('server.advice.onStandby')}</p>}
      {texts.map((text) => (
        <div key={text} className={styles.statement}>
          <pre>{text}</pre>
          <Button onClick={() => void copy(text)} aria-label={t('server.advice.copyOf', { sql: text })}>
            {t('server.advice.copy')}
          </Button>
        </div>
      ))}
      <p role="status" className={styles.said}>
        {said}
      </p>
    </div>
  );
}
