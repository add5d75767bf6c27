/** count, sum, min, max, avg. Sums of int4 are int8, of int8 numeric; averages are numeric, as printed by numeric_div. */

import { comparedAs } from './bind-other.ts';
import type { AggregateState, Bound, Eval, Scope, Typed } from './bound-types.ts';
import { settle } from './coerce.ts';
import type { SqlType } from './database.ts';
import { Failure, outOfRange } from './failure.ts';
import { floatArithmetic } from './float.ts';
import { addSpans } from './interval.ts';
import { WORK } from './limits.ts';
import { addNumeric, divideNumeric, type Numeric, numericOf } from './numeric.ts';
import { float, interval } from './other-types.ts';
import type { AggregateName, Expr } from './plan.ts';
import { compareValues, isNumeric, isOther, printValue, typeName, type Value } from './values.ts';

type BindExpr = (expr: Expr, scope: Scope) => Bound;

export function bindAggregate(expr: Extract<Expr, { kind: 'aggregate' }>, scope: Scope, bindExpr: BindExpr): Bound {
  const { aggregates } = scope;
  if (aggregates === undefined) throw new Failure('42803', `aggregate functions are not allowed in ${scope.clause}`);
  const inner: Scope = { ...scope, grouped: undefined, aggregates: undefined, clause: NESTED };
  const arg = expr.arg === undefined ? undefined : argument(expr.arg, inner, bindExpr);
  const made = arg === undefined ? countRows() : stateOf(expr.name, arg);
  const index = aggregates.length;
  aggregates.push(expr.distinct && arg !== undefined ? distinct(made.state, arg.eval) : made.state);
  return { type: made.type, eval: (_, context) => context.aggregates[index] ?? null };
}
const NESTED = 'aggregate';
function argument(expr: Expr, scope: Scope, bindExpr: BindExpr): Typed {
  if (expr.kind === 'aggregate') throw new Failure('42803', 'aggregate function calls cannot be nested');
  return settle(bindExpr(expr, scope), scope);
}

interface Made {
  readonly type: SqlType;
  readonly state: AggregateState;
}
const countRows = (): Made => ({
  type: 'int8',
  state: { start: () => 0, add: (n) => Number(n) + 1, end: (n) => BigInt(Number(n)) },
});

/** Skips nulls, folds the rest; returns `none` if all were null. */
function fold(
  evaluate: Eval,
  step: (sofar: Value, value: Value) => Value,
  end = (value: Value): Value => value,
): AggregateState {
  return {
    start: () => null,
    add: (state, row, context) => {
      const value = evaluate(row, context);
      const sofar = (state ?? null) as Value;
      return value === null ? sofar : step(sofar, value);
    },
    end: (state) => end((state ?? null) as Value),
  };
}

const isOrdered = (type: SqlType): boolean =>
  ['int4', 'int8', 'numeric', 'date', 'tid', 'xid8'].includes(type) ||
  (type !== 'bool' && type !== 'uuid' && type !== 'jsonb' && comparedAs(type, type) !== undefined);
const isFloat = (type: SqlType): boolean => type === 'float4' || type === 'float8';

function stateOf(name: AggregateName, arg: Typed): Made {
  const { type, eval: evaluate } = arg;
  switch (name) {
    case 'count':
      return {
        type: 'int8',
        state: {
          start: () => 0,
          add: (n, row, context) => Number(n) + (evaluate(row, context) === null ? 0 : 1),
          end: (n) => BigInt(Number(n)),
        },
      };
    case 'min':
    case 'max': {
      const sign = name === 'max' ? 1 : -1;
      if (!isOrdered(type)) throw noFunction(name, type);
      const better = (a: Value, b: Value) => (a === null || compareValues(b, a) * sign > 0 ? b : a);
      return {
        type: type === 'name' ? 'text' : type,
        state: type === 'text' || type === 'numeric' ? paid(fold(evaluate, better)) : fold(evaluate, better),
      };
    }
    case 'sum':
      if (type === 'int4' || type === 'int2')
        return { type: 'int8', state: fold(evaluate, (a, b) => inRange((a === null ? 0n : toBig(a)) + toBig(b))) };
      if (type === 'int8' || type === 'numeric')
        return {
          type: 'numeric',
          state: paid(fold(evaluate, (a, b) => (a === null ? toNumeric(b) : addNumeric(toNumeric(a), toNumeric(b))))),
        };
      return sumOf(name, type, evaluate);
    case 'avg':
      if (isFloat(type)) return averageOfFloats(evaluate);
      if (type !== 'int2' && type !== 'int4' && type !== 'int8' && type !== 'numeric') throw noFunction(name, type);
      return { type: 'numeric', state: paid(average(evaluate)) };
  }
}

