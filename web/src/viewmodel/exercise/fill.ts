/**
 * Values of an exercise's variables from a seed, and texts with `{name}` replaced by them. The generator, so that
 * anybody can follow it: SplitMix32 (`base/random.ts`) started with FNV-1a of "ID SEED TRY", then one draw per variable in
 * the file's order, another draw for a number that an earlier variable already has. Pure; the same text and seed give
 * the same values everywhere.
 */
import { type Rng, rngOf } from '../../base/random.ts';
import type { Inline, Prose } from '../../scenario/lesson.ts';
import { type AnyAsk, EXERCISE_LIMITS, type ExerciseOf, type GoalLine, type Variable } from './exercise.ts';

export type Values = ReadonlyMap<string, string>;

export { MAX_SEED } from './seed.ts';

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** @param attempt from 0: the next attempt follows a variant that is not well posed */
export const rngFor = (id: string, seed: number, attempt: number): Rng => rngOf(hashOf(`${id} ${seed} ${attempt}`));

/** Most redraws of a number that another variable already has. */
const AGAIN = 50;

export function drawValues(vary: readonly Variable[], rng: Rng): Values {
  const values = new Map<string, string>();
  const taken = new Set<number>();
  for (const one of vary) values.set(one.name, drawOne(one, values, taken, rng));
  return values;
}

function drawOne(one: Variable, values: Values, taken: Set<number>, rng: Rng): string {
  if (one.kind === 'word') return one.words[rng.below(one.words.length)] ?? '';
  if (one.kind === 'repeat') {
    const to = Math.min(numberIn(one.to, values) ?? 0, one.from + EXERCISE_LIMITS.repeats - 1);
    const count = Math.max(0, to - one.from + 1);
    return Array.from({ length: count }, (_, i) => one.text.replaceAll('#', String(one.from + i))).join(' ');
  }
  const many = Math.floor((one.to - one.from) / one.by) + 1;
  let value = one.from + one.by * rng.below(many);
  for (let i = 0; taken.has(value) && i < AGAIN; i++) value = one.from + one.by * rng.below(many);
  taken.add(value);
  return String(value);
}

const HOLE = /\{([a-z][a-z0-9_]*)((?:[+*-](?:[a-z][a-z0-9_]*|\d{1,9}))*)\}/g;
const TERM = /([+*-])([a-z0-9_]+)/g;

/** A number, or the value of a variable; undefined: neither. */
export function numberIn(text: string, values: Values): number | undefined {
  const value = values.get(text) ?? text;
  return /^-?\d{1,12}$/.test(value) ? Number(value) : undefined;
}

/** `{name}`, `{a+b}`, `{a-1}`, `{a*2}`, `{a-b-1}` from left to right; other braces stay as they are (SQL has some, too). */
export const fillText = (text: string, values: Values): string =>
  text.replace(HOLE, (whole, name: string, rest: string) => {
    const value = values.get(name);
    if (value === undefined || rest === '') return value ?? whole;
    let sum = numberIn(value, values);
    for (const [, operator, other = ''] of rest.matchAll(TERM)) {
      const term = numberIn(other, values);
      if (sum === undefined || term === undefined) return whole;
      sum = operator === '+' ? sum + term : operator === '-' ? sum - term : sum * term;
    }
    return sum === undefined ? whole : String(sum);
  });

/** Names in braces that have no value. */
export const unknownNames = (text: string, known: readonly string[]): readonly string[] =>
  [...text.matchAll(HOLE)]
    .flatMap(([, name = '', rest = '']) => [name, ...[...rest.matchAll(TERM)].map(([, , other = '']) => other)])
    .filter((name) => !/^\d/.test(name))
    .filter((name) => !known.includes(name));

/**
 * Names in braces within a block of the spec that have no value, each with its line, from 1. SQL has no braces there:
 * the first closing one ends the block. Used when a spec does not compile, because the compiler's message is less
 * clear.
 */
export function unknownInSpec(text: string, known: readonly string[]): readonly { name: string; line: number }[] {
  return [...text.matchAll(HOLE)].flatMap((match) => {
    const before = text.slice(0, match.index);
    if (before.lastIndexOf('{') <= before.lastIndexOf('}')) return [];
    const line = before.split('\n').length;
    return unknownNames(match[0], known).map((name) => ({ name, line }));
  });
}

function fillInline(one: Inline, values: Values): Inline {
  if ('text' in one) return { ...one, text: fillText(one.text, values) };
  if (!('children' in one)) return one;
  return { ...one, children: one.children.map((child) => fillInline(child, values)) };
}
function fillOne(one: Prose, values: Values): Prose {
  switch (one.kind) {
    case 'paragraph':
      return { ...one, children: one.children.map((child) => fillInline(child, values)) };
    case 'quote':
      return { ...one, children: fillProse(one.children, values) };
    case 'list':
      return { ...one, items: one.items.map((item) => fillProse(item, values)) };
    case 'code':
      return { ...one, text: fillText(one.text, values) };
  }
}
export const fillProse = (prose: readonly Prose[], values: Values): readonly Prose[] =>
  prose.map((one) => fillOne(one, values));

/** All text of a prose, in order. */
export function plainProse(prose: readonly Prose[]): string {
  const inline = (one: Inline): string => ('text' in one ? one.text : one.children.map(inline).join(''));
  return prose
    .map((one): string => {
      if (one.kind === 'paragraph') return one.children.map(inline).join('');
      if (one.kind === 'quote') return plainProse(one.children);
      return one.kind === 'list' ? one.items.map(plainProse).join(' ') : one.text;
    })
    .join(' ');
}

/** Names in the prose, the hints, the goal and the claims that `vary` does not define. */
export function unknownIn({ prose, hints, why, vary, goal, claims }: ExerciseOf<AnyAsk>): readonly string[] {
  const texts = [plainProse(prose), ...hints.map(plainProse), plainProse(why), ...goal.map(goalText)];
  for (const { line, words } of claims)
    texts.push(words, 'rows' in line ? line.rows : line.kind === 'error' || line.kind === 'says' ? line.text : '');
  const known = vary.map(({ name }) => name);
  return texts.flatMap((text) => unknownNames(text, known));
}
const goalText = (goal: GoalLine): string => ('rows' in goal ? goal.rows : goal.kind === 'error' ? goal.text : '');

const OWN_PREFIX = 'own-';

/**
 * The id of somebody's own exercise: FNV-1a of its text, so that a class has the same id for the same file, and an
 * edited file has another.
 */
export const ownId = (text: string): string => `${OWN_PREFIX}${hashOf(text).toString(16).padStart(8, '0')}`;
export const isOwnId = (id: string): boolean => id.startsWith(OWN_PREFIX);
/** What tells it from another of them. */
export const ownHash = (id: string): string => id.slice(OWN_PREFIX.length);
