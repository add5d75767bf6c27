/**
 * A general query: locks its tables, takes its snapshot, reads the row versions that this sees, and has an evaluator
 * make the answer of them. The evaluator gets each table as an empty one of the same definition, then its rows in the
 * order in which a scan meets them, so that its planner stands before the same choice as a server's; nothing is left
 * there afterwards. See README.md.
 *
 * MODEL: a query with joins, subqueries, WITH or windows reads its tables whole, also where a server would find the
 * rows through an index: it may prune pages that a server would not have touched. Its plan, and with it the order of
 * rows that ORDER BY does not decide, is PostgreSQL 18's, whatever the rules.
 */

import { type Answer, type Ask, asking } from './ask-evaluator.ts';
import { readRow } from './bound.ts';
import { isPlain, lookUp, type Table } from './catalog.ts';
import type { ResultSet, SqlType } from './database.ts';
import { nextPage, popSnapshot, pushSnapshot, READ_ALL, WHOLE } from './exec.ts';
import { lockTable } from './exec-query.ts';
import { evaluateSystem, openCatalogs } from './exec-system.ts';
import { isView, viewSql, withViews } from './exec-view.ts';
import { engineLimit, Failure } from './failure.ts';
import type { GeneralPlan } from './general.ts';
import {
  definitionOf,
  emptied,
  insertOf,
  isGrouped,
  quoted,
  type ScanNode,
  scansOf,
  type Texts,
} from './general-table.ts';
import { mapOf } from './key-maps.ts';
import { PRICE, WORK } from './limits.ts';
import { lockIndexes } from './lock-tags.ts';
import { waysOff } from './plan-scan.ts';
import { openRelation } from './relcache.ts';
import { fetched } from './seldom.ts';
import { isSerializable } from './serializable.ts';
import { type Exec, newRun, type Results } from './session.ts';
import { printValue, type Row } from './values.ts';

const ACCESS_SHARE = 1;
/** The visible rows of one table, in the order of their places. */
export interface Seen {
  readonly table: Table;
  readonly rows: readonly Texts[];
  /** Where they are: block × 65,536 + offset. */
  readonly places: readonly number[];
  /** The same in the order of an index's entries, if that is another one: those of HOT chains come at their roots. */
  readonly byRoot: { readonly rows: readonly Texts[]; readonly places: readonly number[] } | undefined;
}

/** Undefined: waits. */
export function runGeneral(x: Exec, plan: GeneralPlan): Results | undefined {
  const { world, run, session } = x;
  const { work, core } = world;
  if (run.phase === 'begin') {
    if (core.isFull()) throw engineLimit("the engine's fixed memory");
    work.pay(WORK.statements, PRICE.query + PRICE.evaluator);
    pushSnapshot(x);
    run.phase = 'lock';
  }
  const { names, views, plan: whole } = withViews(x, plan);
  for (; run.lockAt < names.length; run.lockAt++) {
    const name = names[run.lockAt] ?? '';
    // What does not exist is the evaluator's error, in its place among the others.
    if (run.table === undefined && lookUp(world.catalog, session.changes, name) === undefined) continue;
    const isOfView = isView(lookUp(world.catalog, session.changes, name));
    const table = lockTable(x, name, ACCESS_SHARE, isOfView ? 'view' : undefined);
    if (table === undefined) return undefined;
    openRelation(world, session, table);
    lockIndexes(world, session.id, table, ACCESS_SHARE);
  }
  if (plan.system !== undefined) openCatalogs(x, plan.system);
  popSnapshot(x);
  pushSnapshot(x);
  const found = names.flatMap((name) => lookUp(world.catalog, session.changes, name) ?? []);
  const tables = found.filter((table) => !isView(table));
  const answer = evaluate(x, whole, tables, views.map(viewSql));
  while (run.pushed > 0) popSnapshot(x);
  return [resultOf(x, answer)];
}

