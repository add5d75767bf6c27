/**
 * The axis of xids, laid out: the drawn and the folded xids, their places, the bracket of each session's snapshot on
 * them, the horizon, and the line of the one question. Lengths are in CSS pixels, from the axis's left end.
 *
 * Invariants: every xid of the state is in exactly one piece; pieces follow each other without gaps from 0 on; a
 * bracket's ends are on the left edges of xmin's and xmax's pieces (half open), unless these are folded.
 */
import type { SnapshotUse, StageState } from '../../engine/stage/stage-types.ts';
import type { Selection } from './selection.ts';
import {
  type AxisPiece,
  type AxisRoom,
  type Bracket,
  bracketOf,
  elidedDigits,
  type Item,
  itemsOf,
  layOut,
  type Placer,
  placer,
  shownSnapshots,
  slotsOf,
} from './xid-axis-pieces.ts';
import { questionXid, snapshotVerdict, type Verdict } from './xid-axis-text.ts';
import { type FullXid, firstFrom, fullXid, windowOf } from './xid-order.ts';

export interface AxisRow {
  readonly session: string;
  readonly use: SnapshotUse;
  readonly isSelected: boolean;
  /** The present one, or the last one. Null: it has taken none. */
  readonly bracket: Bracket | null;
  /** The one that it would take now, if it has none in use and it would differ. Its eyes use this one. */
  readonly wouldBe: Bracket | null;
  /** Its own xids between the bracket's ends: they get no notch. */
  readonly ownInside: readonly number[];
  /** The verdict of the snapshot in force on the xid in question, and the topmost parent that decided in its place. */
  readonly verdict: Verdict | null;
  readonly parent: number | null;
}
/** A subxid and its direct parent, both drawn or folded. */
export interface AxisArc {
  readonly child: number;
  readonly parent: number;
  readonly owner: string | null;
  readonly x0: number;
  readonly x1: number;
}
export interface AxisHorizon {
  readonly xid: number;
  /** The left edge of the oldest xid that somebody may still need. */
  readonly x: number;
  readonly holders: StageState['horizons']['holders'];
}
export interface AxisQuestion {
  readonly xid: number;
  readonly owner: string | null;
  readonly cx: number;
  /** Index of its row in `rows`; null: no session is chosen. */
  readonly row: number | null;
  /** Centre of its topmost parent, if that decides in its place. */
  readonly parentCx: number | null;
}
export interface XidAxis {
  readonly pieces: readonly AxisPiece[];
  readonly width: number;
  /** The digits that "…" replaces in labels; null: none is shortened, or they differ. */
  readonly elided: string | null;
  readonly arcs: readonly AxisArc[];
  readonly rows: readonly AxisRow[];
  /** Sessions without a snapshot, left out of `rows` because there are so many. */
  readonly without: readonly string[];
  readonly horizon: AxisHorizon | null;
  readonly question: AxisQuestion | null;
}

/** With more sessions than this, those without a snapshot get no row. */
export const MANY_SESSIONS = 8;
/**
 * @param near the xid at the reader's cursor (by keyboard, or in a fold that was opened): it and its neighbours are
 * drawn, whatever else must be folded for it
 */
export function xidAxis(state: StageState, selection: Selection, room: AxisRoom, near: FullXid | null = null): XidAxis {
  const items = itemsOf(state);
  const asked = questionXid(state, selection);
  const shown = windowOf(
    items.map(({ xid }) => xid !== null),
    slotsOf(items, room),
    wantedPlaces(state, selection, items, asked, near),
  );
  const pieces = layOut(items, shown, room);
  const place = placer(pieces);
  const rows = rowsOf(state, selection, asked, place);
  const { kept, without } = foldRows(rows);
  return {
    pieces,
    width: (pieces.at(-1)?.x ?? 0) + (pieces.at(-1)?.width ?? 0),
    elided: elidedDigits(pieces),
    arcs: arcsOf(state, place),
    rows: kept,
    without,
    horizon: horizonOf(state, place),
    question: asked === null ? null : questionOf(state, selection, asked, kept, place),
  };
}

