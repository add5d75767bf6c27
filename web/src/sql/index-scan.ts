/**
 * How a statement follows an index to its rows. An index scan goes from entry to entry in the order of the keys, equal
 * keys in the order of their places (nbtree's, _bt_compare). A bitmap heap scan gathers all entries first, then visits the
 * table's pages in order and on each the line pointers that entries lead to. Both follow the HOT chain from there; so what
 * a HOT update made comes where its root is, not where it lies.
 * Source: nbtsearch.c, nodeBitmapHeapscan.c, heapam_index_fetch_tuple; chains are followed in the C engine (heap/scan.c).
 */
import type { Context } from './bind-types.ts';
import type { Index, Table } from './catalog.ts';
import { engineLimit } from './failure.ts';
import { ctidOf, killEntry, mapOf, valuesOf } from './keys.ts';
import { PRICE, WORK } from './limits.ts';
import { fits, isEnough, type Order, type Question } from './path-cost.ts';
import { type Access, isHeapFor, type Places, planAccess } from './planner.ts';
import type { KeyOp, Look, Qual } from './qual.ts';
import type { IndexRun, StatementRun, World } from './session.ts';
import { compareValues, type Row, type Value } from './values.ts';

/** Room for entries in a leaf, which is filled to nine tenths when one more is made (BTREE_DEFAULT_FILLFACTOR). */
const LEAF = 8152;
const FILLED = 0.9;
const ENTRY = 8;
const POINTER = 4;
const PLACE = 6;
const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/**
 * Its pages, the first of which tells of the others, and the levels below its root. Before a leaf is split, places with
 * the same key share an entry (_bt_dedup_pass), though not in a unique index. MODEL: keys are thought to come in rising order.
 */
function sizeOfIndex(world: World, table: Table, index: Index): { pages: number; height: number } {
  const map = mapOf(world, table.relation, index);
  if (map.size === 0) return { pages: 1, height: 0 };
  const fixed = index.columns.reduce((sum, column) => sum + (table.types[column] === 'int8' ? 8 : 4), 0);
  const hasText = index.columns.some((column) => table.types[column] === 'text');
  let [bytes, shared] = [0, 0];
  for (const [key, places] of map) {
    const entry = aligned(ENTRY + (hasText ? key.length : fixed));
    bytes += places.length * (entry + POINTER);
    shared += (places.length === 1 ? entry : aligned(entry + places.length * PLACE)) + POINTER;
  }
  if (index.unique) shared = bytes;
  const leaves = bytes <= LEAF || shared <= LEAF ? 1 : Math.ceil(shared / (LEAF * FILLED));
  return { pages: leaves === 1 ? 2 : leaves + 2, height: leaves === 1 ? 0 : 1 };
}

/** Plans when the statement begins: undefined where it goes through the whole table. */
export function startScan(
  world: World,
  table: Table,
  look: Look,
  context: Context,
  wanted: number,
  order?: Order,
): IndexRun | undefined {
  if (table.indexes.length === 0 || (look.quals.length === 0 && order === undefined && look.columns === undefined))
    return undefined;
  const { core } = world;
  const question: Question = {
    ...look,
    table,
    figures: core.figures(table.relation),
    rules: core.rules,
    sizeOf: (index) => sizeOfIndex(world, table, index),
    wanted,
    order,
  };
  if (world.counted.has(table.relation)) return mustBeHeap(world, question, context);
  const access = planAccess(question);
  if (access.kind === 'heap') return undefined;
  return access.kind === 'index' ? inOrder(world, table, access, context) : byPage(world, table, access, context);
}

/** What a planner knows of a counted table is not kept: all is well where the way makes no difference. */
function mustBeHeap(world: World, x: Question, context: Context): undefined {
  const { table, quals } = x;
  const rows = table.indexes.reduce((most, index) => Math.max(most, entriesIn(world, table, index)), 0);
  if (isHeapFor(x, rows)) return undefined;
  const isOne = table.indexes.some((index) => {
    const here = quals.filter((qual) => fits(index, [qual]) && qual.kind !== 'or');
    if (here.length === 0) return false;
    const found = entriesOf(world, table, index, here, context);
    return found.length === 0 || (found.length === 1 && found[0]?.places.length === 1);
  });
  const hasWay = table.indexes.some(
    (index) =>
      fits(index, quals) ||
      quals.some((qual) => qual.kind === 'or' && qual.arms.every((arm) => fits(index, arm))) ||
      isEnough(index, x.columns) ||
      x.order?.columns[0] === index.columns[0],
  );
  if (hasWay && !isOne) throw engineLimit('the plan for a large table after ANALYZE or CREATE INDEX');
  return undefined;
}
function entriesIn(world: World, table: Table, index: Index): number {
  let entries = 0;
  for (const places of mapOf(world, table.relation, index).values()) entries += places.length;
  return entries;
}

interface Entry {
  readonly key: string;
  readonly values: Row;
  readonly places: readonly number[];
}

