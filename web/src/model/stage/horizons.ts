/**
 * Who holds the removal horizon, and what a session believes about it. From 14 on each backend keeps two bounds for each
 * kind of relation (GlobalVisState, procarray.c): below `maybe_needed` nobody needs a row, from `definitely_needed` on
 * somebody may, and in between only accurate horizons tell. 13 had one number, from its last snapshot (RecentGlobalXmin).
 */
import type { HolderKind, SessionHorizons } from '../../engine/server-state.ts';
import type { StageState } from '../../engine/stage-types.ts';
import type { Selection } from './selection.ts';
import { asFullXid, type FullXid, fullXid, shortXid } from './xid-order.ts';

export type HorizonKind = 'shared' | 'catalog' | 'data' | 'temp';
/** Ordinary tables first: that is what people mean. */
export const HORIZON_KINDS: readonly HorizonKind[] = ['data', 'catalog', 'shared', 'temp'];

/** A place on the scale: xids in order, equally far apart, whatever lies between. */
export interface HorizonMark {
  readonly xid: number;
  readonly full: FullXid;
}
export interface HorizonBar {
  /** 13: `recent` (all relations), `recentData`. */
  readonly kind: HorizonKind | 'recent' | 'recentData';
  /** Below `from` removable, from `to` on needed, between them to be found out. Equal: nothing is open. */
  readonly from: FullXid;
  readonly to: FullXid;
}
export interface SessionKnowledge {
  readonly session: string;
  /** None: it has taken no snapshot yet, so it knows nothing. */
  readonly bars: readonly HorizonBar[];
  /** 14+; null: 13 computes with every snapshot. */
  readonly computed: number | null;
}
export interface HorizonHolder {
  readonly kind: HolderKind;
  readonly who: string;
  readonly xid: number;
}
export interface HorizonsView {
  /** 13 knows one number; later ones know bounds. */
  readonly era: 'recent' | 'bounds';
  readonly oldestNonRemovable: number;
  readonly nextXid: number;
  readonly holders: readonly HorizonHolder[];
  /** Every bound of `shown`, the horizon and the next xid, ascending. */
  readonly marks: readonly HorizonMark[];
  /** Places in `marks`. */
  readonly oldestAt: number;
  readonly nextAt: number;
  /** Whose knowledge is drawn: the chosen session's, else the first one's. */
  readonly shown: SessionKnowledge | null;
  readonly sessions: readonly SessionKnowledge[];
}

export function horizonsView(state: StageState, selection: Selection): HorizonsView {
  const { horizons, nextXid, rules } = state;
  const next = fullXid(shortXid(nextXid), nextXid);
  const oldest = fullXid(horizons.oldestNonRemovable, nextXid);
  const known = state.sessions.map(({ session }) => {
    const own = horizons.sessions[session] ?? {};
    return { session, bars: barsOf(own, nextXid), computed: own.computed ?? null };
  });
  const shown = known.find(({ session }) => session === selection.session) ?? known[0] ?? null;
  const fulls = [oldest, next, ...(shown?.bars ?? []).flatMap(({ from, to }) => [from, to])];
  const marks = [...new Set(fulls)].sort((a, b) => a - b).map((full) => ({ full, xid: shortXid(full) }));
  return {
    era: rules < 14 ? 'recent' : 'bounds',
    oldestNonRemovable: horizons.oldestNonRemovable,
    nextXid: shortXid(nextXid),
    holders: horizons.holders,
    marks,
    oldestAt: placeOf(marks, oldest),
    nextAt: placeOf(marks, next),
    shown,
    sessions: known,
  };
}

export const placeOf = (marks: readonly HorizonMark[], full: FullXid): number =>
  marks.findIndex((mark) => mark.full === full);

function barsOf(own: SessionHorizons, nextXid: number): readonly HorizonBar[] {
  const { maybeNeeded, definitelyNeeded, recentGlobalXmin, recentGlobalDataXmin } = own;
  if (maybeNeeded !== undefined && definitelyNeeded !== undefined)
    return HORIZON_KINDS.map((kind) => ({
      kind,
      // Already 64 bits.
      from: asFullXid(maybeNeeded[kind]),
      to: asFullXid(definitelyNeeded[kind]),
    })).filter(({ to }) => to !== 0);
  const one = (kind: 'recent' | 'recentData', xid: number | undefined): readonly HorizonBar[] => {
    if (xid === undefined || xid === 0) return [];
    const at = fullXid(xid, nextXid);
    return [{ kind, from: at, to: at }];
  };
  return [...one('recentData', recentGlobalDataXmin), ...one('recent', recentGlobalXmin)];
}
