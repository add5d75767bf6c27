/** Snapshots as brackets on the axis of xids: `[` at xmin, `]` before xmax, a notch for each xid that is listed as running. */
import type { StageSession, StageSnapshot } from '../../engine/stage/stage-types.ts';
import type { AxisPiece, Placed, Placer } from './xid-axis-pieces.ts';

export interface Notch extends Placed {
  readonly xids: readonly number[];
  /** Of subxids only: a smaller one. */
  readonly isSub: boolean;
  readonly isFolded: boolean;
}
/** `solid`: in use or kept. `dashed`: no longer in use. `faint`: the one that would be taken now. */
export type BracketLook = 'solid' | 'dashed' | 'faint';
export interface Bracket {
  readonly look: BracketLook;
  readonly snapshot: SnapshotData;
  /** Left edge of xmin, left edge of xmax. Equal: nobody was running. */
  readonly x0: number;
  readonly x1: number;
  readonly notches: readonly Notch[];
}
/** The snapshots in a session's row: its present or last one, and the one that it would take now. */
export function shownSnapshots({ use, snapshot, inForce }: StageSession): {
  readonly look: BracketLook;
  readonly bracket: SnapshotData | null;
  readonly wouldBe: SnapshotData | null;
} {
  if (use === 'kept' || use === 'statement') return { look: 'solid', bracket: inForce, wouldBe: null };
  if (use === 'none' || snapshot === null) return { look: 'faint', bracket: null, wouldBe: inForce };
  return { look: 'dashed', bracket: snapshot, wouldBe: sameSnapshot(snapshot, inForce) ? null : inForce };
}

export type SnapshotData = Omit<StageSnapshot, 'curcid'>;
const sameXids = (a: readonly number[], b: readonly number[]): boolean => {
  const inB = new Set(b);
  return a.length === b.length && a.every((xid) => inB.has(xid));
};
/** They agree about every xid; command ids may differ. */
export const sameSnapshot = (a: SnapshotData, b: SnapshotData): boolean =>
  a.xmin === b.xmin &&
  a.xmax === b.xmax &&
  a.suboverflowed === b.suboverflowed &&
  sameXids(a.xip, b.xip) &&
  sameXids(a.subxip, b.subxip);

export function bracketOf(look: BracketLook, snapshot: SnapshotData, place: Placer): Bracket {
  const { xmin, xmax, xip, subxip, suboverflowed } = snapshot;
  const slots = new Map<AxisPiece, { xids: number[]; isSub: boolean }>();
  const cut = (xid: number, isSub: boolean): void => {
    const piece = place.pieceAt(xid);
    if (piece === undefined) return;
    const slot = slots.get(piece);
    if (slot === undefined) slots.set(piece, { xids: [xid], isSub });
    else {
      slot.xids.push(xid);
      slot.isSub &&= isSub;
    }
  };
  for (const xid of xip) cut(xid, false);
  for (const xid of subxip) cut(xid, true);
  const notches = [...slots]
    .map(([piece, { xids, isSub }]): Notch => {
      const { x, width, cx } = piece;
      return {
        x,
        width,
        cx,
        isSub,
        isFolded: piece.kind === 'fold',
        xids: xids.sort((a, b) => place.full(a) - place.full(b)),
      };
    })
    .sort((a, b) => a.x - b.x);
  return {
    look,
    snapshot: { xmin, xmax, xip, subxip, suboverflowed },
    x0: place.edgeBefore(xmin),
    x1: place.edgeBefore(xmax),
    notches,
  };
}
