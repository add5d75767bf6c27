/** Which statements' code a stage fetches only for a spec that has one of them. */
import type { CompiledQuery } from './database.ts';
import type { Exec } from './exec.ts';
import type { Results } from './exec-utility.ts';
import type { PlannedStatement, UtilityPlan } from './plan.ts';

const COMMON = [
  'begin',
  'commit',
  'rollback',
  'savepoint',
  'release',
  'rollback-to',
  'create-table',
  'drop-table',
  'select',
  'insert',
  'update',
  'delete',
] as const;
export type Seldom = Exclude<UtilityPlan, { kind: (typeof COMMON)[number] }>;
/** Runs one of them (`exec-seldom.ts`). Undefined: waits. */
export type RunSeldom = (x: Exec, plan: Seldom) => Results | undefined;

const isCommon = (kind: string): boolean => (COMMON as readonly string[]).includes(kind);

/** Whether any of these queries has a statement that `exec-seldom.ts` runs. */
export const needSeldom = (queries: readonly (CompiledQuery | null)[]): boolean =>
  queries.some((query) => (query?.statements ?? []).some((one) => !isCommon((one as PlannedStatement).plan.kind)));
