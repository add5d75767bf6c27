/** All steps of the spec as buttons, by session: pressing them, with a finger or by keyboard, makes the schedule. */
import { TIME_PASSES } from '../../engine/stage/stage-types.ts';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { currentBranch } from '../../viewmodel/stage/playback.ts';
import { sessionStyles, styleOf } from '../../viewmodel/stage/session-style.ts';
import type { PlayState } from '../shared/play/play-state.ts';
import type { ExerciseStore } from './exercise-store.ts';
import styles from './exercises.module.css';

/** Longer SQL is cut: a step may hold a hundred savepoints. */
const SQL_CHARS = 90;
export const shortSql = (sql: string): string => (sql.length > SQL_CHARS ? `${sql.slice(0, SQL_CHARS)} …` : sql);

interface StepPaletteProps {
  readonly store: ExerciseStore;
  readonly state: PlayState;
  /** Also shown here: on a phone the verdict is above, out of sight when steps are pressed. */
  readonly isSolved: boolean;
}

export function StepPalette({ store, state, isSolved }: StepPaletteProps) {
  const { t } = useMessages();
  const { compiled, playback, shown, phase } = state;
  if (compiled === null || shown === null) return null;
  const { spec } = compiled;
  const done = currentBranch(playback).moves.slice(0, playback.tick);
  const all = sessionStyles(spec.sessions.map(({ name }) => name));
  return (
    <section className={styles.palette} data-mark="steps">
      <h2>{t('exercise.palette')}</h2>
      <p className={styles.small}>{t('exercise.palette.hint')}</p>
      <div className={styles.sessions}>
        {spec.sessions.map(({ name, steps }, session) => {
          const waits = shown.state.sessions[session]?.active != null;
          const { letter, hue } = styleOf(all, name);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
            <div key={name} role="group" aria-label={name} className={styles.session}>
              <p className={styles.sessionName} style={{ color: hue }}>
                {letter} <span>{name}</span>
              </p>
              {steps.map((step) => {
                const { name: stepName = '', sql = '' } = spec.steps[step] ?? {};
                return (
                  <button
                    key={step}
                    type="button"
                    className={styles.step}
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
      <div className={styles.row}>
        <Button disabled={playback.tick === 0} onClick={() => store.back()}>
          {t('exercise.undo')}
        </Button>
        <Button disabled={playback.tick === 0} onClick={() => void store.begin()}>
          {t('exercise.restart')}
        </Button>
        {isSolved && <b aria-hidden="true">{t('exercise.right')}</b>}
        {shown.state.timeCanPass && <Button onClick={() => store.move(TIME_PASSES)}>{t('exercise.time')}</Button>}
      </div>
    </section>
  );
}
