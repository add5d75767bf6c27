/**
 * The pieces of the axis of xids: the drawn ones, the folded ones, and their places. Lengths are in CSS pixels, from
 * the axis's left end.
 */
import type { StageSession, StageSnapshot, StageState } from '../../engine/stage/stage-types.ts';
import type { XidFill } from './xid-fill.ts';
import {
  asFullXid,
  countXids,
  type FullXid,
  firstFrom,
  fullXid,
  nextFullXid,
  previousFullXid,
  shortXid,
} from './xid-order.ts';

/** The room for the axis, and the height of its smallest text. */
export interface AxisRoom {
  readonly width: number;
  readonly em: number;
}

interface Placed {
  readonly x: number;
  readonly width: number;
  /** Of its centre. */
  readonly cx: number;
}
export interface AxisCell extends Placed {
  readonly kind: 'cell';
  readonly xid: number;
  readonly full: FullXid;
  /** The label; only the last digits of long ones, see `elided`. */
  readonly label: string;
  readonly fill: XidFill;
  /** Null: the set-up's, or not assigned yet. */
  readonly owner: string | null;
  readonly isElsewhere: boolean;
  /** Of the spec's teardown. */
  readonly isTeardown: boolean;
  readonly parent: number | null;
  /** The next xid to be assigned. */
  readonly isNext: boolean;
}
export interface AxisFold extends Placed {
  readonly kind: 'fold';
  /** The oldest and the newest folded xid. */
  readonly first: FullXid;
  readonly last: FullXid;
  readonly count: number;
  /** How many of these are running (or prepared). */
  readonly running: number;
}
export type AxisPiece = AxisCell | AxisFold;

/** Width of a digit of the fixed-width font, and least and greatest width of a piece, in em. */
const DIGIT = 0.61;
const LEAST_PIECE = 2.4;
const GREATEST_PIECE = 5.5;
/** A label with more digits is shortened to its last ones, after "…". */
const LONGEST_LABEL = 6;
const KEPT_DIGITS = 4;

export interface Item {
  readonly first: FullXid;
  readonly last: FullXid;
  readonly count: number;
  /** Null: a gap, xids that the stage's list does not have. */
  readonly xid: StageState['xids'][number] | 'next' | null;
}

/** All xids in order, oldest first, and the gaps of the list between, before and after them. */
export function itemsOf(state: StageState): readonly Item[] {
  const next = asFullXid(state.nextXid);
  const items: Item[] = [];
  const gapBefore = (from: FullXid, to: FullXid): void => {
    const count = countXids(from, to);
    if (count > 0) items.push({ first: from, last: previousFullXid(to), count, xid: null });
  };
  let due: FullXid | null = oldestMentioned(state);
  for (const xid of state.xids) {
    const first = fullXid(xid.xid, state.nextXid);
    if (due !== null) gapBefore(due, first);
    items.push({ first, last: first, count: 1, xid });
    due = nextFullXid(first);
  }
  if (due !== null) gapBefore(due, next);
  items.push({ first: next, last: next, count: 1, xid: 'next' });
  return items;
}

/** The oldest xid that a snapshot or the horizon mentions, if it is older than the list. */
function oldestMentioned({ xids, sessions, horizons, nextXid }: StageState): FullXid | null {
  const [oldest] = xids;
  const mentioned = sessions.flatMap(({ snapshot, inForce }) => [inForce.xmin, snapshot?.xmin ?? 0]);
  const all = [...mentioned, horizons.oldestNonRemovable].filter((xid) => xid > 2).map((xid) => fullXid(xid, nextXid));
  const first = asFullXid(Math.min(...all));
  return Number.isFinite(first) && (oldest === undefined || first < fullXid(oldest.xid, nextXid)) ? first : null;
}

/** Number of pieces that fit: all are as wide as the widest label needs. */
export function slotsOf(items: readonly Item[], { width, em }: AxisRoom): number {
  const longest = Math.max(...items.map(({ xid, first }) => (xid === null ? 0 : String(shortXid(first)).length)));
  const letters = longest > LONGEST_LABEL ? KEPT_DIGITS + 1 : longest;
  return Math.max(3, Math.floor(width / (em * Math.max(LEAST_PIECE, letters * DIGIT + 0.7))));
}

