/**
 * Columns that a query of a spec names and that its tables do not have. The names are resolved by the executor's own
 * code, so the answer is the one of a run. A table that several statements create may be any of theirs: only what all
 * of them refuse is told, and nothing of a table that is made from a query.
 */
import { bindArithmetic, comparedAs } from '../../sql/bind-other.ts';
import { bindSeldom } from '../../sql/bind-seldom.ts';
import { bindQuery } from '../../sql/bound.ts';
import { bindConflict } from '../../sql/bound-conflict.ts';
import { bindCount, bindGroup, bindLock, bindSource } from '../../sql/bound-seldom.ts';
import type { SeldomBinding } from '../../sql/bound-types.ts';
import { type Table, tableOf } from '../../sql/catalog.ts';
import type { SqlType } from '../../sql/database.ts';
import { Failure } from '../../sql/failure.ts';
import type { Plan, PlannedStatement, QueryPlan, UtilityPlan } from '../../sql/plan.ts';
import { costOfBinding } from '../../sql/plan-cost.ts';

/** No plan is made, so the ways to the rows are not needed. */
const NAMES: SeldomBinding = {
  bindExpr: bindSeldom,
  bindArithmetic,
  comparedAs,
  bindSource,
  bindGroup,
  bindConflict,
  bindCount,
  bindLock,
  bindChecks: () => undefined,
  bindEffects: () => undefined,
  hasEffects: () => false,
  readQuals: () => [],
};

/** Undefined column; a table that FROM does not have. */
const NAMELESS: readonly string[] = ['42703', '42P01'];

/** Units of work, priced as a run prices them: a text whose names cost more is not looked through to its end. */
const MAX_WORK = 500_000;

export interface Unresolved {
  /** The server's error. */
  readonly answer: string;
  /** Where the name is in the statement. */
  readonly at: number;
}

/** @param made all statements of the spec that create a table */
export function columnCheck(made: readonly Plan[]): (statement: PlannedStatement) => Unresolved | null {
  const tables = new Map<string, Table[] | null>();
  for (const plan of made) {
    if (plan.kind === 'create-table-as' || changesColumns(plan)) tables.set(plan.table, null);
    if (plan.kind === 'create-view') tables.set(plan.name, null);
    if (plan.kind !== 'create-table') continue;
    const before = tables.get(plan.table);
    if (before !== null) tables.set(plan.table, [...(before ?? []), asTable(plan)]);
  }
  let left = MAX_WORK;
  return ({ plan, sql }) => {
    const found = queryOf(plan);
    if (found === null) return null;
    const { query, params } = found;
    const own = candidates(query.kind === 'select' ? fromOf(query) : query.table, tables);
    const source = candidates(
      query.kind === 'insert' && query.source.kind === 'select' ? fromOf(query.source.select) : undefined,
      tables,
    );
    if (own === null || source === null) return null;
    let answer: string | null = null;
    for (const table of own)
      for (const from of source) {
        left -= costOfBinding(query, table) + (from === undefined ? 0 : costOfBinding(query, from));
        const refused = left < 0 ? null : refusal(query, table, from, params);
        if (refused === null || (answer !== null && answer !== refused)) return null;
        answer = refused;
      }
    return answer === null ? null : { answer, at: placeOf(answer, sql, query) };
  };
}

const changesColumns = (plan: Plan): plan is Extract<Plan, { kind: 'alter-table' | 'rename-column' }> =>
  plan.kind === 'rename-column' || (plan.kind === 'alter-table' && plan.action.kind === 'add-column');
const asTable = ({ table, columns }: Extract<UtilityPlan, { kind: 'create-table' }>): Table =>
  tableOf(table, 0, columns, []);

interface Query {
  readonly query: QueryPlan;
  readonly params: readonly (SqlType | undefined)[];
}
function queryOf(plan: Plan): Query | null {
  switch (plan.kind) {
    case 'select':
    case 'insert':
    case 'update':
    case 'delete':
      return { query: plan, params: [] };
    case 'create-table-as':
      return { query: plan.select, params: [] };
    case 'prepare':
      return { query: plan.query, params: plan.types };
    default:
      return null;
  }
}

const fromOf = ({ from }: Extract<QueryPlan, { kind: 'select' }>): string | undefined =>
  from?.kind === 'table' ? from.table : undefined;

/** What a table may be; null: not known. */
function candidates(
  name: string | undefined,
  tables: ReadonlyMap<string, readonly Table[] | null>,
): readonly (Table | undefined)[] | null {
  return name === undefined ? [undefined] : (tables.get(name) ?? null);
}

function refusal(
  query: QueryPlan,
  table: Table | undefined,
  source: Table | undefined,
  params: Query['params'],
): string | null {
  try {
    bindQuery(query, table, source, { params: [...params], seldom: NAMES });
    return null;
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    return NAMELESS.includes(cause.sqlstate) ? cause.message : null;
  }
}

/** Texts and comments, which name no column. */
const NO_NAMES = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g;
const IN_NAME = /[\w$\u0080-\uffff]/;

/** Where the statement has the name that the answer is about; its beginning if it is not found. */
function placeOf(answer: string, sql: string, query: QueryPlan): number {
  const [, quoted, plain] = /"([^"]+)"|^column ([^"\s]+) does not exist$/.exec(answer) ?? [];
  const name = (quoted ?? plain ?? '').toLowerCase();
  const text = sql.replace(NO_NAMES, (found) => ' '.repeat(found.length)).toLowerCase();
  const places: number[] = [];
  for (let at = text.indexOf(name); name !== '' && at !== -1; at = text.indexOf(name, at + 1))
    if (!IN_NAME.test(text[at - 1] ?? '') && !IN_NAME.test(text[at + name.length] ?? '')) places.push(at);
  // The table that is changed is named before its columns.
  const isTable = query.kind !== 'select' && query.table.toLowerCase() === name;
  return places[isTable ? 1 : 0] ?? places[0] ?? 0;
}
