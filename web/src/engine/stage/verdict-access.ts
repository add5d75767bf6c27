/**
 * Which row versions the statements of a group read, and which they wrote: the run once more, with questions put in
 * between. Before a statement its own session is asked which versions its WHERE finds; a session that only looks is
 * asked the same before the group's first step and after its last one, so that rows that came or went are known.
 */
import type { PermutationStep } from '../../scenario/spec-types.ts';
import type { Plan, SelectPlan } from '../../sql/plan.ts';
import type { ServerState, TupleState } from '../server/server-state.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import type { TraceLine } from '../trace/trace-types.ts';
import { type ExtraStep, type Repeater, toldBy } from './repeater.ts';
import { type RunTransaction, statementsOf } from './run-transactions.ts';
import type { Move } from './stage-types.ts';

/** A row version: its table, place and xmin in one text, since a place is used again. */
export type Version = string;
const versionOf = (table: string, ctid: string, xmin: number | string): Version => `${table} ${ctid} ${xmin}`;

export interface Read {
  readonly by: RunTransaction;
  /** The tick of its step. */
  readonly step: number;
  readonly table: string;
  /** The same for two statements that look for the same rows. */
  readonly search: string;
  readonly found: ReadonlySet<Version>;
  /** What the same search finds before the group's first step, and after its last. */
  readonly earlier: ReadonlySet<Version>;
  readonly later: ReadonlySet<Version>;
}
export interface Write {
  readonly by: RunTransaction;
  readonly step: number;
  readonly table: string;
  /** Null: an INSERT. */
  readonly before: Version | null;
  /** Null: a DELETE. */
  readonly after: Version | null;
  /** What it stores says nothing of what was there. */
  readonly isBlind: boolean;
}
export interface Accesses {
  readonly reads: readonly Read[];
  readonly writes: readonly Write[];
}

/** A statement's search, and where it is. */
interface Search {
  readonly by: RunTransaction;
  readonly at: number;
  readonly table: string;
  readonly search: string;
  readonly plan: SelectPlan;
}

type Searching = Pick<SelectPlan, 'where' | 'initPlans'> & {
  readonly table: string;
  readonly alias: string | undefined;
};

/** What a statement looks for, itself and in its subqueries. */
function searchesIn(plan: Plan): readonly Searching[] {
  const inner = 'initPlans' in plan ? (plan.initPlans ?? []).flatMap(({ select }) => searchesIn(select)) : [];
  switch (plan.kind) {
    case 'select':
      return plan.from?.kind === 'table'
        ? [{ ...plan, table: plan.from.table, alias: plan.from.alias }, ...inner]
        : inner;
    case 'update':
    case 'delete':
      return [plan, ...inner];
    case 'insert':
      return plan.source.kind === 'select' ? [...searchesIn(plan.source.select), ...inner] : inner;
    default:
      return inner;
  }
}

const column = (name: string) => ({ kind: 'expr', name, expr: { kind: 'column', table: undefined, name } }) as const;

const asked = ({ table, alias, where, initPlans }: Searching): SelectPlan => ({
  kind: 'select',
  targets: [column('ctid'), column('xmin')],
  distinct: false,
  from: { kind: 'table', table, alias },
  where,
  groupBy: [],
  having: undefined,
  orderBy: [],
  limit: undefined,
  offset: undefined,
  locking: [],
  ...(initPlans === undefined ? {} : { initPlans: initPlans.map(unlocked) }),
});
const unlocked = <T extends { readonly select: SelectPlan }>(one: T): T => ({
  ...one,
  select: { ...one.select, locking: [] },
});

export function searchesOf(
  compiled: CompiledSpec,
  moves: readonly Move[],
  group: readonly RunTransaction[],
): readonly Search[] {
  return group.flatMap((by) =>
    by.at.flatMap((at) =>
      statementsOf(compiled, moves[at] ?? -1)
        .flatMap(({ plan }) => searchesIn(plan))
        .map(
          (one): Search => ({
            by,
            at,
            table: one.table,
            search: JSON.stringify([one.table, one.where]),
            plan: asked(one),
          }),
        ),
    ),
  );
}

/** Three questions for each search: before its step, before the group, and after it. */
export function questionsOf(searches: readonly Search[], looker: number): readonly ExtraStep[] {
  return searches.flatMap(({ by, plan }) =>
    [by.session, looker, looker].map((session): ExtraStep => ({ session, plan, sql: 'SELECT ctid, xmin' })),
  );
}

