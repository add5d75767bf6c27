/**
 * The score of a step beside a standby: records that the primary wrote, and records that the standby replayed, each with
 * what it changed among the known-assigned xids.
 */
import type { StandbyShown } from '../../engine/server/standby-types.ts';
import type { Shown, StageState } from '../../engine/stage/stage-types.ts';
import { sessionStyles, styleOf } from '../stage/selection.ts';
import { findXid } from '../stage/xid-fill.ts';
import { MARK } from './marks.ts';
import { type Motion, type Phase, phaseOf, type Score } from './score.ts';
import { motion } from './score-step.ts';

export function standbyScoreOf(before: Shown, after: Shown): Score {
  const [was, is] = [before.standby, after.standby];
  if (was === undefined || is === undefined) return { phases: [] };
  const places = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  const written = places(was.records.length, is.records.length);
  const replayed = places(was.at, is.at);
  return {
    phases: [
      ...phaseOf(written.map((index) => logged(after.state, is, index))),
      ...phaseOf(replayed.map((index) => motion('replay', ownerOf(after.state, is, index), null, MARK.record(index)))),
      ...changed(after.state, was, is, replayed),
    ],
  };
}

/** Whose record it is; null: nobody's. */
function ownerOf(state: StageState, { records }: StandbyShown, index: number): string | null {
  const record = records[index];
  return record === undefined || record.kind === 'running-xacts' ? null : (findXid(state, record.xid)?.owner ?? null);
}

function logged(state: StageState, shown: StandbyShown, index: number): Motion {
  const owner = ownerOf(state, shown, index);
  const styles = sessionStyles(state.sessions.map(({ session }) => session));
  const from = owner === null ? null : MARK.session(styleOf(styles, owner).letter);
  return motion('log', owner, from, MARK.record(index));
}

const validIn = ({ state }: StandbyShown): ReadonlySet<number> =>
  new Set(state.known.entries.filter(({ valid }) => valid).map(({ xid }) => xid));

/** Entries that came, and entries that ended, each from the record that names its xid. */
function changed(
  state: StageState,
  was: StandbyShown,
  is: StandbyShown,
  replayed: readonly number[],
): readonly Phase[] {
  const [old, now] = [validIn(was), validIn(is)];
  const travel = (act: 'arrive' | 'depart', xid: number, to: string): readonly Motion[] => {
    const naming = replayed.find((index) => is.records[index]?.xid === xid || is.records[index]?.xids.includes(xid));
    const from = naming ?? replayed.at(-1);
    return from === undefined ? [] : [motion(act, ownerOf(state, is, from), MARK.record(from), to)];
  };
  const moved = is.parents.slice(was.parents.length).slice(0, 1);
  return [
    ...phaseOf([...now].filter((xid) => !old.has(xid)).flatMap((xid) => travel('arrive', xid, MARK.known(xid)))),
    ...phaseOf([...old].filter((xid) => !now.has(xid)).flatMap((xid) => travel('depart', xid, MARK.known(xid)))),
    ...phaseOf(moved.flatMap(([xid]) => travel('arrive', xid, MARK.parents))),
  ];
}
