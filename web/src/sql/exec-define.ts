/** Statements that define something, and that few specs have. */
import { commentOn, dropIndex, renameColumn, truncate } from './exec-alter.ts';
import { reindex } from './exec-reindex.ts';
import { alterSequence, createSequence, dropSequence } from './exec-sequence.ts';
import { createView, dropView } from './exec-view.ts';
import type { UtilityPlan } from './plan.ts';
import type { DdlPlan } from './plan-ddl.ts';
import type { Exec } from './session.ts';

const KINDS: readonly string[] = [
  ...['create-sequence', 'alter-sequence', 'drop-sequence', 'rename-column', 'drop-index', 'truncate', 'comment'],
  ...['create-view', 'drop-view', 'reindex'],
];
export const isDdl = (plan: UtilityPlan): plan is DdlPlan => KINDS.includes(plan.kind);

/** The command's tag. Undefined: waits. */
export function runDdl(x: Exec, plan: DdlPlan): string | undefined {
  switch (plan.kind) {
    case 'create-sequence':
      return createSequence(x, plan);
    case 'alter-sequence':
      return alterSequence(x, plan);
    case 'drop-sequence':
      return dropSequence(x, plan);
    case 'rename-column':
      return renameColumn(x, plan);
    case 'drop-index':
      return dropIndex(x, plan);
    case 'truncate':
      return truncate(x, plan);
    case 'create-view':
      return createView(x, plan);
    case 'drop-view':
      return dropView(x, plan);
    case 'reindex':
      return reindex(x, plan);
    case 'comment':
      return commentOn(x, plan);
  }
}
