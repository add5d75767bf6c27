/**
 * The holders of the removal horizon, the bounds that a session keeps for it, and the answers for the dead versions of
 * the page. From 14 on each backend keeps two bounds for each kind of relation (GlobalVisState, procarray.c): below
 * `maybe_needed` nobody needs a row, from `definitely_needed` on somebody may, and in between only accurate horizons
 * tell. 13 had one number, from its last snapshot (RecentGlobalXmin).
 */

import '../../base/messages/en/axis.ts';
import '../../base/messages/en/horizons.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { KnownHolder, SessionHorizons } from '../../engine/server/server-state.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { type DeadAnswer, type HoldersAxis, holdersAxis } from '../server/holders-axis.ts';
import { xmaxOf, xminOf } from './heap-facts.ts';
import {
  NOTHING_SELECTED,
  type Selection,
  type SessionStyles,
  sameTuple,
  sessionStyles,
  type TupleRef,
} from './selection.ts';
import { subxidRows } from './subxids.ts';
import { asFullXid, countXids, type FullXid, fullXid, shortXid } from './xid-order.ts';

export type HorizonKind = 'shared' | 'catalog' | 'data' | 'temp';
/** Ordinary tables first, because most readers mean them. */
export const HORIZON_KINDS: readonly HorizonKind[] = ['data', 'catalog', 'shared', 'temp'];

export interface HorizonBar {
  /** 13: `recent` (all relations), `recentData`. */
  readonly kind: HorizonKind | 'recent' | 'recentData';
  /** Below `from` removable, from `to` on needed, in between undecided. Equal: nothing is open. */
  readonly from: FullXid;
  readonly to: FullXid;
}
export interface SessionKnowledge {
  readonly session: string;
  /** Empty: it has taken no snapshot yet, so it knows nothing. */
  readonly bars: readonly HorizonBar[];
  /** 14+; null: 13 computes with every snapshot. */
  readonly computed: number | null;
}
/** A session or prepared transaction with an xid or an xmin. */
export interface StageHolder extends KnownHolder {
  readonly id: string;
  readonly full: FullXid;
  /** The letter that a session has in every figure, if the spec names it otherwise. */
  readonly letter: string | null;
  /** Name of its database, if it is not this one. */
  readonly database: string | null;
  readonly role: 'holds' | 'counts' | NonNullable<KnownHolder['exempt']>;
}
/** A version that a committed transaction replaced or deleted. */
interface DeadVersion {
  readonly ref: TupleRef;
  readonly ctid: string;
  readonly deleter: number;
  readonly full: FullXid;
  /** The session's answer from its bounds: `open` makes it compute accurate horizons. */
  readonly answer: DeadAnswer;
  /** Its keepers, oldest first; empty: VACUUM removes it. */
  readonly keepers: readonly StageHolder[];
  /** Sessions of other databases, which by the rules of 13 also keep it when a session prunes its page. */
  readonly keepers13: readonly StageHolder[];
}
/** By the rules of 13 and by those of 14 and later, at this moment. */
export interface RulesView {
  /** Number of xmins that every snapshot reads. */
  readonly reads: { readonly 13: number; readonly 14: number };
  /** Pruning of a page removes versions deleted below this xid. */
  readonly touch: { readonly 13: number; readonly 14: number };
  /** The same for both. */
  readonly vacuum: number;
}
export interface HorizonsView {
  /** 13 has one number; later versions have bounds. */
  readonly era: 'recent' | 'bounds';
  readonly oldestNonRemovable: number;
  readonly nextXid: number;
  /** Number of xids between the horizon and the next one. */
  readonly behind: number;
  readonly holders: readonly StageHolder[];
  readonly holding: readonly StageHolder[];
  readonly axis: HoldersAxis;
  /** The knowledge that is drawn: the chosen session's, otherwise the first one's. */
  readonly shown: SessionKnowledge | null;
  readonly sessions: readonly SessionKnowledge[];
  /** The present accurate horizon of each kind. */
  readonly oldest: Readonly<Record<HorizonKind, number>>;
  /** Of the shown page. */
  readonly dead: readonly DeadVersion[];
  /** The chosen one, otherwise the first that somebody keeps, otherwise the first. */
  readonly asked: DeadVersion | null;
  readonly rules: RulesView;
}

