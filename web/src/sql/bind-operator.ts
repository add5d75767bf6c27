/** Operators: the types that go together, and the type of the result. Errors are int.c's and int8.c's. */

import type { Bound, Context, Eval, Scope, Typed } from './bound-types.ts';
import { coerce, goThrough, never, settle, spend } from './coerce.ts';
import type { SqlType } from './database.ts';
import { divisionByZero, Failure, outOfRange } from './failure.ts';
import { WORK } from './limits.ts';
import type { Arithmetic, BinaryOp } from './plan.ts';
import { canCast, castValue, compareValues, isNumeric, typeName, type Value } from './values.ts';

type Comparison = Exclude<BinaryOp, Arithmetic>;

const NUMBERS: readonly SqlType[] = ['int4', 'int8', 'numeric'];
const rank = (type: SqlType | 'unknown'): number => (type === 'unknown' ? -1 : NUMBERS.indexOf(type));

export function noOperator(op: string, left: Bound | undefined, right: Bound): Failure {
  const before = left === undefined ? '' : `${typeName(left.type)} `;
  return new Failure('42883', `operator does not exist: ${before}${op} ${typeName(right.type)}`);
}

/** `left` undefined: a minus before its operand. */
export function arithmetic(op: Arithmetic, left: Bound | undefined, right: Bound, scope: Scope): Typed {
  if (op === '||') return concat(left ?? right, right, scope);
  const other = scope.seldom?.bindArithmetic(op, left, right, scope);
  if (other !== undefined) return other;
  if (left?.type === 'unknown' && right.type === 'unknown')
    throw new Failure('42725', `operator is not unique: unknown ${op} unknown`);
  const type = NUMBERS[Math.max(rank(left?.type ?? 'unknown'), rank(right.type))];
  if (type === undefined) throw noOperator(op, left, right);
  const b = coerce(right, type, scope, 'implicit');
  if (left === undefined) {
    if (b === undefined) throw noOperator(op, left, right);
    return { type, eval: negated(b.eval) };
  }
  const a = coerce(left, type, scope, 'implicit');
  if (a === undefined || b === undefined) throw noOperator(op, left, right);
  return { type, eval: type === 'int4' ? int4(op, a.eval, b.eval) : int8(op, a.eval, b.eval) };
}

const MIN_INT4 = -(2 ** 31);
function negated(inner: Eval): Eval {
  return (row, context) => {
    const value = inner(row, context);
    if (value === null) return null;
    if (typeof value === 'number') {
      if (value === MIN_INT4) throw outOfRange('integer');
      return value === 0 ? 0 : -value;
    }
    if (typeof value === 'bigint') return int8Result(-value);
    throw never();
  };
}

function int4(op: Exclude<Arithmetic, '||'>, left: Eval, right: Eval): Eval {
  const combine = INT4[op];
  return (row, context) => {
    const a = left(row, context);
    if (a === null) return null;
    const b = right(row, context);
    if (b === null) return null;
    const value = combine(a as number, b as number);
    if (value !== (value | 0)) throw outOfRange('integer');
    return value;
  };
}
const INT4: Readonly<Record<Exclude<Arithmetic, '||'>, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => {
    if (b === 0) throw divisionByZero();
    return Math.trunc(a / b);
  },
  '%': (a, b) => {
    if (b === 0) throw divisionByZero();
    // Never minus zero.
    return (a % b) + 0;
  },
};

function int8Result(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw outOfRange('bigint');
  return value;
}
function int8(op: Exclude<Arithmetic, '||'>, left: Eval, right: Eval): Eval {
  return (row, context) => {
    const a = left(row, context);
    const b = right(row, context);
    if (a === null || b === null) return null;
    if (typeof a !== 'bigint' || typeof b !== 'bigint') throw never();
    return int8Result(combined(op, a, b));
  };
}
function combined(op: Exclude<Arithmetic, '||'>, a: bigint, b: bigint): bigint {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      if (b === 0n) throw divisionByZero();
      return op === '/' ? a / b : a % b;
  }
}

