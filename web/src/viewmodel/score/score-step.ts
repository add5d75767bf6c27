/** A step as its score is made from it. */
import type { StageEvent, StageState, StageTuple } from '../../engine/stage/stage-types.ts';
import { type SessionStyles, styleOf } from '../stage/selection.ts';
import { findXid } from '../stage/xid-fill.ts';
import type { Act, Motion } from './score.ts';

export interface StepTaken {
  readonly before: StageState;
  readonly after: StageState;
  /** Of the later one's tick. */
  readonly events: readonly StageEvent[];
}
export interface Step extends StepTaken {
  readonly styles: SessionStyles;
  /** Row versions of the page that both states show. */
  readonly kept: readonly { readonly was: StageTuple; readonly is: StageTuple }[];
  readonly made: readonly StageTuple[];
}

export const motion = (act: Act, session: string | null, from: string | null, to: string): Motion => ({
  act,
  from,
  to,
  session,
});
export const ownerOf = ({ after }: Step, xid: number): string | null => findXid(after, xid)?.owner ?? null;
export const letterOf = ({ styles }: Step, name: string | null): string => styleOf(styles, name).letter;
