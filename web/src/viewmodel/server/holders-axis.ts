/**
 * The axis of xids with the holders of the horizon pinned to it, one row each, oldest first; horizons as marks across
 * it; and the dead versions with their answers. The same for a real server's file and for the Playground's stage. Marks
 * are at equal distances: only the order counts, because the real distance may be millions.
 */
import type { FullXid } from '../stage/xid-order.ts';

export interface AxisHolder {
  readonly id: string;
  /** The xid of its pin. */
  readonly full: FullXid;
  /** A second pin, younger. */
  readonly other: FullXid | null;
  readonly counts: boolean;
}
export type DeadAnswer = 'removable' | 'kept' | 'open';
export interface AxisDead {
  /** The transaction that deleted them. */
  readonly full: FullXid;
  readonly answer: DeadAnswer;
  /** Ids of the versions. */
  readonly versions: readonly string[];
}
/** Two bounds from 14 on. Up to 13 a session has one number, which then is both. */
export interface Bounds<At> {
  readonly maybe: At;
  readonly definitely: At;
  readonly isOneNumber: boolean;
}
export interface HoldersModel {
  readonly horizon: FullXid;
  /** The next xid to be assigned. */
  readonly next: FullXid;
  /** What a session knows; null when no session is chosen. */
  readonly bounds: Bounds<FullXid> | null;
  readonly holders: readonly AxisHolder[];
  readonly dead: readonly AxisDead[];
}

export interface AxisMark {
  readonly full: FullXid;
  /** Importance of its number; lower ranks win where there is little room. */
  readonly rank: number;
}
export interface HolderRow extends AxisHolder {
  readonly role: 'holds' | 'counts' | 'exempt';
  /** Index into `marks`. */
  readonly at: number;
  readonly otherAt: number | null;
}
export interface DeadMark extends AxisDead {
  readonly at: number;
}
export interface HoldersAxis {
  /** Ascending. */
  readonly marks: readonly AxisMark[];
  readonly horizonAt: number;
  readonly nextAt: number;
  readonly boundsAt: Bounds<number> | null;
  readonly rows: readonly HolderRow[];
  /** Number of holders, the youngest, that have no row. */
  readonly more: number;
  readonly dead: readonly DeadMark[];
  /** Number of deleting xids that have no mark. */
  readonly moreDead: number;
}

/** Maximum of rows, and of marks for dead versions; the table has them all. */
export const AXIS_ROWS = 16;
export const AXIS_DEAD = 24;

export function holdersAxis(model: HoldersModel): HoldersAxis {
  const { horizon, next, bounds } = model;
  const ordered = [...model.holders].sort((a, b) => a.full - b.full || Number(b.counts) - Number(a.counts));
  const holders = ordered.slice(0, AXIS_ROWS);
  const dead = deadMarks(model.dead, horizon);
  const ranks = new Map<FullXid, number>();
  const mark = (full: FullXid, rank: number): void => {
    ranks.set(full, Math.min(rank, ranks.get(full) ?? rank));
  };
  mark(horizon, 0);
  mark(next, 1);
  if (bounds !== null) {
    mark(bounds.maybe, 2);
    mark(bounds.definitely, 2);
  }
  for (const { full, counts, other } of holders) {
    mark(full, counts ? 3 : 4);
    if (other !== null) mark(other, 6);
  }
  for (const { full } of dead) mark(full, 5);
  const marks = [...ranks].map(([full, rank]) => ({ full, rank })).sort((a, b) => a.full - b.full);
  const places = new Map(marks.map(({ full }, place) => [full, place]));
  const at = (full: FullXid): number => places.get(full) ?? 0;
  return {
    marks,
    horizonAt: at(horizon),
    nextAt: at(next),
    boundsAt: bounds === null ? null : { ...bounds, maybe: at(bounds.maybe), definitely: at(bounds.definitely) },
    rows: holders.map((holder) => ({
      ...holder,
      role: !holder.counts ? 'exempt' : holder.full === horizon && horizon < next ? 'holds' : 'counts',
      at: at(holder.full),
      otherAt: holder.other === null ? null : at(holder.other),
    })),
    more: ordered.length - holders.length,
    dead: dead.map((each) => ({ ...each, at: at(each.full) })),
    moreDead: new Set(model.dead.map(({ full }) => full)).size - dead.length,
  };
}

/** One mark per xid; of too many those around the horizon: the youngest removable ones, the oldest kept ones. */
function deadMarks(dead: readonly AxisDead[], horizon: FullXid): AxisDead[] {
  const byXid = new Map<FullXid, AxisDead>();
  for (const each of dead) {
    const before = byXid.get(each.full);
    byXid.set(each.full, before === undefined ? each : { ...each, versions: [...before.versions, ...each.versions] });
  }
  const all = [...byXid.values()].sort((a, b) => a.full - b.full);
  if (all.length <= AXIS_DEAD) return all;
  const cut = all.filter(({ full }) => full < horizon).length;
  const from = Math.min(Math.max(0, cut - AXIS_DEAD / 2), all.length - AXIS_DEAD);
  return all.slice(from, from + AXIS_DEAD);
}