/** text || text, and text with anything that converts to text. */
function concat(left: Bound, right: Bound, scope: Scope): Typed {
  const isText = ({ type }: Bound) => type === 'text' || type === 'unknown' || type === 'bpchar' || type === 'name';
  if (!isText(left) && !isText(right)) throw noOperator('||', left, right);
  const [a, b] = [left, right].map((one) => coerce(settle(one, scope), 'text', scope, 'cast'));
  if (a === undefined || b === undefined) throw never();
  return {
    type: 'text',
    eval: (row, context) => {
      const [x, y] = [a.eval(row, context), b.eval(row, context)];
      if (typeof x !== 'string' || typeof y !== 'string') return null;
      spend(context, x.length + y.length);
      return x + y;
    },
  };
}

const ORDERED: readonly SqlType[] = ['int4', 'int8', 'numeric', 'text', 'bool', 'date', 'tid', 'xid8'];

/** The type in which two operands are compared; undefined when there is no operator. */
function comparedAs(left: SqlType, right: SqlType, op: Comparison): SqlType | undefined {
  const isEquality = op === '=' || op === '<>';
  if (left === right)
    return ORDERED.includes(left) || (isEquality && (left === 'xid' || left === 'cid')) ? left : undefined;
  if (rank(left) >= 0 && rank(right) >= 0) return NUMBERS[Math.max(rank(left), rank(right))];
  if (isEquality && left === 'xid' && right === 'int4') return 'xid';
  return undefined;
}

export function comparison(op: Comparison, left: Bound, right: Bound, scope: Scope): Typed {
  const known = left.type === 'unknown' ? right.type : left.type;
  const wanted: SqlType = known === 'unknown' ? 'text' : known;
  const a = left.type === 'unknown' ? coerce(left, wanted, scope, 'implicit') : { ...left, type: left.type };
  const b = right.type === 'unknown' ? coerce(right, wanted, scope, 'implicit') : { ...right, type: right.type };
  if (a === undefined || b === undefined) throw noOperator(op, left, right);
  const type = comparedAs(a.type, b.type, op) ?? scope.seldom?.comparedAs(a.type, b.type);
  if (type === undefined) throw noOperator(op, left, right);
  return { type: 'bool', eval: compare(op, as(a, type), as(b, type), type) };
}

function as(one: Typed, to: SqlType): Eval {
  const { type, eval: inner } = one;
  if (type === to || (to === 'xid' && type === 'int4')) return inner;
  if (!canCast(type, to)) throw never();
  return (row, context) => castValue(inner(row, context), type, to);
}

/** Numbers are compared directly; the rest by their type. */
function compare(op: Comparison, left: Eval, right: Eval, type: SqlType): Eval {
  if (type === 'int4' && op === '=')
    return (row, context) => {
      const a = left(row, context);
      if (a === null) return null;
      const b = right(row, context);
      return b === null ? null : a === b;
    };
  const test = TESTS[op];
  const order: (a: Value, b: Value) => number =
    type === 'xid' || type === 'cid' ? (a, b) => (Number(a) >>> 0) - (Number(b) >>> 0) : compareValues;
  return (row, context) => {
    const a = left(row, context);
    if (a === null) return null;
    const b = right(row, context);
    if (b === null) return null;
    payForComparison(context, a, b);
    return test(order(a, b));
  };
}
/** The price of two numerics of the maximum length. */
const LONG_NUMBERS = 100;
/** Pays for long texts and long numbers, which take time to compare. */
export function payForComparison(context: Context, a: Value, b: Value): void {
  if (typeof a === 'string' && typeof b === 'string') goThrough(context, Math.min(a.length, b.length) >>> 5);
  else if (isNumeric(a)) context.work.pay(WORK.expressions, LONG_NUMBERS);
}
const TESTS: Readonly<Record<Comparison, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};
