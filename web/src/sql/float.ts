/**
 * real and double precision: the shortest digits that read back as the same number (extra_float_digits 1).
 * Source: float8out and float8in in src/backend/utils/adt/float.c, src/common/d2s.c and f2s.c.
 */
import { Failure } from './failure.ts';
import { type Numeric, parseNumeric, printNumeric } from './numeric.ts';

export type FloatType = 'float4' | 'float8';
const NAMES: Readonly<Record<FloatType, string>> = { float4: 'real', float8: 'double precision' };

/** The digits of a real: the fewest that make the same number of 32 bits. */
function digitsOf(number: number, of: FloatType): string {
  if (of === 'float8') return number.toExponential();
  for (let digits = 0; digits < 8; digits++) {
    const text = number.toExponential(digits);
    if (Math.fround(Number(text)) === number) return text;
  }
  return number.toExponential(8);
}

export function printFloat(number: number, of: FloatType): string {
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? 'Infinity' : '-Infinity';
  if (number === 0) return Object.is(number, -0) ? '-0' : '0';
  const [mantissa = '', power = '0'] = digitsOf(Math.abs(number), of).split('e');
  const sign = number < 0 ? '-' : '';
  const digits = mantissa.replace('.', '').replace(/0+$/, '') || '0';
  const exponent = Number(power);
  if (exponent < -4 || exponent >= (of === 'float8' ? 15 : 6)) {
    const size = String(Math.abs(exponent)).padStart(2, '0');
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : '';
    return `${sign}${digits.slice(0, 1)}${rest}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const PATTERN = /^\s*([+-]?)(?:(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d{1,9}))?|(nan)|(inf|infinity))\s*$/i;

export function parseFloatText(text: string, of: FloatType): number {
  const match = PATTERN.exec(text);
  if (match === null || text.length > MAX_CHARS)
    throw new Failure('22P02', `invalid input syntax for type ${NAMES[of]}: "${text}"`);
  const [, sign, mantissa, power = '0', nan, infinite] = match;
  if (nan !== undefined) return Number.NaN;
  if (infinite !== undefined) return sign === '-' ? -Infinity : Infinity;
  const read = Number(`${mantissa ?? '0'}e${power}`);
  const number = of === 'float4' ? Math.fround(read) : read;
  const isNothing = number === 0 && /[1-9]/.test(mantissa ?? '');
  if (!Number.isFinite(number) || isNothing)
    throw new Failure('22003', `"${text.trim()}" is out of range for type ${NAMES[of]}`);
  return sign === '-' ? -number : number;
}
const MAX_CHARS = 2000;

/** NaN equals itself and is greater than all others (float8_cmp_internal). */
export function compareFloats(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

const OVERFLOW = 'value out of range: overflow';
/** Of a result that only operands could have made infinite or nothing. */
function checked(number: number, mayOverflow: boolean, mayVanish: boolean): number {
  if (!Number.isFinite(number) && mayOverflow) throw new Failure('22003', OVERFLOW);
  if (number === 0 && mayVanish) throw new Failure('22003', 'value out of range: underflow');
  return number;
}

export function floatArithmetic(op: '+' | '-' | '*' | '/', a: number, b: number, of: FloatType): number {
  const rounded = of === 'float4' ? Math.fround : (number: number): number => number;
  const areFinite = Number.isFinite(a) && Number.isFinite(b);
  switch (op) {
    case '+':
      return checked(rounded(a + b), areFinite, false);
    case '-':
      return checked(rounded(a - b), areFinite, false);
    case '*':
      return checked(rounded(a * b), areFinite, a !== 0 && b !== 0);
    case '/':
      if (b === 0 && !Number.isNaN(a)) throw new Failure('22012', 'division by zero');
      return checked(rounded(a / b), areFinite, a !== 0 && areFinite);
  }
}

/** dtof. */
export function toReal(number: number): number {
  const real = Math.fround(number);
  return checked(real, Number.isFinite(number), number !== 0);
}

/** A half is rounded to the even number (rint). Undefined: it is not that of a whole number. */
export function wholeOf(number: number): bigint | undefined {
  if (!Number.isFinite(number)) return undefined;
  const low = Math.floor(number);
  const rest = number - low;
  return BigInt(rest > 0.5 || (rest === 0.5 && low % 2 !== 0) ? low + 1 : low);
}

/** float8_numeric: as many digits as are certain. */
export function numericOfFloat(number: number, of: FloatType): Numeric {
  const read = Number.isFinite(number) ? parseNumeric(number.toPrecision(of === 'float8' ? 15 : 6)) : undefined;
  if (read === undefined) throw new Failure('0A000', 'not supported: NaN and infinities of numeric');
  let { digits, scale } = read;
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale -= 1;
  }
  return { digits, scale };
}
/** numeric_float8. */
export const floatOfNumeric = (value: Numeric, of: FloatType): number => parseFloatText(printNumeric(value), of);