function evaluate(x: Exec, plan: GeneralPlan, tables: readonly Table[], views: readonly string[]): Answer {
  const { core, evaluator } = x.world;
  const ask = asking(evaluator);
  const definitions = tables.map((table) => definitionOf(table, core.figures(table.relation).fillfactor));
  try {
    if (plan.system !== undefined) {
      if (tables.length > 0 && isSerializable(x.world, x.session.id))
        throw engineLimit('in SERIALIZABLE, a query about the server that reads tables, too');
      return evaluateSystem(
        x,
        plan.sql,
        plan.system,
        tables.map((table) => see(x, table)),
        ask,
      );
    }
    ask(['BEGIN', ...definitions, ...views].join(';'));
    // Analysis and planning: their errors come before a row is read.
    ask(`EXPLAIN ${plan.sql}`);
    if (isSerializable(x.world, x.session.id)) return serializably(x, plan, tables, ask);
    const seen = tables.map((table) => see(x, table));
    load(x, plan, seen, ask);
    const json = explained(plan, '', ask);
    inIndexOrder(scansOf(json), seen, ask);
    const answer = ask(plan.sql);
    if (!isPlannedAlike(x, plan, json) || !tables.every((table) => isUncounted(x, table)))
      mustBeDecided(plan, json, seen, answer, ask);
    return answer;
  } finally {
    fetched(evaluator).run('ROLLBACK');
  }
}

/** MODEL: what comes back of a changed row are its columns in order, and a dropped one is none. */
export function refuseDropped({ columns }: Table): void {
  if (columns.some((one) => one.dropped))
    throw engineLimit('a statement with other tables or subqueries that writes to a table with a dropped column');
}

/** Reads a table as a sequential scan does. */
export function see(x: Exec, table: Table): Seen {
  const { world, session } = x;
  const { core, work } = world;
  const own: Exec = { ...x, run: newRun([]) };
  const reader = READ_ALL(table);
  const rows = new Map<number, Texts>();
  while (nextPage(own, table, WHOLE, 0))
    for (const [i, offset] of own.run.offsets.entries()) {
      const tuple = core.scanned(i);
      work.pay(WORK.expressions, (reader.last + 1) * PRICE.handed + (tuple.length >>> 2));
      rows.set(own.run.block * PLACES + offset, textsOf(readRow(reader, tuple)));
    }
  const [index] = isSerializable(world, session.id) ? [] : table.indexes.filter(isPlain);
  if (index === undefined) return { table, rows: [...rows.values()], places: [...rows.keys()], byRoot: undefined };
  const roots = [...mapOf(world, table.relation, index).values()].flat().sort((a, b) => a - b);
  work.pay(WORK.lists, roots.length * PRICE.column);
  const places: number[] = [];
  for (let i = 0; i < roots.length; ) {
    const block = Math.floor((roots[i] ?? 0) / PLACES);
    const here: number[] = [];
    for (; i < roots.length && Math.floor((roots[i] ?? 0) / PLACES) === block; i++) here.push((roots[i] ?? 0) % PLACES);
    work.page(table.relation);
    const count = core.scanRoots(session.id, table.relation, block, here);
    for (let found = 0; found < count; found++) places.push(block * PLACES + core.offsetAt(found));
  }
  core.scanEnd(session.id);
  const isSame = [...rows.keys()].every((place, i) => place === places[i]);
  const known = places.filter((place) => rows.has(place));
  const byRoot = isSame ? undefined : { rows: known.map((place) => rows.get(place) ?? []), places: known };
  return { table, rows: [...rows.values()], places: [...rows.keys()], byRoot };
}
/** As in the maps of keys.ts. */
export const PLACES = 65_536;
export const textsOf = (row: Row): Texts => row.map(printValue);

/** Hands the rows over. Paid first: as if every combination of the tables' rows were looked at. */
export function load({ world }: Exec, plan: Sized, seen: readonly Seen[], ask: Ask): void {
  const counts = new Map(seen.map(({ table, rows }) => [table.name, rows.length]));
  const sizes = [...plan.relations.map((name) => counts.get(name) ?? 0), ...plan.series];
  const combinations = sizes.reduce((product, size) => product * (size + 1), plan.isRecursive ? ROUNDS : 1);
  world.work.pay(WORK.expressions, Math.ceil(combinations / COMBINATIONS));
  for (const { table, rows } of seen) if (rows.length > 0) handOver(table, rows, ask);
}

