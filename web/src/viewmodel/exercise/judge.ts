/** Judges answers that are moves, and explains why a prediction was wrong: both run the engine once more. */
import { err, ok, type Result } from '../../base/result.ts';
import type { Move, Shown, StageTuple } from '../../engine/stage/stage-types.ts';
import { type ExplainModel, explainModel } from '../stage/explain.ts';
import { isLockedOnly, isLockStrength, isMulti } from '../stage/heap-bits.ts';
import { type BrokenClaim, brokenClaims, outOfOrder } from './claims.ts';
import { ranThrough } from './events.ts';
import { type Difference, differenceOf, type GoalState, goalStates, isReached } from './goal.ts';
import { isMadeOfMoves, type Question, type StepQuestion, type Version } from './question.ts';
import type { Variant } from './variant.ts';
import type { ShowMoves } from './world.ts';

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
  if (!isMadeOfMoves(question) || compiled === null) return err('not answered by moves');
  const { spec } = compiled;
  if (question.kind === 'order') {
    const passed = outOfOrder(spec, question.steps, moves);
    if (passed !== null) return ok({ kind: 'own-order', isRight: false, ...passed });
  }
  const made = await show(moves);
  if (!made.ok) return made;
  const shown = made.value;
  const run = { compiled, moves, shown, asked: { what: question.kind, step: null }, replayed: null };
  if (question.kind === 'hunt') {
    const right = await sound(moves);
    if (!right.ok) return right;
    const difference = differenceOf(right.value, shown);
    const broken = brokenClaims(claims, { ...run, difference });
    return ok({ kind: 'hunt', isRight: difference !== null && broken.length === 0, difference, broken, shown });
  }
  if (question.kind === 'order' && !ranThrough(spec, moves, shown)) return ok({ kind: 'stuck', isRight: false, shown });
  const states = goalStates(question.goal, spec, shown);
  const broken = brokenClaims(claims, { ...run, difference: null });
  return ok({ kind: 'goal', isRight: isReached(states) && broken.length === 0, states, broken, shown });
}

/** The decision path for each row version that was judged wrongly; for all of them if nobody judged any. */
export async function whyVersions(
  question: Extract<Question, { kind: 'rows' }>,
  seen: readonly number[] | null,
  show: ShowMoves,
): Promise<Result<readonly ExplainModel[], string>> {
  const { played, step, session, versions, key } = question;
  const models: ExplainModel[] = [];
  for (const { table, block, lp } of versions) {
    if (seen !== null && seen.includes(lp) === key.includes(lp)) continue;
    const shown = await show([...played, step], { session, tuple: { table, block, offset: lp } });
    if (!shown.ok) return shown;
    const { explanation, state } = shown.value;
    if (explanation !== null) models.push(explainModel(explanation, state));
  }
  return ok(models);
}

/** A version that a snapshot sees although it is no longer the newest one. */
export interface ChangedSince {
  readonly version: { readonly block: number; readonly lp: number };
  readonly xid: number;
}

/**
 * Before a step that may fail: the decision paths of everything that its session's snapshot sees, and the first of
 * these versions that another transaction has replaced or deleted and committed since.
 */
export async function whyError(
  { played, session }: Pick<StepQuestion, 'played' | 'session'>,
  show: ShowMoves,
): Promise<Result<{ readonly seen: readonly ExplainModel[]; readonly changed: ChangedSince | null }, string>> {
  const now = await show(played, { session });
  if (!now.ok) return now;
  const { page, xids } = now.value.state;
  if (page === null) return ok({ seen: [], changed: null });
  const { table, block } = page;
  const seen: ExplainModel[] = [];
  let changed: ChangedSince | null = null;
  for (const version of page.tuples) {
    const { lp, visibleTo } = version;
    if (!visibleTo.includes(session)) continue;
    const shown = await show(played, { session, tuple: { table, block, offset: lp } });
    if (!shown.ok) return shown;
    const { explanation, state } = shown.value;
    if (explanation !== null) seen.push(explainModel(explanation, state));
    const changer = changerOf(version);
    if (xids.some(({ xid, status }) => xid === changer && status === 'committed'))
      changed ??= { version: { block, lp }, xid: changer };
  }
  return ok({ seen, changed });
}

/** The xid that replaced or deleted a version; 0: none did. A transaction that only locked it changed nothing. */
function changerOf(version: StageTuple): number {
  if (isLockedOnly(version)) return 0;
  if (!isMulti(version)) return version.xmax;
  return version.members.find(({ status }) => !isLockStrength(status))?.xid ?? 0;
}

/** The path for each version on the page after the step, for whoever made it: what it saw, and why. */
export async function whyPage(
  { played, step, session }: Pick<StepQuestion, 'played' | 'step' | 'session'>,
  show: ShowMoves,
): Promise<Result<readonly ExplainModel[], string>> {
  const first = await show([...played, step], { session });
  if (!first.ok) return first;
  const { page } = first.value.state;
  if (page === null) return ok([]);
  const { table, block } = page;
  const versions = page.tuples.map(({ lp, values, xmin, xmax }): Version => ({ table, block, lp, values, xmin, xmax }));
  return whyVersions({ kind: 'rows', played, step, session, versions, key: [] }, null, show);
}
