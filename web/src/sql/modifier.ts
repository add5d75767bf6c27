/**
 * What is written behind a column's type: varchar(20), numeric(10,2). A varchar is a text here, since all that tells
 * them apart is this length.
 */
import { Failure } from './failure.ts';
import { type Numeric, roundTo } from './numeric.ts';
import type { ColumnType, Modifier } from './plan.ts';
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
