/**
 * What an UPDATE or DELETE that an evaluator plans (exec-change-general.ts) reads of a table through an index: only
 * versions that an entry leads to get hint bits, and only their pages are pruned. The version of a failed INSERT has no
 * entry: _bt_doinsert finds the duplicate first. Conditions on the index are integers, or a column of the table in the
 * outer side of a nested loop. MODEL: other tables are read whole.
 * Source: heapam_index_fetch_tuple in heapam_handler.c; ExecIndexBuildScanKeys in nodeIndexscan.c; ExecNestLoop in
 * nodeNestloop.c, which hands the outer row's values to the inner scan.
 */
import type { Ask } from './ask-evaluator.ts';
import { readRow } from './bound.ts';
import type { KeyOp, Qual } from './bound-types.ts';
import { type Index, isPlain, type Table } from './catalog.ts';
import { nextPage, READ_ALL, WHOLE } from './exec.ts';
import { PLACES, type Seen, textsOf } from './exec-general.ts';
import { Failure } from './failure.ts';
import { insertOf } from './general-table.ts';
import { PRICE, WORK } from './limits.ts';
import { follow } from './plan-scan.ts';
import { type Exec, type IndexRun, newRun } from './session.ts';
import type { Value } from './values.ts';

type Node = Readonly<Record<string, unknown>> & { readonly Plans?: readonly Node[] };

interface Condition {
  readonly column: string;
  readonly op: KeyOp;
  /** Numbers, or a column of the outer table. */
  readonly values: readonly number[] | { readonly alias: string; readonly column: string };
}

/** A table's only scan in a plan. */
interface IndexRead {
  readonly index: string;
  readonly isBitmap: boolean;
  readonly conditions: readonly Condition[];
  /** The table whose rows give values to the conditions, as the plan reads it. */
  readonly outer: { readonly table: string; readonly alias: string; readonly where: readonly string[] } | undefined;
}

const text = (node: Node, key: string): string => (typeof node[key] === 'string' ? node[key] : '');

/** By the names of tables, of EXPLAIN (FORMAT JSON): those that are read through an index alone. */
export function indexReads(json: string): ReadonlyMap<string, IndexRead> {
  const found = new Map<string, IndexRead | undefined>();
  const look = (node: Node, outer: Node | undefined, isSure: boolean): void => {
    const type = text(node, 'Node Type');
    const table = text(node, 'Relation Name');
    if (table !== '' && type !== 'ModifyTable')
      found.set(table, found.has(table) || !isSure ? undefined : readOf(node, outer));
    const [left] = node.Plans ?? [];
    for (const one of node.Plans ?? []) {
      const place = text(one, 'Parent Relationship');
      const isInner = type === 'Nested Loop' && place === 'Inner';
      // What stands in a subquery may not run at all.
      look(one, isInner ? left : undefined, isSure && place !== 'SubPlan' && place !== 'InitPlan');
    }
  };
  const plans = JSON.parse(json) as readonly { readonly Plan: Node }[];
  for (const { Plan } of plans) look(Plan, undefined, true);
  return new Map([...found].flatMap(([table, read]) => (read === undefined ? [] : [[table, read] as const])));
}

function readOf(node: Node, outer: Node | undefined): IndexRead | undefined {
  const isBitmap = text(node, 'Node Type') === 'Bitmap Heap Scan';
  const scan = isBitmap ? node.Plans?.[0] : node;
  if (scan === undefined || text(scan, 'Node Type') !== (isBitmap ? 'Bitmap Index Scan' : 'Index Scan'))
    return undefined;
  const conditions = conditionsOf(text(scan, 'Index Cond'));
  const given = conditions?.filter(({ values }) => 'alias' in values) ?? [];
  if (conditions === undefined || given.length > 1) return undefined;
  const from = outerOf(outer, given[0]);
  if (given.length > 0 && from === undefined) return undefined;
  return { index: text(scan, 'Index Name'), isBitmap, conditions, outer: from };
}

function outerOf(node: Node | undefined, given: Condition | undefined): IndexRead['outer'] {
  if (node === undefined || given === undefined || !('alias' in given.values)) return undefined;
  const alias = text(node, 'Alias');
  if (alias !== given.values.alias) return undefined;
  const where = ['Index Cond', 'Recheck Cond', 'Filter'].map((key) => text(node, key)).filter((one) => one !== '');
  return { table: text(node, 'Relation Name'), alias, where };
}

const NUMBER = String.raw`(-?\d{1,15})|'(-?\d{1,15})'::(?:smallint|integer|bigint)`;
const COMPARED = new RegExp(String.raw`^\(([a-z_]\w*) (=|<=|>=|<|>) (?:${NUMBER}|([a-z_]\w*)\.([a-z_]\w*))\)$`);
const LISTED = /^\(([a-z_]\w*) = ANY \('\{([-\d,]+)\}'::(?:smallint|integer|bigint)\[\]\)\)$/;

function conditionsOf(cond: string): readonly Condition[] | undefined {
  const parts = cond.startsWith('((')
    ? cond
        .slice(2, -2)
        .split(') AND (')
        .map((one) => `(${one})`)
    : [cond];
  const all = parts.map(conditionOf);
  return all.every((one) => one !== undefined) ? all : undefined;
}

