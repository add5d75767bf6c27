/** What to do: the cause in a sentence, the SQL to copy, and its consequence. */

import '../../base/messages/en/server.ts';
import { useMemo, useState } from 'react';
import type { ServerState } from '../../scenario/server-state.ts';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { type Advice, adviceOf } from '../../viewmodel/server/advice.ts';
import type { ServerView } from '../../viewmodel/server/server-view.ts';
import styles from './server.module.css';

interface ServerAdviceProps {
  readonly state: ServerState;
  readonly view: ServerView;
}

export function ServerAdvice({ state, view }: ServerAdviceProps) {
  const { t } = useMessages();
  const advice = useMemo(() => adviceOf(state, view), [state, view]);
  if (advice === null) return null;
  const { kind, holder, sql, elsewhere, also, next } = advice;
  const { pid, name, database } = holder;
  return (
    <section className={styles.advice} aria-labelledby="server-advice">
      <div className={styles.adviceWords}>
        <h3 id="server-advice">{t('server.advice')}</h3>
        <p>{t('server.advice.do', { kind, pid, name, database })}</p>
        <p className={styles.after}>
          {t('server.advice.cost', { kind })}{' '}
          {also > 0 ? t('server.advice.also', { count: also }) : t('server.advice.next', next)}
        </p>
      </div>
      {sql.length > 0 && <Sql key={sql.join()} sql={sql} elsewhere={elsewhere} isChoice={kind === 'prepared'} />}
    </section>
  );
}

interface SqlProps extends Pick<Advice, 'sql' | 'elsewhere'> {
  /** One of them, not all. */
  readonly isChoice: boolean;
}

function Sql({ sql, elsewhere, isChoice }: SqlProps) {
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
