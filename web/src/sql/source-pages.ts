/**
 * The pages that INSERT of a query has pinned while it inserts a row, or UPDATE or DELETE with other tables while it
 * changes one. A server reads and writes in turns: its scans stand on the pages of the rows that the one at hand was made of. Here all rows are read beforehand, so their pages are
 * noted, and held for each row. A node that has to read all of its input before its first row comes (a sort, a hash, an
 * aggregate) has let the pages below it go, except that up to 17 a bitmap scan keeps its last one to the statement's end.
 * Source: heapgettup_pagemode and heap_getnextslot (rs_cbuf, the scan's slot); heapam_scan_bitmap_next_block, which
 * releases rs_cbuf only for another one; heapam_index_fetch_tuple (xs_cbuf);
 * read_stream_next_buffer (17: the next block as well); ExecModifyTable.
 *
 * MODEL: a query that an evaluator computes holds no pages of a materialized WITH, of subqueries that the plan does not
 * join with the rest, of the right side of a semijoin, and of what Materialize still reads. After the last row of a
 * LIMIT, a server keeps the page until foreign keys have been checked.
 */
import type { Answer, Ask } from './ask-evaluator.ts';
import type { BoundChange, BoundSelect } from './bound-types.ts';
import { explained, isUncounted, placesOf, type Seen } from './exec-general.ts';
import { evaluate, isInOrder, NOWHERE, scan, selectRows } from './exec-select.ts';
import { Failure } from './failure.ts';
import type { GeneralChange } from './general.ts';
import { ctidOf } from './keys.ts';
import { PRICE, WORK } from './limits.ts';
import type { GeneralInsert } from './plan.ts';
import type { Exec, Found, GeneralRow, HeldPage } from './session.ts';

/** The rows of an INSERT's query, which our own executor runs. */
export function sourceRows(x: Exec, select: BoundSelect): Found[] {
  const { run, context, world } = x;
  const { table, group, distinct, orderBy, output, cost } = select;
  const streams = table !== undefined && group === undefined && !distinct;
  if (!streams || run.limit === 0 || (orderBy.length > 0 && !isInOrder(x, select))) {
    const rows = selectRows(x, select);
    const last = run.scan?.kind === 'bitmap' ? run.scan.stops.at(-1) : undefined;
    if (table !== undefined && last !== undefined && world.core.rules <= 17)
      run.held = rows.map(() => pagesOf(x, table.relation, last.block, 0));
    return rows.map((row) => ({ ctid: NOWHERE, row }));
  }
  const found = scan(x, select, run.offset + run.limit).slice(run.offset);
  const blocks = run.scan === undefined ? run.blocks : 0;
  run.held = found.map(({ ctid }) => pagesOf(x, table.relation, ctid.block, blocks));
  return found.map(({ ctid, row }) => {
    world.work.pay(WORK.expressions, cost.row);
    return { ctid, row: evaluate(output.evals, row, context) };
  });
}

/** @param blocks of the table when a sequential scan of it began; 0: it is another kind of scan */
function pagesOf({ world }: Exec, relation: number, block: number, blocks: number): readonly HeldPage[] {
  const page = { relation, block };
  return world.core.rules >= 17 && block + 1 < blocks ? [page, { relation, block: block + 1 }] : [page];
}

/**
 * The statement goes on to the next row of its query; past the last one it stands nowhere. Nor does it on the page of
 * the last row's duplicate: ExecOnConflictUpdate's ExecClearTuple(existing).
 */
export function standOn(x: Exec, { conflict }: BoundChange): void {
  if (x.run.list === undefined && conflict === undefined) return;
  standOnRow(x);
}
export function standOnRow({ world, session, run }: Exec): void {
  world.core.scanEnd(session.id);
  for (const { relation, block } of run.held?.[run.done] ?? [])
    world.core.pin(session.id, relation, { block, offset: 0 });
}

// --- a query that an evaluator computes --------------------------------------------------------------------------

interface Node {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Join Type'?: string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly Node[];
}