export function layOut(items: readonly Item[], shown: readonly boolean[], room: AxisRoom): readonly AxisPiece[] {
  const runs: Item[][] = [];
  for (const [i, item] of items.entries()) {
    if (i > 0 && shown[i] === false && shown[i - 1] === false) runs.at(-1)?.push(item);
    else runs.push([item]);
  }
  const width = Math.min(room.width / runs.length, room.em * GREATEST_PIECE);
  let place = -1;
  return runs.map((run, i): AxisPiece => {
    const [first] = run;
    const last = run.at(-1);
    if (first === undefined || last === undefined) throw new RangeError('a run has items');
    place += run.length;
    const placed = { x: i * width, width, cx: (i + 0.5) * width };
    const { xid } = first;
    if (shown[place] === true && xid !== null) return { ...placed, ...cellOf(first.first, xid) };
    const running = run.filter(({ xid: one }) => one !== null && one !== 'next' && isUnderWay(one.status)).length;
    const count = run.reduce((sum, each) => sum + each.count, 0);
    return { ...placed, kind: 'fold', first: first.first, last: last.last, count, running };
  });
}

const isUnderWay = (status: XidFill): boolean => status === 'running' || status === 'prepared';

function cellOf(full: FullXid, entry: StageState['xids'][number] | 'next'): Omit<AxisCell, keyof Placed> {
  const xid = shortXid(full);
  const label = labelOf(xid);
  const cell = { kind: 'cell', xid, full, label } as const;
  if (entry === 'next')
    return {
      ...cell,
      fill: 'unstarted',
      owner: null,
      isElsewhere: false,
      isTeardown: false,
      parent: null,
      isNext: true,
    };
  const { status, owner, elsewhere = false, teardown = false, parent } = entry;
  return { ...cell, fill: status, owner, isElsewhere: elsewhere, isTeardown: teardown, parent, isNext: false };
}

const labelOf = (xid: number): string => {
  const digits = String(xid);
  return digits.length > LONGEST_LABEL ? `…${digits.slice(-KEPT_DIGITS)}` : digits;
};

export function elidedDigits(pieces: readonly AxisPiece[]): string | null {
  const heads = new Set(
    pieces.flatMap((piece) =>
      piece.kind === 'cell' && piece.label.startsWith('…') ? [String(piece.xid).slice(0, -KEPT_DIGITS)] : [],
    ),
  );
  const [head] = heads;
  return head !== undefined && heads.size === 1 ? head : null;
}

export interface Placer {
  readonly pieceAt: (xid: number) => AxisPiece | undefined;
  /** Position of the edge right before an xid; within a fold, in proportion to the part before it. */
  readonly edgeBefore: (xid: number) => number;
  readonly full: (xid: number) => FullXid;
}

export function placer(pieces: readonly AxisPiece[]): Placer {
  const newest = pieces.at(-1);
  const next = newest?.kind === 'cell' ? newest.full : asFullXid(0);
  const ends = pieces.map((piece) => (piece.kind === 'cell' ? piece.full : piece.last));
  const full = (xid: number) => fullXid(xid, next);
  const placeOf = (xid: FullXid): number => firstFrom(ends, xid);
  return {
    full,
    pieceAt: (xid) => {
      const piece = pieces[placeOf(full(xid))];
      if (piece === undefined) return undefined;
      return full(xid) >= (piece.kind === 'cell' ? piece.full : piece.first) ? piece : undefined;
    },
    edgeBefore: (xid) => {
      const piece = pieces[placeOf(full(xid))];
      if (piece === undefined) return (newest?.x ?? 0) + (newest?.width ?? 0);
      if (piece.kind === 'cell' || full(xid) <= piece.first) return piece.x;
      return piece.x + (piece.width * countXids(piece.first, full(xid))) / piece.count;
    },
  };
}

/** Snapshots as brackets on the axis of xids: `[` at xmin, `]` before xmax, a notch for each xid that is listed as running. */

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