function conditionOf(part: string): Condition | undefined {
  const list = LISTED.exec(part);
  if (list !== null) return { column: list[1] ?? '', op: '=', values: (list[2] ?? '').split(',').map(Number) };
  const [, column = '', op, plain, quoted, alias, other] = COMPARED.exec(part) ?? [];
  if (op === undefined) return undefined;
  if (alias === undefined || other === undefined) return { column, op: op as KeyOp, values: [Number(plain ?? quoted)] };
  return op === '=' ? { column, op, values: { alias, column: other } } : undefined;
}

/**
 * Each table that a plan reads through an index alone, as `see` reads others. The evaluator gets no other rows: the plan
 * would not have looked at them.
 */
export function seeAsPlanned(x: Exec, tables: readonly Table[], json: string, see: (one: Table) => Seen, ask: Ask) {
  const reads = indexReads(json);
  const seen = new Map<Table, Seen>();
  const look = (table: Table): Seen => {
    const known = seen.get(table);
    if (known !== undefined) return known;
    const read = reads.get(table.name);
    const from = tables.find(({ name }) => name === read?.outer?.table);
    // A table that waits for another's rows comes after it.
    const outer = from === undefined || from === table ? undefined : look(from);
    const scan = read === undefined ? undefined : scanOf(x, table, read, outer, ask);
    const made = scan === undefined ? see(table) : seeThrough(x, table, scan);
    seen.set(table, made);
    return made;
  };
  return tables.map(look);
}

/** In the order of the index entries' places, as `Seen.byRoot` is. */
function seeThrough(x: Exec, table: Table, scan: IndexRun): Seen {
  const own: Exec = { ...x, run: { ...newRun([]), scan } };
  const reader = READ_ALL(table);
  const found: { readonly root: number; readonly place: number; readonly row: Seen['rows'][number] }[] = [];
  while (nextPage(own, table, WHOLE, 0))
    for (const [i, offset] of own.run.offsets.entries()) {
      const tuple = x.world.core.scanned(i);
      x.world.work.pay(WORK.expressions, (reader.last + 1) * PRICE.handed + (tuple.length >>> 2));
      const { block, roots } = scan.stops[scan.at - 1] ?? { block: 0, roots: [] };
      // A bitmap's come in that order already.
      const root = scan.kind === 'index' ? block * PLACES + (roots[0] ?? 0) : found.length;
      found.push({ root, place: own.run.block * PLACES + offset, row: textsOf(readRow(reader, tuple)) });
    }
  found.sort((a, b) => a.root - b.root);
  return { table, rows: found.map(({ row }) => row), places: found.map(({ place }) => place), byRoot: undefined };
}

/** The scan that a plan makes of the table; undefined: it is to be read whole. */
function scanOf(
  { world, context }: Exec,
  table: Table,
  read: IndexRead,
  outer: Seen | undefined,
  ask: Ask,
): IndexRun | undefined {
  const index = table.indexes.find(({ name }) => name === read.index);
  if (index === undefined || !isPlain(index)) return undefined;
  const quals = read.conditions.map((one) => qualOf(table, index, one, read, outer, ask));
  if (!quals.every((one) => one !== undefined)) return undefined;
  const places = { kind: 'index', index, quals } as const;
  return follow(world, table, read.isBitmap ? { kind: 'bitmap', places } : { ...places, order: undefined }, context);
}

function qualOf(
  table: Table,
  index: Index,
  { column: name, op, values }: Condition,
  read: IndexRead,
  outer: Seen | undefined,
  ask: Ask,
): Qual | undefined {
  const column = table.columns.findIndex((one) => one.name === name);
  if (!index.columns.includes(column) || !INTEGERS.includes(table.types[column] ?? '')) return undefined;
  const wanted = 'alias' in values ? valuesOf(values.column, read, outer, ask) : values;
  if (wanted === undefined) return undefined;
  const evals = wanted.map((value) => (): Value => value);
  const [first] = evals;
  if (op !== '=' && first !== undefined) return { kind: 'compare', column, op, value: first, calls: 1 };
  return { kind: 'in', column, values: evals, likely: evals.length, calls: 1 };
}
/** Ours: 54000, as every limit of the simulation. */
const LIMIT = '54000';
const INTEGERS: readonly string[] = ['int2', 'int4', 'int8'];

/** What the outer side of the nested loop has in the column. */
function valuesOf(
  column: string,
  { outer: plan }: IndexRead,
  outer: Seen | undefined,
  ask: Ask,
): readonly number[] | undefined {
  if (plan === undefined || outer === undefined) return undefined;
  if (outer.rows.length === 0) return [];
  const at = outer.table.columns.findIndex(({ name }) => name === column);
  if (!INTEGERS.includes(outer.table.types[at] ?? '')) return undefined;
  const where = plan.where.map((one) => ` AND ${one}`).join('');
  try {
    ask(`SAVEPOINT outer_rows; ${insertOf(outer.table, outer.rows)}`);
    const { rows } = ask(
      `SELECT DISTINCT ${column} FROM "${outer.table.name.replaceAll('"', '""')}" AS ${plan.alias} WHERE true${where}`,
    );
    ask('ROLLBACK TO outer_rows');
    const values = rows.flatMap(([value]) => (value === null || value === undefined ? [] : [Number(value)]));
    return values.every(Number.isSafeInteger) ? values : undefined;
  } catch (cause) {
    // Of more tables than this one, or of a subquery.
    if (!(cause instanceof Failure) || cause.sqlstate === LIMIT) throw cause;
    ask('ROLLBACK TO outer_rows');
    return undefined;
  }
}
