/**
 * Expressions, with types and names resolved, as functions. Made when a statement begins and kept with its plan; never
 * part of a checkpoint. Those that few specs have are in bind-seldom.ts.
 * Source: src/backend/parser/{parse_expr,parse_oper,parse_coerce}.c for the rules.
 */
import { arithmetic, comparison } from './bind-operator.ts';
import type { Bound, Eval, Scope, Typed } from './bound-types.ts';
import { coerce } from './coerce.ts';
import { datatypeMismatch, Failure } from './failure.ts';
import type { Expr } from './plan.ts';
import { fetched } from './seldom.ts';
import { parseValue, typeName } from './values.ts';

/** Undefined column, as parse_relation.c words it. */
export function columnOf(scope: Scope, table: string | undefined, name: string): Typed {
  const { relation } = scope;
  if (table !== undefined && relation?.name !== table)
    throw new Failure('42P01', `missing FROM-clause entry for table "${table}"`);
  const index = relation?.columns.findIndex((column) => column.name === name) ?? -1;
  const column = relation?.columns[index];
  if (column === undefined)
    throw new Failure('42703', `column ${table === undefined ? `"${name}"` : `${table}.${name}`} does not exist`);
  if (scope.grouped !== undefined && !scope.grouped.includes(name))
    throw new Failure(
      '42803',
      `column "${relation?.name ?? ''}.${name}" must appear in the GROUP BY clause or be used in an aggregate function`,
    );
  scope.wanted[index] = true;
  return { type: column.type, eval: (row) => row[index] ?? null };
}

/** A condition; `what` names the clause: "WHERE". */
export function bindCondition(expr: Expr, scope: Scope, what: string): Eval {
  return condition(bindExpr(expr, scope), scope, what).eval;
}
export function condition(bound: Bound, scope: Scope, what: string): Typed {
  const typed =
    bound.type === 'unknown' || bound.type === 'bool' ? coerce(bound, 'bool', scope, 'implicit') : undefined;
  if (typed === undefined)
    throw datatypeMismatch(`argument of ${what} must be type boolean, not type ${typeName(bound.type)}`);
  return typed;
}

export function bindExpr(expr: Expr, scope: Scope): Bound {
  switch (expr.kind) {
    case 'const': {
      const { text, type } = expr;
      if (type === 'unknown') return { type, eval: () => text, literal: text, isConst: true };
      const value = text === null ? null : parseValue(text, type);
      return { type, eval: () => value, isConst: true };
    }
    case 'column':
      return columnOf(scope, expr.table, expr.name);
    case 'binary':
      return bindBinary(expr, scope);
    case 'negate':
      return arithmetic('-', undefined, bindExpr(expr.arg, scope), scope);
    default:
      return fetched(scope.seldom).bindExpr(expr, scope);
  }
}

function bindBinary(expr: Extract<Expr, { kind: 'binary' }>, scope: Scope): Bound {
  const left = bindExpr(expr.left, scope);
  const right = bindExpr(expr.right, scope);
  switch (expr.op) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '||':
      return arithmetic(expr.op, left, right, scope);
    default:
      return comparison(expr.op, left, right, scope);
  }
}
