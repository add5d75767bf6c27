/** VACUUM and pruning: the horizon, what lies left of it and is dead, and the line pointers that are left. */
import type { StagePage } from '../../engine/stage/stage-types.ts';
import { MARK } from './marks.ts';
import { type Phase, phaseOf } from './score.ts';
import { motion, type Step } from './score-step.ts';

/** What a step removed of the page that both states show. */
export function cleanedBy(step: Step, session: string): readonly Phase[] {
  const { before, after, kept } = step;
  const [old, now] = [before.page, after.page];
  if (old === null || now === null || old.table !== now.table || old.block !== now.block) return [];
  const isKept = new Set(kept.map(({ was }) => was.ctid));
  const gone = old.tuples.filter(({ ctid, dead }) => dead && !isKept.has(ctid));
  const pointers = newPointers(old, now);
  if (gone.length === 0) return [];
  const { oldestNonRemovable } = after.horizons;
  const passed = after.xids.findLast(({ xid }) => xid < oldestNonRemovable);
  const deleters = new Set(gone.map(({ xmax }) => xmax).filter((xid) => xid !== 0));
  const swept = passed === undefined ? [] : [motion('sweep', session, null, MARK.xid(passed.xid))];
  return [
    ...phaseOf([...swept, motion('sweep', session, null, MARK.horizon)]),
    ...phaseOf([
      ...gone.map(({ ctid }) => motion('dissolve', session, null, MARK.row(ctid))),
      ...[...deleters].map((xid) => motion('dissolve', session, null, MARK.dead(xid))),
    ]),
    ...phaseOf([
      motion('settle', session, null, MARK.free),
      ...pointers.map((ctid) => motion('settle', session, null, MARK.pointer(ctid))),
    ]),
  ];
}

/** Line pointers that have lost their version, or lead elsewhere. */
function newPointers(old: StagePage, now: StagePage): readonly string[] {
  const were = new Map(old.items.map((item) => [item.ctid, `${item.flags} ${item.to}`]));
  return now.items.filter(({ ctid, flags, to }) => were.get(ctid) !== `${flags} ${to}`).map(({ ctid }) => ctid);
}
