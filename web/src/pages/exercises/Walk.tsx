/** The run of an order, to be walked: which step of it the figures show, and a step back and on. */
import '../../base/messages/en/exercise.ts';
import '../../base/messages/en/stage.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { Button } from '../../ui/Button.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { currentBranch } from '../../viewmodel/stage/playback.ts';
import type { PlayState } from '../shared/play/play-state.ts';
import type { ExerciseStore } from './exercise-store.ts';

interface WalkProps {
  readonly store: ExerciseStore;
  readonly state: PlayState;
  readonly spec: Spec;
  /** The arrows to the left and right walk, too. */
  readonly onStage?: boolean;
}

export function Walk({ store, state: { playback, shown }, spec, onStage = false }: WalkProps) {
  const { t } = useMessages();
  const { moves } = currentBranch(playback);
  const { tick } = playback;
  // Nothing follows a step at which the engine stopped, nor the last one of the run.
  const isLast = tick >= moves.length || shown?.stopped != null;
  const back = tick === 0 ? undefined : () => store.back();
  const on = isLast ? undefined : () => store.walk(tick + 1);
  useKeys({ ArrowLeft: back, ArrowRight: on }, { active: onStage });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t('exercise.run')} className={page.row}>
      <Button disabled={back === undefined} onClick={back} {...(onStage ? { keyHint: '←' } : {})}>
        {t('stage.moves.back')}
      </Button>
      <Button disabled={on === undefined} onClick={on} {...(onStage ? { keyHint: '→' } : {})}>
        {t('stage.moves.step')}
      </Button>
      {!onStage && (
        <span className={page.quiet}>
          <WalkAt state={{ playback }} spec={spec} />
        </span>
      )}
    </div>
  );
}

/** The step of the run that the figures show. */
export function WalkAt({
  state: { playback },
  spec,
}: {
  readonly state: Pick<PlayState, 'playback'>;
  readonly spec: Spec;
}) {
  const { t } = useMessages();
  const { moves } = currentBranch(playback);
  const step = spec.steps[moves[playback.tick - 1] ?? -1]?.name ?? '';
  return t('exercise.run.at', { step, at: playback.tick, of: moves.length });
}
