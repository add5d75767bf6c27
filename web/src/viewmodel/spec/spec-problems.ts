/** The place of a problem in a spec's text, for an underline or a quote of the line. Columns count characters. */
import type { Place } from '../../scenario/spec-types.ts';

/** A range in UTF-16 units; empty at the end of a line. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

const WORD = /[\p{L}\p{N}_$]+/uy;

/** Offset of a line's first unit, and of its end without the newline. For a missing line: the text's end. */
function lineRange(text: string, line: number): TextRange {
  let from = 0;
  for (let at = 1; at < line; at++) {
    const newline = text.indexOf('\n', from);
    if (newline === -1) return { from: text.length, to: text.length };
    from = newline + 1;
  }
  const end = text.indexOf('\n', from);
  const to = end === -1 ? text.length : end;
  return { from, to: to > from && text.charCodeAt(to - 1) === 0x0d ? to - 1 : to };
}

/** Number of UTF-16 units that the first characters of a text take; at most all. */
function unitsOf(text: string, characters: number): number {
  let units = 0;
  for (let left = characters; left > 0 && units < text.length; left--)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}

/** The range to underline: the word at the place, or the one character. The text may have changed since. */
export function problemRange(text: string, { line, column }: Place): TextRange {
  const { from: start, to: end } = lineRange(text, line);
  const from = start + unitsOf(text.slice(start, end), column - 1);
  WORD.lastIndex = from;
  const word = WORD.exec(text)?.[0].length ?? 0;
  const one = (text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1;
  return { from, to: Math.min(end, from + Math.max(word, one)) };
}

/** A problem's line, cut if it is long: the text before the place, at it, and after it. */
export interface Excerpt {
  readonly before: string;
  /** Empty at the end of a line. */
  readonly at: string;
  readonly after: string;
}

/** Quoted characters before and after the place. */
const AROUND = { before: 40, after: 60 } as const;
const CUT = '…';

/** Null when the text has no such line: it has changed since. */
export function problemExcerpt(text: string, place: Place): Excerpt | null {
  const line = lineRange(text, place.line);
  if (line.from === text.length && place.line > 1 && !text.endsWith('\n')) return null;
  const { from, to } = problemRange(text, place);
  // Whole characters; a tab is as wide as any.
  const before = [...text.slice(line.from, from)];
  const after = [...text.slice(to, line.to)];
  const at = [...text.slice(from, to)];
  const shown = (characters: readonly string[]): string => characters.join('').replaceAll('\t', ' ');
  return {
    before:
      before.length > AROUND.before
        ? CUT + shown(before.slice(before.length - AROUND.before))
        : shown(before).replace(/^ +/, ''),
    at: at.length > AROUND.after ? shown(at.slice(0, AROUND.after)) + CUT : shown(at),
    after: after.length > AROUND.after ? shown(after.slice(0, AROUND.after)) + CUT : shown(after),
  };
}
