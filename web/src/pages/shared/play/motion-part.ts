/** A part of motion that few stages have: it is fetched once a stage shows what it moves. */
import type { Shown, StageEvent } from '../../../engine/stage/stage-types.ts';
import type { Act, Score } from '../../../viewmodel/score/score.ts';
import type { Draw } from '../../../views/film/context.ts';

export interface MotionPart {
  /** @param plain the score without it */
  readonly scoreOf: (step: StepShown, plain: Score) => Score;
  readonly acts: Readonly<Partial<Record<Act, Draw>>>;
}
interface StepShown {
  readonly before: Shown;
  readonly after: Shown;
  readonly events: readonly StageEvent[];
}
