/**
 * UPDATE … FROM, DELETE … USING, and both with subqueries that depend on the row: an evaluator runs the statement on the
 * rows that its snapshot sees, and says which rows of the table it changes, in which order, to which values. Our engine
 * then changes these rows one by one, as nodeModifyTable.c does. Where another transaction has changed one meanwhile,
 * EvalPlanQual asks again, with the newest version in its place and the rows of FROM that it was joined with.
 *
 * MODEL: the tables are read before the first row is changed; a server reads and changes in turns.
 */

import { type Answer, type Ask, asking } from './ask-evaluator.ts';
import { bindQuery, readRow } from './bound.ts';
import type { BoundChange, Eval } from './bound-types.ts';
import { lookUp, type Table } from './catalog.ts';
import { popSnapshot, pushSnapshot, READ_ALL } from './exec.ts';
import { changed, type Done, done, NO_RECHECK, selfModified, writeUpdate } from './exec-change.ts';
import {
  explained,
  inIndexOrder,
  isPlannedAlike,
  isUncounted,
  load,
  OTHER_PLANS,
  type Places,
  placesOf,
  refuseDropped,
  type Seen,
  see,
  TYPES,
} from './exec-general.ts';
import { finishTriggers, lockTable } from './exec-query.ts';
import { engineLimit, Failure, readOnlyTransaction } from './failure.ts';
import type { GeneralChange } from './general.ts';
import { seeAsPlanned } from './general-index.ts';
import { definitionOf, emptied, insertOf, quoted, scansOf, type Texts } from './general-table.ts';
import { ctidOf, insertKeys } from './keys.ts';
import { PRICE, WORK } from './limits.ts';
import type { QueryPlan } from './plan.ts';
import { checkPublications, openRelation } from './relcache.ts';
import { fetched } from './seldom.ts';
import { isSerializable } from './serializable.ts';
import type { Exec, GeneralRow, GeneralRun, Results, RowOp } from './session.ts';
import { changedPages, standOnRow } from './source-pages.ts';
import { parseValue, printValue, type Row, type Value } from './values.ts';

const ACCESS_SHARE = 1;
const ROW_EXCLUSIVE = 3;

/** Undefined: waits. */
export function runGeneralChange(x: Exec, plan: GeneralChange): Results | undefined {
  const { world, run, session } = x;
  if (run.phase === 'begin') {
    if (world.core.isFull()) throw engineLimit("the engine's fixed memory");
    world.work.pay(WORK.statements, PRICE.query + PRICE.evaluator);
    if (!pushSnapshot(x)) return undefined;
    run.phase = 'lock';
  }
  const tables = run.phase === 'lock' ? lockAll(x, plan) : tablesOf(x, plan);
  const [table] = tables ?? [];
  if (tables === undefined || table === undefined) return undefined;
  if (run.phase === 'lock') {
    popSnapshot(x);
    pushSnapshot(x);
    if (session.readOnly) throw readOnlyTransaction(plan.command.toUpperCase());
    if (isSerializable(world, session.id))
      throw engineLimit(`${plan.command.toUpperCase()} with other tables or such subqueries in SERIALIZABLE`);
    checkPublications(world, session, table);
    run.cid = world.core.currentCid(session.id, true);
    run.general = find(x, plan, tables);
    run.phase = 'rows';
  }
  const { general } = run;
  const bound = bindTarget(x, plan, table);
  if (general === undefined || (run.phase === 'rows' && !changeAll(x, plan, bound, general))) return undefined;
  if (!finishTriggers(x)) return undefined;
  // ExecEndModifyTable: the page of the row changed last stays pinned no longer.
  world.core.scanEnd(session.id);
  while (run.pushed > 0) popSnapshot(x);
  const tag = `${plan.command.toUpperCase()} ${run.count}`;
  if (plan.returning === undefined) return [{ kind: 'command', tag }];
  return [{ kind: 'rows', columns: general.columns, rows: run.rows, tag }];
}

/** The table to change first, then those that exist of the others, in the order of analysis. */
function lockAll(x: Exec, plan: GeneralChange): readonly Table[] | undefined {
  const { world, run, session } = x;
  const names = [...new Set(plan.relations)];
  for (; run.lockAt < names.length; run.lockAt++) {
    const name = names[run.lockAt] ?? '';
    const isTarget = run.lockAt === 0;
    if (!isTarget && run.table === undefined && lookUp(world.catalog, session.changes, name) === undefined) continue;
    const table = lockTable(x, name, isTarget ? ROW_EXCLUSIVE : ACCESS_SHARE);
    if (table === undefined) return undefined;
    openRelation(world, session, table);
  }
  return tablesOf(x, plan);
}
const tablesOf = ({ world, session }: Exec, plan: GeneralChange): readonly Table[] =>
  [...new Set(plan.relations)].flatMap((name) => lookUp(world.catalog, session.changes, name) ?? []);

