/**
 * The history of a row version: its writer, its deleter, its lockers, and the states of their transactions. From the
 * header's bits and from the stage's list of xids; words are elsewhere (heap-words.ts).
 */
import type { StageState, StageTuple } from '../../engine/stage/stage-types.ts';
import {
  isFrozen,
  isLockedOnly,
  isLockStrength,
  isMulti,
  isUpdated,
  type LockStrength,
  lockStrength,
  xmaxHint,
  xminHint,
} from './heap-bits.ts';
import { type SessionStyle, type SessionStyles, styleOf } from './selection.ts';
import { findXid, type XidFill, xidFill } from './xid-fill.ts';

/** An xid in a tuple's header: its mark and its owner. */
export interface XidNote {
  readonly xid: number;
  readonly fill: XidFill;
  readonly owner: SessionStyle;
}
export interface Holder extends XidNote {
  /** Strength of its lock; null: it changes the version. */
  readonly strength: LockStrength | null;
}

/** The meaning of xmax, including its hint bits. */
export type Xmax =
  /** 0, or nothing that counts: rolled back, or a lock that has ended. */
  | {
      readonly kind: 'none';
      readonly xid: number;
      readonly note: XidNote | null;
      /** Its transaction made a change and rolled it back. */
      readonly undone: boolean;
    }
  | { readonly kind: 'lock'; readonly xid: number; readonly multi: boolean; readonly holders: readonly Holder[] }
  | {
      readonly kind: 'change';
      readonly xid: number;
      readonly multi: boolean;
      /** The transaction that changes it; xid 0: a multixact whose members are not known. */
      readonly by: Holder;
      /** Transactions that lock it besides. */
      readonly holders: readonly Holder[];
    };

export interface Place {
  readonly block: number;
  readonly offset: number;
}
/** `(0,3)` → block 0, offset 3. */
export function placeOf(ctid: string): Place {
  const [block = 0, offset = 0] = ctid.replace(/[()]/g, '').split(',').map(Number);
  return { block, offset };
}

const ENDED: ReadonlySet<XidFill> = new Set(['committed', 'aborted']);

export function xidNote(state: StageState, styles: SessionStyles, xid: number, hint?: XidFill | null): XidNote {
  const fill = xidFill(state, xid);
  return {
    xid,
    // A hint never contradicts pg_xact: it only remembers longer than the stage's list.
    fill: fill === 'unknown' ? (hint ?? fill) : fill,
    owner: styleOf(styles, findXid(state, xid)?.owner ?? null),
  };
}

/** Frozen: committed for every snapshot, whatever its number. */
export function xminOf(state: StageState, styles: SessionStyles, tuple: StageTuple): XidNote {
  const note = xidNote(state, styles, tuple.xmin, xminHint(tuple));
  return isFrozen(tuple) ? { ...note, fill: 'committed' } : note;
}

export function xmaxOf(state: StageState, styles: SessionStyles, tuple: StageTuple): Xmax {
  const { xmax } = tuple;
  const hint = xmaxHint(tuple);
  const multi = isMulti(tuple);
  if (xmax === 0) return { kind: 'none', xid: 0, note: null, undone: false };
  const single = (): XidNote => xidNote(state, styles, xmax, hint === 'committed' ? 'committed' : null);
  if (hint === 'invalid') {
    const note = multi ? null : single();
    return { kind: 'none', xid: xmax, note, undone: note?.fill === 'aborted' && !isLockedOnly(tuple) };
  }
  const members: readonly Holder[] = tuple.members.map(({ xid, status }) => ({
    ...xidNote(state, styles, xid),
    strength: isLockStrength(status) ? status : null,
  }));
  if (isLockedOnly(tuple)) {
    const holders = multi ? members : [{ ...single(), strength: lockStrength(tuple) }];
    return { kind: 'lock', xid: xmax, multi, holders };
  }
  if (!multi) return { kind: 'change', xid: xmax, multi, by: { ...single(), strength: null }, holders: [] };
  const by = members.find(({ strength }) => strength === null) ?? { ...xidNote(state, styles, 0), strength: null };
  return { kind: 'change', xid: xmax, multi, by, holders: members.filter((member) => member !== by) };
}

