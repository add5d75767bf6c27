/** Whether a goal is reached. Pure; the page has the words for it. */

import { ok, type Result } from '../../base/result.ts';
import type {
  Move,
  Shown,
  StageEvent,
  StageSession,
  StageSnapshot,
  StageState,
  StageTuple,
} from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { type ExplainModel, explainModel } from '../stage/explain.ts';
import { isLockedOnly, xmaxHint, xminHint } from '../stage/heap-bits.ts';
import type { TupleRef } from '../stage/selection.ts';
import { type Outcome, outcomesOf, rowsOf, rowsText } from './events.ts';
import type { GoalLine } from './exercise.ts';
import type { ShowMoves } from './exercise-deps.ts';
import { fillText, type Values } from './fill.ts';

/**
 * Whether a schedule reveals a planted fault: it runs the same moves on a sound server and on the faulty one and
 * compares what a person at a client sees: rows, errors, notices, and waits. Pure.
 */

/** The first difference. */
export interface Difference {
  readonly tick: number;
  readonly step: number | null;
  readonly session: string | null;
  readonly what: 'rows' | 'error' | 'waits' | 'notices';
  readonly sound: string;
  readonly faulty: string;
}

/** Xids in messages and rows are equal: both servers assign the same ones until the first difference. */
export function differenceOf(sound: Shown, faulty: Shown): Difference | null {
  const last = Math.min(sound.state.tick, faulty.state.tick);
  for (let tick = 0; tick <= last; tick++) {
    const [a, b] = [at(sound, tick), at(faulty, tick)];
    const many = Math.max(a.length, b.length);
    for (let i = 0; i < many; i++) {
      const found = differs(a[i], b[i], tick);
      if (found !== null) return found;
    }
  }
  return null;
}

const at = ({ events }: Shown, tick: number): readonly StageEvent[] => events.filter((event) => event.tick === tick);

function differs(sound: StageEvent | undefined, faulty: StageEvent | undefined, tick: number): Difference | null {
  const { step = null, session = null } = faulty ?? sound ?? {};
  const place = { tick, step, session };
  const waits = (event: StageEvent | undefined): string =>
    event === undefined ? '' : `${event.step} ${event.status} ${event.completed}`;
  if (waits(sound) !== waits(faulty))
    return { ...place, what: 'waits', sound: sound?.status ?? '', faulty: faulty?.status ?? '' };
  if (sound === undefined || faulty === undefined) return null;
  if (sound.error !== faulty.error)
    return { ...place, what: 'error', sound: sound.error ?? '', faulty: faulty.error ?? '' };
  const [a, b] = [rowsIn(sound), rowsIn(faulty)];
  if (a !== b) return { ...place, what: 'rows', sound: a, faulty: b };
  const [m, n] = [sound.notices.join('\n'), faulty.notices.join('\n')];
  return m === n ? null : { ...place, what: 'notices', sound: m, faulty: n };
}

const rowsIn = ({ results }: StageEvent): string => results.map(({ rows }) => rowsText(rows)).join(' / ');

/**
 * The evidence for a fault that was found, on the faulty server and on a sound one: the session's snapshot after the
 * step that differs, and the decision path for a row version about which the servers disagree. All of it comes from the
 * engines.
 */

export interface EvidenceSide {
  readonly snapshot: StageSnapshot;
  /** Null: the version is not on this server's page, or they do not disagree about any. */
  readonly path: ExplainModel | null;
}
export interface Evidence {
  readonly session: string;
  /** Null: the difference is not about a row version. */
  readonly version: TupleRef | null;
  readonly faulty: EvidenceSide;
  readonly sound: EvidenceSide;
}

