/**
 * Primary and standby next to each other: all snapshots, and the answer of each about every xid. Xids that are alike in
 * all respects share a column. Pure.
 */

import type { SnapshotAnswer, SnapshotAsked } from '../../engine/server/snapshot-answers.ts';
import type { StandbyRecord, StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState, StageXid } from '../../engine/stage/stage-types.ts';
import { answerAbout } from '../stage/xid-axis-text.ts';
import { fullXid, shortXid } from '../stage/xid-order.ts';

export type SnapshotWho =
  /** The primary's present one. */
  | { readonly kind: 'primary' }
  /** The primary's, when it had written `at` records: the standby has replayed that many, or a few more. */
  | { readonly kind: 'primary-then'; readonly at: number }
  | { readonly kind: 'standby'; readonly at: number }
  /** One that a session on the standby has held since that position. */
  | { readonly kind: 'held'; readonly at: number };

export interface SnapshotRow {
  readonly key: string;
  readonly who: SnapshotWho;
  /** Null: there is none; `state` has the reason. */
  readonly snapshot: SnapshotAsked | null;
  readonly state: 'taken' | 'ahead' | 'refused';
  readonly inRecovery: boolean;
}

/** Neighbours with the same answers in all snapshots. */
export interface XidRun {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** On the primary, at present. */
  readonly status: StageXid['status'];
  readonly owner: string | null;
  readonly top: number | null;
  /** By row; null: there is no snapshot. */
  readonly runs: readonly (boolean | null)[];
  readonly isChosen: boolean;
  /** Primary and standby, as they are now, do not answer alike. */
  readonly differs: boolean;
}

export interface StandbyModel {
  readonly rows: readonly SnapshotRow[];
  /** Ascending. */
  readonly columns: readonly XidRun[];
  /** Number of older columns that are left out. */
  readonly cut: number;
  readonly finding: Finding;
  /** Records that are not replayed. */
  readonly behind: number;
  /** Each snapshot's reason for its answer about the chosen xid; null: nothing is chosen. By row. */
  readonly answers: readonly (SnapshotAnswer | null)[] | null;
  readonly chosen: number | null;
}

export type Finding =
  | { readonly kind: 'initialized' }
  | { readonly kind: 'pending'; readonly pendingXmin: number; readonly oldest: number | null }
  /** It has ended on the primary, but the standby's snapshots count it as running. */
  | {
      readonly kind: 'late';
      readonly xid: number;
      readonly committed: boolean;
      readonly behind: number;
      /** The standby knows that it runs; if not, it is only at or above xmax. */
      readonly isKnown: boolean;
      readonly xmax: number;
    }
  | { readonly kind: 'overflowed'; readonly missing: number; readonly top: number; readonly lastOverflowedXid: number }
  /** A copy that waited: the record that it has just replayed says who runs. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'behind'; readonly behind: number }
  /** The same answer on both: of somebody who runs, or that nobody does. */
  | { readonly kind: 'same' | 'nobody' };

/** Columns that fit on a page. */
export const MAX_COLUMNS = 24;

export function snapshotRows({ primary, snapshot, state, held, at, ends }: StandbyShown): readonly SnapshotRow[] {
  const { now, replayed } = primary;
  const before: SnapshotRow[] =
    replayed === null || replayed.tick === ends.length - 1
      ? []
      : [
          {
            key: 'primary-then',
            who: { kind: 'primary-then', at: ends[replayed.tick] ?? 0 },
            snapshot: replayed.snapshot,
            state: 'taken',
            inRecovery: false,
          },
        ];
  return [
    { key: 'primary', who: { kind: 'primary' }, snapshot: now, state: 'taken', inRecovery: false },
    ...before,
    {
      key: 'standby',
      who: { kind: 'standby', at },
      snapshot,
      state: state.readiness === 'ready' ? 'taken' : 'refused',
      inRecovery: true,
    },
    ...held.map(
      (one): SnapshotRow => ({
        key: `held-${one.at}`,
        who: { kind: 'held', at: one.at },
        snapshot: one.snapshot,
        state: one.state,
        inRecovery: true,
      }),
    ),
  ];
}

