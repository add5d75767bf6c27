/** Numbers out of values whose type is known. */
import { never } from './coerce.ts';
import type { Numeric } from './numeric.ts';
import { isNumeric, isOther, type Value } from './values.ts';

export const numberOf = (value: Value | undefined): number =>
  value !== undefined && isOther(value) && 'number' in value ? value.number : Number(value);
export function isNumericValue(value: Value | undefined): Numeric {
  if (value === undefined || !isNumeric(value)) throw never();
  return value;
}
