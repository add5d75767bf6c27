/**
 * What is written behind a column's type: varchar(20), numeric(10,2). A varchar is a text here, since all that tells
 * them apart is this length.
 */
import { Failure } from './failure.ts';
import { type Numeric, roundTo } from './numeric.ts';
import type { ColumnType, Modifier } from './plan.ts';
import { isVaried, sizeOf } from './tuple.ts';
import { isNumeric, type Value } from './values.ts';

interface Typed {
  readonly type: ColumnType;
  readonly modifier?: Modifier;
}

/** numeric(10,2), as SQL says it. */
export function declared({ type, modifier }: Typed): string {
  if (modifier === undefined) return type;
  if ('max' in modifier && modifier.isPadded === true) return `char(${modifier.max})`;
  return 'max' in modifier ? `varchar(${modifier.max})` : `numeric(${modifier.precision},${modifier.scale})`;
}

/** The value as the column keeps it. Source: varchar() and numeric() in varchar.c and numeric.c. */
export function fitted(value: Value, modifier: Modifier): Value {
  if ('max' in modifier) return typeof value === 'string' ? sized(value, modifier.max, modifier.isPadded) : value;
  if (!isNumeric(value)) return value;
  const rounded: Numeric = roundTo(value, modifier.scale);
  const limit = 10n ** BigInt(modifier.precision);
  if (rounded.digits >= limit || rounded.digits <= -limit) throw new Failure('22003', 'numeric field overflow');
  return rounded;
}

/** Only spaces may be cut off; char(n) is filled with them. */
function sized(text: string, max: number, isPadded: true | undefined): string {
  if (text.length <= max && isPadded === undefined) return text;
  const characters = [...text];
  if (characters.length <= max)
    return isPadded === undefined ? text : text + ' '.repeat(Math.min(max - characters.length, MAX_PADDED));
  if (characters.slice(max).some((one) => one !== ' '))
    throw new Failure('22001', `value too long for type character${isPadded === undefined ? ' varying' : ''}(${max})`);
  return characters.slice(0, max).join('');
}

/** More does not fit into a row. */
const MAX_PADDED = 1 << 14;

/** type_maximum_size, in UTF-8. Undefined: there is none. */
function maximumSize({ type, modifier }: Typed): number | undefined {
  if (!isVaried(type)) return sizeOf(type);
  if (modifier === undefined) return undefined;
  return 'max' in modifier ? modifier.max * 4 + 4 : 8 + 2 * Math.floor((modifier.precision + 6) / 4);
}

/** get_typavgwidth: what a planner expects without statistics. */
export function expectedWidth(column: Typed): number {
  const most = maximumSize(column);
  if (most === undefined) return 32;
  if (column.type === 'bpchar') return most;
  return most <= 32 ? most : 32 + Math.floor((Math.min(most, 1000) - 32) / 2);
}

const aligned = (size: number): number => (size + 7) & ~7;
/** needs_toast_table: a row may be longer than TOAST_TUPLE_THRESHOLD. */
export function needsToast(columns: readonly Typed[]): boolean {
  const sizes = columns.map(maximumSize);
  if (sizes.includes(undefined)) return true;
  const data = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  return aligned(23 + ((columns.length + 7) >> 3)) + aligned(data) > 2032;
}
