/**
 * Operators of types that few specs have: arithmetic of smallint, real and double precision, of dates, times and
 * intervals, and the type in which two values are compared. Source: pg_operator.dat; int.c, float.c, timestamp.c, date.c.
 */
import { noOperator } from './bind-operator.ts';
import type { Bound, Eval, Scope, Typed } from './bound-types.ts';
import { coerce, never } from './coerce.ts';
import type { SqlType } from './database.ts';
import { divisionByZero, engineLimit, Failure, outOfRange } from './failure.ts';
import { type FloatType, floatArithmetic } from './float.ts';
import { addSpans, addToTimestamp, between, negateSpan } from './interval.ts';
import { float, interval, moment } from './other-types.ts';
import type { Arithmetic } from './plan.ts';
import { microsOfDay } from './timestamp.ts';
import { isDate, isImplicit, isOther, typeName, type Value } from './values.ts';

type Kind = SqlType | 'unknown';
type Op = Exclude<Arithmetic, '||'>;
const WHOLE: readonly Kind[] = ['int2', 'int4', 'int8'];
const NUMBERS: readonly Kind[] = [...WHOLE, 'numeric', 'float4', 'float8'];
const MOMENTS: readonly Kind[] = ['date', 'timestamp', 'timestamptz', 'time', 'interval'];
const TAKEN: readonly Kind[] = ['int2', 'float4', 'float8', ...MOMENTS];

export function bindArithmetic(op: Arithmetic, left: Bound | undefined, right: Bound, scope: Scope): Typed | undefined {
  if (right.type === 'jsonb' || left?.type === 'jsonb')
    throw engineLimit(`${op} of jsonb in a statement that locks or changes rows (write the new value)`);
  if (op === '||' || !(TAKEN.includes(right.type) || (left !== undefined && TAKEN.includes(left.type))))
    return undefined;
  if (left === undefined) return negative(right);
  const [a, b] = [left.type, right.type];
  if (MOMENTS.includes(a) || MOMENTS.includes(b)) return ofMoments(op, left, right, scope);
  const type = numberType(a, b);
  const [x, y] = [left, right].map((one) => type && as(one, type, scope));
  if (type === undefined || x === undefined || y === undefined) throw noOperator(op, left, right);
  if (type === 'float4' || type === 'float8') return floats(op, type, x, y, noOperator(op, left, right));
  return type === 'int2' ? smallints(op, x, y) : undefined;
}

/** The type in which two numbers meet; undefined: an operator of other types has them, or none. */
function numberType(a: Kind, b: Kind): SqlType | undefined {
  if (a === 'unknown' || b === 'unknown') return a === 'unknown' ? (b === 'unknown' ? undefined : b) : a;
  if (!NUMBERS.includes(a) || !NUMBERS.includes(b)) return undefined;
  if (a === b) return a;
  // float8 is the preferred one: a real meets no other type but as that.
  if ([a, b].some((one) => one === 'float4' || one === 'float8')) return 'float8';
  return NUMBERS.indexOf(a) > NUMBERS.indexOf(b) ? a : b;
}

const as = (one: Bound, type: SqlType, scope: Scope): Eval | undefined => coerce(one, type, scope, 'implicit')?.eval;

function negative(right: Bound): Typed {
  const { type, eval: inner } = right;
  if (type === 'unknown' || type === 'date' || type === 'timestamp' || type === 'timestamptz' || type === 'time')
    throw noOperator('-', undefined, right);
  return {
    type,
    eval: (row, context) => {
      const value = inner(row, context);
      if (value === null) return null;
      if (typeof value === 'number') {
        if (value === -32768) throw outOfRange('smallint');
        return value === 0 ? 0 : -value;
      }
      if (!isOther(value)) throw never();
      if ('number' in value) return float(-value.number, value.of);
      return value.of === 'interval' ? interval(negateSpan(value)) : value;
    },
  };
}

const strict =
  (left: Eval, right: Eval, combine: (a: Exclude<Value, null>, b: Exclude<Value, null>) => Value): Eval =>
  (row, context) => {
    const a = left(row, context);
    if (a === null) return null;
    const b = right(row, context);
    return b === null ? null : combine(a, b);
  };

