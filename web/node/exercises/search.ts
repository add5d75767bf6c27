/**
 * A schedule with a certain property, found by chance and shrunk: moves are drawn, the first ones with the property are
 * kept, and then every move is dropped without which they still have it. The result is 1-minimal: without any one of
 * its moves it loses the property.
 */
import { type Rng, rngOf } from '../../src/base/random.ts';
import { type Move, TIME_PASSES } from '../../src/engine/stage/stage-types.ts';
import { waitingIn } from '../../src/viewmodel/exercise/events.ts';
import type { ExerciseDeps, ShowMoves } from '../../src/viewmodel/exercise/exercise-deps.ts';
import { judgeMoves } from '../../src/viewmodel/exercise/judge.ts';
import { faultOf } from '../../src/viewmodel/exercise/kinds.ts';
import type { Variant } from '../../src/viewmodel/exercise/variant.ts';

/** Whether these moves are an answer, and can be made on a stage at all. */
export type Holds = (moves: readonly Move[]) => Promise<boolean>;

/** @throws when the engine cannot be opened, which is a fault of the tool */
export async function judgeOf({ compiled, question, exercise, ...rest }: Variant, world: ExerciseDeps): Promise<Holds> {
  const variant = { compiled, question, exercise, ...rest };
  if (compiled === null) throw new Error('no spec');
  const fault = faultOf(question);
  const open = async (planted: string | null): Promise<ShowMoves> => {
    const opened = await world.open(compiled, exercise, planted);
    if (!opened.ok) throw new Error(opened.error);
    return opened.value;
  };
  const sound = await open(null);
  const shown = fault === null ? sound : await open(fault);
  return async (moves) => {
    if (
      !(await canBeMade(
        compiled.spec.steps.map(({ session }) => session),
        moves,
        shown,
      ))
    )
      return false;
    const verdict = await judgeMoves(variant, moves, shown, sound);
    return verdict.ok && verdict.value.isRight;
  };
}

/** No session moves while it waits. */
export async function canBeMade(
  sessionOf: readonly number[],
  moves: readonly Move[],
  show: ShowMoves,
): Promise<boolean> {
  const shown = await show(moves);
  if (!shown.ok || shown.value.stopped !== null) return false;
  const { events, state } = shown.value;
  return moves.every((move, i) => {
    const name = state.sessions[sessionOf[move] ?? -1]?.session;
    const before = waitingIn(events.filter(({ tick }) => tick <= i));
    return move === TIME_PASSES ? before.size > 0 : name !== undefined && !before.has(name);
  });
}

function draw(many: number, rng: Rng, withTime: boolean): readonly Move[] {
  const rest = Array.from({ length: many }, (_, step) => step);
  const moves: Move[] = [];
  while (rest.length > 0) moves.push(...rest.splice(rng.below(Math.min(rest.length, 1 + rng.below(rest.length))), 1));
  if (withTime) moves.splice(rng.below(moves.length + 1), 0, TIME_PASSES);
  return moves;
}

export interface SearchOptions {
  readonly seed: number;
  readonly schedules: number;
  readonly withTime?: boolean;
}

/** Null: none of this many schedules shows it. */
export async function searchMoves(
  steps: number,
  holds: Holds,
  options: SearchOptions,
): Promise<readonly Move[] | null> {
  const rng = rngOf(options.seed);
  for (let i = 0; i < options.schedules; i++) {
    const moves = draw(steps, rng, options.withTime === true);
    for (let length = 1; length <= moves.length; length++) {
      const first = moves.slice(0, length);
      if (await holds(first)) return shrink(first, holds);
    }
  }
  return null;
}

export async function shrink(moves: readonly Move[], holds: Holds): Promise<readonly Move[]> {
  let small = moves;
  for (let i = 0; i < small.length; ) {
    const without = small.filter((_, k) => k !== i);
    if (await holds(without)) {
      small = without;
      i = 0;
    } else i++;
  }
  return small;
}
