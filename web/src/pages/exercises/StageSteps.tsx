/**
 * On stage a schedule is a list that can be read from the last row: when a step was made, its session, its SQL, and its
 * result. If the schedule is the answer, each step is a button, and the first nine have a digit.
 */
import { Fragment } from 'react';
import type { Move, StageEvent } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { useKeys } from '../../ui/keys.ts';
import { useMessages } from '../../ui/messages.tsx';
import { outcomesOf, rowsOf, rowsText } from '../../viewmodel/exercise/events.ts';
import { sessionStyles, styleOf } from '../../viewmodel/stage/session-style.ts';
import { shortSql } from './StepPalette.tsx';
import styles from './stage.module.css';

interface StageStepsProps {
  readonly spec: Spec;
  /** In the order of the list. */
  readonly steps: readonly Move[];
  /** The moves so far, in their order. */
  readonly moves: readonly Move[];
  readonly events: readonly StageEvent[];
  /** The number of moves that a standby has replayed; null: there is no standby. */
  readonly replayed?: number | null;
  /** Makes a step; left out: no step can be made here. */
  readonly onStep?: (step: Move) => void;
  /** The step can be made now. */
  readonly canMake?: (step: Move) => boolean;
}

const DIGITS = 9;

export function StageSteps(props: StageStepsProps) {
  const { spec, steps, moves, events, replayed = null, onStep, canMake = () => false } = props;
  const { t } = useMessages();
  const press = (i: number): void => {
    const step = steps[i];
    if (step !== undefined && canMake(step)) onStep?.(step);
  };
  useKeys(Object.fromEntries(Array.from({ length: DIGITS }, (_, i) => [String(i + 1), () => press(i)])), {
    active: onStep !== undefined,
  });
  const all = sessionStyles(spec.sessions.map(({ name }) => name));
  const outcomes = outcomesOf(events);
  const made = (step: Move, i: number) => {
    const { name = '', sql = '', session = 0 } = spec.steps[step] ?? {};
    const { letter, hue } = styleOf(all, spec.sessions[session]?.name ?? null);
    const at = moves.indexOf(step);
    const outcome = at === -1 ? undefined : outcomes.get(step);
    const rows = rowsOf(outcome);
    const came = outcome === undefined ? null : { ...outcome, rows: rows === null ? null : rowsText(rows) };
    return (
      <>
        <span className={styles.at}>{at !== -1 ? `${at + 1}.` : i < DIGITS ? <kbd>{i + 1}</kbd> : ''}</span>
        <b style={{ color: hue }}>{letter}</b>
        <span className={styles.sql}>
          {onStep !== undefined && <b>{name} </b>}
          <code>{shortSql(sql)}</code> {came !== null && <i>{t('exercise.came', came)}</i>}
        </span>
      </>
    );
  };
  return (
    <ol
      className={styles.steps}
      data-mark={onStep === undefined ? 'schedule' : 'steps'}
      aria-label={t('exercise.palette')}
    >
      {steps.map((step, i) => {
        const { name = '' } = spec.steps[step] ?? {};
        return (
          <Fragment key={step}>
            {replayed === i && <Replayed none={i === 0} />}
            <li data-mark={`step ${name}`}>
              {onStep === undefined ? (
                <span className={styles.step}>{made(step, i)}</span>
              ) : (
                <button
                  type="button"
                  className={styles.step}
                  data-step={name}
                  disabled={!canMake(step)}
                  onClick={() => onStep(step)}
                >
                  {made(step, i)}
                </button>
              )}
            </li>
          </Fragment>
        );
      })}
      {replayed === steps.length && <Replayed none={steps.length === 0} />}
    </ol>
  );
}

function Replayed({ none }: { readonly none: boolean }) {
  const { t } = useMessages();
  return <li className={styles.replayed}>{t(none ? 'exercise.replayedNone' : 'exercise.replayed')}</li>;
}
