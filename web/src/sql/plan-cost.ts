/** The size of plans, which sets the price of evaluating and binding them (limits.ts). */
import type { Table } from './catalog.ts';
import { PRICE } from './limits.ts';
import type { QueryPlan, SelectPlan } from './plan.ts';

interface Size {
  /** Expressions, and everything else with a kind. */
  readonly nodes: number;
  /** Their nesting depth. */
  readonly depth: number;
}
const NOTHING: Size = { nodes: 0, depth: 0 };

/**
 * The size of a plan or any part of it. Never recursive, because it finds plans that are nested too deep. The caller
 * has just compiled or bound the plan, which took longer, so nothing is cached: thousands of cached plans would keep
 * the garbage collector busy.
 */
export function sizeOf(plan: unknown): Size {
  if (typeof plan !== 'object' || plan === null || (Array.isArray(plan) && plan.length === 0)) return NOTHING;
  let nodes = 0;
  let depth = 0;
  const left: unknown[] = [plan];
  const levels: number[] = [0];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    let level = levels.pop() ?? 0;
    if (typeof part !== 'object' || part === null) continue;
    if ('kind' in part) {
      nodes += 1;
      level += 1;
      depth = Math.max(depth, level);
    }
    const fields = part as Readonly<Record<string, unknown>>;
    for (const name in fields) {
      const below = fields[name];
      if (typeof below === 'object' && below !== null) {
        left.push(below);
        levels.push(level);
      }
    }
  }
  return { nodes, depth };
}

/** Units for evaluating it once. */
export const costOf = (plan: unknown): number => sizeOf(plan).nodes * PRICE.expression;

/** ORDER BY 2 and GROUP BY 2 refer to whole output columns: each is priced as the most expensive one. */
export function costOfOutput({ targets, orderBy, groupBy, having }: SelectPlan): number {
  const numbers = orderBy.length + groupBy.length;
  const dearest = numbers === 0 ? 0 : targets.reduce((most, target) => Math.max(most, costOf(target)), 0);
  return costOf(targets) + costOf(orderBy) + costOf(groupBy) + costOf(having) + numbers * dearest;
}

/** Units for binding: names are searched among all columns, and in the lists of GROUP BY. */
export function costOfBinding(plan: QueryPlan, table: Table | undefined): number {
  const columns = table?.columns.length ?? 0;
  const each = PRICE.bound + (columns >>> 2);
  if (plan.kind === 'select') {
    const { where, groupBy, orderBy, targets } = plan;
    const grouped = groupBy.length >>> 3;
    const stars = targets.filter(({ kind }) => kind === 'star').length;
    return (
      columns +
      (costOf(where) + costOfOutput(plan) + stars * columns) * (each + grouped) +
      orderBy.length * targets.length
    );
  }
  let cost = columns + costOf(plan) * each + plan.returning.length * columns;
  if (plan.kind !== 'insert') return cost;
  cost += plan.columns.length * (1 + (columns >>> 1));
  const { source } = plan;
  if (source.kind === 'select') return cost + costOfBinding(source.select, undefined);
  const rows = source.kind === 'values' ? source.rows.length : 1;
  return cost + rows * (columns * 4 + costOf(table?.columns) * PRICE.bound) + (columns * columns) / 64;
}