/** A snapshot may show a row that somebody has deleted since, and one of the transaction's own with the same key. */
function handOver(table: Table, rows: readonly Texts[], ask: Ask): void {
  try {
    ask(insertOf(table, rows));
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.sqlstate !== '23505') throw cause;
    throw engineLimit(`a query over "${table.name}", of which the snapshot shows two rows with the same key`);
  }
}
type Sized = Pick<GeneralPlan, 'relations' | 'series' | 'isRecursive'>;
/** Combinations of rows that an evaluator looks at in a unit's time. */
const COMBINATIONS = 4;
/** Rounds of a recursion before its rows fill the evaluator's `temp_file_limit`. */
const ROUNDS = 20_000;

/** Tables that the plan reads through an index get their rows in that order. */
export function inIndexOrder(scans: readonly ScanNode[], seen: readonly Seen[], ask: Ask): readonly Seen[] {
  return seen.map((one) => {
    const { table, byRoot } = one;
    const own = scans.filter((scan) => scan.table === table.name);
    const sequential = own.filter(({ isSequential }) => isSequential).length;
    if (byRoot === undefined || sequential === own.length) return one;
    if (sequential > 0) throw engineLimit(`a query that reads "${table.name}" both whole and through an index`);
    ask(`${emptied([table])}; ${insertOf(table, byRoot.rows)}`);
    return { table, byRoot, ...byRoot };
  });
}

/** Places of a table's rows by the ctids that they have in the evaluator. */
export type Places = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function placesOf(
  seen: readonly { readonly name: string; readonly places: readonly number[] }[],
  ask: Ask,
): Places {
  return new Map(
    seen.map(({ name, places }) => {
      const ctids = ask(`SELECT ctid FROM ${quoted(name)}`).rows;
      return [name, new Map(ctids.map(([ctid], i) => [ctid ?? '', places[i] ?? -1]))];
    }),
  );
}

export const explained = (plan: { readonly sql: string }, options: string, ask: Ask): string =>
  ask(`EXPLAIN (${options} FORMAT JSON) ${plan.sql}`).rows[0]?.[0] ?? '[]';

/**
 * Planners take such a table to have ten pages, whatever it holds; the evaluator has all of its indexes, and none of the
 * session's settings of plans.
 */
export function isUncounted({ world, session }: Exec, { relation, indexes }: Table): boolean {
  const { tuples, pages, blocks } = world.core.figures(relation);
  const isNew = tuples === undefined || (tuples === 0 && pages === 0);
  return (
    isNew && blocks < 10 && !world.counted.has(relation) && indexes.every(isPlain) && waysOff(session).length === 0
  );
}

/**
 * The rules' own planner would choose the same plan, as far as is known. Up to 17, groups are gathered in other ways, no
 * table is left out because it is joined with itself, and a semijoin hashes its right side alone; up to 16, IS NULL of a
 * column that is never null counts as a condition; up to 15, fewer outer joins are found to be plainer ones, or to commute.
 */
export function isPlannedAlike({ world }: Exec, plan: Pick<GeneralPlan, 'sql' | 'relations'>, json: string): boolean {
  const { rules } = world.core;
  if (rules >= fetched(world.evaluator).major) return true;
  if (isGrouped(json) || json.includes('"Right Semi"') || leavesOut(plan.relations, scansOf(json))) return false;
  return (rules > 16 || !/\bis\s+(?:not\s+)?null\b/i.test(plan.sql)) && (rules > 15 || !OUTER_JOINS.test(plan.sql));
}
/** A FULL JOIN, or several of LEFT and RIGHT. Where the words mean something else, the query is only asked more often. */
const OUTER_JOINS = /\bfull\b|\b(?:left|right)\b.*\b(?:left|right)\b/is;

const leavesOut = (relations: readonly string[], scans: readonly ScanNode[]): boolean => {
  const left = scans.map(({ table }) => table);
  return relations.some((name) => {
    const place = left.indexOf(name);
    return place === -1 || left.splice(place, 1).length === 0;
  });
};