/** Indexes into `items`, the most important first. */
function wantedPlaces(
  state: StageState,
  selection: Selection,
  items: readonly Item[],
  asked: number | null,
  near: FullXid | null,
): readonly number[] {
  const ends = items.map(({ last }) => last);
  const at = (full: FullXid): number => Math.min(firstFrom(ends, full), items.length - 1);
  const around = (full: FullXid, by: number): number[] =>
    Array.from({ length: 2 * by }, (_, i) => at(full) + (i % 2 === 0 ? -1 : 1) * (1 + (i >> 1)));
  const atXid = (xid: number): number => at(fullXid(xid, state.nextXid));
  const brackets = state.sessions.map((session) => {
    const { bracket, wouldBe } = shownSnapshots(session);
    const edges = [bracket, wouldBe].flatMap((each) => (each === null ? [] : [each.xmin, each.xmax]));
    return { session, edges: edges.map(atXid) };
  });
  const chosen = brackets.filter(({ session }) => session.session === selection.session);
  const running = state.xids.filter(({ status }) => status === 'running' || status === 'prepared');
  return [
    items.length - 1,
    ...(near === null ? [] : [at(near)]),
    ...(asked === null ? [] : [atXid(asked)]),
    ...chosen.flatMap(({ session, edges }) => [...edges, ...session.inForce.xip.map(atXid)]),
    ...(near === null ? [] : around(near, 1)),
    ...(asked === null ? [] : around(fullXid(asked, state.nextXid), 1)),
    ...running.filter(({ parent }) => parent === null).map(({ xid }) => atXid(xid)),
    ...brackets.flatMap(({ edges }) => edges),
    atXid(state.horizons.oldestNonRemovable),
  ];
}

function rowsOf(state: StageState, selection: Selection, asked: number | null, place: Placer): readonly AxisRow[] {
  return state.sessions.map((session) => {
    const { look, bracket, wouldBe } = shownSnapshots(session);
    const { xmin, xmax } = bracket ?? session.inForce;
    const own = [...new Set([session.xid, ...session.ownXids])].filter((xid) => xid !== 0);
    const said = asked === null ? null : snapshotVerdict(state, session, asked);
    return {
      session: session.session,
      use: session.use,
      isSelected: session.session === selection.session,
      bracket: bracket === null ? null : bracketOf(look, bracket, place),
      wouldBe: wouldBe === null ? null : bracketOf('faint', wouldBe, place),
      ownInside: own.filter((xid) => place.full(xid) >= place.full(xmin) && place.full(xid) < place.full(xmax)),
      verdict: said?.verdict ?? null,
      parent: said?.parent ?? null,
    };
  });
}

function foldRows(rows: readonly AxisRow[]): { kept: readonly AxisRow[]; without: readonly string[] } {
  if (rows.length <= MANY_SESSIONS) return { kept: rows, without: [] };
  const kept = rows.filter(({ bracket, isSelected }) => bracket !== null || isSelected);
  return { kept, without: rows.filter((row) => !kept.includes(row)).map(({ session }) => session) };
}

function arcsOf({ xids }: StageState, place: Placer): readonly AxisArc[] {
  return xids.flatMap(({ xid, parent, owner }) => {
    if (parent === null) return [];
    const [from, to] = [place.pieceAt(parent), place.pieceAt(xid)];
    // Only a drawn xid gets an arc; its parent may be folded.
    if (from === undefined || to === undefined || to.kind === 'fold') return [];
    return [{ child: xid, parent, owner, x0: from.cx, x1: to.cx }];
  });
}

function horizonOf({ horizons: { oldestNonRemovable: xid, holders } }: StageState, place: Placer): AxisHorizon | null {
  return xid === 0 ? null : { xid, x: place.edgeBefore(xid), holders };
}

function questionOf(
  state: StageState,
  { session }: Selection,
  xid: number,
  rows: readonly AxisRow[],
  place: Placer,
): AxisQuestion | null {
  const piece = place.pieceAt(xid);
  if (piece === undefined) return null;
  const row = rows.findIndex((each) => each.session === session);
  const owner = state.xids.find((each) => each.xid === xid)?.owner ?? null;
  const parent = rows[row]?.parent ?? null;
  const parentCx = parent === null ? null : (place.pieceAt(parent)?.cx ?? null);
  return { xid, owner, cx: piece.cx, row: row < 0 ? null : row, parentCx };
}
