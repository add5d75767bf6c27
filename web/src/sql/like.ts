/**
 * LIKE. Source: src/backend/utils/adt/like_match.c for the meaning; this algorithm takes at most text × pattern steps.
 */
import { Failure } from './failure.ts';

const ANY = Symbol('%');
const ONE = Symbol('_');
type Part = string | typeof ANY | typeof ONE;

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  const chars = [...pattern];
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? '';
    if (char === '%') parts.push(ANY);
    else if (char === '_') parts.push(ONE);
    else if (char !== '\\') parts.push(char);
    else {
      const literal = chars[++i];
      if (literal === undefined) throw new Failure('22025', 'LIKE pattern must not end with escape character');
      parts.push(literal);
    }
  }
  return parts;
}

/** Selectivity factors of one given character, any one character, any text (selfuncs.h, like_support.c). */
const CHARACTER = 0.2;
const ONE_OF_ANY = 0.9;
const ANYTHING = 5;

/**
 * The fixed beginning of every matching text, whether it is the whole text, and the estimated probability of the rest.
 * With ignored case, a letter ends the prefix. Source: like_fixed_prefix, like_selectivity.
 */
export function readPattern(
  pattern: string,
  ignoreCase: boolean,
): { readonly prefix: string; readonly isWhole: boolean; readonly rest: number } {
  const parts = partsOf(pattern);
  const ends = parts.findIndex((part) => typeof part !== 'string' || (ignoreCase && /[a-z]|[^\0-\x7f]/i.test(part)));
  const fixed = ends < 0 ? parts : parts.slice(0, ends);
  const left = ends < 0 ? [] : parts.slice(ends);
  const first = left.findIndex((part) => typeof part === 'string');
  let rest = 1;
  for (const part of first < 0 ? [] : left.slice(first)) {
    if (part === ANY) rest *= ANYTHING;
    else if (part === ONE) rest *= ONE_OF_ANY;
    else rest *= CHARACTER ** new TextEncoder().encode(String(part)).length;
  }
  return { prefix: fixed.join(''), isWhole: ends < 0, rest: Math.min(1, rest) };
}

/**
 * It only ever backtracks to the last %: a later one could not match less.
 * @param pay is called with the number of characters before they are compared
 */
export function like(text: string, pattern: string, pay: (characters: number) => void): boolean {
  pay(text.length + pattern.length);
  const parts = partsOf(pattern);
  const chars = [...text];
  let [at, part, star, mark] = [0, 0, -1, 0];
  while (at < chars.length) {
    const wanted = parts[part];
    if (wanted === ANY) {
      star = part++;
      mark = at;
    } else if (wanted === ONE || (wanted !== undefined && wanted === chars[at])) {
      at++;
      part++;
    } else if (star >= 0) {
      pay(at - mark + 1);
      part = star + 1;
      at = ++mark;
    } else return false;
  }
  while (parts[part] === ANY) part++;
  return part === parts.length;
}
