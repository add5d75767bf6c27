/** EXPLAIN as a plan: the statement's own text, and what it locks. */
import type { ExplainStmt, Node } from 'libpg-query';
import { stringOf } from './compile-expr.ts';
import { compileGeneral } from './compile-general.ts';
import { compileQuery, isQuery } from './compile-query.ts';
import type { QueryPlan, SelectPlan, UtilityPlan } from './plan.ts';
import { Outside, statementName, withHint } from './statement-names.ts';

export type ExplainPlan = Extract<UtilityPlan, { kind: 'explain' }>;
type Locks = ExplainPlan['locks'];

const ACCESS_SHARE = 1;
const ROW_SHARE = 2;
const ROW_EXCLUSIVE = 3;

/** What only a machine's clock says is not there. */
const HINT = 'use EXPLAIN (COSTS OFF)';

export function compileExplain({ query, options = [] }: ExplainStmt, sql: string): ExplainPlan {
  let hasCosts = true;
  for (const node of options) {
    const element = 'DefElem' in node ? node.DefElem : undefined;
    const name = element?.defname ?? '';
    const value = element?.arg === undefined ? 'true' : stringOf(element.arg).toLowerCase();
    if (name === 'costs') hasCosts = value !== 'off' && value !== 'false';
    else throw new Outside(withHint(`the option ${name.toUpperCase()} of EXPLAIN`, HINT), element?.location);
  }
  if (query === undefined || !isQuery(query))
    throw new Outside(`EXPLAIN of ${query === undefined ? 'this' : statementName(query)}`, undefined);
  return { kind: 'explain', sql, locks: locksOf(query), hasCosts };
}

function locksOf(query: Node): Locks {
  try {
    return locksOfPlan(compileQuery(query));
  } catch (cause) {
    if (!(cause instanceof Outside) || !('SelectStmt' in query)) throw cause;
    const { relations, system } = compileGeneral(query.SelectStmt, '', (at) => at);
    if (system !== undefined) throw new Outside('EXPLAIN of a query about the server', undefined);
    return relations.map((name) => ({ name, mode: ACCESS_SHARE }));
  }
}

const locksOfSelect = ({ from, locking }: SelectPlan): Locks =>
  from?.kind === 'table' ? [{ name: from.table, mode: locking.length > 0 ? ROW_SHARE : ACCESS_SHARE }] : [];

function locksOfPlan(plan: QueryPlan): Locks {
  const inner = (plan.initPlans ?? []).flatMap(({ select }) => locksOfSelect(select));
  if (plan.kind === 'select') return [...locksOfSelect(plan), ...inner];
  const source = plan.kind === 'insert' && plan.source.kind === 'select' ? locksOfSelect(plan.source.select) : [];
  return [{ name: plan.table, mode: ROW_EXCLUSIVE }, ...source, ...inner];
}