/** Row versions that are read for this, over all steps: beyond it nobody is asked. */
const MAX_READ = 100_000;

/** A step of the run by its place, or a question by its number. */
interface Place {
  readonly step: PermutationStep;
  readonly move: number | null;
  readonly question: number | null;
}

/** The run up to the group's end, with the questions in their places. @param first the first question's index among all steps */
function withQuestions(
  steps: readonly PermutationStep[],
  group: readonly RunTransaction[],
  searches: readonly Search[],
  first: number,
): readonly Place[] {
  const from = firstTick(group);
  const planned: Place[] = [];
  const ask = (question: number): void => {
    planned.push({ step: { step: first + question, blockers: [] }, move: null, question });
  };
  for (const [i, step] of steps.slice(0, lastTick(group)).entries()) {
    if (i + 1 === from) for (const k of searches.keys()) ask(3 * k + 1);
    for (const [k, { at }] of searches.entries()) if (at === i) ask(3 * k);
    planned.push({ step, move: i, question: null });
  }
  for (const k of searches.keys()) ask(3 * k + 2);
  return planned;
}
const firstTick = (group: readonly RunTransaction[]): number => Math.min(...group.map(({ from, to }) => from ?? to));
const lastTick = (group: readonly RunTransaction[]): number => Math.max(...group.map(({ to }) => to));

/**
 * @param steps the run's own
 * @param lines theirs
 * @param first the index of the first question among the compiled steps
 * @returns null: the run is another one with the questions in it, or there is too much to look at
 */
export function accessesOf(
  repeater: Repeater,
  compiled: CompiledSpec,
  steps: readonly PermutationStep[],
  lines: readonly TraceLine[],
  group: readonly RunTransaction[],
  searches: readonly Search[],
  first: number,
): Accesses | null {
  const planned = withQuestions(steps, group, searches, first);
  const moveAt = planned.map(({ move }) => move);
  const writes = new Writes(compiled, group, moveAt, steps);
  const start = moveAt.indexOf(firstTick(group) - 1);
  let read = 0;
  const isDone = repeater.replay(
    planned.map(({ step }) => step),
    (done) => {
      if (done < start || read > MAX_READ) return;
      const tables = repeater.tables();
      for (const tuples of Object.values(tables)) read += tuples.length;
      writes.look(
        tables,
        repeater.lines.filter(({ tick }) => tick === done),
      );
    },
  );
  if (!isDone || read > MAX_READ) return null;
  const doneAt = (place: number): TraceLine | undefined =>
    repeater.lines.find(({ index, status }) => index === place && status === 'done');
  const isSame = lines.every((line) => {
    if (line.status !== 'done' || line.index === null || line.tick > lastTick(group)) return true;
    const again = doneAt(moveAt.indexOf(line.index));
    return again !== undefined && toldBy(again) === toldBy(line);
  });
  if (!isSame) return null;
  const answers = planned.flatMap(({ question }, place) =>
    question === null ? [] : [[question, doneAt(place)] as const],
  );
  return { reads: readsIn(searches, new Map(answers), lines), writes: writes.found };
}

/** @param answers by question */
function readsIn(
  searches: readonly Search[],
  answers: ReadonlyMap<number, TraceLine | undefined>,
  lines: readonly TraceLine[],
): readonly Read[] {
  const answer = (question: number, table: string): ReadonlySet<Version> | null => {
    const line = answers.get(question);
    if (line?.rows == null || line.error !== null) return null;
    return new Set(line.rows.map(([ctid, xmin]) => versionOf(table, ctid ?? '', xmin ?? '')));
  };
  const waited = new Set(lines.flatMap(({ index, status }) => (status === 'waiting' && index !== null ? [index] : [])));
  return searches.flatMap(({ by, at, table, search }, k): readonly Read[] => {
    const [found, earlier, later] = [0, 1, 2].map((which) => answer(3 * k + which, table));
    if (waited.has(at) || !found || !earlier || !later) return [];
    return [{ by, step: at + 1, table, search, found, earlier, later }];
  });
}

const XMAX_LOCK_ONLY = 0x0080;
const XMAX_INVALID = 0x0800;
const XMAX_IS_MULTI = 0x1000;
/** Who has replaced or deleted this version; 0: nobody. */
function replacerOf({ xmax, infomask, members }: TupleState): number {
  if (xmax === 0 || (infomask & XMAX_INVALID) !== 0 || (infomask & XMAX_LOCK_ONLY) !== 0) return 0;
  if ((infomask & XMAX_IS_MULTI) === 0) return xmax;
  return members.find(({ status }) => status === 'update' || status === 'no key update')?.xid ?? 0;
}