/** @returns null if there is nothing to show: no session, or no such session on the stage */
export async function evidenceOf(
  { session, tick }: Pick<Difference, 'session' | 'tick'>,
  moves: readonly Move[],
  show: ShowMoves,
  sound: ShowMoves,
): Promise<Result<Evidence | null, string>> {
  if (session === null) return ok(null);
  const done = moves.slice(0, tick);
  const faultyNow = await show(done, { session });
  if (!faultyNow.ok) return faultyNow;
  const soundNow = await sound(done, { session });
  if (!soundNow.ok) return soundNow;
  const version = disputed(faultyNow.value, soundNow.value, session);
  const look = version === null ? { session } : { session, tuple: version };
  const here = version === null ? faultyNow : await show(done, look);
  if (!here.ok) return here;
  const there = version === null ? soundNow : await sound(done, look);
  if (!there.ok) return there;
  const [faultySide, soundSide] = [
    sideOf(here.value, session, version !== null),
    sideOf(there.value, session, version !== null),
  ];
  return ok(
    faultySide === null || soundSide === null ? null : { session, version, faulty: faultySide, sound: soundSide },
  );
}

/** A version that the session sees on one server only; preferably one that exists on both. */
function disputed(faulty: Shown, sound: Shown, session: string): TupleRef | null {
  const { page } = faulty.state;
  const other = sound.state.page;
  if (page === null || other === null || page.table !== other.table || page.block !== other.block) return null;
  const sees = ({ state }: Shown, lp: number): boolean | null =>
    state.page?.tuples.find((tuple) => tuple.lp === lp)?.visibleTo.includes(session) ?? null;
  const all = [...new Set([...page.tuples, ...other.tuples].map(({ lp }) => lp))];
  const differs = all.filter((lp) => (sees(faulty, lp) ?? false) !== (sees(sound, lp) ?? false));
  const offset = differs.find((lp) => sees(faulty, lp) !== null && sees(sound, lp) !== null) ?? differs[0];
  return offset === undefined ? null : { table: page.table, block: page.block, offset };
}

function sideOf({ state, explanation }: Shown, session: string, isAsked: boolean): EvidenceSide | null {
  const own = state.sessions.find((one) => one.session === session);
  if (own === undefined) return null;
  return {
    snapshot: own.inForce,
    path: isAsked && explanation !== null ? explainModel(explanation, state) : null,
  };
}

export interface GoalState {
  readonly goal: GoalLine;
  readonly isReached: boolean;
  /** The result that came instead, as far as it fits in a line; null: its steps have not been run. */
  readonly instead: string | null;
}

export function fillGoal(goal: GoalLine, values: Values): GoalLine {
  if ('rows' in goal) return { ...goal, rows: fillText(goal.rows, values) };
  return goal.kind === 'error' ? { ...goal, text: fillText(goal.text, values) } : goal;
}

/** @param shown with the events of all its moves */
export function goalStates(goals: readonly GoalLine[], spec: Spec, shown: Shown): readonly GoalState[] {
  const outcomes = outcomesOf(shown.events);
  const byName = (name: string): Outcome | undefined => outcomes.get(stepNamed(spec, name) ?? Number.NaN);
  return goals.map((goal) => stateOf(goal, byName, shown));
}

/**
 * The same for a typed schedule. A goal names a session, and any statement of that session can reach it. If none does,
 * `instead` is the result of the last one.
 */
export function typedGoalStates(goals: readonly GoalLine[], shown: Shown): readonly GoalState[] {
  const outcomes = [...outcomesOf(shown.events).values()].sort((a, b) => a.tick - b.tick);
  return goals.map((goal) => {
    const nothing = stateOf(goal, () => undefined, shown);
    if (!('step' in goal)) return nothing;
    const all = outcomes
      .filter(({ session }) => session === goal.step)
      .map((outcome) => stateOf(goal, () => outcome, shown));
    return all.find(({ isReached }) => isReached) ?? all.at(-1) ?? nothing;
  });
}

export const isReached = (states: readonly GoalState[]): boolean => states.every((state) => state.isReached);

/** Index of a step in the spec; null: no step has that name. */
export function stepNamed(spec: Spec, name: string): Move | null {
  const at = spec.steps.findIndex((step) => step.name === name);
  return at < 0 ? null : at;
}

