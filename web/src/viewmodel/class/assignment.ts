/**
 * An assignment: lessons and exercises in an order, and which variants of the exercises a student gets. The address
 * holds all of it (`#/class?set=two-stamps,who-sees-it&seed=by-name`), so a teacher hands out a link and needs no server.
 * Its version is the address's (`v=1`). Pure.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { hashOf } from '../exercise/fill.ts';
import { MAX_SEED } from '../exercise/seed.ts';
import { type Deed, isTold, type Standing, standingOf } from '../record/progress.ts';
import { cleanName } from '../record/record.ts';

/** `by-name`: each student's variants are drawn from the name that they type. A number: everybody gets this variant. */
export type AssignmentSeed = 'by-name' | number;

export interface Assignment {
  /** Names of lessons and exercises, in the order in which they are to be done. No name is in it twice. */
  readonly set: readonly string[];
  readonly seed: AssignmentSeed;
}

/** More than anybody does in one go; a longer list is two assignments. */
export const MAX_ITEMS = 40;
const NAME = /^[a-z0-9][a-z0-9-]{0,79}$/;

/**
 * Sets with a name of one word, so that a student can type the address from paper (`#/class?set=plan`). A name is part of
 * the address's contract: its set may change, but it stays. No lesson or exercise may have it.
 */
export const NAMED_SETS = {
  /** The 90-minute lesson's exercises, in its order. Its lessons are on the projector, and no student ends them. */
  plan: ['who-sees-it', 'what-is-xip', 'lost-update'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type NamedSet = keyof typeof NAMED_SETS;
const isNamedSet = (name: string): name is NamedSet => Object.hasOwn(NAMED_SETS, name);

/** The address that a sheet of paper has. */
export const shortAddressOf = (name: NamedSet): string => `#/class?set=${name}`;

/** What is wrong with the text of a set. Places count from 1. */
export type SetFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'many'; readonly found: number }
  | { readonly kind: 'name'; readonly at: number; readonly name: string }
  | { readonly kind: 'twice'; readonly at: number; readonly first: number; readonly name: string };

/** Names with commas between them, or the name of a set. Spaces around a name do no harm: somebody may have typed the link. */
export function readSet(text: string): Result<readonly string[], SetFault> {
  const names = text.split(',').map((name) => name.trim());
  const [only = ''] = names;
  if (names.length === 1 && isNamedSet(only)) return ok(NAMED_SETS[only]);
  if (names.every((name) => name === '')) return err({ kind: 'empty' });
  if (names.length > MAX_ITEMS) return err({ kind: 'many', found: names.length });
  for (const [i, name] of names.entries()) {
    if (!NAME.test(name)) return err({ kind: 'name', at: i + 1, name: name.slice(0, 80) });
    const first = names.indexOf(name);
    if (first < i) return err({ kind: 'twice', at: i + 1, first: first + 1, name });
  }
  return ok(names);
}

/** A lesson or an exercise that this copy of Xipscope has. */
export type Known =
  | { readonly kind: 'lesson'; readonly id: string; readonly title: string; readonly steps: number }
  | { readonly kind: 'exercise'; readonly id: string; readonly title: string };

export interface Unknown {
  /** From 1. */
  readonly at: number;
  readonly name: string;
  /** The name that was probably meant; null: none is near. */
  readonly near: string | null;
}

/** The set's items, and the names that nothing here has. The items are of use without them. */
export function itemsOf(
  set: readonly string[],
  all: readonly Known[],
): { readonly items: readonly Known[]; readonly unknown: readonly Unknown[] } {
  const byId = new Map(all.map((one) => [one.id, one]));
  const ids = [...byId.keys()];
  return {
    items: set.flatMap((name) => byId.get(name) ?? []),
    unknown: set.flatMap((name, i) => (byId.has(name) ? [] : [{ at: i + 1, name, near: nearest(name, ids) }])),
  };
}

/** The known name that differs by the fewest letters, a third of the name's length at most. */
function nearest(name: string, ids: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.floor(name.length / 3) + 1;
  for (const id of ids) {
    const far = distance(name, id);
    if (far < least) [best, least] = [id, far];
  }
  return best;
}

/** Letters to add, drop or replace until one text is the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/**
 * The number of a student's first variant; null: it depends on a name, and there is none yet. The same name gives the
 * same number everywhere, whatever its capitals, spaces and the way its accents are encoded.
 */
export function seedFor(seed: AssignmentSeed, name: string): number | null {
  if (seed !== 'by-name') return seed;
  const key = cleanName(name).normalize('NFC').toLowerCase();
  return key === '' ? null : 1 + (hashOf(key) % MAX_SEED);
}

/** A wrong answer explains a variant, and the page offers the next one: this many from the first are a student's own. */
export const OWN_VARIANTS = 50;

/** The variant after another, as *Another variant* on an exercise's page counts. */
const after = (seed: number, by: number): number => (seed + by > MAX_SEED ? seed + by - MAX_SEED : seed + by);
const isOwnSeed = (seed: number, first: number): boolean =>
  Array.from({ length: OWN_VARIANTS }, (_, by) => after(first, by)).includes(seed);

/**
 * The attempts that belong to this assignment: at its items, and for exercises at the student's own variants. So two
 * students who share a browser do not hand in each other's answers.
 */
export function deedsOf(deeds: readonly Deed[], items: readonly Known[], seed: number | null): readonly Deed[] {
  return deeds.filter((deed) =>
    items.some(
      ({ kind, id }) =>
        kind === deed.kind && id === deed.id && (kind === 'lesson' || (seed !== null && isOwnSeed(deed.seed, seed))),
    ),
  );
}

/** How far a student is with one item. `seed`: the variant to open, the first that no wrong answer has explained. */
export type ItemState = Known & { readonly standing: Standing; readonly opens: string | null };

/**
 * @param deeds those of this assignment (`deedsOf`)
 * @param furthest the last step that was read of a lesson, by its id; 0: none
 * @param seed the student's first variant; null: no name yet
 */
export function statesOf(
  items: readonly Known[],
  deeds: readonly Deed[],
  furthest: (id: string) => number,
  seed: number | null,
): readonly ItemState[] {
  return items.map((item): ItemState => {
    if (item.kind === 'lesson') {
      const read = furthest(item.id);
      return {
        ...item,
        standing: read >= item.steps ? 'right' : read > 0 ? 'tried' : 'new',
        opens: `#/lessons/${item.id}`,
      };
    }
    const standing = standingOf(deeds, 'exercise', item.id);
    return {
      ...item,
      standing,
      opens: seed === null ? null : `#/exercises/${item.id}?seed=${openSeed(deeds, item.id, seed)}`,
    };
  });
}

function openSeed(deeds: readonly Deed[], id: string, first: number): number {
  const own = Array.from({ length: OWN_VARIANTS }, (_, by) => after(first, by));
  return own.find((seed) => !isTold(deeds, { kind: 'exercise', id, seed })) ?? first;
}

/**
 * The item to do next: the first open one behind an item, then from the beginning.
 * @param behind id of the item that the student has before them; null: none
 */
export function nextOf(states: readonly ItemState[], behind: string | null): ItemState | null {
  const at = states.findIndex(({ id }) => id === behind);
  const inTurn = [...states.slice(at + 1), ...states.slice(0, at + 1)];
  return inTurn.find(({ standing, id }) => standing !== 'right' && id !== behind) ?? null;
}

export const doneIn = (states: readonly ItemState[]): number =>
  states.filter(({ standing }) => standing === 'right').length;