/** Finds what each step wrote, by comparing the tables after it with those before it. */
class Writes {
  readonly found: Write[] = [];
  readonly #compiled: CompiledSpec;
  readonly #group: readonly RunTransaction[];
  readonly #moveAt: readonly (number | null)[];
  readonly #steps: readonly PermutationStep[];
  #before: ReadonlyMap<Version, number> | null = null;
  readonly #ownerOf = new Map<number, RunTransaction>();

  constructor(
    compiled: CompiledSpec,
    group: readonly RunTransaction[],
    moveAt: readonly (number | null)[],
    steps: readonly PermutationStep[],
  ) {
    this.#compiled = compiled;
    this.#group = group;
    this.#moveAt = moveAt;
    this.#steps = steps;
  }

  look(tables: ServerState['tables'], lines: readonly TraceLine[]): void {
    const before = this.#before;
    const now = new Map<Version, number>();
    const news: {
      readonly xid: number;
      readonly table: string;
      readonly before: Version | null;
      readonly after: Version | null;
    }[] = [];
    const created: { readonly xid: number; readonly table: string; readonly version: Version }[] = [];
    for (const [table, tuples] of Object.entries(tables))
      for (const tuple of tuples) {
        const version = versionOf(table, tuple.ctid, tuple.xmin);
        const xid = replacerOf(tuple);
        now.set(version, xid);
        if (before === null) continue;
        if (!before.has(version)) created.push({ xid: tuple.xmin, table, version });
        if (xid === 0 || before.get(version) === xid) continue;
        const after = tuple.next === tuple.ctid ? null : versionOf(table, tuple.next, xid);
        news.push({ xid, table, before: version, after });
      }
    this.#before = now;
    const replaced = new Set(news.map(({ after }) => after));
    for (const { xid, table, version } of created)
      if (!replaced.has(version)) news.push({ xid, table, before: null, after: version });
    if (news.length > 0) this.#take(news, lines);
  }

  #take(
    news: readonly Omit<Write, 'by' | 'step' | 'isBlind'>[] & readonly { readonly xid: number }[],
    lines: readonly TraceLine[],
  ): void {
    const acted = lines.flatMap(({ index }) => {
      const move = index === null ? null : (this.#moveAt[index] ?? null);
      const by = move === null ? undefined : this.#group.find(({ at }) => at.includes(move));
      if (move === null || by === undefined || !writesIn(this.#compiled, this.#steps[move]?.step ?? -1)) return [];
      return [{ move, by }];
    });
    const alone = new Set(acted.map(({ by }) => by)).size === 1 ? acted[0]?.by : undefined;
    for (const line of lines)
      for (const session of line.state?.sessions ?? []) {
        const by = acted.find((one) => this.#compiled.spec.sessions[one.by.session]?.name === session.session)?.by;
        if (by !== undefined) for (const xid of [session.xid, ...session.subxids]) this.#ownerOf.set(xid, by);
      }
    for (const { xid, ...write } of news) {
      const by = this.#ownerOf.get(xid) ?? alone;
      const act = acted.findLast((one) => one.by === by);
      if (by === undefined || act === undefined) continue;
      this.#ownerOf.set(xid, by);
      const isBlind = isBlindIn(this.#compiled, this.#steps[act.move]?.step ?? -1);
      this.found.push({ ...write, by, step: act.move + 1, isBlind });
    }
  }
}

const QUIET: ReadonlySet<Plan['kind']> = new Set<Plan['kind']>([
  'begin',
  'commit',
  'rollback',
  'savepoint',
  'release',
  'show',
]);
const writesIn = (compiled: CompiledSpec, step: number): boolean =>
  statementsOf(compiled, step).some(({ plan }) => !QUIET.has(plan.kind));

/** UPDATEs alone that set constants. */
function isBlindIn(compiled: CompiledSpec, step: number): boolean {
  const updates = statementsOf(compiled, step).flatMap(({ plan }) => (plan.kind === 'update' ? [plan] : []));
  return (
    updates.length > 0 &&
    updates.every(({ set }) => set.every(({ value }) => value.kind === 'default' || !hasColumn(value.expr)))
  );
}
function hasColumn(data: unknown): boolean {
  if (Array.isArray(data)) return data.some(hasColumn);
  if (typeof data !== 'object' || data === null) return false;
  return ('kind' in data && data.kind === 'column') || Object.values(data).some(hasColumn);
}
