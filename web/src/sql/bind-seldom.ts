/** Expressions that few specs have: everything but constants, columns and operators. See bind.ts. */
import { bindExpr, condition } from './bind.ts';
import { bindAggregate } from './bind-aggregate.ts';
import { bindCall } from './bind-call.ts';
import { comparison, payForComparison } from './bind-operator.ts';
import { bindOfTwoRows } from './bound-conflict.ts';
import type { Bound, Eval, Scope, Typed } from './bound-types.ts';
import { coerce, common, goThrough, never, settle } from './coerce.ts';
import { Failure, undefinedType } from './failure.ts';
import { like } from './like.ts';
import type { Expr } from './plan.ts';
import type { SeldomExpr } from './seldom.ts';
import { compareValues, typeName, type Value } from './values.ts';

type Of<Kind extends Expr['kind']> = Extract<Expr, { kind: Kind }>;

export function bindSeldom(expr: SeldomExpr, scope: Scope): Bound {
  switch (expr.kind) {
    case 'param':
      return bindParam(expr.number, scope);
    case 'excluded':
    case 'unqualified':
      return bindOfTwoRows(expr, scope);
    case 'init-plan': {
      const { number } = expr;
      return { type: scope.initTypes[number] ?? 'text', eval: (_, context) => context.initPlan(number) };
    }
    case 'not':
      return bindNot(expr.arg, scope);
    case 'and':
    case 'or':
      return bindLogic(expr.kind, expr.args, scope);
    case 'is-null':
      return bindIsNull(expr, scope);
    case 'is-bool':
      return bindIsBool(expr, scope);
    case 'distinct':
      return bindDistinct(expr, scope);
    case 'in':
      return bindIn(expr, scope);
    case 'between':
      return bindBetween(expr, scope);
    case 'like':
      return bindLike(expr, scope);
    case 'case':
      return bindCase(expr, scope);
    case 'coalesce':
      return bindCoalesce(expr.args, scope);
    case 'greatest':
    case 'least':
      return bindExtreme(expr.kind, expr.args, scope);
    case 'nullif':
      return bindNullif(expr, scope);
    case 'call':
      return bindCall(expr.name, bindAll(expr.args, scope), scope);
    case 'no-type':
      throw undefinedType(expr.name);
    case 'aggregate':
      return bindAggregate(expr, scope, bindExpr);
    case 'cast':
      return bindCast(expr, scope);
  }
}

function bindParam(number: number, scope: Scope): Bound {
  if (number < 1 || number > scope.params.length) throw new Failure('42P02', `there is no parameter $${number}`);
  const type = scope.params[number - 1];
  const evaluate: Eval = (_, { params }) => params[number - 1] ?? null;
  return type === undefined ? { type: 'unknown', eval: evaluate, param: number } : { type, eval: evaluate };
}

function bindNot(arg: Expr, scope: Scope): Typed {
  const inner = condition(bindExpr(arg, scope), scope, 'NOT').eval;
  return bool((row, context) => {
    const value = inner(row, context);
    return value === null ? null : value !== true;
  });
}

function bindIsNull({ arg, negated }: Of<'is-null'>, scope: Scope): Typed {
  const { eval: inner } = settle(bindExpr(arg, scope), scope);
  return bool((row, context) => (inner(row, context) === null) !== negated);
}

function bindIsBool({ arg, test, negated }: Of<'is-bool'>, scope: Scope): Typed {
  const what = `IS${negated ? ' NOT' : ''} ${test === null ? 'UNKNOWN' : test ? 'TRUE' : 'FALSE'}`;
  const inner = condition(bindExpr(arg, scope), scope, what).eval;
  return bool((row, context) => (inner(row, context) === test) !== negated);
}

function bindDistinct({ left: first, right: second, negated }: Of<'distinct'>, scope: Scope): Typed {
  const [left, right] = pair(first, second, scope);
  return bool((row, context) => {
    const [a, b] = [left.eval(row, context), right.eval(row, context)];
    payForComparison(context, a, b);
    const same = a === null || b === null ? a === b : compareValues(a, b) === 0;
    return same === negated;
  });
}

function bindCoalesce(args: readonly Expr[], scope: Scope): Typed {
  const all = common(bindAll(args, scope), scope, 'COALESCE');
  return {
    type: all[0]?.type ?? 'text',
    eval: (row, context) => {
      for (const one of all) {
        const value = one.eval(row, context);
        if (value !== null) return value;
      }
      return null;
    },
  };
}

function bindExtreme(kind: 'greatest' | 'least', args: readonly Expr[], scope: Scope): Typed {
  const all = common(bindAll(args, scope), scope, kind.toUpperCase());
  const sign = kind === 'greatest' ? 1 : -1;
  return {
    type: all[0]?.type ?? 'text',
    eval: (row, context) => {
      let best: Value = null;
      for (const one of all) {
        const value = one.eval(row, context);
        payForComparison(context, value, best);
        if (value !== null && (best === null || compareValues(value, best) * sign > 0)) best = value;
      }
      return best;
    },
  };
}

