/** What every act is drawn with. */
import type { Motion, Span } from '../../viewmodel/score/score.ts';
import type { Reel } from '../shared/reel/reel.ts';
import type { Point } from './actors.ts';
import type { Box, Picture, Seen } from './picture.ts';
import type { Looks } from './reel.ts';

export interface ActContext {
  readonly reel: Reel;
  readonly looks: Looks;
  readonly early: Picture;
  readonly late: Picture;
  readonly hueOf: (session: string | null) => string;
}
export type Draw = (motions: readonly Motion[], span: Span, context: ActContext) => void;

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });
/** A mark where it is after the step, else where it was. */
export const seenIn = ({ early, late }: ActContext, mark: string): Seen | undefined =>
  late.get(mark) ?? early.get(mark);
export const discOf = ({ core, box }: Seen): Point => middleOf(core ?? box);
