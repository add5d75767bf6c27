/**
 * Solves an exercise that is answered by moves against its author: it looks for schedules that reach every goal and yet
 * break the task's words, and for those that fulfil the words and reach no goal. For small exercises it tries all
 * schedules; for larger ones it draws schedules and changes the better ones a little, because a random schedule rarely
 * gets far.
 */
import { type Rng, rngOf } from '../../src/base/random.ts';
import { type Move, type Shown, TIME_PASSES } from '../../src/engine/stage/stage-types.ts';
import { type BrokenClaim, brokenClaims, outOfOrder } from '../../src/viewmodel/exercise/claims.ts';
import { ranThrough } from '../../src/viewmodel/exercise/events.ts';
import type { ExerciseDeps, ShowMoves } from '../../src/viewmodel/exercise/exercise-deps.ts';
import { type Difference, differenceOf, goalStates, isReached } from '../../src/viewmodel/exercise/goal.ts';
import { judgeMoves } from '../../src/viewmodel/exercise/judge.ts';
import { faultOf, movesFormOf } from '../../src/viewmodel/exercise/kinds.ts';
import type { Variant } from '../../src/viewmodel/exercise/variant.ts';
import { canBeMade } from './search.ts';

/** A schedule, with the separate verdicts of the goals, the claims and the judge. */
export interface Tried {
  readonly moves: readonly Move[];
  /** For a hunt: the servers differ. */
  readonly isGoal: boolean;
  /** The number of goals reached: a draw that reaches more is worth changing. */
  readonly reached: number;
  readonly broken: readonly BrokenClaim[];
  readonly difference: Difference | null;
  /** For an order: a session has its steps in the wrong order, which no page allows. */
  readonly isOutOfOrder: boolean;
  /** Whether the page, a record and its check accept it. */
  readonly isAccepted: boolean;
}

export interface SolveOptions {
  /** The largest number of schedules to run. */
  readonly budget: number;
  readonly seed: number;
}

/**
 * Every schedule that was tried and could be made.
 * @throws when the engine cannot be opened, which is a fault of the tool
 */
export async function solve(variant: Variant, world: ExerciseDeps, options: SolveOptions): Promise<readonly Tried[]> {
  const { question, compiled } = variant;
  const form = movesFormOf(question);
  if (compiled === null || form === null) throw new Error('not answered by moves');
  const many = compiled.spec.steps.length;
  const attempt = await trier(variant, world);
  if (form.shape === 'order') {
    const sessions = compiled.spec.steps.map(({ session }) => session);
    const own = await everyOrder(form.steps, sessions, attempt, options.budget);
    // And some that no page allows, which a record's file may contain.
    const wild = await drawn(form.steps, many, attempt, { ...options, budget: Math.ceil(options.budget / 4) });
    return [...own, ...wild];
  }
  return arrangements(many) <= options.budget ? everySchedule(many, attempt) : drawn(null, many, attempt, options);
}

/** Null: it cannot be made on a stage. */
type Attempt = (moves: readonly Move[]) => Promise<Tried | null>;