/** What planners may also choose. */
export const OTHER_PLANS = [
  ['hashjoin', 'hashagg', 'material', 'memoize'],
  ['sort', 'mergejoin', 'nestloop'],
] as const;

/** The same rows backwards, with other joins and groups, must give the same answer: then it does not depend on a plan. */
export function mustBeDecided(plan: GeneralPlan, json: string, seen: readonly Seen[], answer: Answer, ask: Ask): void {
  const texts = answer.rows.map((row) => JSON.stringify(row));
  // The order of groups shows in no other plan's answer for sure: it depends on hashes.
  const isOpen = isGrouped(json) && new Set(texts).size > 1 && (!plan.isSorted || hasTies(plan.distinctBy, answer));
  const full = seen.filter(({ rows }) => rows.length > 0);
  const backwards = full.map(({ table, rows }) => insertOf(table, [...rows].reverse()));
  const turned = full.length === 0 ? [] : [emptied(full.map(({ table }) => table)), ...backwards];
  for (const without of OTHER_PLANS) {
    ask(['SAVEPOINT other', ...turned, ...without.map((name) => `SET LOCAL enable_${name} = off`)].join(';'));
    if (isOpen || JSON.stringify(ask(plan.sql).rows) !== JSON.stringify(answer.rows))
      throw engineLimit(
        'the order of rows or groups that ORDER BY does not decide (add what tells them apart to ORDER BY)',
      );
    ask('ROLLBACK TO other');
  }
}

/** Different rows that ORDER BY of a DISTINCT does not tell apart: in which order they come depends on hashes, too. */
function hasTies(by: GeneralPlan['distinctBy'] = [], { columns, rows }: Answer): boolean {
  const places = by.map((one) => (typeof one === 'number' ? one - 1 : columns.findIndex(({ name }) => name === one)));
  if (places.length === 0 || places.includes(-1)) return false;
  const keys = rows.map((row) => JSON.stringify(places.map((place) => row[place])));
  return keys.some((key, i) => i > 0 && key === keys[i - 1]);
}

/**
 * SERIALIZABLE: whoever reads a table whole has a SIREAD lock on all of it, and that is known here. A query that would
 * follow an index, or stop early, or not come to a table at all, is refused as if it had read nothing.
 */
function serializably(x: Exec, plan: GeneralPlan, tables: readonly Table[], ask: Ask): Answer {
  const { core } = x.world;
  const before = core.checkpoint();
  const seen = tables.map((table) => see(x, table));
  load(x, plan, seen, ask);
  const json = explained(plan, 'ANALYZE, TIMING OFF, BUFFERS OFF,', ask);
  const scans = scansOf(json);
  const isWhole = seen.every(({ table, rows }) => {
    const own = scans.filter((scan) => scan.table === table.name);
    const isOnePage = core.blocks(table.relation) <= 1;
    return (
      isUncounted(x, table) &&
      own.every(({ isSequential }) => isSequential) &&
      own.some((scan) => scan.loops > 0 && (isOnePage || scan.rows >= rows.length))
    );
  });
  if (!isWhole) {
    core.restore(before);
    throw engineLimit(
      'in SERIALIZABLE, a query with joins, subqueries, WITH or windows that may read a table in part or through an index',
    );
  }
  const answer = ask(plan.sql);
  if (!isPlannedAlike(x, plan, json)) mustBeDecided(plan, json, seen, answer, ask);
  return answer;
}

/** By OID; of all others only the text is known. */
export const TYPES: ReadonlyMap<number, SqlType> = new Map([
  [16, 'bool'],
  [20, 'int8'],
  [23, 'int4'],
  [701, 'float8'],
  [28, 'xid'],
  [1082, 'date'],
  [1700, 'numeric'],
  [5069, 'xid8'],
]);

function resultOf({ world }: Exec, { columns, rows }: Answer): ResultSet {
  let units = 0;
  for (const row of rows) for (const text of row) units += PRICE.answer + ((text?.length ?? 0) >>> 3);
  world.work.pay(WORK.answers, units);
  return { kind: 'rows', columns: columns.map(({ name, type }) => ({ name, type: TYPES.get(type) ?? 'text' })), rows };
}