/** A scan that stands on a row's page when the row comes out of the plan. */
interface Stand {
  readonly table: string;
  readonly alias: string;
  readonly isSequential: boolean;
}

const SCANS: readonly string[] = ['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Heap Scan'];
/** A row goes through them as it is. */
const PASSING: readonly string[] = ['Limit', 'Result', 'ProjectSet', 'Subquery Scan', 'Unique', 'Hash Join'];
/** These read both sides as they go. */
const BOTH: readonly string[] = ['Nested Loop', 'Merge Join'];

function standsOf(node: Node): readonly Stand[] {
  const { 'Node Type': type, 'Relation Name': table, Alias: alias, Plans = [] } = node;
  if (table !== undefined && alias !== undefined && SCANS.includes(type))
    return [{ table, alias, isSequential: type === 'Seq Scan' }];
  const [outer, inner] = ['Outer', 'Inner'].map((side) => Plans.find((one) => one['Parent Relationship'] === side));
  const isSubquery = Plans.find((one) => one['Parent Relationship'] === 'Subquery');
  const first = outer ?? isSubquery;
  if (first === undefined || !(PASSING.includes(type) || BOTH.includes(type))) return [];
  const hasBoth = inner !== undefined && BOTH.includes(type) && !/Semi|Anti/.test(node['Join Type'] ?? '');
  return [...standsOf(first), ...(hasBoth ? standsOf(inner) : [])];
}

/** What of a plan decides the order of rows; the query of an INSERT is a subquery that may have no name. */
function shapeOf(node: Node): unknown {
  const { 'Node Type': type, Alias: alias, Plans = [] } = node;
  const [only] = Plans;
  if (only !== undefined && (alias === '*SELECT*' || type === 'ModifyTable')) return shapeOf(only);
  // Only a place needs more than the index.
  return [type === 'Index Only Scan' ? 'Index Scan' : type, alias, ...Plans.map(shapeOf)];
}

const planOf = (json: string): Node => {
  const [first] = JSON.parse(json) as readonly { readonly Plan: Node }[];
  return first?.Plan ?? { 'Node Type': '' };
};

/** Of a table that was counted, or is large, the evaluator does not know it: a server reads a small one whole. */
const NO_INDEX = ['indexscan', 'indexonlyscan', 'bitmapscan'].map((way) => `SET LOCAL enable_${way} = off`).join(';');

/** For each row of the answer, in its order, the pages that a server has pinned while it inserts the row. */
export function heldPages(
  x: Exec,
  plan: GeneralInsert,
  { sql, seen, answer }: { readonly sql: string; readonly seen: readonly Seen[]; readonly answer: Answer },
  ask: Ask,
): StatementPages {
  const { select } = plan;
  if (select === undefined || answer.rows.length === 0) return undefined;
  ask('SAVEPOINT held');
  try {
    if (!seen.every(({ table }) => isUncounted(x, table))) ask(NO_INDEX);
    const json = planOf(explained({ sql }, '', ask));
    const [query] = json.Plans ?? [];
    if (query === undefined) return undefined;
    const rested = restsOf(x, query, seen, ask);
    const moving = movingPages(x, { select, end: plan.end, text: plan.sql }, query, seen, ask);
    return answer.rows.map((_, i) => [...rested, ...(moving?.[i] ?? [])]);
  } catch (cause) {
    // An alias that is not seen from the target list, or a query that cannot be read so.
    if (!(cause instanceof Failure)) throw cause;
    return undefined;
  } finally {
    ask('ROLLBACK TO held');
  }
}
type StatementPages = readonly (readonly HeldPage[])[] | undefined;

const name = (given: string): string => `"${given.replaceAll('"', '""')}"`;
const ctidsIn = (seen: readonly Seen[], ask: Ask) =>
  placesOf(
    seen.map(({ table, places, rows }) => ({ name: table.name, places, rows })),
    ask,
  );

