/**
 * INSERT of a query that an evaluator computes: it inserts into a table of the same columns and no constraints, and says
 * the rows; our engine inserts them one by one.
 *
 * MODEL: all rows are there before the first one is inserted; a server inserts row by row. The pages that it has pinned
 * meanwhile are held here, too (source-pages.ts).
 */

import { type Answer, type Ask, asking } from './ask-evaluator.ts';
import { bindQuery } from './bound.ts';
import type { BoundChange, Eval } from './bound-types.ts';
import { lookUp, type Table } from './catalog.ts';
import { popSnapshot, pushSnapshot } from './exec.ts';
import { runChange } from './exec-change.ts';
import {
  explained,
  inIndexOrder,
  isPlannedAlike,
  isUncounted,
  load,
  mustBeDecided,
  refuseDropped,
  see,
} from './exec-general.ts';
import { changeResults, finishTriggers, lockTable } from './exec-query.ts';
import { NOWHERE } from './exec-select.ts';
import { engineLimit, readOnlyTransaction } from './failure.ts';
import { definitionOf, scansOf } from './general-table.ts';
import { PRICE, WORK } from './limits.ts';
import { declared } from './modifier.ts';
import type { GeneralInsert } from './plan.ts';
import { openRelation } from './relcache.ts';
import { fetched } from './seldom.ts';
import { isSerializable } from './serializable.ts';
import type { Exec, Results } from './session.ts';
import { heldPages } from './source-pages.ts';
import { parseValue } from './values.ts';

const ACCESS_SHARE = 1;
const ROW_EXCLUSIVE = 3;
const CLONE = 'xip_target';

/** Undefined: waits. */
export function runGeneralInsert(x: Exec, plan: GeneralInsert): Results | undefined {
  const { world, run, session } = x;
  if (run.phase === 'begin') {
    if (world.core.isFull()) throw engineLimit("the engine's fixed memory");
    world.work.pay(WORK.statements, PRICE.query + PRICE.evaluator);
    if (!pushSnapshot(x)) return undefined;
    run.phase = 'lock';
  }
  const names = [...new Set(plan.relations)];
  const [target = ''] = names;
  for (; run.phase === 'lock' && run.lockAt < names.length; run.lockAt++) {
    const name = names[run.lockAt] ?? '';
    const isTarget = run.lockAt === 0;
    if (!isTarget && run.table === undefined && lookUp(world.catalog, session.changes, name) === undefined) continue;
    const locked = lockTable(x, name, isTarget ? ROW_EXCLUSIVE : ACCESS_SHARE);
    if (locked === undefined) return undefined;
    openRelation(world, session, locked);
  }
  const table = lookUp(world.catalog, session.changes, target);
  if (table === undefined) throw new Error('the table to insert into is locked');
  refuseDropped(table);
  const bound = bindInsert(x, plan, table);
  if (run.phase === 'lock') {
    popSnapshot(x);
    pushSnapshot(x);
    if (session.readOnly) throw readOnlyTransaction('INSERT');
    if (isSerializable(world, session.id)) throw engineLimit('INSERT of such a query in SERIALIZABLE');
    run.cid = world.core.currentCid(session.id, true);
    const tables = names.flatMap((name) => lookUp(world.catalog, session.changes, name) ?? []);
    run.list = rowsOf(x, plan, table, tables);
    run.phase = 'rows';
  }
  if (run.phase === 'rows' && !runChange(x, bound)) return undefined;
  if (!finishTriggers(x)) return undefined;
  while (run.pushed > 0) popSnapshot(x);
  return changeResults(bound, run.rows, run.count);
}

/** The INSERT of all defaults, whose listed columns come from the query's rows. */
function bindInsert({ world }: Exec, { insert, relations }: GeneralInsert, table: Table): BoundChange {
  world.work.pay(WORK.expressions, PRICE.bound * table.columns.length);
  const source = { kind: 'defaults' } as const;
  const bound = bindQuery({ ...insert, columns: [], source }, table, undefined, { params: [], seldom: world.seldom });
  if (bound.kind !== 'insert') throw new Error(`INSERT INTO ${relations[0] ?? ''} is bound as one`);
  const [defaults = []] = bound.rows;
  const to = table.columns.map(({ name }, i): Eval => {
    const isGiven = insert.columns.length === 0 || insert.columns.includes(name);
    return isGiven ? (row) => row[i] ?? null : (defaults[i] ?? (() => null));
  });
  return { ...bound, rows: [to] };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function rowsOf(x: Exec, plan: GeneralInsert, table: Table, tables: readonly Table[]) {
  const { core, evaluator } = x.world;
  const ask = asking(evaluator);
  const clone = `CREATE TABLE ${CLONE} (${table.columns.map((one) => `${quoted(one.name)} ${declared(one)}`).join(', ')})`;
  const sql = insertion(plan);
  try {
    const own = tables.map((one) => definitionOf(one, core.figures(one.relation).fillfactor));
    ask(['BEGIN', ...own, clone].join(';'));
    ask(`EXPLAIN ${sql}`);
    mustListDefaults(plan, table, sql, ask);
    const read = tables.filter(({ name }) => plan.relations.slice(1).includes(name));
    const seen = read.map((one) => see(x, one));
    const relations = plan.relations.slice(1);
    load(x, { ...plan, relations }, seen, ask);
    const json = explained({ sql }, '', ask);
    const ordered = inIndexOrder(scansOf(json), seen, ask);
    const answer = ask(`${sql} RETURNING *`);
    x.run.held = heldPages(x, plan, { sql, seen: ordered, answer }, ask);
    if (!isPlannedAlike(x, { sql, relations }, json) || !read.every((one) => isUncounted(x, one)))
      mustBeDecided({ ...plan, kind: 'general', sql: `${sql} RETURNING *` }, json, ordered, answer, ask);
    return valuesOf(x, table, answer);
  } finally {
    fetched(evaluator).run('ROLLBACK');
    core.scanEnd(x.session.id);
  }
}

const NAME = /(?:"(?:[^"]|"")*"|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)/y;

/** The statement up to its query's end, into the clone: with another name, and the table's as an alias. */
function insertion({ sql, nameAt, end }: GeneralInsert): string {
  let at = nameAt;
  for (;;) {
    NAME.lastIndex = at;
    at += NAME.exec(sql)?.[0].length ?? 0;
    if (sql[at] !== '.') break;
    at += 1;
  }
  return `${sql.slice(0, nameAt)}${CLONE}${sql.slice(at, end)}\n`;
}

/** MODEL: without a list of columns, which ones the query fills is not known here; it matters only for defaults. */
function mustListDefaults({ insert }: GeneralInsert, table: Table, sql: string, ask: Ask): void {
  if (insert.columns.length > 0 || table.columns.every(({ fallback }) => fallback === undefined)) return;
  const json = ask(`EXPLAIN (VERBOSE, FORMAT JSON) ${sql}`).rows[0]?.[0] ?? '';
  if (/"NULL::/.test(json)) throw engineLimit('INSERT without a list of columns that leaves some to their defaults');
}

function valuesOf({ world }: Exec, { types }: Table, { rows }: Answer) {
  let units = 0;
  for (const row of rows) for (const text of row) units += PRICE.answer + ((text?.length ?? 0) >>> 3);
  world.work.pay(WORK.answers, units);
  return rows.map((row) => ({
    ctid: NOWHERE,
    row: row.map((text, i) => (text === null ? null : parseValue(text, types[i] ?? 'text'))),
  }));
}