function bindNullif(expr: Of<'nullif'>, scope: Scope): Typed {
  const left = bindExpr(expr.left, scope);
  const same = comparison('=', left, bindExpr(expr.right, scope), scope);
  const first = settle(left, scope);
  return {
    type: first.type,
    eval: (row, context) => (same.eval(row, context) === true ? null : first.eval(row, context)),
  };
}

function bindCast({ arg, type }: Of<'cast'>, scope: Scope): Typed {
  const inner = bindExpr(arg, scope);
  const typed = coerce(inner, type, scope, 'cast');
  if (typed === undefined) throw new Failure('42846', `cannot cast type ${typeName(inner.type)} to ${typeName(type)}`);
  return typed;
}

const bindAll = (list: readonly Expr[], scope: Scope): Bound[] => list.map((expr) => bindExpr(expr, scope));
const bool = (evaluate: Eval): Typed => ({ type: 'bool', eval: evaluate });

function pair(left: Expr, right: Expr, scope: Scope): readonly [Typed, Typed] {
  const [a, b] = common([bindExpr(left, scope), bindExpr(right, scope)], scope, 'IS DISTINCT FROM');
  if (a === undefined || b === undefined) throw never();
  return [a, b];
}

function bindLogic(kind: 'and' | 'or', args: readonly Expr[], scope: Scope): Typed {
  const all = args.map((arg) => condition(bindExpr(arg, scope), scope, kind.toUpperCase()).eval);
  const decisive = kind === 'or';
  return bool((row, context) => {
    let result: Value = !decisive;
    for (const one of all) {
      const value = one(row, context);
      if (value === decisive) return decisive;
      if (value === null) result = null;
    }
    return result;
  });
}

function bindIn({ arg, list, negated }: Of<'in'>, scope: Scope): Typed {
  const inner = bindExpr(arg, scope);
  const tests = list.map((one) => comparison('=', inner, bindExpr(one, scope), scope).eval);
  return bool((row, context) => {
    let result: Value = negated;
    for (const test of tests) {
      const value = test(row, context);
      if (value === true) return !negated;
      if (value === null) result = null;
    }
    return result;
  });
}

function bindBetween(expr: Of<'between'>, scope: Scope): Typed {
  const arg = bindExpr(expr.arg, scope);
  const low = bindExpr(expr.low, scope);
  const high = bindExpr(expr.high, scope);
  const within = (from: Bound, to: Bound): Eval => {
    const above = comparison('>=', arg, from, scope).eval;
    const below = comparison('<=', arg, to, scope).eval;
    return (row, context) => {
      const a = above(row, context);
      if (a === false) return false;
      const b = below(row, context);
      return b === false ? false : a === null || b === null ? null : true;
    };
  };
  const [straight, turned] = [within(low, high), expr.symmetric ? within(high, low) : undefined];
  const { negated } = expr;
  return bool((row, context) => {
    let value = straight(row, context);
    if (value !== true && turned !== undefined) {
      const other = turned(row, context);
      value = other === true ? true : value === null || other === null ? null : false;
    }
    return value === null ? null : value !== negated;
  });
}

function bindLike({ arg, pattern, negated, ignoreCase }: Of<'like'>, scope: Scope): Typed {
  const [left, right] = [bindExpr(arg, scope), bindExpr(pattern, scope)].map((one) => {
    const typed = settle(one, scope);
    if (typed.type === 'text') return typed;
    const operator = `${negated ? '!' : ''}~~${ignoreCase ? '*' : ''}`;
    throw new Failure('42883', `operator does not exist: ${typeName(typed.type)} ${operator} ${typeName('unknown')}`);
  });
  if (left === undefined || right === undefined) throw never();
  return bool((row, context) => {
    const [text, wanted] = [left.eval(row, context), right.eval(row, context)];
    if (typeof text !== 'string' || typeof wanted !== 'string') return null;
    const pay = (characters: number): void => goThrough(context, characters);
    return like(ignoreCase ? text.toLowerCase() : text, ignoreCase ? wanted.toLowerCase() : wanted, pay) !== negated;
  });
}

function bindCase(expr: Of<'case'>, scope: Scope): Typed {
  const subject = expr.arg === undefined ? undefined : bindExpr(expr.arg, scope);
  const tests = expr.whens.map(({ when }) => {
    const bound = bindExpr(when, scope);
    return subject === undefined
      ? condition(bound, scope, 'CASE/WHEN').eval
      : comparison('=', subject, bound, scope).eval;
  });
  const last: Bound = expr.otherwise === undefined ? NULL : bindExpr(expr.otherwise, scope);
  const results = common([last, ...expr.whens.map(({ result }) => bindExpr(result, scope))], scope, 'CASE');
  const [otherwise, ...then] = results.map((one) => one.eval);
  return {
    type: results[0]?.type ?? 'text',
    eval: (row, context) => {
      for (let i = 0; i < tests.length; i++)
        if (tests[i]?.(row, context) === true) return then[i]?.(row, context) ?? null;
      return otherwise?.(row, context) ?? null;
    },
  };
}
const NULL: Bound = { type: 'unknown', literal: null, eval: () => null, isConst: true };
