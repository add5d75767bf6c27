/**
 * A statement's way to the rows of its one table: the whole table, an index, or a bitmap from indexes. The order in
 * which rows are locked, changed and returned depends on it. path-cost.ts computes each way's cost;
 * web/node/pg/plans.servers.test.ts compares the choice with servers.
 * Source: indxpath.c, pathnode.c.
 */

import type { Order, Qual } from './bound-types.ts';
import type { Index, Table } from './catalog.ts';
import { engineLimit } from './failure.ts';
import { saidBy } from './index-proof.ts';
import {
  type Cost,
  clampRows,
  costOfBitmapScan,
  costOfIndex,
  costOfIndexScan,
  costOfQuals,
  costOfSort,
  fits,
  type IndexCost,
  isEnough,
  OPERATOR,
  PAGE,
  type Question,
  RANDOM_PAGE,
  type Size,
  selectivity,
  sizeOfTable,
  TUPLE,
} from './path-cost.ts';

export type Access =
  | { readonly kind: 'heap' }
  | {
      readonly kind: 'index';
      readonly index: Index;
      readonly quals: readonly Qual[];
      readonly order: Order | undefined;
    }
  | { readonly kind: 'bitmap'; readonly places: Places };

/** The places that an index has for some conditions; the union or the intersection of several such lists. */
export type Places =
  | { readonly kind: 'index'; readonly index: Index; readonly quals: readonly Qual[] }
  | { readonly kind: 'or' | 'and'; readonly of: readonly Places[] };

/** Two costs this close count as equal: the path that came first stays. */
const FUZZ = 1.01;

interface Bitmap {
  readonly places: Places;
  readonly total: number;
  readonly selectivity: number;
  /** The conditions that it uses: no two parts of an AND share one. */
  readonly quals: readonly Qual[];
}

/** An index scan's cost as part of a bitmap: its tuples are added one by one (cost_bitmap_tree_node). */
const asBitmap = (x: Question, { index, quals, total, selectivity }: IndexCost, passing: number): Bitmap => ({
  places: { kind: 'index', index, quals },
  total: total + 0.1 * OPERATOR * passing,
  selectivity,
  quals: [...new Set([...saidBy(index, x.quals), ...quals])],
});

/** generate_bitmap_or_paths: each arm has indexes, which may also be used for conditions that hold for all arms. */
function bitmapOr(x: Question, or: Extract<Qual, { kind: 'or' }>, size: Size, passing: number): Bitmap | undefined {
  const arms: Bitmap[] = [];
  for (const arm of or.arms) {
    const found = newestFirst(x.table)
      .filter((index) => fits(index, arm))
      .map((index) => asBitmap(x, costOfIndex(x, index, [...arm, ...x.quals], size), passing));
    const best = together(x, found, size);
    if (best === undefined) return undefined;
    arms.push(best);
  }
  return {
    places: { kind: 'or', of: arms.map(({ places }) => places) },
    total: arms.reduce((sum, { total }) => sum + total, 0),
    selectivity: Math.min(
      1,
      arms.reduce((sum, arm) => sum + arm.selectivity, 0),
    ),
    quals: [or, ...arms.flatMap(({ quals }) => quals.filter((qual) => x.quals.includes(qual)))],
  };
}

/**
 * choose_bitmap_and: one of them, or the best AND that begins with one and adds a more expensive one whenever that
 * pays.
 */
function together(x: Question, all: readonly Bitmap[], size: Size): Bitmap | undefined {
  const kept: Bitmap[] = [];
  for (const one of all) {
    const at = kept.findIndex((other) => isSame(one.quals, other.quals));
    const there = kept[at];
    if (there === undefined) kept.push(one);
    else if (one.total < there.total) kept[at] = one;
  }
  kept.sort((a, b) => a.total - b.total || a.selectivity - b.selectivity);
  let best: { readonly bitmap: Bitmap; readonly cost: number } | undefined;
  for (const [i, first] of kept.entries()) {
    let bitmap = first;
    let cost = costOfBitmapScan(x, bitmap, size).total;
    for (const more of kept.slice(i + 1)) {
      if (more.quals.some((qual) => bitmap.quals.includes(qual))) continue;
      const both = bitmapAnd(bitmap, more);
      const { total } = costOfBitmapScan(x, both, size);
      if (total < cost) [bitmap, cost] = [both, total];
    }
    if (best === undefined || cost < best.cost) best = { bitmap, cost };
  }
  return best?.bitmap;
}
const isSame = (a: readonly Qual[], b: readonly Qual[]): boolean =>
  a.length === b.length && a.every((qual) => b.includes(qual));

