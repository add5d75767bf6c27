/**
 * Which way a statement goes to the rows of its one table: all of them, by an index, or by a bitmap of what an index
 * holds. The order in which rows are locked and changed follows from it. PostgreSQL's own arithmetic, with its default
 * settings and no statistics of columns: web/tools/pg/agree.servers.test.ts and answers.servers.test.ts hold it to servers.
 * Source: estimate_rel_size (plancat.c), clauselist_selectivity (clausesel.c), selfuncs.c, costsize.c, indxpath.c.
 */
import type { Index, Table } from './catalog.ts';
import type { Figures, Rules } from './core.ts';
import { DEFAULT_EQ, DEFAULT_INEQ, DEFAULT_RANGE, DEFAULT_UNKNOWN, type Qual } from './qual.ts';

export type Access =
  | { readonly kind: 'heap' }
  | {
      readonly kind: 'index';
      readonly index: Index;
      readonly quals: readonly Qual[];
      readonly order: Order | undefined;
    }
  /** Entries of several indexes come together where one of several conditions has to hold. */
  | { readonly kind: 'bitmap'; readonly parts: readonly { readonly index: Index; readonly quals: readonly Qual[] }[] };

/** ORDER BY columns, all the same way, nulls last when ascending and first when not: as an index is read. */
export interface Order {
  readonly columns: readonly number[];
  readonly descending: boolean;
}

export interface Question {
  readonly table: Table;
  readonly quals: readonly Qual[];
  readonly figures: Figures;
  readonly rules: Rules;
  /** Pages of an index, and levels below its root. */
  readonly sizeOf: (index: Index) => { readonly pages: number; readonly height: number };
  /** So many rows will do; 0: all. */
  readonly wanted: number;
  readonly order: Order | undefined;
}

const PAGE = 1;
const RANDOM_PAGE = 4;
const TUPLE = 0.01;
const INDEX_TUPLE = 0.005;
const OPERATOR = 0.0025;
/** What going down one level of a btree costs in operators (DEFAULT_PAGE_CPU_MULTIPLIER). */
const LEVEL = 50;
/** Two costs this near are alike: the path that came first stays. */
const FUZZ = 1.01;
const WIDTHS = { int4: 4, int8: 8, text: 32, bool: 1 } as const;
const ASSUMED_PAGES = 10;
const PAGE_ROOM = 8192 - 24;
const ROW_OVERHEAD = 24 + 4;
const DEFAULT_DISTINCT = 200;
/** From so many values on a list is hashed (MIN_ARRAY_SIZE_FOR_HASHED_SAOP, 14 on). */
const HASHED_LIST = 9;

interface Size {
  readonly pages: number;
  readonly rows: number;
}
interface Cost {
  readonly startup: number;
  readonly total: number;
}

/** A table that was never vacuumed is thought to have ten pages, full of rows as wide as their types let expect. */
function sizeOfTable({ table, figures, rules }: Question): Size {
  const { pages, tuples, fillfactor, blocks } = figures;
  const isNew = rules >= 14 ? tuples === undefined : pages === 0;
  const now = isNew ? Math.max(blocks, ASSUMED_PAGES) : blocks;
  if (pages > 0 && tuples !== undefined) return { pages: now, rows: Math.round((tuples / pages) * now) };
  const width = table.types.reduce((sum, type) => sum + WIDTHS[type], ROW_OVERHEAD);
  const room = rules >= 17 ? Math.trunc((PAGE_ROOM * fillfactor) / 100) : PAGE_ROOM;
  return { pages: now, rows: Math.trunc(room / width) * now };
}

const clampRows = (rows: number): number => Math.max(1, Math.round(rows));

/** Rows whose column has one given value. */
function selectivityOfEqual(table: Table, column: number, rows: number): number {
  const isUnique = table.indexes.some(({ unique, columns }) => unique && columns.length === 1 && columns[0] === column);
  if (isUnique) return 1 / clampRows(rows);
  if (table.types[column] === 'bool') return 1 / 2;
  return 1 / Math.min(DEFAULT_DISTINCT, clampRows(rows));
}

/** clauselist_selectivity: a lower and an upper bound of a column count together. */
function selectivity(table: Table, quals: readonly Qual[], rows: number): number {
  let product = 1;
  const bounds = new Map<number, { low: boolean; high: boolean }>();
  for (const qual of quals) {
    if (qual.kind === 'compare' && qual.op !== '=') {
      const both = bounds.get(qual.column) ?? { low: false, high: false };
      if (qual.op === '<' || qual.op === '<=') both.high = true;
      else both.low = true;
      bounds.set(qual.column, both);
    } else product *= selectivityOf(table, qual, rows);
  }
  for (const { low, high } of bounds.values()) product *= low && high ? DEFAULT_RANGE : DEFAULT_INEQ;
  return product;
}

