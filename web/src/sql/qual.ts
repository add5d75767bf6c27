/**
 * WHERE as a planner reads it: a list of conditions that all have to hold, some of which restrict one column and can be
 * looked up in an index. Nothing is decided here; planner.ts compares them.
 * Source: prepqual.c and clauses.c (NOT is pushed inwards, BETWEEN is two comparisons), match_clause_to_index in
 * indxpath.c.
 */

import { bindExpr } from './bind.ts';
import type { Eval, Qual, Scope } from './bound-types.ts';
import type { Table } from './catalog.ts';
import { coerce } from './coerce.ts';
import { hasEffects } from './effects-names.ts';
import { conjuncts, mustPlanPlainly, textOf } from './index-proof.ts';
import { readPattern } from './like.ts';
import type { BinaryOp, ColumnType, Expr, Modifier } from './plan.ts';

const COMMUTED: Readonly<Partial<Record<BinaryOp, BinaryOp>>> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
const NEGATED: Readonly<Partial<Record<BinaryOp, BinaryOp>>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** selfuncs.h: the defaults without statistics. */
export const DEFAULT_EQ = 0.005;
export const DEFAULT_INEQ = 1 / 3;
export const DEFAULT_RANGE = 0.005;
export const DEFAULT_UNKNOWN = 0.005;
const HALF = 0.5;

const OF_COLUMN: Readonly<Partial<Record<ColumnType, readonly ColumnType[]>>> = {
  int2: ['int2', 'int4', 'int8'],
  int4: ['int2', 'int4', 'int8'],
  int8: ['int2', 'int4', 'int8'],
  text: ['text'],
  bool: ['bool'],
  numeric: ['int2', 'int4', 'int8', 'numeric'],
  date: ['date'],
};

interface Reading {
  readonly table: Table;
  /** It contains the parameters and no columns. */
  readonly scope: Scope;
}

export function readQuals(
  where: Expr | undefined,
  table: Table,
  scope: Scope,
  orderBy: readonly Expr[],
): readonly Qual[] {
  mustPlanPlainly(table, where, orderBy);
  const bare: Scope = { ...scope, relation: undefined, wanted: [] };
  const isPartial = table.indexes.some((index) => index.where !== undefined);
  return conjuncts(where).flatMap((one) => {
    const quals = all({ table, scope: bare }, one, false).map(notNull);
    return isPartial && quals.length === 1 ? quals.map((qual) => ({ ...qual, clause: textOf(one) })) : quals;
  });
}

/** A value equal to itself is not null (process_equivalence), except inside an OR. */
const notNull = (qual: Qual): Qual =>
  qual.kind === 'other' && qual.equal !== undefined
    ? { kind: 'null', column: qual.equal, negated: true, calls: 0 }
    : qual;

/** `expr`, or its opposite, as a list of conditions that all have to hold. */
function all(x: Reading, expr: Expr, negated: boolean): readonly Qual[] {
  switch (expr.kind) {
    case 'not':
      return all(x, expr.arg, !negated);
    case 'and':
    case 'or': {
      if ((expr.kind === 'and') !== negated) return expr.args.flatMap((arg) => all(x, arg, negated));
      const arms = expr.args.map((arg) => all(x, arg, negated));
      return [{ kind: 'or', arms, calls: callsOf(arms) }];
    }
    case 'between': {
      if (expr.symmetric) return [other(expr, DEFAULT_RANGE)];
      const bounds = [
        { kind: 'binary', op: '>=', left: expr.arg, right: expr.low } as const,
        { kind: 'binary', op: '<=', left: expr.arg, right: expr.high } as const,
      ];
      return all(x, { kind: 'and', args: bounds }, negated);
    }
    case 'binary':
      return [comparison(x, expr, negated)];
    case 'in':
      return [membership(x, expr, negated)];
    case 'is-null': {
      const column = columnOf(x, expr.arg);
      const isNull = expr.negated === negated;
      if (column === undefined) return [other(expr, isNull ? DEFAULT_UNKNOWN : 1 - DEFAULT_UNKNOWN)];
      return [{ kind: 'null', column, negated: !isNull, calls: 0 }];
    }
    case 'const':
      if (expr.type === 'bool' && (expr.text === 't' || expr.text === 'true') !== negated) return [];
      return [other(expr, 0)];
    case 'column':
      return [{ kind: 'other', passes: HALF, calls: 0 }];
    case 'distinct':
      return [other(expr, expr.negated === negated ? 1 - DEFAULT_EQ : DEFAULT_EQ)];
    case 'like':
      return [pattern(x, expr, negated)];
    default:
      return [other(expr, DEFAULT_INEQ)];
  }
}

const callsOf = (arms: readonly (readonly Qual[])[]): number => arms.flat().reduce((sum, { calls }) => sum + calls, 0);

const OPERATION = /"kind":"(?:binary|negate|call|like|distinct)"/g;
export const operations = (expr: Expr): number => JSON.stringify(expr).match(OPERATION)?.length ?? 0;
const other = (expr: Expr, passes: number): Qual => ({ kind: 'other', passes, calls: operations(expr) });

