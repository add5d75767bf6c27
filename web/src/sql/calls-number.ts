/** Functions of numbers, and chance. Source: src/backend/utils/adt/numeric.c, float.c, pseudorandomfuncs.c. */

import { Failure } from './failure.ts';
import { wholeOf } from './float.ts';
import { isNumericValue, numberOf } from './number-values.ts';
import { type Numeric, roundTo } from './numeric.ts';
import { float } from './other-types.ts';
import type { Signature } from './signature.ts';
import type { Value } from './values.ts';

/** Towards zero, to so many digits after the point. */
function cut({ digits, scale }: Numeric, wanted: number): Numeric {
  if (wanted >= scale) return { digits: digits * 10n ** BigInt(wanted - scale), scale: wanted };
  const kept = Math.max(wanted, 0);
  const unit = 10n ** BigInt(scale - wanted);
  const whole = (digits / unit) * (wanted < 0 ? 10n ** BigInt(-wanted) : 1n);
  return { digits: whole, scale: kept };
}
/** A half is rounded away from zero. */
function rounded(value: Numeric, wanted: number): Numeric {
  if (wanted >= 0) return roundTo(value, wanted);
  const unit = 10n ** BigInt(value.scale - wanted);
  const half = value.digits < 0n ? -unit / 2n : unit / 2n;
  return { digits: ((value.digits + half) / unit) * 10n ** BigInt(-wanted), scale: 0 };
}
const floored = (value: Numeric): Numeric => {
  const whole = cut(value, 0);
  return value.digits < 0n && whole.digits * 10n ** BigInt(value.scale) !== value.digits
    ? { digits: whole.digits - 1n, scale: 0 }
    : whole;
};
const raised = (value: Numeric): Numeric => {
  const { digits } = floored({ digits: -value.digits, scale: value.scale });
  return { digits: -digits, scale: 0 };
};

const MAX_DIGITS = 500;
const digits = (wanted: Value): number => Math.max(-MAX_DIGITS, Math.min(MAX_DIGITS, Number(wanted)));
const ofNumeric = (make: (value: Numeric) => Value): Signature => ({
  args: ['numeric'],
  result: 'numeric',
  eval: ([value]) => make(isNumericValue(value)),
});
const ofFloat = (make: (number: number) => number): Signature => ({
  args: ['float8'],
  result: 'float8',
  eval: ([value]) => float(make(numberOf(value)), 'float8'),
});
const toDigits = (make: (value: Numeric, wanted: number) => Numeric): Signature => ({
  args: ['numeric', 'int4'],
  result: 'numeric',
  eval: ([value, wanted = 0]) => make(isNumericValue(value), digits(wanted)),
});
const even = (number: number): number => {
  const whole = wholeOf(number);
  return whole === undefined || Math.abs(number) >= 2 ** 52 ? number : Number(whole);
};

/** The type that a server takes for a whole number here: float8, the preferred one. */
const both = (exact: (value: Numeric) => Value, inexact: (number: number) => number): readonly Signature[] => [
  ofFloat(inexact),
  ofNumeric(exact),
];

export const NUMBER_CALLS: Readonly<Record<string, readonly Signature[]>> = {
  round: [...both((value) => rounded(value, 0), even), toDigits(rounded)],
  trunc: [...both((value) => cut(value, 0), Math.trunc), toDigits(cut)],
  floor: both(floored, Math.floor),
  ceil: both(raised, Math.ceil),
  ceiling: both(raised, Math.ceil),
  random: [{ args: [], result: 'float8', eval: (_, context) => context.ask('random', []) }],
  pg_sleep: [{ args: ['float8'], result: 'void', eval: (args, context) => context.ask('pg_sleep', args) }],
  setseed: [
    {
      args: ['float8'],
      result: 'void',
      eval: ([seed = null], context) => {
        const number = numberOf(seed);
        if (!(number >= -1 && number <= 1))
          throw new Failure('22023', `setseed parameter ${number} is out of allowed range [-1,1]`);
        return context.ask('setseed', [Math.round(number * 2 ** 30)]);
      },
    },
  ],
};
