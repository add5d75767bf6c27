/** The four outcomes: whether the model allows each, and how often real threads ended so. A click shows an interleaving. */
import '../../base/messages/en/litmus.ts';
import type { LitmusOutcome, LitmusTest } from '../../engine/lab/litmus-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { BROKEN, type OutcomeRow } from '../../viewmodel/litmus/litmus.ts';
import styles from './litmus.module.css';

interface OutcomesProps {
  readonly test: LitmusTest;
  readonly rows: readonly OutcomeRow[];
  /** Something was run: the counts are shown. */
  readonly hasRun: boolean;
  readonly shown: LitmusOutcome;
  readonly onShow: (outcome: LitmusOutcome) => void;
}

export function OutcomesView({ test, rows, hasRun, shown, onShow }: OutcomesProps) {
  const { t, format } = useMessages();
  return (
    <section className={styles.outcomes} aria-label={t('litmus.outcomes')}>
      <p className={styles.heads}>
        <span>{t('litmus.outcomes')}</span>
        <span>{t('litmus.outcomes.seen')}</span>
      </p>
      <ul className={styles.rows}>
        {rows.map(({ outcome, isAllowed, ways, of, seen, bar }) => {
          const name = t(`litmus.outcome.${test}.${outcome}`);
          return (
            <li key={outcome}>
              <button
                type="button"
                className={styles.row}
                data-outcome={outcome}
                data-broken={outcome === BROKEN}
                data-seen={hasRun ? seen : undefined}
                aria-pressed={outcome === shown}
                aria-label={t('litmus.show', { outcome: name })}
                aria-describedby={`litmus-${outcome}`}
                disabled={!isAllowed}
                onClick={() => onShow(outcome)}
              >
                <span className={styles.name}>
                  {name}
                  {outcome === BROKEN ? (
                    <span className={styles.wrong}>✕ {t('litmus.wrong')}</span>
                  ) : (
                    <span className={styles.fine}>✓ {t('litmus.fine')}</span>
                  )}
                </span>
                <span className={styles.count}>{hasRun ? format.integer(seen) : t('litmus.none')}</span>
                <span className={styles.track}>
                  <span className={styles.bar} style={{ width: `${100 * bar}%` }} />
                </span>
                <span id={`litmus-${outcome}`} className={styles.verdict} data-allowed={isAllowed}>
                  {t('litmus.allowed', { ways, of })}
                  {outcome === BROKEN && ` · ${t(`litmus.wrong.${test}`)}`}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