/** An index's entries that fit all conditions on its columns. */
function entriesOf(world: World, table: Table, index: Index, quals: readonly Qual[], context: Context): Entry[] {
  const tests = quals.map((qual) => testOf(qual, context));
  const entries: Entry[] = [];
  const map = mapOf(world, table.relation, index);
  world.work.pay(WORK.lists, map.size * (1 + index.columns.length) * PRICE.column);
  for (const [key, places] of map) {
    const values = valuesOf(key, index, table);
    const fits = tests.every(({ column, fits: test }) => test(values[index.columns.indexOf(column)] ?? null));
    if (fits) entries.push({ key, values, places });
  }
  return entries;
}

interface Test {
  readonly column: number;
  readonly fits: (value: Value) => boolean;
}
const NEVER: Test = { column: 0, fits: () => false };

function testOf(qual: Qual, context: Context): Test {
  switch (qual.kind) {
    case 'compare': {
      const { column, op } = qual;
      const wanted = qual.value([], context);
      return wanted === null ? NEVER : { column, fits: (value) => value !== null && holds(op, compare(value, wanted)) };
    }
    case 'in': {
      const wanted = qual.values.map((one) => one([], context));
      const isOne = (value: Value): boolean => wanted.some((one) => one !== null && compare(value, one) === 0);
      return { column: qual.column, fits: (value) => value !== null && isOne(value) };
    }
    case 'prefix': {
      const { column, text, isWhole } = qual;
      const begins = (value: string): boolean => (isWhole ? value === text : value.startsWith(text));
      return { column, fits: (value) => typeof value === 'string' && begins(value) };
    }
    case 'null':
      return { column: qual.column, fits: (value) => (value === null) !== qual.negated };
    default:
      return NEVER;
  }
}

function holds(op: KeyOp, order: number): boolean {
  switch (op) {
    case '=':
      return order === 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

/** int4 and int8 have operators with one another. */
function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'bigint') return compareValues(BigInt(a), b);
  if (typeof a === 'bigint' && typeof b === 'number') return compareValues(a, BigInt(b));
  return compareValues(a, b);
}

/** Ascending, nulls last. */
function compareRows(a: Row, b: Row): number {
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? null, b[i] ?? null];
    const order = x === null || y === null ? Number(x === null) - Number(y === null) : compare(x, y);
    if (order !== 0) return order;
  }
  return 0;
}

function inOrder(
  world: World,
  table: Table,
  { index, quals, order }: Extract<Access, { kind: 'index' }>,
  context: Context,
): IndexRun {
  const entries = entriesOf(world, table, index, quals, context);
  entries.sort((a, b) => compareRows(a.values, b.values));
  const stops = entries.flatMap(({ key, places }) =>
    places.map((place) => {
      const { block, offset } = ctidOf(place);
      return { block, roots: [offset], key };
    }),
  );
  if (order?.descending === true) stops.reverse();
  return { kind: 'index', isOrdered: order !== undefined, index: index.name, stops, at: 0 };
}

function placesOf(world: World, table: Table, places: Places, context: Context): ReadonlySet<number> {
  if (places.kind === 'index')
    return new Set(entriesOf(world, table, places.index, places.quals, context).flatMap((entry) => entry.places));
  const [first, ...others] = places.of.map((one) => placesOf(world, table, one, context));
  if (places.kind === 'or') return new Set([...(first ?? []), ...others.flatMap((one) => [...one])]);
  return new Set([...(first ?? [])].filter((place) => others.every((one) => one.has(place))));
}

function byPage(world: World, table: Table, access: Extract<Access, { kind: 'bitmap' }>, context: Context): IndexRun {
  const places = placesOf(world, table, access.places, context);
  const stops: { block: number; roots: number[]; key: string }[] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const { block, offset } = ctidOf(place);
    const last = stops[stops.length - 1];
    if (last?.block === block) last.roots.push(offset);
    else stops.push({ block, roots: [offset], key: '' });
  }
  return { kind: 'bitmap', isOrdered: false, index: '', stops, at: 0 };
}

/** The next page of a bitmap or entry of an index that leads to rows: how many; 0 past the last one. */
export function nextStop(world: World, session: number, table: Table, run: StatementRun, scan: IndexRun): number {
  const { core } = world;
  for (let stop = scan.stops[scan.at]; stop !== undefined; stop = scan.stops[scan.at]) {
    scan.at += 1;
    if (scan.kind === 'bitmap') world.work.page(table.relation);
    else world.work.pay(WORK.versions, PRICE.page);
    run.block = stop.block;
    if (scan.kind === 'bitmap') {
      const count = core.scanRoots(session, table.relation, stop.block, stop.roots);
      if (count > 0) return count;
      continue;
    }
    const root = { block: stop.block, offset: stop.roots[0] ?? 0 };
    const found = core.fetchRoot(session, table.relation, root);
    if (found === 'found') return 1;
    const index = table.indexes.find(({ name }) => name === scan.index);
    if (found === 'dead' && index !== undefined)
      killEntry(mapOf(world, table.relation, index), stop.key, stop.block * 65536 + root.offset);
  }
  return 0;
}
