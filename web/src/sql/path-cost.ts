/**
 * The estimated cost of each way to a table's rows: PostgreSQL's own arithmetic with its default settings and no
 * statistics of columns. planner.ts compares them.
 * Source: estimate_rel_size (plancat.c), clauselist_selectivity (clausesel.c), selfuncs.c, costsize.c.
 */

import type { IndexSize, Order, Qual, Way } from './bound-types.ts';
import type { Index, Table } from './catalog.ts';
import type { Figures, Rules } from './core.ts';
import { engineLimit } from './failure.ts';
import { saidBy } from './index-proof.ts';
import { DEFAULT_EQ, DEFAULT_INEQ, DEFAULT_RANGE, DEFAULT_UNKNOWN } from './qual.ts';
import { expectedWidth } from './widths.ts';

export interface Question {
  readonly table: Table;
  readonly quals: readonly Qual[];
  /** Columns that the statement reads; undefined: the row itself, which no index contains. */
  readonly columns: readonly number[] | undefined;
  readonly figures: Figures;
  readonly rules: Rules;
  /** Pages of an index, and levels below its root. */
  readonly sizeOf: (index: Index) => IndexSize;
  /** How many rows are enough; 0: all. */
  readonly wanted: number;
  readonly order: Order | undefined;
  /** Ways that enable_… forbids. */
  readonly off: readonly Way[];
}
export const PAGE = 1;
export const RANDOM_PAGE = 4;
export const TUPLE = 0.01;
const INDEX_TUPLE = 0.005;
export const OPERATOR = 0.0025;
/** The cost of descending one level of a btree, in operators (DEFAULT_PAGE_CPU_MULTIPLIER). */
const LEVEL = 50;
const ASSUMED_PAGES = 10;
const PAGE_ROOM = 8192 - 24;
const ROW_OVERHEAD = 24 + 4;
const DEFAULT_DISTINCT = 200;
/** A list with at least this many values is hashed (MIN_ARRAY_SIZE_FOR_HASHED_SAOP, since 14). */
const HASHED_LIST = 9;

export interface Size {
  readonly pages: number;
  readonly rows: number;
}
export interface Cost {
  readonly startup: number;
  readonly total: number;
}

/** A table that was never vacuumed is assumed to have ten pages, full of rows as wide as their types suggest. */
export function sizeOfTable({ table, figures, rules }: Pick<Question, 'table' | 'figures' | 'rules'>): Size {
  const { pages, tuples, fillfactor, blocks } = figures;
  const isNew = rules >= 14 ? tuples === undefined : pages === 0;
  const now = isNew ? Math.max(blocks, ASSUMED_PAGES) : blocks;
  if (pages > 0 && tuples !== undefined) return { pages: now, rows: Math.round((tuples / pages) * now) };
  const width = table.columns.reduce((sum, one) => sum + (one.dropped ? 0 : expectedWidth(one)), ROW_OVERHEAD);
  const room = rules >= 17 ? Math.trunc((PAGE_ROOM * fillfactor) / 100) : PAGE_ROOM;
  return { pages: now, rows: Math.trunc(room / width) * now };
}

export const clampRows = (rows: number): number => Math.max(1, Math.round(rows));

/** Rows whose column has one given value. */
function selectivityOfEqual(table: Table, column: number, rows: number): number {
  const isUnique = table.indexes.some(({ unique, columns }) => unique && columns.length === 1 && columns[0] === column);
  if (isUnique) return 1 / clampRows(rows);
  if (table.types[column] === 'bool') return 1 / 2;
  return 1 / Math.min(DEFAULT_DISTINCT, clampRows(rows));
}