/** The column, if the expression is just one. */
function columnOf({ table }: Reading, expr: Expr): number | undefined {
  if (expr.kind !== 'column') return undefined;
  const column = table.columns.findIndex(({ name }) => name === expr.name);
  return column < 0 ? undefined : column;
}

/** A value that is the same for all rows, of a type that the column's operators accept: undefined if there is none. */
function valueFor({ table, scope }: Reading, column: number, expr: Expr): Eval | undefined {
  if (JSON.stringify(expr).includes('"kind":"column"') || hasEffects(expr)) return undefined;
  const type = table.types[column];
  if (type === undefined) return undefined;
  const bound = bindExpr(expr, scope);
  if (type === 'bpchar') {
    const typed =
      bound.type === 'unknown' || bound.type === 'bpchar' ? coerce(bound, type, scope, 'implicit') : undefined;
    return typed && filled(typed.eval, table.columns[column]?.modifier);
  }
  if (bound.type === 'unknown') return coerce(bound, type, scope, 'implicit')?.eval;
  const known = OF_COLUMN[type];
  if (known === undefined) return coerce(bound, type, scope, 'implicit')?.eval;
  return known.some((fits) => fits === bound.type) ? bound.eval : undefined;
}

/** Spaces at the end do not count: as many as the column's values have. */
function filled(inner: Eval, modifier: Modifier | undefined): Eval {
  const max = modifier !== undefined && 'max' in modifier ? modifier.max : 0;
  return (row, context) => {
    const value = inner(row, context);
    return typeof value === 'string' ? value.replace(/ +$/, '').padEnd(max) : value;
  };
}

function comparison(x: Reading, expr: Extract<Expr, { kind: 'binary' }>, negated: boolean): Qual {
  const calls = operations(expr);
  const op = negated ? NEGATED[expr.op] : expr.op;
  const left = columnOf(x, expr.left);
  const column = left ?? columnOf(x, expr.right);
  const as = left === undefined && op !== undefined ? COMMUTED[op] : op;
  switch (as) {
    case '=':
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const value = column === undefined ? undefined : valueFor(x, column, left === undefined ? expr.left : expr.right);
      if (column === undefined || value === undefined) {
        const passes = as === '=' ? DEFAULT_EQ : DEFAULT_INEQ;
        const isItself = as === '=' && column !== undefined && columnOf(x, expr.right) === left;
        return isItself ? { kind: 'other', passes, equal: column, calls } : { kind: 'other', passes, calls };
      }
      return { kind: 'compare', column, op: as, value, calls };
    }
    case '<>':
      return { kind: 'other', passes: 1 - DEFAULT_EQ, calls };
    default:
      return { kind: 'other', passes: HALF, calls };
  }
}

/**
 * patternsel_common and match_pattern_prefix: texts are ordered by their bytes, so texts with the same prefix are
 * adjacent.
 */
function pattern(x: Reading, expr: Extract<Expr, { kind: 'like' }>, negated: boolean): Qual {
  const isNot = expr.negated !== negated;
  const column = columnOf(x, expr.arg);
  const text = expr.pattern.kind === 'const' ? expr.pattern.text : undefined;
  if (column === undefined || x.table.types[column] !== 'text' || text === undefined)
    return other(expr, isNot ? 1 - DEFAULT_EQ : DEFAULT_EQ);
  if (text === null) return other(expr, 0);
  const { prefix, isWhole, rest } = readPattern(text, expr.ignoreCase);
  const part = Math.min(LIKELIEST, Math.max(1 - LIKELIEST, rest * (prefix === '' ? 1 : DEFAULT_EQ)));
  if (isNot) return other(expr, isWhole ? 1 - DEFAULT_EQ : 1 - part);
  if (prefix === '' && !isWhole) return other(expr, part);
  return { kind: 'prefix', column, text: prefix, isWhole, passes: part, calls: 1 };
}
const LIKELIEST = 0.9999;

function membership(x: Reading, expr: Extract<Expr, { kind: 'in' }>, negated: boolean): Qual {
  const isNot = expr.negated !== negated;
  const [first, ...others] = expr.list;
  if (first !== undefined && others.length === 0)
    return comparison(x, { kind: 'binary', op: isNot ? '<>' : '=', left: expr.arg, right: first }, false);
  const calls = expr.list.length / 2;
  const column = columnOf(x, expr.arg);
  const values = column === undefined || isNot ? [] : expr.list.map((one) => valueFor(x, column, one));
  const known = values.flatMap((value) => (value === undefined ? [] : [value]));
  if (column === undefined || known.length < expr.list.length)
    return { kind: 'other', passes: isNot ? 1 - DEFAULT_EQ : expr.list.length * DEFAULT_EQ, calls };
  const likely = expr.list.filter((one) => one.kind !== 'const' || one.text !== null).length;
  return { kind: 'in', column, values: known, likely, calls };
}