/** The content of a version's caption: one fact, the most telling one. */
export type Fact =
  | { readonly kind: 'dead-rolled-back'; readonly by: XidNote }
  | { readonly kind: 'dead-removed'; readonly by: XidNote; readonly how: ChangeKind }
  | { readonly kind: 'dead' }
  /** Its writer rolled back, and a snapshot might still ask. */
  | { readonly kind: 'rolled-back'; readonly by: XidNote }
  | {
      readonly kind: 'written';
      readonly by: XidNote;
      readonly replaces: Place | null;
      readonly updated: boolean;
      /** An xmax that removes nothing: a lock that has ended or belongs to the writer. Null: none. */
      readonly lock: Extract<Xmax, { kind: 'lock' }> | null;
    }
  /** By its own writer, whose transaction has not ended. */
  | { readonly kind: 'written-and-changed'; readonly by: XidNote; readonly how: ChangeKind }
  | {
      readonly kind: 'changed';
      readonly by: XidNote;
      readonly how: ChangeKind;
      readonly holders: readonly Holder[];
      /** Sessions that still see it. */
      readonly seenBy: readonly SessionStyle[];
    }
  | { readonly kind: 'change-undone'; readonly by: XidNote; readonly how: ChangeKind }
  | {
      readonly kind: 'locked';
      readonly holders: readonly Holder[];
      /** The multixact's number; null: a single xid. */
      readonly multi: number | null;
      /** Members whose locks are still listed, but have ended. */
      readonly over: readonly Holder[];
    };
/** An update leads to a newer version, a deletion to none. */
export type ChangeKind = 'replaced' | 'deleted';

/** `replaces`: the older version that points to this one, if known. */
export function factOf(
  tuple: StageTuple,
  xmin: XidNote,
  xmax: Xmax,
  { replaces, seenBy }: { readonly replaces: Place | null; readonly seenBy: readonly SessionStyle[] },
): Fact {
  const how: ChangeKind = tuple.next === tuple.ctid ? 'deleted' : 'replaced';
  if (xmin.fill === 'aborted') return { kind: tuple.dead ? 'dead-rolled-back' : 'rolled-back', by: xmin };
  if (tuple.dead) return xmax.kind === 'change' ? { kind: 'dead-removed', by: xmax.by, how } : { kind: 'dead' };
  if (xmax.kind === 'change') {
    if (xmax.by.fill === 'aborted') return { kind: 'change-undone', by: xmax.by, how };
    if (xmin.fill === 'running' && ownersMeet(xmin, xmax.by)) return { kind: 'written-and-changed', by: xmin, how };
    return { kind: 'changed', by: xmax.by, how, holders: stillThere(xmax.holders), seenBy };
  }
  if (xmax.kind === 'lock') {
    // The version's running writer may have carried its own lock over: that is not news.
    const holders = stillThere(xmax.holders).filter((holder) => xmin.fill !== 'running' || !ownersMeet(xmin, holder));
    if (holders.length > 0) {
      const over = xmax.holders.filter(({ fill }) => ENDED.has(fill));
      return { kind: 'locked', holders, multi: xmax.multi ? xmax.xid : null, over };
    }
  }
  // Rolled back, and already marked so: xmax and t_ctid stay as they were.
  if (xmax.kind === 'none' && xmax.undone && xmax.note !== null) return { kind: 'change-undone', by: xmax.note, how };
  const lock = xmax.kind === 'lock' ? xmax : null;
  return { kind: 'written', by: xmin, replaces, updated: isUpdated(tuple), lock };
}

/** A session runs one transaction at a time. */
const ownersMeet = (a: XidNote, b: XidNote): boolean => a.owner.name !== '' && a.owner.name === b.owner.name;

const stillThere = (holders: readonly Holder[]): readonly Holder[] => holders.filter(({ fill }) => !ENDED.has(fill));
