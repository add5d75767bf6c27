/** Arithmetic of numerics, and of a numeric with an integer. Errors are numeric.c's. */
import { noOperator } from './bind-operator.ts';
import type { Bound, Scope, Typed } from './bound-types.ts';
import { coerce, never } from './coerce.ts';
import { WORK } from './limits.ts';
import {
  addNumeric,
  checkDigits,
  divideNumeric,
  multiplyNumeric,
  type Numeric,
  negateNumeric,
  remainderNumeric,
} from './numeric.ts';
import type { Arithmetic } from './plan.ts';
import { isNumeric, type Value } from './values.ts';

type Op = Exclude<Arithmetic, '||'>;

/** Prices for numbers of the maximum length. */
const UNITS: Readonly<Record<Op, number>> = { '+': 100, '-': 100, '*': 200, '/': 1000, '%': 1000 };

/** Undefined: neither operand is a numeric. `left` undefined: a minus before its operand. */
export function bindNumeric(op: Arithmetic, left: Bound | undefined, right: Bound, scope: Scope): Typed | undefined {
  if (op === '||' || (left?.type !== 'numeric' && right.type !== 'numeric')) return undefined;
  const b = coerce(right, 'numeric', scope, 'implicit');
  if (left === undefined) return b && { type: 'numeric', eval: (row, context) => minus(b.eval(row, context)) };
  const a = coerce(left, 'numeric', scope, 'implicit');
  if (a === undefined || b === undefined) throw noOperator(op, left, right);
  return {
    type: 'numeric',
    eval: (row, context) => {
      const [x, y] = [a.eval(row, context), b.eval(row, context)];
      if (x === null || y === null) return null;
      if (!isNumeric(x) || !isNumeric(y)) throw never();
      context.work.pay(WORK.expressions, UNITS[op]);
      const result = combined(op, x, y);
      checkDigits(result);
      return result;
    },
  };
}

function minus(value: Value): Value {
  if (value === null) return null;
  if (!isNumeric(value)) throw never();
  return negateNumeric(value);
}

function combined(op: Op, a: Numeric, b: Numeric): Numeric {
  switch (op) {
    case '+':
      return addNumeric(a, b);
    case '-':
      return addNumeric(a, negateNumeric(b));
    case '*':
      return multiplyNumeric(a, b);
    case '/':
      return divideNumeric(a, b);
    case '%':
      return remainderNumeric(a, b);
  }
}