/** Up to 17: the pages on which bitmap scans have ended, below nodes that read everything beforehand. */
function restsOf(x: Exec, query: Node, seen: readonly Seen[], ask: Ask): readonly HeldPage[] {
  if (x.world.core.rules > 17) return [];
  const moving = standsOf(query).map(({ alias }) => alias);
  return bitmapsOf(query).flatMap(({ 'Relation Name': own = '', Alias: alias = '', 'Recheck Cond': cond = 'true' }) => {
    if (moving.includes(alias)) return [];
    const ctid = ask(`SELECT max(ctid) FROM ${name(own)} AS ${name(alias)} WHERE ${cond}`).rows[0]?.[0] ?? '';
    const place = ctidsIn(seen, ask).get(own)?.get(ctid);
    const table = seen.find((one) => one.table.name === own)?.table;
    return table === undefined || place === undefined ? [] : pagesOf(x, table.relation, ctidOf(place).block, 0);
  });
}
const bitmapsOf = (node: Node): readonly Node[] => [
  ...(node['Node Type'] === 'Bitmap Heap Scan' ? [node] : []),
  ...(node.Plans ?? []).flatMap(bitmapsOf),
];

/** The same for the rows that an UPDATE or DELETE changes, whose places are known; `json`: its plan, if a server's. */
export function changedPages(
  x: Exec,
  { sql, from = [] }: GeneralChange,
  { json, seen, changes }: { json: string | undefined; seen: readonly Seen[]; changes: readonly GeneralRow[] },
  ask: Ask,
): StatementPages {
  if (changes.length === 0) return undefined;
  ask('SAVEPOINT held');
  try {
    if (json === undefined) ask(NO_INDEX);
    const modify = planOf(json ?? explained({ sql }, '', ask));
    const [query] = modify.Plans ?? [];
    if (query === undefined) return undefined;
    const rested = restsOf(x, query, seen, ask);
    const stands = standsOf(query);
    const placeOf = ({ alias }: Stand, { place, from: others }: GeneralRow): number | undefined =>
      alias === modify.Alias ? place : others[from.findIndex(({ name: own }) => own === alias)];
    x.world.work.pay(WORK.lists, changes.length * stands.length * PRICE.column);
    return changes.map((change) => [
      ...rested,
      ...stands.flatMap((stand) => pagesAt(x, stand, placeOf(stand, change), seen)),
    ]);
  } finally {
    ask('ROLLBACK TO held');
  }
}

/** Of the row at a place, where a scan stands. */
function pagesAt(x: Exec, stand: Stand, place: number | undefined, seen: readonly Seen[]): readonly HeldPage[] {
  const table = seen.find((one) => one.table.name === stand.table)?.table;
  if (table === undefined || place === undefined) return [];
  const blocks = stand.isSequential ? x.world.core.blocks(table.relation) : 0;
  return pagesOf(x, table.relation, ctidOf(place).block, blocks);
}

interface Text {
  readonly text: string;
  readonly select: { readonly at: number; readonly from: number };
  readonly end: number;
}

/** The pages that scans leave as the rows come, for each row: the query is asked for the rows' places as well. */
function movingPages(x: Exec, { text, select, end }: Text, query: Node, seen: readonly Seen[], ask: Ask) {
  const stands = standsOf(query);
  if (stands.length === 0) return undefined;
  const marks = stands.map(({ alias }) => `, ${name(alias)}.ctid`).join('');
  const sql = `${text.slice(select.at, select.from)}${marks} ${text.slice(select.from, end)}`;
  if (JSON.stringify(shapeOf(planOf(explained({ sql }, '', ask)))) !== JSON.stringify(shapeOf(query))) return undefined;
  const places = ctidsIn(seen, ask);
  const { rows } = ask(sql);
  x.world.work.pay(WORK.lists, rows.length * stands.length * PRICE.column);
  return rows.map((row) => {
    const ctids = row.slice(-stands.length);
    return stands.flatMap((stand, i) => pagesAt(x, stand, places.get(stand.table)?.get(ctids[i] ?? ''), seen));
  });
}