export function horizonsView(state: StageState, selection: Selection): HorizonsView {
  const { horizons, nextXid, rules } = state;
  const next = fullXid(shortXid(nextXid), nextXid);
  const oldest = fullXid(horizons.oldestNonRemovable, nextXid);
  const known = state.sessions.map(({ session }) => {
    const own = (Object.hasOwn(horizons.sessions, session) ? horizons.sessions[session] : undefined) ?? {};
    return { session, bars: barsOf(own, nextXid), computed: own.computed ?? null };
  });
  const shown = known.find(({ session }) => session === selection.session) ?? known[0] ?? null;
  const holders = holdersOf(state);
  const bar = shown?.bars.find(({ kind }) => kind === 'data' || kind === 'recentData') ?? null;
  const bounds = bar === null ? null : { maybe: bar.from, definitely: bar.to, isOneNumber: rules < 14 };
  const dead = deadOf(state, holders, bounds);
  return {
    era: rules < 14 ? 'recent' : 'bounds',
    oldestNonRemovable: horizons.oldestNonRemovable,
    nextXid: shortXid(nextXid),
    behind: countXids(oldest, next),
    holders,
    holding: holders.filter(({ role }) => role === 'holds'),
    axis: holdersAxis({
      horizon: oldest,
      next,
      bounds,
      holders: holders.map(({ id, full, other, exempt }) => ({
        id,
        full,
        other: other === null ? null : fullXid(other, nextXid),
        counts: exempt === null,
      })),
      dead: dead.map(({ full, answer, ctid }) => ({ full, answer, versions: [ctid] })),
    }),
    shown,
    sessions: known,
    oldest: horizons.oldest,
    dead,
    asked:
      dead.find(({ ref }) => sameTuple(ref, selection.tuple)) ??
      dead.find(({ keepers }) => keepers.length > 0) ??
      dead[0] ??
      null,
    rules: rulesOf(state, holders, oldest),
  };
}

/** A prepared transaction or a slot may have a session's name, and is not that session. */
function letterOf({ kind, who }: KnownHolder, styles: SessionStyles): string | null {
  const own = kind === 'xmin' || kind === 'xid' ? styles.get(who) : undefined;
  return own === undefined || own.ownName === null ? null : own.letter;
}

function holdersOf({ horizons, nextXid, sessions }: StageState): readonly StageHolder[] {
  const places = new Map(sessions.map(({ session, place }) => [session, place]));
  const styles = sessionStyles(sessions.map(({ session }) => session));
  return horizons.known
    .map((holder): StageHolder => {
      const place = places.get(holder.who);
      return {
        ...holder,
        id: `${holder.kind} ${holder.who}`,
        full: fullXid(holder.xid, nextXid),
        letter: letterOf(holder, styles),
        database: place?.kind === 'database' ? place.name : null,
        role: holder.exempt ?? (holder.xid === horizons.oldestNonRemovable ? 'holds' : 'counts'),
      };
    })
    .sort((a, b) => a.full - b.full);
}

function deadOf(
  state: StageState,
  holders: readonly StageHolder[],
  bounds: { readonly maybe: FullXid; readonly definitely: FullXid } | null,
): readonly DeadVersion[] {
  const { page, nextXid } = state;
  if (page === null) return [];
  const styles = sessionStyles(state.sessions.map(({ session }) => session));
  const { table, block } = page;
  return page.tuples.flatMap((tuple): readonly DeadVersion[] => {
    const xmax = xmaxOf(state, styles, tuple);
    if (xmax.kind !== 'change' || xmax.by.fill !== 'committed') return [];
    if (xminOf(state, styles, tuple).fill === 'aborted') return [];
    const full = fullXid(xmax.by.xid, nextXid);
    const older = holders.filter((holder) => holder.full <= full);
    return [
      {
        ref: { table, block, offset: tuple.lp },
        ctid: tuple.ctid,
        deleter: xmax.by.xid,
        full,
        answer:
          bounds === null ? 'open' : full < bounds.maybe ? 'removable' : full >= bounds.definitely ? 'kept' : 'open',
        keepers: older.filter(({ exempt }) => exempt === null),
        keepers13: older.filter(({ exempt }) => exempt === 'other-database'),
      },
    ];
  });
}

