/** Small helpers with values: equal, random, shown in a line, as CSV. */

/** Rows as CSV after RFC 4180: CRLF, a header line, quotes only where they are needed. Pure. */
export type Cell = string | number | boolean | null | undefined;

/** Beginnings that make a spreadsheet take a cell for a formula. Numbers are exempt: −5 is not a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/**
 * Whether two values are equal: primitives, arrays, plain objects and Maps of them. Ends at the first difference.
 * Functions and instances of classes are equal only if they are identical.
 */
export function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b);
  if (a instanceof Map) return b instanceof Map && sameEntries(a, b);
  return isPlain(a) && isPlain(b) && sameFields(a, b);
}

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (value: object): value is Plain => Object.getPrototypeOf(value) === Object.prototype;

// Plain loops: a page of 200 versions is compared at every step.
function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameData(a[i], b[i])) return false;
  return true;
}

function sameEntries(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, item] of a) if (!b.has(key) || !sameData(item, b.get(key))) return false;
  return true;
}

function sameFields(a: Plain, b: Plain): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!Object.hasOwn(b, key) || !sameData(a[key], b[key])) return false;
  return true;
}

/**
 * Text from others (names of files, records, specs), made safe to show. A control character may move a terminal's
 * cursor or colour the text after it; a format character may reverse the order of letters.
 */

/** Control and format characters, and separators of lines and paragraphs. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const HIDDEN_IN_LINES = /(?![\n\t]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** One line. */
export const shownLine = (text: string): string => text.replace(HIDDEN, ' ');

/** Several lines: line ends and tabs stay. Removed characters leave a mark, since somebody at a terminal may look for the file. */
export const shownLines = (text: string): string => text.replace(HIDDEN_IN_LINES, '\u{fffd}');

/** The same JSON with nothing hidden: characters that `JSON.stringify` leaves as they are become escapes, too. */
export const shownJson = (json: string): string =>
  json.replace(HIDDEN_IN_LINES, (found) =>
    Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );

/**
 * A small generator of pseudo-random numbers whose numbers are the same everywhere and forever: a seed printed today
 * gives the same schedule, or the same variant of an exercise, tomorrow. SplitMix32: a counter, and a mixing function of 32 bits.
 */
export interface Rng {
  /** 0 to n − 1; n from 1 to 2³². */
  below(n: number): number;
  /** True with probability p. */
  chance(p: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** One of the keys, as often as its weight says; weights are sums of small whole numbers. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

export function rngOf(seed: number): Rng {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  const below = (n: number): number => Math.floor((next() / 2 ** 32) * n);
  return {
    below,
    chance: (p) => next() / 2 ** 32 < p,
    pick: (from) => from[below(from.length)] ?? from[0],
    weighted: (weights) => {
      const keys = Object.keys(weights) as (keyof typeof weights)[];
      let left = below(keys.reduce((sum, key) => sum + weights[key], 0));
      for (const key of keys) {
        left -= weights[key];
        if (left < 0) return key;
      }
      throw new Error('weighted: no weight');
    },
  };
}
