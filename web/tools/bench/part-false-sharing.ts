/**
 * False sharing: two active connections far apart among 100, xmin next to xid or elsewhere, without the lock and with
 * it.
 */

import type { DesignId } from '../../src/base/designs.ts';
import type { LabSlice } from '../../src/engine/lab/lab-types.ts';
import { pairedRatio } from '../../src/viewmodel/lab/rows.ts';
import { type Context, inTurn, setting } from './context.ts';
import { judge, type PartAnswer, skipped } from './report.ts';

const PART = 'false-sharing';
const DESIGNS = ['globalvis', 'xmin-moved'] as const satisfies readonly DesignId[];

export async function falseSharingPart(context: Context): Promise<PartAnswer> {
  if (context.cores < 2)
    return {
      findings: [skipped(PART, 'globalvis / xmin-moved', 'one core: two threads cannot run at once')],
      notes: [],
      data: null,
    };
  const seen: Record<'free' | 'locked', LabSlice[]> = { free: [], locked: [] };
  for (let round = 0; round < context.plan.rounds; round++) {
    context.progress(`false sharing: round ${round + 1} of ${context.plan.rounds}`);
    for (const which of inTurn(['free', 'locked'] as const, round)) {
      const slices = await context.visit(setting(DESIGNS, { active: 2, idle: 98, lock: which === 'locked' }));
      for (const slice of slices) seen[which].push(slice);
    }
  }
  // Time of globalvis over time of xmin-moved is speed of xmin-moved over speed of globalvis.
  const free = pairedRatio(seen.free, 'xmin-moved', 'globalvis');
  const locked = pairedRatio(seen.locked, 'xmin-moved', 'globalvis');
  const ask = (how: string) => ({ part: PART, what: `globalvis / xmin-moved, ${how}, 2 active of 100`, of: 'pairs' });
  return {
    findings: [judge({ ...ask('no lock'), limits: { min: 2 } }, free), judge(ask('with ProcArrayLock'), locked)],
    notes: [
      'false sharing: with ProcArrayLock the line of the lock itself goes to and fro between the cores, in both designs.',
    ],
    data: { free, locked },
  };
}
