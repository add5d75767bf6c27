/**
 * What a run's transactions did to each other: did those that committed do what some order of them, one after the other,
 * would have done? Asked group by group of those that overlapped, on a server of its own; fetched when a page first
 * asks. If no order fits, the name comes from what was read and written (verdict-circle.ts).
 */
import type { Result } from '../../base/result.ts';
import type { PermutationStep } from '../../scenario/spec-types.ts';
import { LimitReached } from '../../sql/limits.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import type { TraceLine } from '../trace/trace-types.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import {
  type ExtraStep,
  fittingOrder,
  keepsSessions,
  OrdersUsedUp,
  type Outcome,
  type Planned,
  Repeater,
  toldBy,
  withExtras,
} from './repeater.ts';
import { groupsOf, type RunTransaction, statementsOf, transactionsOf } from './run-transactions.ts';
import { MOST_IN_ORDER, ordersOf, PLACES } from './serial-plan.ts';
import type { SerialDoubt } from './serial-types.ts';
import type { StageServer } from './stage-server.ts';
import { type Move, THE_END } from './stage-types.ts';
import { suggestionsFor } from './suggest.ts';
import { accessesOf, questionsOf, searchesOf } from './verdict-access.ts';
import { circleOf, type Edge } from './verdict-circle.ts';
import type {
  RunVerdict,
  VerdictClause,
  VerdictFailure,
  VerdictName,
  VerdictPlace,
  VerdictRow,
  VerdictWait,
} from './verdict-types.ts';

interface Asked {
  readonly compiled: CompiledSpec;
  readonly moves: readonly Move[];
  readonly steps: readonly PermutationStep[];
  readonly lines: readonly TraceLine[];
}
type Told = Pick<RunVerdict, 'failures' | 'wait'>;

/**
 * @param start a server without connections; this function ends it
 * @returns null: a transaction has not ended yet
 */
export async function runVerdict(
  ran: Asked,
  start: (compiled: CompiledSpec) => Promise<Result<StageServer, string>>,
  place: WasmPlace,
): Promise<RunVerdict | null> {
  const { compiled } = ran;
  // The end is no session's, and is left out.
  const moves = ran.moves.filter((move) => move !== THE_END);
  const lines = ran.lines.filter(({ tick }) => tick <= moves.length);
  const asked = { ...ran, moves, lines };
  const all = transactionsOf(compiled, moves, lines);
  if (all === null) return null;
  if (typeof all === 'string') return { kind: 'undecided', why: all, at: null, failures: [], wait: null };
  const told = { failures: failuresOf(compiled, all), wait: waitOf(asked) };
  const groups = groupsOf(all);
  const doubt = doubtOf(asked);
  if (groups.every((group) => group.length < 2)) {
    const met = doubt === null ? openTogether(all) : [];
    if (met.length < 2) return { kind: 'alone', ...told };
    return { kind: 'order', order: met.map((one) => nameIn(compiled, all, one)), ...told };
  }
  if (doubt !== null) return { kind: 'undecided', ...doubt, ...told };
  const plan = planOf(compiled, moves, groups);
  const server = await start(plan.compiled);
  if (!server.ok) throw new Error(server.error);
  try {
    return await new Judge(asked, all, groups, plan, told).judge(server.value);
  } catch (cause) {
    if (cause instanceof LimitReached || cause instanceof OrdersUsedUp)
      return { kind: 'undecided', why: 'limit', at: null, ...told };
    throw cause;
  } finally {
    server.value.core.giveUp(place);
  }
}

/** Which rows these take depends on where rows lie. */
const TAKES_SOME = /\b(limit|fetch|offset|distinct\s+on|array_agg|string_agg|row_number)\b/i;
const SORTS = /\border\s+by\b/i;
const SKIPS = /\bskip\s+locked\b/i;

/** The first statement that cannot be compared between orders. */
function doubtOf({
  compiled: { spec },
  moves,
}: Asked): { readonly why: SerialDoubt; readonly at: VerdictPlace } | null {
  const steps = moves.map((move, i): VerdictPlace => {
    const { session = -1, sql = '' } = spec.steps[move] ?? {};
    return { session: spec.sessions[session]?.name ?? null, step: i + 1, sql };
  });
  const setups = spec.setups.map(({ sql }): VerdictPlace => ({ session: null, step: null, sql }));
  const place =
    [...steps, ...setups].find(({ sql }) => PLACES.test(sql)) ??
    steps.find(({ sql }) => TAKES_SOME.test(sql) && !SORTS.test(sql));
  if (place !== undefined) return { why: 'places', at: place };
  const skip = steps.find(({ sql }) => SKIPS.test(sql));
  return skip === undefined ? null : { why: 'skips', at: skip };
}

