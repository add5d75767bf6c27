/**
 * The pages that INSERT of a query has pinned while it inserts a row. A server reads and inserts in turns: its scans
 * stand on the pages of the rows that the one at hand was made of. Here all rows are read beforehand, so their pages are
 * noted, and held for each row. A node that has to read all of its input before its first row comes (a sort, a hash, an
 * aggregate) has let the pages below it go.
 * Source: heapgettup_pagemode and heap_getnextslot (rs_cbuf, the scan's slot); heapam_index_fetch_tuple (xs_cbuf);
 * read_stream_next_buffer (17: the next block as well); ExecModifyTable.
 *
 * MODEL: a query that an evaluator computes holds no pages of a materialized WITH, of subqueries that the plan does not
 * join with the rest, of the right side of a semijoin, and of what Materialize still reads. After the last row of a
 * LIMIT, a server keeps the page until foreign keys have been checked.
 */
import type { Answer, Ask } from './ask-evaluator.ts';
import type { BoundSelect } from './bound-types.ts';
import { placesOf } from './exec-change-general.ts';
import { explained, isUncounted, type Seen } from './exec-general.ts';
import { evaluate, isInOrder, NOWHERE, scan, selectRows } from './exec-select.ts';
import { Failure } from './failure.ts';
import { ctidOf } from './keys.ts';
import { PRICE, WORK } from './limits.ts';
import type { GeneralInsert } from './plan.ts';
import type { Exec, Found, HeldPage } from './session.ts';

/** The rows of an INSERT's query, which our own executor runs. */
export function sourceRows(x: Exec, select: BoundSelect): Found[] {
  const { run, context, world } = x;
  const { table, group, distinct, orderBy, output, cost } = select;
  const streams = table !== undefined && group === undefined && !distinct;
  if (!streams || run.limit === 0 || (orderBy.length > 0 && !isInOrder(x, select)))
    return selectRows(x, select).map((row) => ({ ctid: NOWHERE, row }));
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

/** The statement goes on to a row of its query; past the last one it stands nowhere. */
export function standOn({ world, session, run }: Exec, index: number): void {
  world.core.scanEnd(session.id);
  for (const { relation, block } of run.held?.[index] ?? []) world.core.pin(session.id, relation, { block, offset: 0 });
}

// --- a query that an evaluator computes --------------------------------------------------------------------------

interface Node {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Join Type'?: string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
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
  return [type, alias, ...Plans.map(shapeOf)];
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
    const stands = query === undefined ? [] : standsOf(query);
    if (stands.length === 0) return undefined;
    const marks = stands.map(({ alias }) => `, "${alias.replaceAll('"', '""')}".ctid`).join('');
    const marked = `${plan.sql.slice(select.at, select.from)}${marks} ${plan.sql.slice(select.from, plan.end)}`;
    if (JSON.stringify(shapeOf(planOf(explained({ sql: marked }, '', ask)))) !== JSON.stringify(shapeOf(json)))
      return undefined;
    const named = seen.map(({ table, places, rows }) => ({ name: table.name, places, rows }));
    const places = placesOf(named, ask);
    const { rows } = ask(marked);
    x.world.work.pay(WORK.lists, rows.length * stands.length * PRICE.column);
    if (rows.length !== answer.rows.length) return undefined;
    return rows.map((row) => {
      const ctids = row.slice(-stands.length);
      return stands.flatMap(({ table: name, isSequential }, i) => {
        const table = seen.find((one) => one.table.name === name)?.table;
        const place = places.get(name)?.get(ctids[i] ?? '');
        if (table === undefined || place === undefined) return [];
        const blocks = isSequential ? x.world.core.blocks(table.relation) : 0;
        return pagesOf(x, table.relation, ctidOf(place).block, blocks);
      });
    });
  } catch (cause) {
    // An alias that is not seen from the target list, or a query that cannot be read so.
    if (!(cause instanceof Failure)) throw cause;
    return undefined;
  } finally {
    ask('ROLLBACK TO held');
  }
}
type StatementPages = readonly (readonly HeldPage[])[] | undefined;