function smallints(op: Op, left: Eval, right: Eval): Typed {
  const combine = (a: number, b: number): number => {
    if ((op === '/' || op === '%') && b === 0) throw divisionByZero();
    if (op === '+') return a + b;
    if (op === '-') return a - b;
    if (op === '*') return a * b;
    return (op === '/' ? Math.trunc(a / b) : a % b) + 0;
  };
  const checked = strict(left, right, (a, b) => {
    const value = combine(Number(a), Number(b));
    if (value < -32768 || value > 32767) throw outOfRange('smallint');
    return value;
  });
  return { type: 'int2', eval: checked };
}

function floats(op: Op, type: FloatType, left: Eval, right: Eval, none: Failure): Typed {
  if (op === '%') throw none;
  const number = (value: Value): number => (isOther(value) && 'number' in value ? value.number : Number(value));
  return { type, eval: strict(left, right, (a, b) => float(floatArithmetic(op, number(a), number(b), type), type)) };
}

const microsOf = (value: Value): bigint => (isOther(value) && 'micros' in value ? value.micros : 0n);
const spanOfValue = (value: Value) => {
  if (!isOther(value) || value.of !== 'interval') throw never();
  return value;
};
const DAY = 86_400_000_000n;

/** By the types on both sides, the type of the result, and how it is made. */
interface Rule {
  readonly type: SqlType;
  readonly make: (a: Exclude<Value, null>, b: Exclude<Value, null>) => Value;
}
const day = (value: Value): number => (isDate(value) ? value.day : 0);
const plus = (zone: 'timestamp' | 'timestamptz', sign: 1 | -1): Rule => ({
  type: zone,
  make: (a, b) => {
    const span = sign === 1 ? spanOfValue(b) : negateSpan(spanOfValue(b));
    return moment(addToTimestamp(microsOf(a), span, zone === 'timestamptz'), zone);
  },
});
const difference: Rule = { type: 'interval', make: (a, b) => interval(between(microsOf(a), microsOf(b))) };
const dateWith = (sign: 1 | -1): Rule => ({
  type: 'timestamp',
  make: (a, b) => {
    const span = sign === 1 ? spanOfValue(b) : negateSpan(spanOfValue(b));
    return moment(addToTimestamp(microsOfDay(day(a)), span, false), 'timestamp');
  },
});
const timeWith = (sign: 1n | -1n): Rule => ({
  type: 'time',
  make: (a, b) => moment((((microsOf(a) + sign * spanOfValue(b).micros) % DAY) + DAY) % DAY, 'time'),
});
const turned = ({ type, make }: Rule): Rule => ({ type, make: (a, b) => make(b, a) });
const shifted = (sign: 1 | -1): Rule => ({ type: 'date', make: (a, b) => ({ day: day(a) + sign * Number(b) }) });

/** MODEL: an interval is multiplied by whole numbers alone. */
const times: Rule = {
  type: 'interval',
  make: (a, b) => {
    const { months, days, micros } = spanOfValue(a);
    const factor = isOther(b) && 'number' in b ? b.number : Number(b);
    if (!Number.isInteger(factor)) throw new Failure('0A000', 'not supported: an interval times a fraction');
    const whole = { months: months * factor, days: days * factor, micros: micros * BigInt(factor) };
    if (!Number.isSafeInteger(whole.months) || Math.abs(whole.months) > MAX || Math.abs(whole.days) > MAX)
      throw outOfRange('interval');
    return interval({ months: whole.months + 0, days: whole.days + 0, micros: whole.micros });
  },
};
const MAX = 2 ** 31 - 1;