interface GroupPlan {
  readonly searches: ReturnType<typeof searchesOf>;
  /** The index of its first question among the steps. */
  readonly first: number;
}
interface Plan {
  readonly compiled: CompiledSpec;
  readonly groups: readonly GroupPlan[];
}

/** After the spec's own steps a ROLLBACK for each session, then the questions of each group. */
function planOf(compiled: CompiledSpec, moves: readonly Move[], groups: readonly (readonly RunTransaction[])[]): Plan {
  const { sessions, steps } = compiled.spec;
  const extras: ExtraStep[] = sessions.map((_, session) => ({ session, plan: { kind: 'rollback' }, sql: 'ROLLBACK' }));
  const plans = groups.map((group): GroupPlan => {
    const searches = group.length < 2 ? [] : searchesOf(compiled, moves, group);
    const first = steps.length + extras.length;
    extras.push(...questionsOf(searches, sessions.length));
    return { searches, first };
  });
  return { compiled: withExtras(compiled, extras), groups: plans };
}

class Judge {
  readonly #asked: Asked;
  readonly #all: readonly RunTransaction[];
  readonly #groups: readonly (readonly RunTransaction[])[];
  readonly #plan: Plan;
  readonly #told: Told;

  constructor(
    asked: Asked,
    all: readonly RunTransaction[],
    groups: readonly (readonly RunTransaction[])[],
    plan: Plan,
    told: Told,
  ) {
    this.#asked = asked;
    this.#all = all;
    this.#groups = groups;
    this.#plan = plan;
    this.#told = told;
  }