export function standbyModel(stage: StageState, shown: StandbyShown, chosen: number | null): StandbyModel {
  const rows = snapshotRows(shown);
  const { nextXid } = stage;
  const answers = (xid: number): readonly (SnapshotAnswer | null)[] =>
    rows.map(({ snapshot }) => (snapshot === null ? null : answerAbout(snapshot.answers, xid, nextXid)));
  const parents = new Map(stage.xids.map(({ xid, parent }) => [xid, parent]));
  const topOf = (xid: number): number | null => {
    let top: number | null = null;
    for (let next = parents.get(xid) ?? null; next !== null; next = parents.get(next) ?? null) top = next;
    return top;
  };
  const standbyAt = rows.findIndex(({ who }) => who.kind === 'standby');
  const columns: XidRun[] = [];
  for (const { xid, status, owner } of stage.xids.filter((one) => isAsked(one, rows, nextXid))) {
    const runs = answers(xid).map((answer) => answer?.runs ?? null);
    const [ours = null, theirs = null] = [runs[0], runs[standbyAt]];
    const differs = ours !== null && theirs !== null && ours !== theirs;
    const made = { status, owner, top: topOf(xid), runs, isChosen: xid === chosen, differs };
    const last = columns.at(-1);
    if (last !== undefined && isAlike(last, made)) columns.splice(-1, 1, { ...last, last: xid, count: last.count + 1 });
    else columns.push({ first: xid, last: xid, count: 1, ...made });
  }
  const cut = Math.max(0, columns.length - MAX_COLUMNS);
  const known = chosen !== null && stage.xids.some(({ xid }) => xid === chosen);
  return {
    rows,
    columns: columns.slice(cut),
    cut,
    finding: findingOf(stage, shown, topOf),
    behind: shown.records.length - shown.at,
    answers: known ? answers(chosen) : null,
    chosen: known ? chosen : null,
  };
}

/** A few xids before the oldest xmin show that all snapshots call them ended; more would add nothing. */
function isAsked({ xid }: StageXid, rows: readonly SnapshotRow[], nextXid: number): boolean {
  const oldest = Math.min(
    ...rows.flatMap(({ snapshot }) => (snapshot === null ? [] : [fullXid(snapshot.xmin, nextXid)])),
  );
  return fullXid(xid, nextXid) >= oldest - 2;
}

type Alike = Pick<XidRun, 'status' | 'owner' | 'top' | 'runs' | 'isChosen'>;
const isAlike = (a: Alike, b: Alike): boolean =>
  !a.isChosen &&
  !b.isChosen &&
  a.status === b.status &&
  a.owner === b.owner &&
  a.top === b.top &&
  a.runs.every((one, i) => one === b.runs[i]);

function findingOf({ xids, nextXid }: StageState, shown: StandbyShown, topOf: (xid: number) => number | null): Finding {
  const { state, snapshot, records, at, parents } = shown;
  if (state.readiness === 'initialized') return { kind: 'initialized' };
  if (state.readiness === 'pending' || snapshot === null) {
    const oldest = state.known.entries.find(({ valid }) => valid)?.xid ?? null;
    return { kind: 'pending', pendingXmin: state.pendingXmin, oldest };
  }
  const behind = records.length - at;
  const runs = (xid: number): boolean => answerAbout(snapshot.answers, xid, nextXid)?.runs === true;
  // The newest that has ended: a client of the primary has just learned its outcome.
  const late = xids.findLast(
    ({ xid, status }) => (status === 'committed' || status === 'aborted') && topOf(xid) === null && runs(xid),
  );
  if (late !== undefined) {
    const isKnown = state.known.entries.some(({ xid, valid }) => valid && xid === late.xid);
    const committed = late.status === 'committed';
    return { kind: 'late', xid: late.xid, committed, behind, isKnown, xmax: snapshot.xmax };
  }
  if (isJustReady(shown)) return { kind: 'ready' };
  if (snapshot.suboverflowed) {
    const { lastOverflowedXid } = state;
    const top = new Map(parents).get(lastOverflowedXid) ?? lastOverflowedXid;
    return { kind: 'overflowed', missing: parents.filter(([, one]) => one === top).length, top, lastOverflowedXid };
  }
  if (behind > 0) return { kind: 'behind', behind };
  return { kind: state.known.entries.some(({ valid }) => valid) ? 'same' : 'nobody' };
}

/** The copy's first complete list of running transactions is the record that it has just replayed. */
function isJustReady({ records, from, at }: StandbyShown): boolean {
  const isList = ({ kind }: StandbyRecord): boolean => kind === 'running-xacts';
  const last = at > from ? records[at - 1] : undefined;
  if (from === 0 || last === undefined || !isList(last)) return false;
  return !records.slice(from, at - 1).some((record) => isList(record) && !record.overflowed);
}

/** Neighbours in a list of xids as ranges: 734–797. */
export function rangesOf(xids: readonly number[]): readonly { readonly first: number; readonly last: number }[] {
  const ranges: { first: number; last: number }[] = [];
  for (const xid of xids) {
    const range = ranges.at(-1);
    if (range !== undefined && shortXid(range.last + 1) === xid) range.last = xid;
    else ranges.push({ first: xid, last: xid });
  }
  return ranges;
}
