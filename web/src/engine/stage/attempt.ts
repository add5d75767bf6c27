/**
 * Another spec with the steps of a run: what a change to it would have done. A session that waits keeps its next steps
 * until its wait is over, as psql keeps what is typed ahead; if everybody waits, time passes, and a deadlock ends.
 */
import type { Result } from '../../base/result.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { type Move, type Shown, type ShowRequest, TIME_PASSES } from './stage-types.ts';
import type { Attempt, RunVerdict } from './verdict-types.ts';

/** A stage of its own. */
interface Stage {
  show(request: ShowRequest): Shown;
  verdict(request: Pick<ShowRequest, 'moves' | 'permutation' | 'tick'>): Promise<RunVerdict | null>;
  close(): void;
}

/** @param opened ended here */
export async function attempt(
  opened: Result<Stage, string>,
  { steps }: Pick<Spec, 'steps'>,
  wanted: readonly Move[],
): Promise<Attempt> {
  if (!opened.ok) throw new Error(opened.error);
  const host = opened.value;
  const moves: Move[] = [];
  const left = wanted.filter((move) => move >= 0);
  for (;;) {
    const { state, stopped } = host.show({
      permutation: null,
      moves,
      tick: moves.length,
      look: {},
      eventsFrom: moves.length,
    });
    if (stopped !== null) break;
    const busy = new Set(state.sessions.flatMap(({ active }, place) => (active === null ? [] : [place])));
    const next = left.findIndex((move) => !busy.has(steps[move]?.session ?? -1));
    const [move] = next === -1 ? [] : left.splice(next, 1);
    if (move !== undefined) moves.push(move);
    else if (busy.size > 0 && state.timeCanPass) moves.push(TIME_PASSES);
    else break;
  }
  const verdict = left.length > 0 ? null : await host.verdict({ permutation: null, moves, tick: moves.length });
  host.close();
  return { moves, verdict };
}