function selectivityOf(table: Table, qual: Qual, rows: number): number {
  switch (qual.kind) {
    case 'compare':
      return qual.op === '=' ? selectivityOfEqual(table, qual.column, rows) : DEFAULT_INEQ;
    case 'in':
      return Math.min(1, qual.values.length * selectivityOfEqual(table, qual.column, rows));
    case 'null':
      return qual.negated ? 1 - DEFAULT_UNKNOWN : DEFAULT_UNKNOWN;
    case 'or':
      return qual.arms.reduce((sum, arm) => {
        const one = selectivity(table, arm, rows);
        return sum + one - sum * one;
      }, 0);
    case 'other':
      return qual.passes === 1 - DEFAULT_EQ ? 1 - 1 / clampRows(rows) : qual.passes;
  }
}

/** index_pages_fetched (Mackert and Lohman), for tables that the cache holds. */
function pagesFetched(rows: number, pages: number): number {
  const all = Math.max(1, pages);
  const fetched = (2 * all * rows) / (2 * all + rows);
  return fetched >= all ? all : Math.ceil(fetched);
}

/** What testing a row costs once, and for each row (cost_qual_eval). */
function costOfQuals(quals: readonly Qual[], rules: Rules): { readonly once: number; readonly each: number } {
  let [once, each] = [0, 0];
  for (const qual of quals) {
    if (qual.kind === 'in' && rules >= 14 && qual.values.length >= HASHED_LIST) {
      once += qual.values.length * OPERATOR;
      each += 2 * OPERATOR;
    } else each += qual.calls * OPERATOR;
  }
  return { once, each };
}

interface IndexCost extends Cost {
  readonly index: Index;
  readonly quals: readonly Qual[];
  readonly selectivity: number;
}

/** btcostestimate. Undefined: no condition is about the index, and it is not read for its order. */
function costOfIndex(
  x: Question,
  index: Index,
  given: readonly Qual[],
  table: Size,
  isOrdered = false,
): IndexCost | undefined {
  const on = (column: number): Qual[] => given.filter((qual) => 'column' in qual && qual.column === column);
  const quals = index.columns.flatMap(on);
  if (quals.length === 0 && !isOrdered) return undefined;
  const { pages, height } = x.sizeOf(index);
  const bounds: Qual[] = [];
  let [equal, hasList, hasNull] = [0, false, false];
  for (const column of index.columns) {
    const here = on(column);
    bounds.push(...here);
    hasList ||= here.some(({ kind }) => kind === 'in');
    hasNull ||= here.some((qual) => qual.kind === 'null' && !qual.negated);
    const isEqual = here.some(
      (qual) =>
        qual.kind === 'in' || (qual.kind === 'compare' && qual.op === '=') || (qual.kind === 'null' && !qual.negated),
    );
    if (!isEqual) break;
    equal += 1;
  }
  const lists = quals.reduce((product, qual) => product * (qual.kind === 'in' ? qual.values.length : 1), 1);
  const isOne = index.unique && equal === index.columns.length && !hasList && !hasNull;
  const { rules } = x;
  const descents = rules < 17 || isOne ? lists : Math.max(1, Math.min(lists, Math.ceil(pages / 3)));
  const bound = isOne ? 1 : Math.round((selectivity(x.table, bounds, table.rows) * table.rows) / descents);
  const tuples = Math.max(1, Math.min(bound, table.rows));
  const read = pages > 1 && table.rows > 1 ? Math.ceil((tuples * pages) / table.rows) : 1;
  const touched = descents > 1 ? pagesFetched(read * descents, pages) : read;
  const descent = (table.rows > 1 ? Math.ceil(Math.log2(table.rows)) * OPERATOR : 0) + (height + 1) * LEVEL * OPERATOR;
  const each = INDEX_TUPLE + OPERATOR * quals.length;
  return {
    index,
    quals,
    selectivity: selectivity(x.table, quals, table.rows),
    startup: descent,
    total: touched * RANDOM_PAGE + tuples * descents * each + descents * descent,
  };
}

/** cost_index, where nothing is known of how the rows lie. */
function costOfIndexScan(x: Question, found: IndexCost, { pages, rows }: Size): Cost {
  const fetched = clampRows(found.selectivity * rows);
  const tests = costOfQuals(
    x.quals.filter((qual) => !found.quals.includes(qual)),
    x.rules,
  );
  const startup = found.startup + tests.once;
  return {
    startup,
    total: found.total + tests.once + pagesFetched(fetched, pages) * RANDOM_PAGE + (TUPLE + tests.each) * fetched,
  };
}

interface Bitmap {
  readonly parts: readonly IndexCost[];
  readonly total: number;
  readonly selectivity: number;
}
/** What an index scan costs as a part of a bitmap: its tuples are put there one by one (cost_bitmap_tree_node). */
const asBitmap = (one: IndexCost, passing: number): Bitmap => ({
  parts: [one],
  total: one.total + 0.1 * OPERATOR * passing,
  selectivity: one.selectivity,
});

