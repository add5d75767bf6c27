/** What code a spec needs beyond that of a first lesson: found where it is compiled, so that a stage need not search. */
import type { CompiledQuery } from './database.ts';
import type { Expr, Plan, PlannedStatement, SelectPlan, Target, UtilityPlan } from './plan.ts';
import { COMMON, COMMON_EXPRESSIONS } from './seldom.ts';

/** Kinds of everything in a statement. */
const COMMON_KINDS: readonly string[] = [
  ...COMMON,
  ...COMMON_EXPRESSIONS,
  ...['isolation', 'table', 'expr', 'star', 'values', 'default', 'defaults'],
];
const COMMON_TYPES: readonly string[] = ['int4', 'int8', 'text', 'bool', 'unknown'];
type CreateTable = Extract<UtilityPlan, { kind: 'create-table' }>;

export interface Needs {
  /** `exec-seldom.ts`. */
  readonly seldom: boolean;
  /** PostgreSQL itself, for general queries (general.ts). */
  readonly evaluator: boolean;
}

/** What all these queries together need. */
export const needsOf = (queries: readonly (CompiledQuery | null)[]): Needs => ({
  seldom: needSeldom(queries),
  evaluator: queries.some(
    (query) =>
      query !== null &&
      /"kind":"(?:general|explain|create-view"|with-returning)/.test(JSON.stringify(query.statements)),
  ),
});

/** Whether any of these queries uses something that only `exec-seldom.ts` knows. */
function needSeldom(queries: readonly (CompiledQuery | null)[]): boolean {
  const plans = queries.flatMap((query) => (query?.statements ?? []).map((one) => (one as PlannedStatement).plan));
  const text = JSON.stringify(plans);
  const kinds = text.matchAll(/"kind":"([^"]*)"/g);
  const types = text.matchAll(/"type":"([^"]*)"/g);
  const tables = plans.filter((plan) => plan.kind === 'create-table');
  return (
    [...kinds].some(([, kind = '']) => !COMMON_KINDS.includes(kind)) ||
    [...types].some(([, type = '']) => !COMMON_TYPES.includes(type)) ||
    text.includes('"level":"serializable"') ||
    plans.some((plan) => !isBare(plan, tables))
  );
}

/** No rare clause, and one way to the rows that is the cheapest however large a table has grown. */
function isBare(plan: Plan, tables: readonly CreateTable[]): boolean {
  switch (plan.kind) {
    case 'insert':
      return plan.source.kind !== 'select';
    case 'update':
    case 'delete':
      return tables.every((table) => table.table !== plan.table || isWayKnown(table, plan.where, undefined));
    case 'select': {
      const { from, distinct, groupBy, having, limit, offset, locking, where } = plan;
      if (distinct || groupBy.length + locking.length > 0) return false;
      if ([having, limit, offset].some((clause) => clause !== undefined)) return false;
      const name = from?.kind === 'table' ? from.table : undefined;
      if (name === undefined) return plan.orderBy.length === 0;
      return tables.every((table) => table.table !== name || isWayKnown(table, where, plan));
    }
    case 'create-table':
      return plan.columns.every(({ modifier, serial }) => modifier === undefined && serial === undefined);
    default:
      return true;
  }
}

/**
 * A table that was never vacuumed (VACUUM is a seldom statement) is assumed to be ten full pages. Then the index is the
 * cheapest way to a key's row, and to all rows in the order of the key, if they are narrow; the index is used for
 * nothing else. seldom.test.ts compares that with the planner.
 */
function isWayKnown(table: CreateTable, where: Expr | undefined, select: SelectPlan | undefined): boolean {
  const orderBy = select?.orderBy ?? [];
  if (table.indexes.length === 0) return orderBy.length === 0;
  const key = keyOf(table);
  if (key === undefined) return false;
  const isInOrder =
    orderBy.length === 1 &&
    isNarrow(table) &&
    orderBy.every((one) => isColumn(one.expr, key) && !one.descending && !one.nullsFirst) &&
    (select?.targets ?? []).every(isItself);
  if (orderBy.length > 0 && !isInOrder) return false;
  if (where === undefined)
    return isInOrder || select === undefined || select.targets.some((one) => readsMore(one, table, key));
  if (where.kind !== 'binary' || where.op !== '=' || where.left.kind !== 'column') return false;
  if (where.right.kind !== 'const' || where.right.type !== 'int4') return false;
  return isColumn(where.left, key) || orderBy.length === 0;
}

const isColumn = (expr: Expr, name: string): boolean => expr.kind === 'column' && expr.name === name;
/** ORDER BY prefers the name of an output column. */
const isItself = (target: Target): boolean => target.kind === 'star' || isColumn(target.expr, target.name);
/** It reads a column that the key's index lacks. */
const readsMore = (target: Target, { columns }: CreateTable, key: string): boolean =>
  target.kind === 'star' ? columns.length > 1 : target.expr.kind === 'column' && target.expr.name !== key;

/** The key of a table whose key is one number and which has no other index. */
function keyOf({ columns, indexes, fillfactor }: CreateTable): string | undefined {
  const [index, another] = indexes;
  const [name, more] = index?.columns ?? [];
  if (index?.primary !== true || another !== undefined || more !== undefined || index.including.length > 0)
    return undefined;
  const isNumber = columns.some((column) => column.name === name && column.type === 'int4');
  return isNumber && fillfactor === 100 ? name : undefined;
}
/** A page holds so many rows that sorting them costs more than the whole index scan. */
const isNarrow = ({ columns }: CreateTable): boolean =>
  columns.length <= 3 && columns.every(({ type }) => type !== 'text' && type !== 'numeric');