/**
 * The horizon of pruning a page now. 13: GetSnapshotData's minimum over all databases. 14+: accurate horizons of this
 * database, including the pruning session's own snapshot, which lists every running xid.
 */
function rulesOf(state: StageState, holders: readonly StageHolder[], oldest: FullXid): RulesView {
  const { nextXid, sessions, prepared } = state;
  const asked = holders.filter(({ exempt }) => exempt === null || exempt === 'other-database');
  const xids = asked.flatMap(({ kind, xid, other }) =>
    kind === 'xid' || kind === 'prepared' ? [xid] : kind === 'xmin' && other !== null ? [other] : [],
  );
  const least = (from: FullXid, others: readonly number[]): number =>
    shortXid(others.reduce((min, xid) => Math.min(min, fullXid(xid, nextXid)), from as number));
  return {
    reads: { 13: sessions.length + prepared.length, 14: 0 },
    touch: {
      13: least(
        oldest,
        asked.map(({ xid }) => xid),
      ),
      14: least(oldest, xids),
    },
    vacuum: shortXid(oldest),
  };
}

function barsOf(own: SessionHorizons, nextXid: number): readonly HorizonBar[] {
  const { maybeNeeded, definitelyNeeded, recentGlobalXmin, recentGlobalDataXmin } = own;
  if (maybeNeeded !== undefined && definitelyNeeded !== undefined)
    return HORIZON_KINDS.map((kind) => ({
      kind,
      // These already have 64 bits.
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

/** Horizons and subxid slots in plain sentences. */

type Text = Pick<Messages, 't'>;

/** The holder, in a sentence. */
export const horizonFinding = ({ holding, oldestNonRemovable, behind }: HorizonsView, { t }: Text): string =>
  t('horizons.finding', { holders: holding, xid: oldestNonRemovable, behind });

/** Why this row version still exists: who is asked, what the session finds, who keeps it, and the same by 13's rules. */
export function whyStillHere(version: DeadVersion, view: HorizonsView, { t }: Text): readonly string[] {
  const { ctid, deleter, answer, keepers, keepers13 } = version;
  const [first] = keepers;
  const { shown, era } = view;
  return [
    t('horizons.why.deleted', { ctid, xid: deleter }),
    first === undefined
      ? t('horizons.why.goes', { xid: deleter, horizon: view.oldestNonRemovable })
      : t('horizons.why.kept', { holder: first, xid: deleter, more: keepers.length - 1 }),
    ...(shown === null ? [] : [t('horizons.why.answer', { session: shown.session, answer, era })]),
    ...(first === undefined && keepers13[0] !== undefined
      ? [t('horizons.why.elsewhere', { holder: keepers13[0] })]
      : []),
  ];
}

export const holderWords = (holder: StageHolder, { t }: Text): string => t('horizons.holder', holder);

/** The horizon, the holders that count and those that do not, why each dead version exists, and every bound that a session knows. */
export function horizonsText(
  state: StageState,
  text: Text,
  selection: Selection = NOTHING_SELECTED,
): readonly string[] {
  const { t } = text;
  const view = horizonsView(state, selection);
  return [
    t('axis.horizons.text.oldest', { xid: view.oldestNonRemovable }),
    horizonFinding(view, text),
    ...view.holders.map((holder) => t('horizons.holder.text', holder)),
    ...view.dead.map((version) => t('ui.sentences', { all: whyStillHere(version, view, text) })),
    t('horizons.rules.text', { ...view.rules.touch, vacuum: view.rules.vacuum }),
    ...view.sessions.flatMap(({ session, bars, computed }) => [
      ...(bars.length === 0 ? [t('axis.horizons.knowsNothing', { session })] : []),
      ...bars.map(({ kind, from, to }) =>
        kind === 'recent' || kind === 'recentData'
          ? t('axis.horizons.text.recent', { session, kind, xid: shortXid(from) })
          : t('axis.horizons.text.bar', { session, kind, maybe: shortXid(from), definitely: shortXid(to) }),
      ),
      ...(computed === null ? [] : [t('axis.horizons.text.computed', { session, computed })]),
    ]),
  ];
}

/** The slots of every session. */
export const subxidsText = (state: StageState, { t }: Text): readonly string[] =>
  subxidRows(state, NOTHING_SELECTED).map(({ session, slots, overflowed, without }) =>
    t('axis.subxids.text', { session, slots, overflowed, without }),
  );