const RULES: Readonly<Record<string, Rule>> = {
  'timestamp + interval': plus('timestamp', 1),
  'timestamptz + interval': plus('timestamptz', 1),
  'timestamp - interval': plus('timestamp', -1),
  'timestamptz - interval': plus('timestamptz', -1),
  'interval + timestamp': turned(plus('timestamp', 1)),
  'interval + timestamptz': turned(plus('timestamptz', 1)),
  'timestamp - timestamp': difference,
  'timestamptz - timestamptz': difference,
  'date + interval': dateWith(1),
  'date - interval': dateWith(-1),
  'interval + date': turned(dateWith(1)),
  'date + int4': shifted(1),
  'int4 + date': turned(shifted(1)),
  'date - int4': shifted(-1),
  'date - date': { type: 'int4', make: (a, b) => day(a) - day(b) },
  'date + time': {
    type: 'timestamp',
    make: (a, b) => moment(microsOfDay(day(a)) + microsOf(b), 'timestamp'),
  },
  'time + interval': timeWith(1n),
  'time - interval': timeWith(-1n),
  'interval + time': turned(timeWith(1n)),
  'time - time': {
    type: 'interval',
    make: (a, b) => interval({ months: 0, days: 0, micros: microsOf(a) - microsOf(b) }),
  },
  'interval * float8': times,
  'float8 * interval': turned(times),
  'interval + interval': { type: 'interval', make: (a, b) => interval(addSpans(spanOfValue(a), spanOfValue(b))) },
  'interval - interval': {
    type: 'interval',
    make: (a, b) => interval(addSpans(spanOfValue(a), negateSpan(spanOfValue(b)))),
  },
};

function ofMoments(op: Op, left: Bound, right: Bound, scope: Scope): Typed {
  for (const [a, b] of operandTypes(op, left.type, right.type)) {
    const rule = RULES[`${a} ${op} ${b}`];
    const x = rule && as(left, a, scope);
    const y = rule && as(right, b, scope);
    if (rule !== undefined && x !== undefined && y !== undefined)
      return { type: rule.type, eval: strict(x, y, rule.make) };
  }
  if (op === '*' || op === '/')
    throw new Failure('0A000', `not supported: ${typeName(left.type)} ${op} ${typeName(right.type)}`);
  throw noOperator(op, left, right);
}

/** As they are; a literal as the other side's type, or after a moment as an interval; a date as a timestamp. */
function operandTypes(op: Op, left: Kind, right: Kind): readonly (readonly [SqlType, SqlType])[] {
  if (left === 'unknown')
    return right === 'unknown'
      ? []
      : right === 'date' && op === '+'
        ? []
        : [
            [right, right],
            ['interval', right],
          ];
  if (right === 'unknown') {
    if (left === 'date') return op === '-' ? [['date', 'date']] : [];
    return op === '-'
      ? [
          [left, left],
          [left, 'interval'],
        ]
      : [[left, 'interval']];
  }
  const pairs: (readonly [SqlType, SqlType])[] = [[left, right]];
  if (NUMBERS.includes(right)) pairs.push([left, 'float8']);
  if (NUMBERS.includes(left)) pairs.push(['float8', right]);
  if (right === 'int2') pairs.push([left, 'int4']);
  if (left === 'int2') pairs.push(['int4', right]);
  for (const zone of ['timestamp', 'timestamptz'] as const)
    if ((left === zone || isImplicit(left, zone)) && (right === zone || isImplicit(right, zone)))
      pairs.push([zone, zone]);
  return pairs;
}

const TEXTS: readonly SqlType[] = ['text', 'bpchar', 'name'];
const ORDERED: readonly SqlType[] = [
  ...TEXTS,
  'uuid',
  'jsonb',
  'timestamp',
  'timestamptz',
  'time',
  'interval',
  'int2',
  'float4',
  'float8',
];
/** The type in which two values are compared, if one of them is of these types. */
export function comparedAs(left: SqlType, right: SqlType): SqlType | undefined {
  if (left === right) return left === 'bpchar' ? 'text' : ORDERED.includes(left) ? left : undefined;
  if (TEXTS.includes(left) && TEXTS.includes(right)) return 'text';
  if (NUMBERS.includes(left) && NUMBERS.includes(right)) return numberType(left, right);
  if (left === 'time' && right === 'interval') return 'interval';
  if (isImplicit(left, right)) return right;
  return isImplicit(right, left) ? left : undefined;
}