async function trier(variant: Variant, world: ExerciseDeps): Promise<Attempt> {
  const { question, compiled, exercise, claims } = variant;
  const form = movesFormOf(question);
  if (compiled === null || form === null) throw new Error('not answered by moves');
  const open = async (fault: string | null): Promise<ShowMoves> => {
    const opened = await world.open(compiled, exercise, fault);
    if (!opened.ok) throw new Error(opened.error);
    return opened.value;
  };
  const sound = await open(null);
  const fault = faultOf(question);
  const show = fault === null ? sound : await open(fault);
  const sessions = compiled.spec.steps.map(({ session }) => session);
  const run = async (on: ShowMoves, moves: readonly Move[]): Promise<Shown> => {
    const shown = await on(moves);
    if (!shown.ok) throw new Error(shown.error);
    return shown.value;
  };
  return async (moves) => {
    if (!(await canBeMade(sessions, moves, show))) return null;
    const shown = await run(show, moves);
    if (!ranThrough(compiled.spec, moves, shown)) return null;
    const difference = fault === null ? null : differenceOf(await run(sound, moves), shown);
    const states = goalStates(form.goal, compiled.spec, shown);
    const asked = { what: exercise.ask.what, step: null };
    const broken = brokenClaims(claims, { compiled, moves, shown, asked, difference, replayed: null });
    const judged = await judgeMoves(variant, moves, show, sound);
    return {
      moves,
      difference,
      isGoal: fault === null ? isReached(states) : difference !== null,
      reached: states.filter((state) => state.isReached).length,
      broken,
      isOutOfOrder: form.shape === 'order' && outOfOrder(compiled.spec, form.steps, moves) !== null,
      isAccepted: judged.ok && judged.value.isRight,
    };
  };
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
/** The number of orders of any of n things: each once at most. */
const arrangements = (n: number): number =>
  Array.from({ length: n + 1 }, (_, k) => factorial(n) / factorial(n - k)).reduce((sum, one) => sum + one, 0);

/** Orders in which each session keeps its own, up to the allowed number of runs. */
async function everyOrder(
  steps: readonly Move[],
  sessions: readonly number[],
  attempt: Attempt,
  budget: number,
): Promise<readonly Tried[]> {
  const found: Tried[] = [];
  let runs = 0;
  const visit = async (made: readonly Move[], rest: readonly Move[]): Promise<void> => {
    if (rest.length === 0 && runs++ < budget) {
      const tried = await attempt(made);
      if (tried !== null) found.push(tried);
    }
    const waiting = new Set<number | undefined>();
    for (const step of runs < budget ? rest : []) {
      if (!waiting.has(sessions[step]))
        await visit(
          [...made, step],
          rest.filter((one) => one !== step),
        );
      waiting.add(sessions[step]);
    }
  };
  await visit([], steps);
  return found;
}

/** An impossible schedule is not extended. Time passes once at most. */
async function everySchedule(many: number, attempt: Attempt): Promise<readonly Tried[]> {
  const found: Tried[] = [];
  const visit = async (made: readonly Move[]): Promise<void> => {
    const tried = await attempt(made);
    if (tried === null) return;
    found.push(tried);
    for (let move = TIME_PASSES; move < many; move++) if (!made.includes(move)) await visit([...made, move]);
  };
  await visit([]);
  return found;
}

/** This many of the best schedules are kept to be changed. */
const KEPT = 24;

/** @param order null: any steps; else only these, each once */
async function drawn(
  order: readonly Move[] | null,
  many: number,
  attempt: Attempt,
  { budget, seed }: SolveOptions,
): Promise<readonly Tried[]> {
  const rng = rngOf(seed);
  const seen = new Set<string>();
  const found: Tried[] = [];
  let best: readonly Tried[] = [];
  for (let run = 0; run < budget; run++) {
    const from = run % 4 === 0 ? undefined : best[rng.below(Math.max(1, best.length))];
    const moves = from === undefined ? draw(order, many, rng) : changed(from.moves, order, many, rng);
    if (seen.has(moves.join())) continue;
    seen.add(moves.join());
    const tried = await attempt(moves);
    if (tried === null) continue;
    found.push(tried);
    best = [...best, tried].sort((a, b) => worth(b) - worth(a)).slice(0, KEPT);
  }
  return found;
}

/** A schedule that reaches a goal more, or breaks a claim less, is nearer to a solution. */
const worth = ({ reached, broken, difference }: Tried): number =>
  reached - broken.length / 2 + (difference === null ? 0 : 2);

function draw(order: readonly Move[] | null, many: number, rng: Rng): readonly Move[] {
  const rest = [...(order ?? Array.from({ length: many }, (_, step) => step))];
  const moves: Move[] = [];
  const wanted = order === null ? 1 + rng.below(many) : rest.length;
  // Often in the spec's own order: a draw without any order gets nowhere.
  const reach = rng.below(2) === 0 ? 2 : rest.length;
  while (moves.length < wanted) moves.push(...rest.splice(rng.below(Math.min(reach, rest.length)), 1));
  return moves;
}

function changed(moves: readonly Move[], order: readonly Move[] | null, many: number, rng: Rng): readonly Move[] {
  const next = [...moves];
  const how = rng.below(order === null ? 4 : 2);
  if (how < 2 && next.length > 1) {
    const [taken] = next.splice(rng.below(next.length), 1);
    if (taken !== undefined) next.splice(rng.below(next.length + 1), 0, taken);
    return next;
  }
  const missing = Array.from({ length: many }, (_, step) => step).filter((step) => !next.includes(step));
  const added = missing[rng.below(Math.max(1, missing.length))];
  if (how === 2 || added === undefined) next.splice(rng.below(Math.max(1, next.length)), 1);
  else next.splice(rng.below(next.length + 1), 0, added);
  return next;
}