/** cost_bitmap_and_node. */
const bitmapAnd = (a: Bitmap, b: Bitmap): Bitmap => ({
  places: { kind: 'and', of: [...(a.places.kind === 'and' ? a.places.of : [a.places]), b.places] },
  total: a.total + b.total + 100 * OPERATOR,
  selectivity: a.selectivity * b.selectivity,
  quals: [...a.quals, ...b.quals],
});

/** The planner considers the newest index first (get_relation_info). */
const newestFirst = ({ indexes }: Table): readonly Index[] => [...indexes].reverse();

interface Path {
  readonly cost: Cost;
  readonly access: Access;
  /** A setting forbids it: it is taken only if all are. */
  readonly isOff: boolean;
}

/** Since 17 the planner drops IS NOT NULL on a column that cannot be null. */
const isAlwaysTrue = ({ table, rules }: Question, qual: Qual): boolean =>
  rules >= 17 && qual.kind === 'null' && qual.negated && table.columns[qual.column]?.notNull === true;

/** MODEL: what only a partial index's WHERE reads need not be read; which columns those are is not known here. */
function mustNeedRows({ columns, quals }: Question, index: Index): void {
  const said = saidBy(index, quals).flatMap((qual) => ('column' in qual ? [qual.column] : []));
  if (
    isEnough(index, columns) ||
    isEnough(
      index,
      columns?.filter((column) => !said.includes(column)),
    )
  )
    throw engineLimit(`an index-only scan of the partial index "${index.name}"`);
}

interface Ways {
  readonly x: Question;
  readonly paths: readonly Path[];
  readonly size: Size;
  readonly passing: number;
}

export function planAccess(question: Question): Access {
  const { x, paths, size, passing } = waysFor(question);
  if (x.order === undefined) return chosen(x, paths, x.wanted, passing).access;
  return inOrder(x, x.order, paths, size, passing);
}

/** The way that settings leave, whatever a planner knows of the table. Undefined: there are several. */
export function onlyWay(question: Question): Access | undefined {
  const allowed = waysFor(question).paths.filter(({ isOff }) => !isOff);
  // Of one page, all places are never cheaper from a bitmap than from the index itself.
  const isPage = question.quals.length === 0 && question.figures.blocks <= 1 && allowed.length > 1;
  const [way, another] = allowed.filter(({ access }) => !isPage || access.kind !== 'bitmap');
  return another === undefined && question.order === undefined ? way?.access : undefined;
}

function waysFor(question: Question): Ways {
  const quals = question.quals.filter((qual) => !isAlwaysTrue(question, qual));
  const x = quals.length === question.quals.length ? question : { ...question, quals };
  const size = sizeOfTable(x);
  const passing = clampRows(selectivity(x.table, x.quals, size.rows) * size.rows);
  const tests = costOfQuals(x.quals, x.rules);
  const paths: Path[] = [
    {
      cost: { startup: tests.once, total: tests.once + size.pages * PAGE + size.rows * (TUPLE + tests.each) },
      access: { kind: 'heap' },
      isOff: x.off.includes('seqscan'),
    },
  ];
  const isOff = x.off.includes('indexscan');
  const bitmaps: Bitmap[] = [];
  for (const index of newestFirst(x.table)) {
    const isMatched = fits(index, x.quals);
    const isPartial = index.where !== undefined;
    if (isPartial) mustNeedRows(x, index);
    if (!isMatched && !isPartial && !isEnough(index, x.columns)) continue;
    const found = costOfIndex(x, index, x.quals, size);
    const access = { kind: 'index', index, quals: found.quals, order: undefined } as const;
    paths.push({ cost: costOfIndexScan(x, found, size), access, isOff });
    if (isMatched || isPartial || (x.off.length > 0 && x.order === undefined))
      bitmaps.push(asBitmap(x, found, passing));
  }
  for (const qual of x.quals)
    if (qual.kind === 'or') {
      const bitmap = bitmapOr(x, qual, size, passing);
      if (bitmap !== undefined) bitmaps.push(bitmap);
    }
  const best = together(x, bitmaps, size);
  if (best !== undefined)
    paths.push({
      cost: costOfBitmapScan(x, best, size),
      access: { kind: 'bitmap', places: best.places },
      isOff: x.off.includes('bitmapscan'),
    });
  return { x, paths, size, passing };
}

