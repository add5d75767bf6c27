/**
 * A numeric as it is stored: a header with sign, dscale and weight, then digits of base 10,000 without zeros at either
 * end. Source: NumericShort and NumericLong in src/backend/utils/adt/numeric.c.
 */
import type { Numeric } from './numeric.ts';

const BASE = 10_000n;
const SHORT = 0x8000;
const SHORT_NEGATIVE = 0x2000;
const LONG_NEGATIVE = 0x4000;
const MAX_SHORT_SCALE = 63;
const MAX_SHORT_WEIGHT = 63;

/** Writes what follows the varlena header; its length. */
export function putNumeric(view: DataView, at: number, { digits, scale }: Numeric): number {
  const isNegative = digits < 0n;
  const pad = (4 - (scale % 4)) % 4;
  const groups: number[] = [];
  for (let left = (isNegative ? -digits : digits) * 10n ** BigInt(pad); left > 0n; left /= BASE)
    groups.unshift(Number(left % BASE));
  const weight = groups.length === 0 ? 0 : groups.length - (scale + pad) / 4 - 1;
  while (groups.at(-1) === 0) groups.pop();
  const isShort = scale <= MAX_SHORT_SCALE && weight <= MAX_SHORT_WEIGHT && weight >= -MAX_SHORT_WEIGHT - 1;
  if (isShort) view.setUint16(at, SHORT | (isNegative ? SHORT_NEGATIVE : 0) | (scale << 7) | (weight & 0x7f), true);
  else {
    view.setUint16(at, (isNegative ? LONG_NEGATIVE : 0) | scale, true);
    view.setInt16(at + 2, weight, true);
  }
  const from = at + (isShort ? 2 : 4);
  for (const [i, group] of groups.entries()) view.setUint16(from + 2 * i, group, true);
  return from - at + 2 * groups.length;
}

/** @param length of what follows the varlena header */
export function readNumeric(view: DataView, at: number, length: number): Numeric {
  const header = view.getUint16(at, true);
  const isShort = (header & 0xc000) === SHORT;
  const scale = isShort ? (header >> 7) & MAX_SHORT_SCALE : header & 0x3fff;
  const weight = isShort ? ((header & 0x7f) << 25) >> 25 : view.getInt16(at + 2, true);
  const isNegative = (header & (isShort ? SHORT_NEGATIVE : LONG_NEGATIVE)) !== 0;
  let digits = 0n;
  let groups = 0;
  for (let from = isShort ? 2 : 4; from < length; from += 2, groups++)
    digits = digits * BASE + BigInt(view.getUint16(at + from, true));
  const shift = scale - 4 * (groups - weight - 1);
  digits = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
  return { digits: isNegative ? -digits : digits, scale };
}
