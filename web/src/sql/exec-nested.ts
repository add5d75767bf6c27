/** Statements that have others inside: functions of a user's own, and a WITH that writes. */
import { callFunction, createFunction, dropFunction } from './exec-function.ts';
import { runWithReturning } from './exec-with-returning.ts';
import { runWriting } from './exec-writing.ts';
import type { NestedPlan, UtilityPlan } from './plan.ts';
import type { Exec, Results } from './session.ts';

const KINDS: readonly string[] = [
  'create-function',
  'drop-function',
  'call-function',
  'writing-with',
  'with-returning',
];
export const isNested = (plan: UtilityPlan): plan is NestedPlan => KINDS.includes(plan.kind);

/** Undefined: waits. */
export function runNested(x: Exec, plan: NestedPlan): Results | undefined {
  switch (plan.kind) {
    case 'create-function':
      return createFunction(x, plan);
    case 'drop-function':
      return dropFunction(x, plan);
    case 'call-function':
      return callFunction(x, plan);
    case 'with-returning':
      return runWithReturning(x, plan);
    case 'writing-with':
      return runWriting(x, plan);
  }
}
