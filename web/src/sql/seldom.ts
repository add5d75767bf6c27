/** Statements and expressions that few specs have, and the code for them, which is fetched for those that do. */
import type { Expr, UtilityPlan } from './plan.ts';

export const COMMON = [
  'begin',
  'commit',
  'rollback',
  'create-table',
  'drop-table',
  'select',
  'insert',
  'update',
  'delete',
] as const;
export const COMMON_EXPRESSIONS = ['const', 'column', 'binary', 'negate'] as const;
export type Seldom = Exclude<UtilityPlan, { kind: (typeof COMMON)[number] }>;
export type SeldomExpr = Exclude<Expr, { kind: (typeof COMMON_EXPRESSIONS)[number] }>;

export function fetched<T>(code: T | null): T {
  if (code === null) throw new Error('the code of seldom statements was not fetched');
  return code;
}
