/** LIKE. Source: src/backend/utils/adt/like_match.c for what matches; this way takes at most text × pattern steps. */
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

/**
 * Only the last % that was met is ever gone back to: a later one could not match less.
 * @param pay is told how many characters are looked at, before they are
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