/** generate_bitmap_or_paths: an index for each arm. */
function bitmapOr(x: Question, qual: Extract<Qual, { kind: 'or' }>, size: Size, passing: number): Bitmap | undefined {
  const arms = qual.arms.map((arm) => cheapest(x, arm, size));
  const parts = arms.flatMap((arm) => (arm === undefined ? [] : [arm]));
  if (parts.length < arms.length) return undefined;
  const bitmaps = parts.map((part) => asBitmap(part, passing));
  return {
    parts,
    total: bitmaps.reduce((sum, { total }) => sum + total, 0),
    selectivity: Math.min(
      1,
      parts.reduce((sum, part) => sum + part.selectivity, 0),
    ),
  };
}
function cheapest(x: Question, quals: readonly Qual[], size: Size): IndexCost | undefined {
  let best: IndexCost | undefined;
  for (const index of newestFirst(x.table)) {
    const one = costOfIndex(x, index, quals, size);
    if (one !== undefined && (best === undefined || one.total < best.total)) best = one;
  }
  return best;
}

/** cost_bitmap_heap_scan: the more pages of the table, the more a random one costs like the next one. */
function costOfBitmapScan(x: Question, bitmap: Bitmap, { pages, rows }: Size): Cost {
  const fetched = clampRows(bitmap.selectivity * rows);
  const all = Math.max(1, pages);
  const read = pagesFetched(fetched, pages);
  const page = read >= 2 ? RANDOM_PAGE - (RANDOM_PAGE - PAGE) * Math.sqrt(read / all) : RANDOM_PAGE;
  const tests = costOfQuals(x.quals, x.rules);
  const startup = bitmap.total + tests.once;
  return { startup, total: startup + read * page + (TUPLE + tests.each) * fetched };
}

/** Indexes are looked at from the newest on (get_relation_info). */
const newestFirst = ({ indexes }: Table): readonly Index[] => [...indexes].reverse();

export function planAccess(x: Question): Access {
  const size = sizeOfTable(x);
  const passing = clampRows(selectivity(x.table, x.quals, size.rows) * size.rows);
  const tests = costOfQuals(x.quals, x.rules);
  const paths: { cost: Cost; access: Access }[] = [
    {
      cost: { startup: tests.once, total: tests.once + size.pages * PAGE + size.rows * (TUPLE + tests.each) },
      access: { kind: 'heap' },
    },
  ];
  const bitmaps: Bitmap[] = [];
  for (const index of newestFirst(x.table)) {
    const found = costOfIndex(x, index, x.quals, size);
    if (found === undefined) continue;
    const access = { kind: 'index', index, quals: found.quals, order: undefined } as const;
    paths.push({ cost: costOfIndexScan(x, found, size), access });
    bitmaps.push(asBitmap(found, passing));
  }
  for (const qual of x.quals)
    if (qual.kind === 'or') {
      const bitmap = bitmapOr(x, qual, size, passing);
      if (bitmap !== undefined) bitmaps.push(bitmap);
    }
  // choose_bitmap_and takes one of them and ANDs what makes it cheaper, which pays in tables of many pages only.
  const heaps = bitmaps.map((bitmap) => ({ bitmap, cost: costOfBitmapScan(x, bitmap, size) }));
  const [best] = heaps.sort((a, b) => a.cost.total - b.cost.total);
  if (best !== undefined) paths.push({ cost: best.cost, access: { kind: 'bitmap', parts: best.bitmap.parts } });
  const { order } = x;
  if (order === undefined) return chosen(paths, x.wanted, passing);
  const ordered: { cost: Cost; access: Access }[] = [];
  for (const index of newestFirst(x.table)) {
    if (!order.columns.every((column, i) => index.columns[i] === column)) continue;
    const found = costOfIndex(x, index, x.quals, size, true);
    // Up to 16 a list of values is looked up one by one, which keeps no order beyond its own column.
    if (found === undefined || (x.rules < 17 && found.quals.some(({ kind }) => kind === 'in'))) continue;
    const access = { kind: 'index', index, quals: found.quals, order } as const;
    ordered.push({ cost: costOfIndexScan(x, found, size), access });
  }
  const access = chosen(paths, 0, passing);
  const input = paths.find((path) => path.access === access)?.cost.total ?? 0;
  return chosen([{ cost: costOfSort(input, passing, x.wanted), access }, ...ordered], x.wanted, passing);
}

/** cost_sort: only the first rows are kept where no more are wanted. */
function costOfSort(input: number, rows: number, wanted: number): Cost {
  const sorted = Math.max(2, rows);
  const kept = wanted > 0 && sorted > 2 * wanted ? 2 * wanted : sorted;
  const startup = input + 2 * OPERATOR * sorted * Math.log2(kept);
  return { startup, total: startup + OPERATOR * sorted };
}

/** add_path and get_cheapest_fractional_path. */
function chosen(
  paths: readonly { readonly cost: Cost; readonly access: Access }[],
  wanted: number,
  rows: number,
): Access {
  const share = wanted > 0 && wanted < rows ? wanted / rows : 1;
  const costOf = ({ startup, total }: Cost): number => startup + share * (total - startup);
  let [best] = paths;
  for (const path of paths) {
    if (best === undefined || best === path) continue;
    const [there, here] = [costOf(best.cost), costOf(path.cost)];
    const isAlike = there <= here * FUZZ && here <= there * FUZZ;
    if (isAlike ? path.cost.startup * FUZZ < best.cost.startup && here <= there : here < there) best = path;
  }
  return best?.access ?? { kind: 'heap' };
}
