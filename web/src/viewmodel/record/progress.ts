/**
 * What was done, kept where the page is: one text under one key of a store such as localStorage. What is read back is
 * somebody's text, so whatever is no deed is left out; a store that refuses (private windows) is as good as an empty one.
 */
import { DEED_KINDS, type Deed, MAX_ANSWER_CHARS, MAX_DEEDS } from './types.ts';

/** What is needed of a `Storage`. */
export interface KeptStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export const PROGRESS_KEY = 'xipscope.progress.v1';

/** Of an exercise or lesson, and a moment in UTC, as kept here and in records. */
export const ID = /^[a-z0-9-]{1,80}$/;
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown, shape: RegExp): value is string => typeof value === 'string' && shape.test(value);

/** One deed out of JSON; null: it is none. */
export function deedOf(value: unknown): Deed | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, id, seed, part, answer, isRight, hints, begun, at } = value as Partial<Record<keyof Deed, unknown>>;
  const found = DEED_KINDS.find((one) => one === kind);
  if (found === undefined || !isText(id, ID) || !isText(begun, TIME) || !isText(at, TIME)) return null;
  if (typeof answer !== 'string' || answer.length > MAX_ANSWER_CHARS || typeof isRight !== 'boolean') return null;
  if (!isCount(seed) || !isCount(part) || !isCount(hints)) return null;
  return { kind: found, id, seed, part, answer, isRight, hints, begun, at };
}

/** All deeds that are kept, oldest first. */
export function readProgress(store: KeptStore): readonly Deed[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(PROGRESS_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.map(deedOf).filter((deed) => deed !== null) : [];
  } catch {
    return [];
  }
}

/** @returns whether it could be kept */
export function addDeed(store: KeptStore, deed: Deed): boolean {
  const cut = { ...deed, answer: deed.answer.slice(0, MAX_ANSWER_CHARS) };
  try {
    store.setItem(PROGRESS_KEY, JSON.stringify([...readProgress(store), cut].slice(-MAX_DEEDS)));
    return true;
  } catch {
    return false;
  }
}

/** Forgets all of it. @returns whether it could be done */
export function clearProgress(store: KeptStore): boolean {
  try {
    store.setItem(PROGRESS_KEY, '[]');
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a wrong answer to a variant has shown the right one, so that no mark can come of that variant any more. What is
 * made of moves is not told: each try is run, and says how far it went.
 */
export const isTold = (deeds: readonly Deed[], { kind, id, seed }: Pick<Deed, 'kind' | 'id' | 'seed'>): boolean =>
  deeds.some(
    (deed) =>
      kind === 'exercise' &&
      deed.kind === kind &&
      deed.id === id &&
      deed.seed === seed &&
      !deed.isRight &&
      !deed.answer.startsWith('moves:'),
  );

/** Of one question's tries, oldest first, those that earn the mark: right, and nothing had told the answer before. */
export const earningIn = (own: readonly Deed[]): readonly Deed[] =>
  own.filter((deed, i) => deed.isRight && !isTold(own.slice(0, i), deed));

export type Standing = 'new' | 'tried' | 'right';

/** How somebody stands with an exercise or lesson: right once, with whatever seed, is right, unless it was told. */
export function standingOf(deeds: readonly Deed[], kind: Deed['kind'], id: string): Standing {
  const own = deeds.filter((deed) => deed.kind === kind && deed.id === id);
  if (earningIn(own).length > 0) return 'right';
  return own.length > 0 ? 'tried' : 'new';
}
