/**
 * Functions that do something to the server, and may have to wait for it, in the middle of an expression. A statement
 * that waits returns and is called again (exec-query.ts), so the expressions of the row at hand are then evaluated once
 * more from their beginning: what has been done already is not done again, its answer is remembered until the row is
 * finished (`finishRow` in exec.ts). Expressions are deterministic, so the n-th call is the same call.
 *
 * With such functions it matters when an expression is evaluated and whether at all: conditions in the order that
 * order_qual_clauses gives them, up to the first one that does not hold (ExecQual).
 */
import { bindCondition } from './bind.ts';
import type { Context, Eval, Scope } from './bound-types.ts';
import { hasEffects } from './effects-names.ts';
import { Waits } from './failure.ts';
import type { Expr } from './plan.ts';
import { operations } from './qual.ts';
import type { Value } from './values.ts';

/** The answer of `act`, which is done once for the row at hand, also if it is evaluated again after a wait. */
export function once({ effects }: Context, act: () => Exclude<Value, null> | 'wait'): Value {
  const known = effects.values[effects.at];
  if (known !== undefined) {
    effects.at += 1;
    return known;
  }
  const value = act();
  if (value === 'wait') throw new Waits();
  effects.values.push(value);
  effects.at += 1;
  return value;
}

/** WHERE with such functions. Undefined: there are none. */
export function bindEffects(where: Expr, scope: Scope): Eval | undefined {
  if (!hasEffects(where)) return undefined;
  const quals = conjuncts(where).map((expr, i) => ({ expr, i, calls: operations(expr) }));
  quals.sort((a, b) => a.calls - b.calls || a.i - b.i);
  const evals = quals.map(({ expr }) => bindCondition(expr, scope, 'WHERE'));
  return (row, context) => evals.every((one) => one(row, context) === true);
}

const conjuncts = (expr: Expr): readonly Expr[] => (expr.kind === 'and' ? expr.args.flatMap(conjuncts) : [expr]);
