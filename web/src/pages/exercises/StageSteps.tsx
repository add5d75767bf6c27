/**
 * On stage a schedule is a list that can be read from the last row: when a step was made, its session, its SQL, and its
 * result. If the schedule is the answer, each step is a button, and the first nine have a digit.
 */

import '../../base/messages/en/exercise.ts';
import { Fragment, type ReactNode } from 'react';
import { type Move, type StageEvent, TIME_PASSES } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { Button } from '../../ui/Button.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { type Outcome, outcomesOf, rowsOf, rowsText } from '../../viewmodel/exercise/events.ts';
import { currentBranch } from '../../viewmodel/stage/playback.ts';
import { sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import type { PlayState } from '../shared/play/play-state.ts';
import type { ExerciseStore } from './exercise-store.ts';
import stepPaletteStyles from './exercises.module.css';
import styles from './stage.module.css';

/** Longer SQL is cut: a step may hold a hundred savepoints. */
const SQL_CHARS = 90;
export const shortSql = (sql: string): string => (sql.length > SQL_CHARS ? `${sql.slice(0, SQL_CHARS)} …` : sql);

interface NextStepProps {
  readonly spec: Spec;
  readonly step: Move;
  readonly session: string;
}

/** The step that a prediction is about. */
export function NextStep({ spec, step, session }: NextStepProps) {
  const { t } = useMessages();
  const { name = '', sql = '' } = spec.steps[step] ?? {};
  return (
    <>
      <b>{t('exercise.nextStep', { who: session, step: name })}</b>
      <code>{shortSql(sql)}</code>
    </>
  );
}

/** A session with more steps has them in two columns, where there is room. */
const LONG = 4;

interface StepPaletteProps {
  readonly store: ExerciseStore;
  readonly state: PlayState;
  /** Repeated here where the page has one column: there the verdict is above the steps, out of sight. */
  readonly isSolved: boolean;
}

/** All steps of the spec as buttons, by session: pressing them, with a finger or by keyboard, makes the schedule. */
export function StepPalette({ store, state, isSolved }: StepPaletteProps) {
  const { t } = useMessages();
  const { compiled, playback, shown, phase } = state;
  if (compiled === null || shown === null) return null;
  const { spec } = compiled;
  const done = currentBranch(playback).moves.slice(0, playback.tick);
  const all = sessionStyles(spec.sessions.map(({ name }) => name));
  return (
    <section className={stepPaletteStyles.palette} data-mark="steps">
      <h2>{t('exercise.palette')}</h2>
      <p className={page.quiet}>{t('exercise.palette.hint')}</p>
      <div className={stepPaletteStyles.sessions}>
        {spec.sessions.map(({ name, steps }, session) => {
          const waits = shown.state.sessions[session]?.active != null;
          const { letter, hue, ownName } = styleOf(all, name);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
            <div
              key={name}
              role="group"
              aria-label={name}
              className={stepPaletteStyles.session}
              data-long={steps.length > LONG}
            >
              <p className={stepPaletteStyles.sessionName} style={{ color: hue }}>
                {letter} {ownName !== null && <span>{name}</span>}
              </p>
              {steps.map((step) => {
                const { name: stepName = '', sql = '' } = spec.steps[step] ?? {};
                return (
                  <button
                    key={step}
                    type="button"
                    className={stepPaletteStyles.step}
                    data-step={stepName}
                    data-mark={`step ${stepName}`}
                    disabled={phase !== 'ready' || waits || done.includes(step)}
                    onClick={() => store.move(step)}
                  >
                    <b>{stepName}</b> <code>{shortSql(sql)}</code>
                  </button>
                );
              })}
            </div>
          );
        })}
      </div>
      <StepBar store={store} state={state} isSolved={isSolved} />
    </section>
  );
}

/** Takes steps back; and what is not a step of any session. */
export function StepBar({ store, state: { playback, shown }, isSolved }: StepPaletteProps) {
  const { t } = useMessages();
  return (
    <div className={page.row}>
      <Button disabled={playback.tick === 0} onClick={() => store.back()}>
        {t('exercise.undo')}
      </Button>
      <Button disabled={playback.tick === 0} onClick={() => void store.begin()}>
        {t('exercise.restart')}
      </Button>
      {isSolved && (
        <b aria-hidden="true" className={stepPaletteStyles.rightAgain}>
          {t('exercise.right')}
        </b>
      )}
      {shown?.state.timeCanPass && <Button onClick={() => store.move(TIME_PASSES)}>{t('exercise.time')}</Button>}
    </div>
  );
}

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
  const outcomes = outcomesOf(events);
  return (
    <ol
      className={styles.steps}
      data-mark={onStep === undefined ? 'schedule' : 'steps'}
      aria-label={t('exercise.palette')}
    >
      {steps.map((step, i) => {
        const { name = '' } = spec.steps[step] ?? {};
        const at = moves.indexOf(step);
        const outcome = at === -1 ? undefined : outcomes.get(step);
        const place = at !== -1 ? `${at + 1}.` : i < DIGITS && <kbd>{i + 1}</kbd>;
        const made = <Made spec={spec} step={step} place={place} outcome={outcome} isNamed={onStep !== undefined} />;
        return (
          <Fragment key={step}>
            {replayed === i && <Replayed none={i === 0} />}
            <li data-mark={`step ${name}`}>
              {onStep === undefined ? (
                <span className={styles.step}>{made}</span>
              ) : (
                <button
                  type="button"
                  className={styles.step}
                  data-step={name}
                  disabled={!canMake(step)}
                  onClick={() => onStep(step)}
                >
                  {made}
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

interface MadeProps {
  readonly spec: Spec;
  readonly step: Move;
  /** Its place in the schedule, or its key. */
  readonly place: ReactNode;
  /** Undefined: it has not been made. */
  readonly outcome: Outcome | undefined;
  readonly isNamed: boolean;
}

/** A step, and what came of it. */
function Made({ spec, step, place, outcome, isNamed }: MadeProps) {
  const { t } = useMessages();
  const { name = '', sql = '', session = 0 } = spec.steps[step] ?? {};
  const all = sessionStyles(spec.sessions.map((one) => one.name));
  const { letter, hue } = styleOf(all, spec.sessions[session]?.name ?? null);
  const rows = rowsOf(outcome);
  return (
    <>
      <span className={styles.at}>{place}</span>
      <b style={{ color: hue }}>{letter}</b>
      <span className={styles.sql}>
        {isNamed && <b>{name} </b>}
        <code>{shortSql(sql)}</code>{' '}
        {outcome !== undefined && (
          <i>{t('exercise.came', { ...outcome, rows: rows === null ? null : rowsText(rows) })}</i>
        )}
      </span>
    </>
  );
}

function Replayed({ none }: { readonly none: boolean }) {
  const { t } = useMessages();
  return <li className={styles.replayed}>{t(none ? 'exercise.replayedNone' : 'exercise.replayed')}</li>;
}
