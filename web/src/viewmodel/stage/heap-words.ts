/** Words in the drawing of a heap page: captions of versions and of line pointers, names of sessions. */
import '../../base/messages/en/heap.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { HeapPointer, HeapVersion } from './heap.ts';
import type { Fact, Holder, Place, XidNote } from './heap-facts.ts';
import type { SessionStyle } from './selection.ts';

type T = Messages;

/** Figures name a session by its letter; prose adds the spec's own name. */
export const whoShort = (session: SessionStyle, { t }: T): string => session.letter || t('heap.setup');
export const whoLong = (session: SessionStyle, { t }: T): string =>
  session.ownName === null
    ? session.letter || t('heap.setup')
    : t('heap.sessionNamed', { letter: session.letter, name: session.ownName });

export type Who = (session: SessionStyle, m: T) => string;
/** An xid that the stage no longer knows is named by its number. */
export const byOf = ({ owner, fill, xid }: XidNote, m: T, who: Who): string =>
  owner.letter === '' && fill === 'unknown' ? String(xid) : who(owner, m);

export const locksOf = (holders: readonly Holder[], m: T, who: Who): string =>
  m.format.list(
    holders.map((holder) => m.t('heap.fact.lock', { who: byOf(holder, m, who), strength: holder.strength ?? '' })),
  );

/** One line: the history of this version. */
export function captionOf({ fact }: HeapVersion, m: Messages, who: Who = whoShort): string {
  const { t } = m;
  switch (fact.kind) {
    case 'dead-rolled-back':
      return t('heap.fact.deadRolledBack', { who: byOf(fact.by, m, who) });
    case 'dead-removed':
      return t('heap.fact.deadRemoved', { who: byOf(fact.by, m, who), how: fact.how });
    case 'dead':
      return t('heap.fact.dead');
    case 'rolled-back':
      return t('heap.fact.rolledBack', { who: byOf(fact.by, m, who) });
    case 'written': {
      const said = { who: byOf(fact.by, m, who), fill: fact.by.fill };
      const words = fact.updated ? t('heap.fact.newVersion', said) : t('heap.fact.inserted', said);
      if (fact.lock === null) return words;
      const { xid, holders } = fact.lock;
      const by = m.format.list(holders.map((holder) => byOf(holder, m, who)));
      return t('heap.fact.onlyLocks', { fact: words, xid, who: by });
    }
    case 'written-and-changed':
      return t('heap.fact.writtenAndChanged', { who: byOf(fact.by, m, who), how: fact.how });
    case 'changed':
      return changedWords(fact, m, who);
    case 'change-undone':
      return t('heap.fact.changeUndone', { who: byOf(fact.by, m, who), how: fact.how });
    case 'locked':
      return lockedWords(fact, m, who);
  }
}

/** The same without numbers of transactions, for readers who see none. */
export function plainCaptionOf(version: HeapVersion, m: Messages): string {
  const { fact } = version;
  if (fact.kind === 'written') return captionOf({ ...version, fact: { ...fact, lock: null } }, m);
  return captionOf(fact.kind === 'locked' ? { ...version, fact: { ...fact, multi: null } } : version, m);
}

function lockedWords({ holders, multi, over }: Extract<Fact, { kind: 'locked' }>, m: T, who: Who): string {
  const fact = m.t('heap.fact.locked', { locks: locksOf(holders, m, who) });
  if (multi === null) return fact;
  return m.t('heap.fact.multixact', { multi, fact, over: over.map((holder) => byOf(holder, m, who)) });
}

function changedWords(fact: Extract<Fact, { kind: 'changed' }>, m: T, who: Who): string {
  const seenBy = fact.seenBy.map((session) => who(session, m));
  const words = m.t('heap.fact.changed', { who: byOf(fact.by, m, who), how: fact.how, fill: fact.by.fill, seenBy });
  return fact.holders.length === 0
    ? words
    : m.t('heap.fact.alsoLocked', { fact: words, locks: locksOf(fact.holders, m, who) });
}

export const ctidText = ({ block, offset }: Place): string => `(${block},${offset})`;
export const hex = (mask: number): string => mask.toString(16).padStart(4, '0').toUpperCase();

export function pointerWords(pointer: HeapPointer, block: number, { t }: Messages): string {
  const { flags, offset, last, to } = pointer;
  if (flags === 'redirect') return t('heap.pointer.redirect', { to: ctidText({ block, offset: to }) });
  if (last === offset) return t(flags === 'dead' ? 'heap.pointer.dead' : 'heap.pointer.unused');
  const n = last - offset + 1;
  return flags === 'dead' ? t('heap.pointer.manyDead', { n }) : t('heap.pointer.manyUnused', { n });
}
/** `(0,5)`, or `(0,5) to (0,9)`. */
export function pointerName({ offset, last }: HeapPointer, block: number, { t }: Messages): string {
  const from = ctidText({ block, offset });
  return last === offset ? from : t('heap.pointer.range', { from, to: ctidText({ block, offset: last }) });
}