/**
 * Whether no statistics could make an index cheaper than scanning the whole table: an index scan reads at least one
 * page of each, or only one of the index if the table's rows are known to be visible. `rows` is the maximum.
 */
export function isHeapFor(x: Question, rows: number): boolean {
  // An index returns the first row of an order at once, a sort only at its end.
  if (x.order !== undefined && x.wanted > 0) return false;
  const tests = costOfQuals(x.quals, x.rules);
  const mayLeaveOut = x.figures.allVisible > 0 && x.table.indexes.some((index) => isEnough(index, x.columns));
  const sorted = x.order === undefined ? 0 : costOfSort(0, rows, x.wanted).total;
  const all = tests.once + x.figures.blocks * PAGE + rows * (TUPLE + tests.each) + sorted;
  return all <= (mayLeaveOut ? 1 : 2) * RANDOM_PAGE;
}

/** Sorted afterwards, or from an index that has the rows in that order. */
function inOrder(x: Question, order: Order, paths: readonly Path[], size: Size, passing: number): Access {
  const ordered: Path[] = [];
  for (const index of newestFirst(x.table)) {
    if (!order.columns.every((column, i) => index.columns[i] === column)) continue;
    const found = costOfIndex(x, index, x.quals, size);
    // Up to 16 a list of values is looked up value by value, which keeps no order beyond its own column.
    if (x.rules < 17 && found.quals.some(({ kind }) => kind === 'in')) continue;
    const access = { kind: 'index', index, quals: found.quals, order } as const;
    ordered.push({ cost: costOfIndexScan(x, found, size), access, isOff: x.off.includes('indexscan') });
  }
  const input = chosen(x, paths, 0, passing);
  const sorted = { ...input, cost: costOfSort(input.cost.total, passing, Math.trunc(x.wanted)) };
  return chosen(x, [sorted, ...ordered], x.wanted, passing).access;
}

/**
 * add_path and get_cheapest_fractional_path. A forbidden path is taken only if there is no other: since 18 because it
 * counts as one, before because its cost is so large that it would hide the difference between two of them.
 */
function chosen({ rules }: Question, all: readonly Path[], wanted: number, rows: number): Path {
  const allowed = all.filter(({ isOff }) => !isOff);
  if (allowed.length === 0 && all.length > 1 && rules < 18)
    throw engineLimit('settings that leave no way to the rows of a table with indexes');
  const paths = allowed.length === 0 ? all : allowed;
  // Less than 1: a part of the rows, as of a cursor.
  const share = wanted <= 0 ? 1 : wanted < 1 ? wanted : Math.min(1, wanted / rows);
  const costOf = ({ startup, total }: Cost): number => startup + share * (total - startup);
  let [best] = paths;
  for (const path of paths) {
    if (best === undefined || best === path) continue;
    const [there, here] = [costOf(best.cost), costOf(path.cost)];
    const isAlike = there <= here * FUZZ && here <= there * FUZZ;
    if (isAlike ? path.cost.startup * FUZZ < best.cost.startup && here <= there : here < there) best = path;
  }
  if (best === undefined) throw new Error('a table has at least one way to its rows');
  return best;
}
