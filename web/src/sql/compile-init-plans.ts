/**
 * Subqueries in expressions become parameters, as a planner makes InitPlans of them: `(SELECT …)` with one value, and
 * EXISTS. Those that turn out to depend on the row around them are refused when they are bound (exec-query.ts).
 */
import type { Node, SelectStmt, SubLink } from 'libpg-query';

export interface Found {
  readonly select: SelectStmt;
  readonly isExists: boolean;
}

/** A copy of the part in which each such subquery is a parameter of a negative number; the subqueries go to `found`. */
export function withoutSubqueries<T>(part: T, found: Found[]): T {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one: unknown) => withoutSubqueries(one, found)) as T;
  const entries = Object.entries(part).map(([key, value]: [string, unknown]): [string, unknown] => {
    const select = key === 'SubLink' ? initPlanOf(value as SubLink) : undefined;
    if (select === undefined) return [key, withoutSubqueries(value, found)];
    found.push(select);
    return ['ParamRef', { number: -found.length }];
  });
  return Object.fromEntries(entries) as T;
}

function initPlanOf({ subLinkType, subselect }: SubLink): Found | undefined {
  const node: Node | undefined = subselect;
  if (node === undefined || !('SelectStmt' in node)) return undefined;
  if (subLinkType === 'EXISTS_SUBLINK') return { select: node.SelectStmt, isExists: true };
  return subLinkType === 'EXPR_SUBLINK' ? { select: node.SelectStmt, isExists: false } : undefined;
}
