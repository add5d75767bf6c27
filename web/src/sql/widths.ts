/**
 * How long a column's values and a table's rows can get, as far as plans and TOAST tables depend on it.
 * Source: type_maximum_size in format_type.c, get_typavgwidth in lsyscache.c, needs_toast_table in toasting.c.
 */
import type { ColumnType, Modifier } from './plan.ts';
import { isVaried, sizeOf } from './tuple.ts';

interface Typed {
  readonly type: ColumnType;
  readonly modifier?: Modifier;
}

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
