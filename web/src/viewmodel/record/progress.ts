/**
 * The reader's attempts, kept in the browser: one text under one key of a store, for example localStorage. The text may
 * come from anybody, so invalid entries are left out; a store that refuses (private windows) counts as empty.
 */

/**
 * Attempts at lessons and exercises are plain data: the browser keeps them, a record hands them in as a file. A *deed* is one attempt at one question; nothing is ever changed or removed, later attempts are added.
 */

/** The kinds of questions. A lesson's question has its step's number in `part`, from 1. */
export const DEED_KINDS = ['exercise', 'lesson'] as const;
export type DeedKind = (typeof DEED_KINDS)[number];

export interface Deed {
  readonly kind: DeedKind;
  /** Of the exercise or lesson: its file's name without number, language and `.md`. */
  readonly id: string;
  /** Of an exercise; 0 for a lesson, which has no variants. */
  readonly seed: number;
  /** Step of a lesson; 0 for an exercise. */
  readonly part: number;
  /** The answer, as one text that the kind of question can parse (`viewmodel/exercise/question.ts`). */
  readonly answer: string;
  readonly isRight: boolean;
  /** Number of hints shown before the answer. */
  readonly hints: number;
  /** When the question appeared, and when the answer was given: ISO 8601, UTC. */
  readonly begun: string;
  readonly at: string;
}

/** The most that are kept: older ones are dropped first. */
export const MAX_DEEDS = 2_000;
/** Characters of an answer that are kept. */
export const MAX_ANSWER_CHARS = 400;

/**
 * Until then pages asked the first edition's variants (`EDITIONS`), for which a seed may have another key. An answer
 * given later is judged by today's key alone: otherwise a wrong one would count as right wherever it was right then.
 */
const FIRST_EDITION_UNTIL = Date.parse('2026-11-23T00:00:00.000Z');
export const mayBeFirstEdition = ({ at }: Pick<Deed, 'at'>): boolean => Date.parse(at) < FIRST_EDITION_UNTIL;

/** The part of `Storage` that is used. */
export interface KeptStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export const PROGRESS_KEY = 'xipscope.progress.v1';

/** Of an exercise or lesson, and a moment in UTC, as kept here and in records. */
export const ID = /^[a-z0-9-]{1,80}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
/** A moment that exists: `Date.parse` takes 31 February for a day in March. */
export const isMoment = (text: string): boolean => {
  const at = TIME.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === text.slice(0, 19);
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown, shape: RegExp): value is string => typeof value === 'string' && shape.test(value);

/** One deed from JSON; null: it is not one. */
export function deedOf(value: unknown): Deed | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, id, seed, part, answer, isRight, hints, begun, at } = value as Partial<Record<keyof Deed, unknown>>;
  const found = DEED_KINDS.find((one) => one === kind);
  if (found === undefined || !isText(id, ID)) return null;
  if (typeof begun !== 'string' || typeof at !== 'string' || !isMoment(begun) || !isMoment(at)) return null;
  if (typeof answer !== 'string' || answer.length > MAX_ANSWER_CHARS || typeof isRight !== 'boolean') return null;
  if (!isCount(seed) || !isCount(part) || !isCount(hints)) return null;
  return { kind: found, id, seed, part, answer, isRight, hints, begun, at };
}

/** All kept deeds, oldest first. */
export function readProgress(store: KeptStore): readonly Deed[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(PROGRESS_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.map(deedOf).filter((deed) => deed !== null) : [];
  } catch {
    return [];
  }
}

/** @returns whether it could be stored */
export function addDeed(store: KeptStore, deed: Deed): boolean {
  const cut = { ...deed, answer: deed.answer.slice(0, MAX_ANSWER_CHARS) };
  try {
    store.setItem(PROGRESS_KEY, JSON.stringify([...readProgress(store), cut].slice(-MAX_DEEDS)));
    return true;
  } catch {
    return false;
  }
}

/** Deletes all of it. @returns whether that worked */
export function clearProgress(store: KeptStore): boolean {
  try {
    store.setItem(PROGRESS_KEY, '[]');
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a wrong answer to a variant has revealed the right one, so that this variant can no longer earn a mark.
 * Questions that are answered by moves reveal nothing: each attempt runs and shows how far it got.
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

/** Of one question's attempts, oldest first, those that earn the mark: right, and without an earlier reveal of the answer. */
export const earningIn = (own: readonly Deed[]): readonly Deed[] =>
  own.filter((deed, i) => deed.isRight && !isTold(own.slice(0, i), deed));

export type Standing = 'new' | 'tried' | 'right';

/** Somebody's standing in an exercise or lesson: right once, with any seed, is right, unless the answer was revealed before. */
export function standingOf(deeds: readonly Deed[], kind: Deed['kind'], id: string): Standing {
  const own = deeds.filter((deed) => deed.kind === kind && deed.id === id);
  if (earningIn(own).length > 0) return 'right';
  return own.length > 0 ? 'tried' : 'new';
}
