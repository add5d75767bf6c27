/**
 * PostgreSQL's numeric, as far as sums and averages need it: an integer and how many of its digits are after the point.
 * Source: src/backend/utils/adt/numeric.c.
 */
import { divisionByZero, engineLimit } from './failure.ts';
import { SQL_LIMITS } from './limits.ts';

export interface Numeric {
  readonly digits: bigint;
  /** dscale. */
  readonly scale: number;
}

const DEC_DIGITS = 4;
const MIN_SIG_DIGITS = 16;
const MAX_DISPLAY_SCALE = 1000;

export const numericOf = (value: bigint): Numeric => ({ digits: value, scale: 0 });

const LONGEST = 10n ** BigInt(SQL_LIMITS.digits);
const tooLong = () => engineLimit(`${SQL_LIMITS.digits} digits of a number`);

/** Refuses numbers with too many digits, before or after the point. */
export function checkDigits({ digits, scale }: Numeric): void {
  if (scale > SQL_LIMITS.digits || digits >= LONGEST || digits <= -LONGEST) throw tooLong();
}

/** Undefined if the text is no number. */
export function parseNumeric(text: string): Numeric | undefined {
  if (text.length > 2 * SQL_LIMITS.digits) throw tooLong();
  const match = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?\s*$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  if (scale < -SQL_LIMITS.digits) throw tooLong();
  const value = scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
  checkDigits(value);
  return value;
}

export function printNumeric({ digits, scale }: Numeric): string {
  const negative = digits < 0n;
  const text = String(negative ? -digits : digits).padStart(scale + 1, '0');
  const point = text.length - scale;
  return `${negative ? '-' : ''}${text.slice(0, point)}${scale === 0 ? '' : `.${text.slice(point)}`}`;
}

const at = ({ digits, scale }: Numeric, wanted: number): bigint => digits * 10n ** BigInt(wanted - scale);

export function addNumeric(a: Numeric, b: Numeric): Numeric {
  const scale = Math.max(a.scale, b.scale);
  return { digits: at(a, scale) + at(b, scale), scale };
}
export const negateNumeric = (a: Numeric): Numeric => ({ digits: -a.digits, scale: a.scale });
export const multiplyNumeric = (a: Numeric, b: Numeric): Numeric => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
});
export function compareNumeric(a: Numeric, b: Numeric): number {
  const scale = Math.max(a.scale, b.scale);
  const [x, y] = [at(a, scale), at(b, scale)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Weight of the first digit in base 10,000, and that digit; 0 and 0 of zero. */
function leading({ digits, scale }: Numeric): { weight: number; digit: number } {
  if (digits === 0n) return { weight: 0, digit: 0 };
  // Padded so that the point is between two digits of base 10,000.
  const pad = (DEC_DIGITS - (scale % DEC_DIGITS)) % DEC_DIGITS;
  const text = String((digits < 0n ? -digits : digits) * 10n ** BigInt(pad));
  // How many digits of base 10,000 follow the first.
  const behind = Math.ceil(text.length / DEC_DIGITS) - 1;
  return {
    weight: behind - (scale + pad) / DEC_DIGITS,
    digit: Number(text.slice(0, text.length - behind * DEC_DIGITS)),
  };
}

/** numeric_div, with select_div_scale's number of digits. */
export function divideNumeric(a: Numeric, b: Numeric): Numeric {
  if (b.digits === 0n) throw divisionByZero();
  const [x, y] = [leading(a), leading(b)];
  const weight = x.weight - y.weight - (x.digit <= y.digit ? 1 : 0);
  const wanted = Math.max(MIN_SIG_DIGITS - weight * DEC_DIGITS, a.scale, b.scale, 0);
  return divideTo(a, b, Math.min(wanted, MAX_DISPLAY_SCALE));
}

/** Rounded half away from zero. */
function divideTo(a: Numeric, b: Numeric, scale: number): Numeric {
  const top = a.digits * 10n ** BigInt(scale + b.scale + 1);
  const bottom = b.digits * 10n ** BigInt(a.scale);
  const tenfold = top / bottom;
  return { digits: (tenfold + (tenfold < 0n ? -5n : 5n)) / 10n, scale };
}

export function remainderNumeric(a: Numeric, b: Numeric): Numeric {
  if (b.digits === 0n) throw divisionByZero();
  const scale = Math.max(a.scale, b.scale);
  return { digits: at(a, scale) % at(b, scale), scale };
}

/** Exactly so many digits after the point, rounded half away from zero. */
export const roundTo = (a: Numeric, scale: number): Numeric =>
  a.scale <= scale ? { digits: at(a, scale), scale } : divideTo(a, { digits: 1n, scale: 0 }, scale);

/** To an integer, rounded half away from zero. */
export const roundNumeric = (a: Numeric): bigint => divideTo(a, { digits: 1n, scale: 0 }, 0).digits;
