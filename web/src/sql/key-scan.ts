/**
 * An index scan for one key: the conditions name a value for each of the index's columns. The map has that key's entries
 * at once, where index-scan.ts would read and compare all of them. Both answer the same.
 */
import { type Index, isPlain, type Table } from './catalog.ts';
import type { IndexAccess, Test } from './index-scan.ts';
import { mapOf } from './key-maps.ts';
import { ctidOf } from './keys.ts';
import { PRICE, WORK } from './limits.ts';
import type { ColumnType } from './plan.ts';
import type { IndexRun, World } from './session.ts';
import type { Value } from './values.ts';

/**
 * A value as `keyOf` writes it for a column of the type. Undefined: its text does not decide whether two values are equal,
 * or is not known here.
 */
function textFor(type: ColumnType | undefined, value: Value | undefined): string | undefined {
  if (type === 'text') return typeof value === 'string' ? value : undefined;
  const isInteger = type === 'int4' || type === 'int8' || type === 'int2';
  return isInteger && (typeof value === 'number' || typeof value === 'bigint') ? String(value) : undefined;
}

/** The one key that fits all tests. Undefined: there may be others, or it has to be looked for. */
export function keyFor(index: Index, { types }: Pick<Table, 'types'>, tests: readonly Test[]): string | undefined {
  const { columns } = index;
  if (!isPlain(index) || tests.length !== columns.length) return undefined;
  let key = '';
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] ?? 0;
    const test = tests.find((one) => one.column === column);
    const text = columns.indexOf(column) === i ? textFor(types[column], test?.equals) : undefined;
    if (text === undefined) return undefined;
    key += `${text.length}:${text}`;
  }
  return key;
}

/**
 * The entries of one key, in the order of their places, or the other way round. It costs as much as to look through the
 * index: for its size, the planner did.
 */
export function atKey(world: World, table: Table, { index, order }: IndexAccess, key: string): IndexRun {
  const stops: { block: number; roots: number[]; key: string }[] = [];
  const map = mapOf(world, table.relation, index);
  world.work.pay(WORK.lists, map.size * (1 + index.columns.length) * PRICE.column);
  for (const place of map.get(key) ?? []) {
    const { block, offset } = ctidOf(place);
    stops.push({ block, roots: [offset], key });
  }
  if (order?.descending === true) stops.reverse();
  return { kind: 'index', isOrdered: order !== undefined, leaves: [index.name], index: index.name, stops, at: 0 };
}