// --- finding the rows --------------------------------------------------------------------------------------------

/** The statement with a RETURNING that tells which rows it is about (`old` and `new` exist since 18). */
function asked({ sql, command, from = [], returning }: GeneralChange, { columns }: Table): string {
  const marks = [
    'xip_old.ctid',
    ...from.map(({ name }) => `${quoted(name)}.ctid`),
    ...(command === 'update' ? columns.map(({ name }) => `xip_new.${quoted(name)}`) : []),
  ];
  const head = `\nRETURNING WITH (OLD AS xip_old, NEW AS xip_new) ${marks.join(', ')}`;
  if (returning === undefined) return sql + head;
  return `${sql.slice(0, returning.at)}${head}, ${sql.slice(returning.list)}`;
}

function changesOf(plan: GeneralChange, table: Table, { rows }: Answer, places: Places): GeneralRow[] {
  const { from = [], command } = plan;
  const placeOf = (name: string, ctid: string | null | undefined): number => places.get(name)?.get(ctid ?? '') ?? -1;
  const values = 1 + from.length;
  const out = values + (command === 'update' ? table.columns.length : 0);
  return rows.map((row) => ({
    place: placeOf(table.name, row[0]),
    from: from.map((one, i) => placeOf(one.table, row[1 + i])),
    row: row.slice(values, out).map((text, i) => (text === null ? null : parseValue(text, table.types[i] ?? 'text'))),
    out: row.slice(out),
  }));
}

/** Unique, not null, check: the row that breaks one may be one that would not have been changed at all. */
const CONSTRAINTS: readonly string[] = ['23505', '23502', '23514', '23503'];

function attempt(sql: string, ask: Ask): Answer {
  ask('SAVEPOINT attempt');
  try {
    const answer = ask(sql);
    ask('ROLLBACK TO attempt');
    return answer;
  } catch (cause) {
    if (!(cause instanceof Failure) || !CONSTRAINTS.includes(cause.sqlstate)) throw cause;
    throw engineLimit(`a row that breaks a constraint, in a statement with other tables or such subqueries`);
  }
}

function find(x: Exec, plan: GeneralChange, tables: readonly Table[]): GeneralRun {
  const { core, evaluator } = x.world;
  const [table] = tables;
  if (table === undefined) throw new Error('the table to change is locked');
  refuseDropped(table);
  const ask = asking(evaluator);
  try {
    ask(['BEGIN', ...definitions(x, tables)].join(';'));
    const planned = explained(plan, '', ask);
    const seesWhole = (one: Table): Seen => see(x, one);
    const isServers = isPlannedAlike(x, plan, planned) && tables.every((one) => isUncounted(x, one));
    const seen = isServers ? seeAsPlanned(x, tables, planned, seesWhole, ask) : tables.map(seesWhole);
    load(x, plan, seen, ask);
    const json = explained(plan, '', ask);
    const ordered = inIndexOrder(scansOf(json), seen, ask);
    const sql = asked(plan, table);
    const answer = attempt(sql, ask);
    const isShown = plan.command === 'update' || plan.returning !== undefined || mayMeet(x);
    const inTurn = (rows: GeneralRow[]): GeneralRow[] => (isShown ? rows : rows.sort((a, b) => a.place - b.place));
    // The target's own scan decides, and the evaluator's planner knows as much about it as a server's.
    const isInScanOrder = plan.from?.length === 0 && !json.includes('"Join Type"') && isUncounted(x, table);
    const changes = inTurn(changesOf(plan, table, answer, placesOf(ordered.map(named), ask)));
    const isSure = isPlannedAlike(x, plan, json) && tables.every((one) => isUncounted(x, one));
    x.run.held = changedPages(x, plan, { json: isSure ? json : undefined, seen: ordered, changes }, ask);
    if (!isSure) mustBeDecided({ plan, table, sql, changes, inTurn, isInScanOrder }, ordered, ask);
    const first = 1 + (plan.from?.length ?? 0) + (plan.command === 'update' ? table.columns.length : 0);
    return {
      changes,
      columns: answer.columns.slice(first).map(({ name, type }) => ({ name, type: TYPES.get(type) ?? 'text' })),
      seen: seen.map(named),
      hasJoin: json.includes('"Join Type"'),
    };
  } finally {
    fetched(evaluator).run('ROLLBACK');
    core.scanEnd(x.session.id);
  }
}

const definitions = ({ world }: Exec, tables: readonly Table[]): readonly string[] =>
  tables.map((table) => definitionOf(table, world.core.figures(table.relation).fillfactor));
const named = ({ table, places, rows }: Seen) => ({ name: table.name, places, rows });

