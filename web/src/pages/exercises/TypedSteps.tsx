/**
 * A schedule that the learner types. The page has a prompt for each session, the same one as the Playground; the stage
 * lists the statements typed so far. The code of the prompts is fetched with the first exercise that needs it.
 */
import '../../base/messages/en/exercise.ts';
import { Suspense } from 'react';
import type { Move, StageEvent } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { fetched } from '../../ui/fetched.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { PlayState } from '../shared/play/play-state.ts';
import type { ExerciseStore } from './exercise-store.ts';
import styles from './exercises.module.css';
import { StageSteps, StepBar } from './StageSteps.tsx';
import onStage from './stage.module.css';

const Prompts = fetched(() => import('../shared/prompt/Prompts.tsx').then((own) => own.Prompts));

interface TypedStepsProps {
  readonly store: ExerciseStore;
  readonly state: PlayState;
  readonly isSolved: boolean;
}

export function TypedSteps({ store, state, isSolved }: TypedStepsProps) {
  const { t } = useMessages();
  const { compiled, shown, events } = state;
  if (compiled === null || shown === null) return null;
  return (
    <section className={styles.typed} data-mark="steps" aria-label={t('exercise.typed.title')}>
      <h2>{t('exercise.typed.title')}</h2>
      <p className={page.quiet}>{t('exercise.typed.hint')}</p>
      <Suspense>
        <Prompts {...{ store, compiled, shown, events }} focus={0} isFixed />
      </Suspense>
      <StepBar store={store} state={state} isSolved={isSolved} />
    </section>
  );
}

interface TypedOnStageProps {
  /** Null: nothing is open yet. */
  readonly spec: Spec | null;
  readonly moves: readonly Move[];
  readonly events: readonly StageEvent[];
}

/** The stage has no prompts, and says so: the room watches the statements that were typed on the page. */
export function TypedOnStage({ spec, moves, events }: TypedOnStageProps) {
  const { t } = useMessages();
  if (spec === null) return null;
  const steps = moves.filter((move) => spec.steps[move] !== undefined);
  return (
    <div className={onStage.half} data-mark="steps">
      <p>{t('exercise.typed.onStage')}</p>
      {steps.length === 0 ? (
        <p>{t('exercise.typed.none')}</p>
      ) : (
        <StageSteps spec={spec} steps={steps} moves={moves} events={events} />
      )}
    </div>
  );
}