/** Sums of floating point, and of intervals. */
function sumOf(name: AggregateName, type: SqlType, evaluate: Eval): Made {
  if (type === 'float4' || type === 'float8') {
    const step = (a: Value, b: Value): Value =>
      a === null ? b : float(floatArithmetic('+', numberOf(a), numberOf(b), type), type);
    return { type, state: fold(evaluate, step) };
  }
  if (type !== 'interval') throw noFunction(name, type);
  const step = (a: Value, b: Value): Value =>
    isOther(a) && a.of === 'interval' && isOther(b) && b.of === 'interval' ? interval(addSpans(a, b)) : b;
  return { type, state: fold(evaluate, step) };
}
const numberOf = (value: Value): number => (isOther(value) && 'number' in value ? value.number : Number(value));

function averageOfFloats(evaluate: Eval): Made {
  const state: AggregateState = {
    start: () => [0, 0],
    add: (sofar, row, context) => {
      const [count = 0, sum = 0] = sofar as readonly number[];
      const value = evaluate(row, context);
      return value === null ? sofar : [count + 1, floatArithmetic('+', sum, numberOf(value), 'float8')];
    },
    end: (sofar) => {
      const [count = 0, sum = 0] = sofar as readonly number[];
      return count === 0 ? null : float(sum / count, 'float8');
    },
  };
  return { type: 'float8', state };
}

function average(evaluate: Eval): AggregateState {
  interface Sum {
    readonly sum: Numeric;
    readonly count: bigint;
  }
  const none: Sum = { sum: numericOf(0n), count: 0n };
  return {
    start: () => none,
    add: (state, row, context) => {
      const { sum, count } = state as Sum;
      const value = evaluate(row, context);
      return value === null ? state : { sum: addNumeric(sum, toNumeric(value)), count: count + 1n };
    },
    end: (state) => {
      const { sum, count } = state as Sum;
      return count === 0n ? null : divideNumeric(sum, numericOf(count));
    },
  };
}

/** For long numbers, and texts that are compared: each row costs as much as the longest value could. */
const paid = (state: AggregateState): AggregateState => ({
  ...state,
  add: (sofar, row, context) => {
    context.work.pay(WORK.expressions, 100);
    return state.add(sofar, row, context);
  },
});

/** Passes on each value once. */
function distinct(state: AggregateState, evaluate: Eval): AggregateState {
  return {
    start: () => ({ inner: state.start(), seen: new Set<string>() }),
    add: (outer, row, context) => {
      const { inner, seen } = outer as { inner: unknown; seen: Set<string> };
      const key = printValue(evaluate(row, context));
      context.work.pay(WORK.expressions, 8 + ((key?.length ?? 0) >>> 3));
      if (key === null || seen.has(key)) return outer;
      return { inner: state.add(inner, row, context), seen: seen.add(key) };
    },
    end: (outer) => state.end((outer as { inner: unknown }).inner),
  };
}

const toBig = (value: Value): bigint => (typeof value === 'bigint' ? value : BigInt(Number(value)));
const toNumeric = (value: Value): Numeric => (isNumeric(value) ? value : numericOf(toBig(value)));
function inRange(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw outOfRange('bigint');
  return value;
}
const noFunction = (name: string, type: SqlType): Failure =>
  new Failure('42883', `function ${name}(${typeName(type)}) does not exist`);
