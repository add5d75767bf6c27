/** Subtransactions: their xids in a session's slots, the one that finds none, and the way through pg_subtrans. */
import type { StageState } from '../../engine/stage/stage-types.ts';
import { tellingWalk, walksOf } from '../stage/subtrans-walks.ts';
import { findXid } from '../stage/xid-fill.ts';
import { MARK } from './marks.ts';
import { type Motion, type Phase, phaseOf } from './score.ts';
import { letterOf, motion, type Step } from './score-step.ts';

const sessionIn = ({ sessions }: StageState, name: string) => sessions.find(({ session }) => session === name);

/** Slots that fill; and a subxid for which there is none. */
export function subxidsOf(step: Step, session: string): readonly Phase[] {
  const [was, is] = [sessionIn(step.before, session), sessionIn(step.after, session)];
  if (was === undefined || is === undefined) return [];
  const letter = letterOf(step, session);
  const strip = MARK.strip(letter);
  const isFilled = is.subxids.some((xid, slot) => was.subxids[slot] !== xid);
  const fills = phaseOf(isFilled ? [motion('fill', session, null, strip)] : []);
  if (was.overflowed || !is.overflowed) return fills;
  const lost = is.ownXids.find((xid) => xid !== is.xid && !is.subxids.includes(xid));
  const from = lost === undefined || findXid(step.after, lost) === undefined ? null : MARK.xid(lost);
  const entry = step.after.slru.lookups.findLast(({ why, xid }) => why === 'set' && xid === lost);
  return [
    ...fills,
    ...phaseOf([motion('slide', session, from, strip)]),
    ...phaseOf(entry === undefined ? [] : [motion('fall', session, strip, MARK.buffer(entry.slot))]),
    ...phaseOf([motion('turn', session, null, MARK.flag(letter))]),
  ];
}

/** Snapshots in force that from now on cannot list subxids. */
export const flagged = (step: Step): readonly Motion[] =>
  step.after.sessions
    .filter(({ session, inForce }) => {
      const was = sessionIn(step.before, session)?.inForce.suboverflowed;
      return inForce.suboverflowed && was === false;
    })
    .map(({ session }) => motion('turn', session, null, MARK.snapshot(letterOf(step, session))));

/** The walk that the figure shows: from the row whose xid is looked up, page by page. */
export function lookedUpBy(step: Step, session: string): readonly Phase[] {
  const { walks } = walksOf(step.after.slru);
  const walk = walks[tellingWalk(walks)];
  if (walk === undefined || walk.session !== session) return [];
  let places = placesOf(step, walk.xid);
  return walk.stops.flatMap(({ slot, hit }) => {
    const to = MARK.buffer(slot);
    const phases = [
      ...phaseOf(places.map((from) => motion('ask', session, from, to))),
      ...phaseOf([motion(hit ? 'find' : 'fetch', session, null, to)]),
    ];
    places = [to];
    return phases;
  });
}

/** The stamp with this xid, and its place on the axis: it comes from the first one that is shown. */
function placesOf({ after }: Step, xid: number): readonly (string | null)[] {
  const row = (after.page?.tuples ?? []).find(({ xmin, xmax }) => xmin === xid || xmax === xid);
  return [
    ...(row === undefined ? [] : [row.xmin === xid ? MARK.xmin(row.ctid) : MARK.xmax(row.ctid)]),
    findXid(after, xid) === undefined ? null : MARK.xid(xid),
  ];
}