/** A condition of the server alone; null: it is about a step. */
function stateOfServer(goal: GoalLine, { state }: Shown): GoalState | null {
  if (goal.kind === 'suboverflowed') {
    const session = state.sessions.find((one) => one.session === goal.session);
    return { goal, isReached: session !== undefined && isSuboverflowed(session), instead: null };
  }
  if (goal.kind === 'within') return { goal, isReached: state.tick <= goal.count, instead: String(state.tick) };
  if (goal.kind === 'versions') {
    const { page } = state;
    const count = page?.table === goal.table ? page.tuples.length : 0;
    return { goal, isReached: count >= goal.count, instead: String(count) };
  }
  if (goal.kind === 'committed') {
    const rows = committedRows(state, goal.table);
    return { goal, isReached: sameRows(rows, goal.rows), instead: rows };
  }
  return null;
}

function stateOf(goal: GoalLine, outcomeOf: (name: string) => Outcome | undefined, shown: Shown): GoalState {
  if (!('step' in goal)) return stateOfServer(goal, shown) ?? { goal, isReached: false, instead: null };
  const one = outcomeOf(goal.step);
  if (one === undefined || (!one.ended && goal.kind !== 'waits')) return { goal, isReached: false, instead: null };
  const rows = rowsOf(one);
  const text = one.error ?? (rows === null ? '' : rowsText(rows));
  switch (goal.kind) {
    case 'fine':
      return { goal, isReached: one.error === null, instead: one.error };
    case 'error':
      return { goal, isReached: one.error?.includes(goal.text) === true, instead: text };
    case 'rows':
      return { goal, isReached: one.error === null && rows !== null && rowsText(rows) === goal.rows, instead: text };
    case 'waits':
      return { goal, isReached: one.waited, instead: null };
    case 'waited':
      return {
        goal,
        isReached: one.waited && one.error === null && rows !== null && rowsText(rows) === goal.rows,
        instead: one.waited ? text : null,
      };
    case 'after': {
      const other = outcomeOf(goal.other);
      return { goal, isReached: other !== undefined && one.tick > other.tick, instead: null };
    }
    case 'differ':
    case 'same': {
      const other = outcomeOf(goal.other);
      const others = rowsOf(other);
      if (other === undefined || rows === null || others === null) return { goal, isReached: false, instead: null };
      const isSame = rowsText(rows) === rowsText(others);
      return { goal, isReached: isSame === (goal.kind === 'same'), instead: `${rowsText(rows)} / ${rowsText(others)}` };
    }
  }
}

/** The session's own snapshot, or the one that its statement took; not one that it might take. */
const isSuboverflowed = ({ use, inForce, snapshot }: StageSession): boolean =>
  (['kept', 'statement', 'over'].includes(use) && inForce.suboverflowed) || snapshot?.suboverflowed === true;

/**
 * The rows that a new snapshot would see on the table's first page. They are sorted, because a goal may list them in any
 * order. Null: the stage shows another table's page.
 */
function committedRows({ page, xids }: Pick<StageState, 'page' | 'xids'>, table: string): string | null {
  if (page === null || page.table !== table) return null;
  const hasCommitted = (xid: number): boolean => xids.find((one) => one.xid === xid)?.status === 'committed';
  const isLive = (tuple: StageTuple): boolean => {
    // A hint bit never contradicts the commit log, and it outlives the stage's list of xids.
    if (xminHint(tuple) !== 'committed' && !hasCommitted(tuple.xmin)) return false;
    return tuple.xmax === 0 || isLockedOnly(tuple) || xmaxHint(tuple) === 'invalid' || !hasCommitted(changerOf(tuple));
  };
  return sortedRows(page.tuples.filter(isLive).map(({ values }) => rowsText([values])));
}

/** Many transactions may lock a row at the same time, but at most one of them has changed it. */
const changerOf = ({ xmax, members }: StageTuple): number =>
  members.find(({ status }) => status === 'update' || status === 'no key update')?.xid ?? xmax;

const sortedRows = (rows: readonly string[]): string => rows.toSorted().join(', ');

const sameRows = (given: string | null, wanted: string): boolean =>
  given !== null && given === sortedRows(wanted === '' ? [] : wanted.split(', '));
