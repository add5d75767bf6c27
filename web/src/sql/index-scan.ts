/**
 * How a statement follows an index to its rows. An index scan reads the entries in the order of the keys, equal keys in
 * the order of their places (nbtree's, _bt_compare). A bitmap heap scan collects all entries first, then visits the
 * table's pages in order and on each the line pointers that entries point to. Both follow the HOT chain from there; so
 * a HOT update's version comes at its root's place, not at its own. A planner chooses the way (plan-scan.ts), except
 * for statements with only one known way (seldom.ts).
 * Source: nbtsearch.c, nodeBitmapHeapscan.c, heapam_index_fetch_tuple; chains are followed in the C engine
 * (heap/scan.c).
 */
import { bindExpr } from './bind.ts';
import type { Context, Look, Order, Qual, Scope } from './bound-types.ts';
import type { Index, Table } from './catalog.ts';
import { mapOf } from './key-maps.ts';
import { ctidOf, killEntry, valuesOf } from './keys.ts';
import { PRICE, WORK } from './limits.ts';
import type { Expr } from './plan.ts';
import type { Access } from './planner.ts';
import { checkSerializable } from './serializable.ts';
import type { IndexRun, StatementRun, World } from './session.ts';
import { compareValues, isNumeric, otherTypes, type Row, type Value } from './values.ts';

export type IndexAccess = Extract<Access, { kind: 'index' }>;

/** Plans when the statement begins: undefined if it scans the whole table. */
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
  if (world.seldom !== null) return world.seldom.startScan(world, table, look, context, wanted, order);
  const access = knownAccess(table, look.quals, order);
  if (access === undefined) return undefined;
  const tests = access.quals.flatMap((qual) => keyTest(qual, context));
  return inOrder(world, table, access, tests);
}

/** The conditions of WHERE that `knownAccess` can use: that the key equals a number. */
export function keyQuals(where: Expr | undefined, table: Table, scope: Scope): readonly Qual[] {
  if (where?.kind !== 'binary' || where.op !== '=' || where.left.kind !== 'column') return [];
  const { name } = where.left;
  const column = table.columns.findIndex((one) => one.name === name);
  if (table.indexes[0]?.columns[0] !== column) return [];
  return [{ kind: 'compare', column, op: '=', value: bindExpr(where.right, scope).eval, calls: 1 }];
}

/** A planner's choice for every statement that `needSeldom` accepts: the one index for a row or an order of its key. */
export function knownAccess({ indexes }: Table, quals: readonly Qual[], order?: Order): IndexAccess | undefined {
  const [index] = indexes;
  const isOrdered = order?.columns.length === 1 && order.columns[0] === index?.columns[0];
  if (index === undefined || (quals.length === 0 && !isOrdered)) return undefined;
  return { kind: 'index', index, quals, order: isOrdered ? order : undefined };
}

function keyTest(qual: Qual, context: Context): Test[] {
  if (qual.kind !== 'compare') return [];
  const wanted = qual.value([], context);
  return [{ column: qual.column, fits: (value) => compare(value, wanted) === 0 }];
}

interface Entry {
  readonly key: string;
  readonly values: Row;
  readonly places: readonly number[];
}

/** A condition on a column of an index. */
export interface Test {
  readonly column: number;
  readonly fits: (value: Value) => boolean;
  /** The one value that fits, and those that are equal to it; undefined: there are others. */
  readonly equals?: Exclude<Value, null> | undefined;
}

/** A comparison with NULL: a server does not even look. */
export const NEVER: Test = { column: 0, fits: () => false };

/** An index's entries that fit all conditions on its columns. */
export function entriesOf(world: World, table: Table, index: Index, tests: readonly Test[]): Entry[] {
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

/** Numbers of all types can be compared with each other. */
export function compare(a: Value, b: Value): number {
  if (isNumeric(a) || isNumeric(b)) return compareValues(otherTypes().toNumeric(a), otherTypes().toNumeric(b));
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

/** Entry by entry, in the order of the keys. */
export function inOrder(
  world: World,
  table: Table,
  { index, order }: Pick<IndexAccess, 'index' | 'order'>,
  tests: readonly Test[],
): IndexRun {
  const entries = entriesOf(world, table, index, tests);
  if (entries.length > 1) entries.sort((a, b) => compareRows(a.values, b.values));
  const stops: { block: number; roots: number[]; key: string }[] = [];
  for (const { key, places } of entries)
    for (const place of places) {
      const { block, offset } = ctidOf(place);
      stops.push({ block, roots: [offset], key });
    }
  if (order?.descending === true) stops.reverse();
  const leaves = tests.includes(NEVER) ? [] : [index.name];
  return { kind: 'index', isOrdered: order !== undefined, leaves, index: index.name, stops, at: 0 };
}

/** The bitmap's next page or the index's next entry that leads to rows: their number; 0 past the last one. */
export function nextStop(world: World, session: number, table: Table, run: StatementRun, scan: IndexRun): number {
  const { core } = world;
  for (let stop = scan.stops[scan.at]; stop !== undefined; stop = scan.stops[scan.at]) {
    scan.at += 1;
    if (scan.kind === 'bitmap') world.work.page(table.relation);
    else world.work.pay(WORK.versions, PRICE.page);
    run.block = stop.block;
    if (scan.kind === 'bitmap') {
      const count = core.scanRoots(session, table.relation, stop.block, stop.roots);
      checkSerializable(world, session);
      if (count > 0) return count;
      continue;
    }
    const root = { block: stop.block, offset: stop.roots[0] ?? 0 };
    const found = core.fetchRoot(session, table.relation, root);
    checkSerializable(world, session);
    if (found === 'found') return 1;
    const index = table.indexes.find(({ name }) => name === scan.index);
    if (found === 'dead' && index !== undefined)
      killEntry(mapOf(world, table.relation, index), stop.key, stop.block * 65536 + root.offset);
  }
  return 0;
}