/** clauselist_selectivity: a lower and an upper bound of a column count together. */
export function selectivity(table: Table, quals: readonly Qual[], rows: number): number {
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
      return Math.min(1, qual.likely * selectivityOfEqual(table, qual.column, rows));
    case 'null':
      return qual.negated ? 1 - DEFAULT_UNKNOWN : DEFAULT_UNKNOWN;
    case 'prefix':
      return qual.isWhole ? selectivityOfEqual(table, qual.column, rows) : qual.passes;
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

/** The costs of testing rows, once and per row (cost_qual_eval). */
export function costOfQuals(quals: readonly Qual[], rules: Rules): { readonly once: number; readonly each: number } {
  let [once, each] = [0, 0];
  for (const qual of quals) {
    if (qual.kind === 'in' && rules >= 14 && qual.values.length >= HASHED_LIST) {
      once += qual.values.length * OPERATOR;
      each += 2 * OPERATOR;
    } else each += qual.calls * OPERATOR;
  }
  return { once, each };
}

export interface IndexCost extends Cost {
  readonly index: Index;
  readonly quals: readonly Qual[];
  readonly selectivity: number;
}

/**
 * The conditions as an index checks them: a text's prefix is a lower and an upper bound, unless it is the whole text.
 */
const bounds = (table: Table, quals: readonly Qual[], rows: number): { selectivity: number; count: number } => {
  const whole = quals.filter((qual) => qual.kind !== 'prefix' || qual.isWhole);
  const ranges = quals.length - whole.length;
  return { selectivity: selectivity(table, whole, rows) * DEFAULT_RANGE ** ranges, count: whole.length + 2 * ranges };
};

const isOn = (qual: Qual, column: number): boolean => 'column' in qual && qual.column === column;
export const fits = ({ columns }: Index, quals: readonly Qual[]): boolean =>
  quals.some((qual) => columns.some((column) => isOn(qual, column)));

/** What estimate_rel_size makes of a partial index's pages; any other has an entry for each row. */
function entriesOf({ table, figures }: Question, index: Index, pages: number, rows: number): number {
  if (index.where === undefined) return rows;
  if (figures.pages > 0) throw engineLimit(`a partial index of a table that VACUUM has counted`);
  const columns = [...index.columns, ...index.including].flatMap((column) => table.columns[column] ?? []);
  const width = columns.reduce((sum, column) => sum + expectedWidth(column), ROW_OVERHEAD);
  return Math.min(rows, Math.trunc(PAGE_ROOM / width) * (pages - 1));
}

/** btcostestimate, for the conditions on the index's columns. */
export function costOfIndex(x: Question, index: Index, given: readonly Qual[], table: Size): IndexCost {
  const on = (column: number): Qual[] => given.filter((qual) => isOn(qual, column));
  const quals = index.columns.flatMap(on);
  const { pages, height } = x.sizeOf(index);
  const entries = entriesOf(x, index, pages, table.rows);
  const said = saidBy(index, x.quals).filter((qual) => !quals.includes(qual));
  const leading: Qual[] = [];
  let [equal, hasList, hasNull] = [0, false, false];
  for (const column of index.columns) {
    const here = on(column);
    leading.push(...here);
    hasList ||= here.some(({ kind }) => kind === 'in');
    hasNull ||= here.some((qual) => qual.kind === 'null' && !qual.negated);
    const isEqual = here.some(
      (qual) =>
        qual.kind === 'in' ||
        (qual.kind === 'compare' && qual.op === '=') ||
        (qual.kind === 'prefix' && qual.isWhole) ||
        (qual.kind === 'null' && !qual.negated),
    );
    if (!isEqual) break;
    equal += 1;
  }
  const lists = quals.reduce((product, qual) => product * (qual.kind === 'in' ? qual.values.length : 1), 1);
  const isOne = index.unique && equal === index.columns.length && !hasList && !hasNull;
  const { rules } = x;
  const descents = rules < 17 || isOne ? lists : Math.max(1, Math.min(lists, Math.ceil(pages / 3)));
  const bound = isOne
    ? 1
    : Math.round((bounds(x.table, [...said, ...leading], table.rows).selectivity * table.rows) / descents);
  const tuples = Math.max(1, Math.min(bound, entries));
  const read = pages > 1 && entries > 1 ? Math.ceil((tuples * pages) / entries) : 1;
  const touched = descents > 1 ? pagesFetched(read * descents, pages) : read;
  const descent = (entries > 1 ? Math.ceil(Math.log2(entries)) * OPERATOR : 0) + (height + 1) * LEVEL * OPERATOR;
  const all = bounds(x.table, quals, table.rows);
  const each = INDEX_TUPLE + OPERATOR * all.count;
  return {
    index,
    quals,
    selectivity: said.length === 0 ? all.selectivity : bounds(x.table, [...said, ...quals], table.rows).selectivity,
    startup: descent,
    total: touched * RANDOM_PAGE + tuples * descents * each + descents * descent,
  };
}

/**
 * check_index_only: the index contains every column that the statement reads, and pages whose rows are visible to all
 * are not read.
 */
export const isEnough = ({ columns, including }: Index, wanted: Question['columns']): boolean =>
  wanted?.every((column) => columns.includes(column) || including.includes(column)) === true;

/** cost_index, assuming nothing about how the rows are ordered in the table. */
export function costOfIndexScan(x: Question, found: IndexCost, { pages, rows }: Size): Cost {
  const fetched = clampRows(found.selectivity * rows);
  // A condition on a text's prefix is tested again; what a partial index says is not, unless rows are to be changed.
  const said = x.columns === undefined ? [] : saidBy(found.index, x.quals);
  const tests = costOfQuals(
    x.quals.filter((qual) => qual.kind === 'prefix' || !(found.quals.includes(qual) || said.includes(qual))),
    x.rules,
  );
  const seen = isEnough(found.index, x.columns) ? Math.min(1, x.figures.allVisible / Math.max(1, pages)) : 0;
  const read = Math.ceil(pagesFetched(fetched, pages) * (1 - seen));
  const startup = found.startup + tests.once;
  return { startup, total: found.total + tests.once + read * RANDOM_PAGE + (TUPLE + tests.each) * fetched };
}

/**
 * cost_bitmap_heap_scan: the larger the share of the table's pages, the closer a random page's cost is to a sequential
 * one's.
 */
export function costOfBitmapScan(
  x: Question,
  bitmap: { readonly total: number; readonly selectivity: number },
  { pages, rows }: Size,
): Cost {
  const fetched = clampRows(bitmap.selectivity * rows);
  const all = Math.max(1, pages);
  const read = pagesFetched(fetched, pages);
  const page = read >= 2 ? RANDOM_PAGE - (RANDOM_PAGE - PAGE) * Math.sqrt(read / all) : RANDOM_PAGE;
  const tests = costOfQuals(x.quals, x.rules);
  const startup = bitmap.total + tests.once;
  return { startup, total: startup + read * page + (TUPLE + tests.each) * fetched };
}

/** cost_sort: if only the first rows are wanted, only those are kept. */
export function costOfSort(input: number, rows: number, wanted: number): Cost {
  const sorted = Math.max(2, rows);
  const kept = wanted > 0 && sorted > 2 * wanted ? 2 * wanted : sorted;
  const startup = input + 2 * OPERATOR * sorted * Math.log2(kept);
  return { startup, total: startup + OPERATOR * sorted };
}