  async judge(server: StageServer): Promise<RunVerdict> {
    const repeater = await Repeater.start(this.#plan.compiled, server);
    let earlier: readonly RunTransaction[] = [];
    let order: readonly VerdictName[] = [];
    for (const [i, group] of this.#groups.entries()) {
      if (group.length < 2) {
        earlier = [...earlier, ...group];
        continue;
      }
      if (group.length > MOST_IN_ORDER) return { kind: 'undecided', why: 'many', at: null, ...this.#told };
      const seen = this.#seen(repeater, group);
      const fits = seen === null ? undefined : this.#orderOf(repeater, earlier, group, seen);
      if (seen === null || fits === null) return { kind: 'undecided', why: 'not-repeated', at: null, ...this.#told };
      if (fits === undefined) return this.#anomaly(repeater, earlier, group, i, seen);
      earlier = [...earlier, ...fits];
      order = fits.map((one) => nameIn(this.#asked.compiled, this.#all, one));
    }
    return { kind: 'order', order, ...this.#told };
  }

  /** What the group got in the run itself, and what it left. */
  #seen(repeater: Repeater, group: readonly RunTransaction[]): Outcome | null {
    const { steps, lines } = this.#asked;
    const end = Math.max(...group.map(({ to }) => to));
    if (!repeater.replay(steps.slice(0, end))) return null;
    const got = new Map(
      group.flatMap(({ at }) =>
        at.map((place) => {
          const line = lines.find(({ index, status }) => index === place && status === 'done');
          return [place, line === undefined ? '' : toldBy(line)] as const;
        }),
      ),
    );
    return { got, left: repeater.left() };
  }

  /** Undefined: none fits. Null: a step of some order waits, so that it is no order. */
  #orderOf(
    repeater: Repeater,
    earlier: readonly RunTransaction[],
    group: readonly RunTransaction[],
    seen: Outcome,
  ): readonly RunTransaction[] | undefined | null {
    let isStuck = false;
    const orders = ordersOf(group).filter(keepsSessions);
    const order = fittingOrder(orders, seen, (one) => {
      const outcome = repeater.play(this.#inTurn([...earlier, ...one]));
      isStuck ||= outcome === null;
      return outcome;
    });
    return order === undefined && isStuck ? null : order;
  }

  /** Transactions that the set-up began and that are left out come first: they end at once. */
  #inTurn(all: readonly RunTransaction[]): readonly Planned[] {
    const { moves, compiled } = this.#asked;
    const over = this.#all.filter((one) => one.isFromSetup && !all.includes(one));
    return [
      ...over.map(({ session }) => ({ step: compiled.spec.steps.length + session, at: null })),
      ...all.flatMap(({ at }) => at.map((place) => ({ step: moves[place] ?? 0, at: place }))),
    ];
  }

  #anomaly(
    repeater: Repeater,
    earlier: readonly RunTransaction[],
    group: readonly RunTransaction[],
    place: number,
    seen: Outcome,
  ): RunVerdict {
    const { compiled, steps, lines } = this.#asked;
    const name = (one: RunTransaction): VerdictName => nameIn(compiled, this.#all, one);
    const common = {
      kind: 'anomaly',
      of: group.map(name),
      orders: ordersOf(group).filter(keepsSessions).length,
      ...this.#told,
    } as const;
    const { searches, first } = this.#plan.groups[place] ?? { searches: [], first: 0 };
    const accesses = accessesOf(repeater, this.#plan.compiled, steps, lines, group, searches, first);
    const circle = accesses === null ? null : circleOf(accesses);
    const nobody = { reader: null, rest: [] };
    if (accesses === null || circle === null) {
      const suggestions = suggestionsFor(this.#asked, group, 'other', false);
      return { ...common, anomaly: 'other', clauses: [], rows: [], ...nobody, suggestions };
    }
    const { anomaly, edges } = circle;
    const clauses = edges.map(
      ({ kind, one, oneStep, other, otherStep, table }): VerdictClause => ({
        kind,
        one: name(one),
        oneStep,
        other: name(other),
        otherStep,
        table,
      }),
    );
    const checksFirst = anomaly === 'non-repeatable-read' && edges.at(-1)?.kind === 'over';
    const suggestions = suggestionsFor(this.#asked, group, anomaly, checksFirst);
    const shown = { ...common, clauses, rows: rowsIn(edges), suggestions };
    const isSkew = anomaly === 'write-skew' || anomaly === 'phantom-skew';
    for (const reader of isSkew && group.length > 2 ? group : []) {
      if (accesses.writes.some(({ by }) => by === reader) || !edges.some(({ one }) => one === reader)) continue;
      const rest = group.filter((one) => one !== reader);
      const fits = this.#orderOf(repeater, earlier, rest, seen);
      if (fits != null) return { ...shown, anomaly: 'read-only', reader: name(reader), rest: fits.map(name) };
    }
    return { ...shown, anomaly, ...nobody };
  }
}

/** The last ones that were open together though none ran a query before the one before it had ended: time is their order. */
function openTogether(all: readonly RunTransaction[]): readonly RunTransaction[] {
  const begun = all.map((one) => ({
    ...one,
    from: one.from === null ? null : one.isFromSetup ? 0 : (one.at[0] ?? 0) + 1,
  }));
  return [...(groupsOf(begun).findLast((group) => group.length > 1) ?? [])].sort((a, b) => a.to - b.to);
}

function nameIn({ spec }: CompiledSpec, all: readonly RunTransaction[], one: RunTransaction): VerdictName {
  const first = one.at[0];
  const isAlone = all.every((other) => other === one || other.session !== one.session);
  return {
    session: spec.sessions[one.session]?.name ?? '',
    step: isAlone || first === undefined ? null : first + 1,
  };
}

/** The versions that the circle's writes made, or took away. */
function rowsIn(edges: readonly Edge[]): readonly VerdictRow[] {
  const versions = new Set(
    edges.flatMap(({ write: { before, after } }) => [before, after].filter((one) => one !== null)),
  );
  return [...versions].flatMap((version): readonly VerdictRow[] => {
    const [, table, block, offset] = /^(.*) \((\d+),(\d+)\) \d+$/.exec(version) ?? [];
    return table === undefined ? [] : [{ table, block: Number(block), offset: Number(offset) }];
  });
}

/** A transaction that failed alone, such as a misspelt statement after the others, is no part of what is judged. */
const failuresOf = ({ spec }: CompiledSpec, all: readonly RunTransaction[]): readonly VerdictFailure[] =>
  all.flatMap((one) => {
    const { isCommitted, session, at, error, failedAt } = one;
    return isCommitted || at.length === 0 || !all.some((other) => other !== one && isDuring(one, other))
      ? []
      : [{ name: spec.sessions[session]?.name ?? '', step: (failedAt ?? at.at(-1) ?? 0) + 1, error }];
  });
const isDuring = (one: RunTransaction, other: RunTransaction): boolean =>
  beginOf(one) <= other.to && beginOf(other) <= one.to;
const beginOf = ({ from, to }: RunTransaction): number => from ?? to;

/** The first write that waited for others. */
function waitOf({ compiled, moves, lines }: Asked): VerdictWait | null {
  for (const { status, index, session, state } of lines) {
    if (status !== 'waiting' || index === null || session === null) continue;
    const on = state?.sessions.find((one) => one.session === session)?.waitsFor ?? [];
    const isWrite = statementsOf(compiled, moves[index] ?? -1).some(({ plan }) =>
      /update|delete|insert/.test(plan.kind),
    );
    if (isWrite && on.length > 0) return { session, step: index + 1, on };
  }
  return null;
}