/** Another transaction may have locked or changed a row: a wait shows which rows came first. */
const mayMeet = ({ world, session }: Exec): boolean =>
  world.prepared.size > 0 ||
  [...world.sessions.keys()].some((one) => one !== session.id && world.core.topXidIfAny(one) !== 0);

interface Made {
  readonly plan: GeneralChange;
  readonly table: Table;
  readonly sql: string;
  readonly changes: readonly GeneralRow[];
  /** In the order in which they are changed, or, where that shows nowhere, of their places. */
  readonly inTurn: (rows: GeneralRow[]) => GeneralRow[];
  /** Only the other tables' rows may come in another order. */
  readonly isInScanOrder: boolean;
}

/** As for a query (exec-general.ts): the same rows in the same order, whatever the plan. */
function mustBeDecided(
  { plan, table, sql, changes, inTurn, isInScanOrder }: Made,
  seen: readonly Seen[],
  ask: Ask,
): void {
  const full = seen.filter(({ rows }) => rows.length > 0);
  const turned = full.map((one) =>
    isInScanOrder && one.table === table
      ? one
      : { ...one, rows: [...one.rows].reverse(), places: [...one.places].reverse() },
  );
  for (const without of OTHER_PLANS) {
    const rows = turned.map((one) => insertOf(one.table, one.rows));
    const empty = full.length === 0 ? [] : [emptied(full.map((one) => one.table))];
    ask(['SAVEPOINT other', ...empty, ...rows, ...without.map((one) => `SET LOCAL enable_${one} = off`)].join(';'));
    const again = inTurn(changesOf(plan, table, attempt(sql, ask), placesOf(turned.map(named), ask)));
    if (JSON.stringify(again.map(printed)) !== JSON.stringify(changes.map(printed)))
      throw engineLimit('the order in which rows are changed, which the plan decides here');
    ask('ROLLBACK TO other');
  }
}
const printed = ({ row, ...others }: GeneralRow) => ({ ...others, row: row.map(printValue) });

// --- changing them -----------------------------------------------------------------------------------------------

/** False: waits. */
function changeAll(x: Exec, plan: GeneralChange, bound: BoundChange, general: GeneralRun): boolean {
  const { run, world, session } = x;
  const { table } = bound;
  const { core, work } = world;
  let last = run.op;
  if (last !== undefined && !goOn(x, plan, bound, general, last)) return false;
  for (let next = general.changes[run.done]; next !== undefined; next = general.changes[run.done]) {
    standOnRow(x);
    run.done += 1;
    const ctid = ctidOf(next.place);
    const tuple = core.tuple(table.relation, ctid);
    if (tuple === undefined) continue;
    if (plan.command === 'delete') work.row(session.id, false);
    else work.newVersion(session.id, table.relation, false);
    work.pay(WORK.changes, table.columns.length * PRICE.column + (tuple.length >>> 3));
    const row = readRow(READ_ALL(table), tuple);
    const op: RowOp = {
      kind: plan.command,
      stage: 'change',
      ctid,
      row,
      made: ctid,
      index: 0,
      waitFor: 0,
      keyChanged: false,
    };
    run.op = op;
    last = op;
    run.rows.push(next.out);
    start(x, bound, op, next.row, row);
    if (!goOn(x, plan, bound, general, op)) return false;
  }
  if (last === undefined) return true;
  // The scans are over; the slot of the row changed last is not emptied yet.
  core.scanEnd(session.id);
  core.pin(session.id, table.relation, last.ctid);
  return true;
}

function start(x: Exec, bound: BoundChange, op: RowOp, row: Row, old: Row): void {
  if (op.kind === 'delete') x.world.core.startDelete(x.session.id, bound.table.relation, op.ctid);
  else writeUpdate(x, { ...bound, set: row.map(constant) }, op, old);
}
const constant =
  (value: Value): Eval =>
  () =>
    value;

/** What there is to know of the table: an UPDATE or DELETE of nothing in particular. */
function bindTarget({ world }: Exec, { command, table: name }: GeneralChange, table: Table): BoundChange {
  world.work.pay(WORK.expressions, PRICE.bound * table.columns.length);
  const nothing = { table: name, alias: undefined, where: undefined, returning: [] };
  const plan: QueryPlan =
    command === 'update' ? { kind: 'update', set: [], ...nothing } : { kind: 'delete', ...nothing };
  const bound = bindQuery(plan, table, undefined, { params: [], seldom: world.seldom });
  if (bound.kind === 'select') throw new Error('a statement that writes is bound as one');
  return bound;
}

