/** Judges answers that are moves: it runs them, on the student's server and on a sound one. */
import { err, ok, type Result } from '../../base/result.ts';
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { Move, Shown } from '../../engine/stage/stage-types.ts';
import { canBeStep, frameOf, movesOf, type TypedMove, writeTyped } from '../prompt/typed.ts';
import { type BrokenClaim, brokenClaims, outOfOrder } from './claims.ts';
import { ranThrough } from './events.ts';
import type { ExerciseDeps, ShowMoves } from './exercise-deps.ts';
import { type Difference, differenceOf, type GoalState, goalStates, isReached, typedGoalStates } from './goal.ts';
import { movesFormOf } from './kinds.ts';
import type { Variant } from './variant.ts';

export type MovesVerdict =
  | {
      readonly kind: 'goal';
      /** All goals are reached, and nothing in the task is violated. */
      readonly isRight: boolean;
      readonly states: readonly GoalState[];
      readonly broken: readonly BrokenClaim[];
      readonly shown: Shown;
    }
  /** A move came while its session was waiting: nothing ran after it. */
  | { readonly kind: 'stuck'; readonly isRight: false; readonly shown: Shown }
  /** An order in which a session runs `step` before `other`, although its own order is the reverse. */
  | { readonly kind: 'own-order'; readonly isRight: false; readonly step: Move; readonly other: Move }
  | {
      readonly kind: 'hunt';
      readonly isRight: boolean;
      readonly difference: Difference | null;
      readonly broken: readonly BrokenClaim[];
      readonly shown: Shown;
    };

/** @param sound a server without the fault; `shown` is the faulty server's only in a hunt */
export async function judgeMoves(
  { question, compiled, claims }: Pick<Variant, 'question' | 'compiled' | 'claims'>,
  moves: readonly Move[],
  show: ShowMoves,
  sound: ShowMoves,
): Promise<Result<MovesVerdict, string>> {
  const form = movesFormOf(question);
  if (form === null || compiled === null) return err('not answered by moves');
  const { spec } = compiled;
  if (form.shape === 'order') {
    const passed = outOfOrder(spec, form.steps, moves);
    if (passed !== null) return ok({ kind: 'own-order', isRight: false, ...passed });
  }
  const made = await show(moves);
  if (!made.ok) return made;
  const shown = made.value;
  const run = { compiled, moves, shown, asked: { what: question.kind, step: null }, replayed: null };
  if (form.shape === 'schedule' && form.fault !== null) {
    const right = await sound(moves);
    if (!right.ok) return right;
    const difference = differenceOf(right.value, shown);
    const broken = brokenClaims(claims, { ...run, difference });
    return ok({ kind: 'hunt', isRight: difference !== null && broken.length === 0, difference, broken, shown });
  }
  if (form.shape === 'order' && !ranThrough(spec, moves, shown)) return ok({ kind: 'stuck', isRight: false, shown });
  const states = goalStates(form.goal, spec, shown);
  const broken = brokenClaims(claims, { ...run, difference: null });
  return ok({ kind: 'goal', isRight: isReached(states) && broken.length === 0, states, broken, shown });
}

/** The spec that the typed statements make, its moves, and the stage after them with all their events. */
export interface TypedRun {
  readonly compiled: CompiledSpec;
  readonly moves: readonly Move[];
  readonly shown: Shown;
}

export function typedVerdict(
  { question, claims }: Pick<Variant, 'question' | 'claims'>,
  run: TypedRun,
): Extract<MovesVerdict, { kind: 'goal' }> {
  const states = typedGoalStates(movesFormOf(question)?.goal ?? [], run.shown);
  const asked = { what: question.kind, step: null };
  const broken = brokenClaims(claims, { ...run, asked, difference: null, replayed: null });
  return { kind: 'goal', isRight: isReached(states) && broken.length === 0, states, broken, shown: run.shown };
}

/**
 * Runs the typed statements of a record again, starting from the exercise's own tables.
 * @returns null if a learner could not have typed them: a session does not exist or waits, or the SQL cannot be a step
 */
export async function judgeTyped(
  variant: Pick<Variant, 'question' | 'claims' | 'compiled' | 'exercise'>,
  typed: readonly TypedMove[],
  world: ExerciseDeps,
): Promise<Result<MovesVerdict | null, string>> {
  const { compiled: open, exercise } = variant;
  if (open === null) return err('not answered by typing');
  const frame = frameOf(open.text, open.spec);
  const isThere = (session: number): boolean => session < frame.sessions.length;
  const canBe = (move: TypedMove): boolean =>
    move === 'time' || ('sql' in move ? isThere(move.session) && canBeStep(move.sql) : isThere(move.cancel));
  if (!typed.every(canBe)) return ok(null);
  const compiled = await world.compile(writeTyped(frame, typed));
  if (!compiled.ok) return ok(null);
  const opened = await world.open(compiled.value, exercise, null);
  if (!opened.ok) return opened;
  const moves = movesOf(typed);
  const shown = await opened.value(moves);
  if (!shown.ok) return shown;
  if (!ranThrough(compiled.value.spec, moves, shown.value)) return ok(null);
  return ok(typedVerdict(variant, { compiled: compiled.value, moves, shown: shown.value }));
}