/** Continues with one row to its end. Its answer is the last of `run.rows`; it is taken away if nothing was changed. */
function goOn(x: Exec, plan: GeneralChange, bound: BoundChange, general: GeneralRun, op: RowOp): boolean {
  const { world, session, run } = x;
  const { table } = bound;
  for (;;) {
    if (op.stage === 'unique') {
      if (!insertKeys(world, session.id, table, op)) return false;
      return ended(x, bound, op, true);
    }
    const outcome = done(x, world.core.runOp(session.id));
    if (outcome === undefined) return false;
    const next =
      op.stage === 'recheck' ? rechecked(x, plan, bound, general, op, outcome) : changed(x, table, op, outcome);
    if (next === 'skip') run.rows.pop();
    if (next !== 'again') return ended(x, bound, op, next === 'answer');
  }
}
function ended(x: Exec, bound: BoundChange, op: RowOp, isChanged: boolean): true {
  const { run, world } = x;
  run.op = undefined;
  if (isChanged) run.count += 1;
  if (isChanged && bound.isKeyed) fetched(world.seldom).queueEvents(x, bound, op);
  return true;
}

/** EvalPlanQual: the newest version is locked; what becomes of it? */
function rechecked(
  x: Exec,
  plan: GeneralChange,
  bound: BoundChange,
  general: GeneralRun,
  op: RowOp,
  outcome: Done,
): 'again' | 'skip' {
  const { world, run } = x;
  const { table } = bound;
  if (outcome.tm === 'self-modified') return selfModified(x, op, outcome);
  if (outcome.tm !== 'ok') return 'skip';
  const tuple = world.core.tuple(table.relation, outcome.ctid);
  const change = general.changes[run.done - 1];
  if (tuple === undefined || change === undefined) return 'skip';
  const newest = readRow(READ_ALL(table), tuple);
  const found = (world.core.faults & NO_RECHECK) === 0 ? askAgain(x, plan, table, general, change, newest) : change;
  if (found === undefined) return 'skip';
  world.work.pay(WORK.changes, PRICE.evaluator + (tuple.length >>> 3));
  op.row = newest;
  op.ctid = { block: outcome.ctid.block, offset: outcome.ctid.offset };
  op.stage = 'change';
  run.rows[run.rows.length - 1] = found.out;
  start(x, bound, op, found.row, newest);
  return 'again';
}

/** The statement on this one version, and of FROM on the rows that it was joined with. */
function askAgain(
  x: Exec,
  plan: GeneralChange,
  table: Table,
  general: GeneralRun,
  change: GeneralRow,
  newest: Row,
): GeneralRow | undefined {
  mustBeAskable(plan, table, general, change, newest);
  const { world } = x;
  const { from = [], inner } = plan;
  const ask = asking(world.evaluator);
  const place = 0;
  const kept = general.seen.map((one): GeneralRun['seen'][number] => {
    if (one.name === table.name) return { ...one, places: [place], rows: [newest.map(printValue)] };
    const at = from.findIndex((other) => other.table === one.name);
    if (at < 0 || inner.includes(one.name)) return one;
    const row: Texts = one.rows[one.places.indexOf(change.from[at] ?? -1)] ?? [];
    return { ...one, places: [change.from[at] ?? -1], rows: [row] };
  });
  const tables = tablesOf(x, plan);
  try {
    ask(['BEGIN', ...definitions(x, tables)].join(';'));
    for (const { name, rows } of kept) {
      const own = tables.find((one) => one.name === name);
      if (own !== undefined && rows.length > 0) ask(insertOf(own, rows));
    }
    return changesOf(plan, table, attempt(asked(plan, table), ask), placesOf(kept, ask))[0];
  } finally {
    fetched(world.evaluator).run('ROLLBACK');
  }
}

/**
 * MODEL: a recheck is refused where the evaluator's tables cannot stand for what EvalPlanQual keeps: a table that occurs
 * twice, subqueries in FROM, and subqueries that the plan joins, unless nothing that they name has changed.
 */
function mustBeAskable(
  { from, inner, innerColumns, relations }: GeneralChange,
  table: Table,
  { seen, hasJoin }: GeneralRun,
  change: GeneralRow,
  newest: Row,
): void {
  const names = [table.name, ...(from ?? []).map((one) => one.table)];
  const isTwice = new Set(names).size < names.length || names.some((name) => inner.includes(name));
  if (from === undefined || isTwice || relations.some((name) => !names.includes(name) && !inner.includes(name)))
    throw engineLimit('a recheck of a row after another transaction has changed it, in a statement like this');
  if (inner.length === 0 || !hasJoin) return;
  const own = seen.find(({ name }) => name === table.name);
  const old = own?.rows[own.places.indexOf(change.place)] ?? [];
  if (table.columns.some(({ name }, i) => innerColumns.includes(name) && old[i] !== printValue(newest[i] ?? null)))
    throw engineLimit('a recheck of a row after another transaction has changed what a subquery compares');
}
