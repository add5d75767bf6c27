/**
 * A spec's text as spans to draw: keywords, sessions' names, SQL. Unlike the parser (scenario/spec-scan.ts) it
 * continues after a fault, because a text is usually broken while somebody writes it. Every span that the parser would
 * also find begins and ends where the parser's does.
 */

import { shownLine } from '../../base/written.ts';
import { KEYWORDS } from '../../scenario/spec-scan.ts';
import { type Place, SPEC_LIMITS } from '../../scenario/spec-types.ts';

/** The place of a problem in a spec's text, for an underline or a quote of the line. Columns count characters. */

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
  const shown = (characters: readonly string[]): string => shownLine(characters.join('').replaceAll('\t', ' '));
  return {
    before:
      before.length > AROUND.before
        ? CUT + shown(before.slice(before.length - AROUND.before))
        : shown(before).replace(/^ +/, ''),
    at: at.length > AROUND.after ? shown(at.slice(0, AROUND.after)) + CUT : shown(at),
    after: after.length > AROUND.after ? shown(after.slice(0, AROUND.after)) + CUT : shown(after),
  };
}

export type SpecSpanKind =
  /** `# …` */
  | 'comment'
  /** `#: …` */
  | 'extra'
  | 'keyword'
  /** A name of neither a session nor a step. */
  | 'name'
  /** The name of a session, or of a step where it is defined or used. */
  | 'session'
  | 'step'
  | 'number'
  /** One brace of a block of SQL. */
  | 'brace'
  /** The text between braces. */
  | 'sql'
  /** Parentheses, commas, stars. */
  | 'punctuation'
  /** Text that belongs to nothing. */
  | 'invalid';

export interface SpecSpan {
  readonly kind: SpecSpanKind;
  /** In UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** For `session` and `step`: index of the session, in the text's order from 0. */
  readonly session?: number;
}

/**
 * In this order: a tool's line, a comment, a word, a quoted name, a number, a brace, punctuation, anything else.
 * Identified by position: creating named groups took most of the time.
 */
const TOKEN =
  /(#:[^\n\r]*)|(#[^\n\r]*)|([A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*)|("(?:[^"\n]|"")*"?)|([0-9]+)|(\{)|([(),*])|[^\s]/g;

const keywords: ReadonlySet<string> = new Set(KEYWORDS);
const plain = (name: string): string => name.replace(/^"|"$/g, '').replaceAll('""', '"');

/**
 * The spans in their order, without overlaps; between them are blanks. Time grows only with the text's length. A text
 * longer than the limit of a spec has none: somebody pasted something else.
 */
export function specSpans(text: string): readonly SpecSpan[] {
  if (text !== last.text) last = { text, spans: spansOf(text) };
  return last.spans;
}

/** At each key press, colours and letters ask for the spans of the same text. */
let last: { readonly text: string; readonly spans: readonly SpecSpan[] } = { text: '', spans: [] };

function spansOf(text: string): readonly SpecSpan[] {
  const spans: SpecSpan[] = [];
  if (text.length > SPEC_LIMITS.fileBytes) return spans;
  const sessionOf = new Map<string, number>();
  let session = -1;
  /** The keyword that the next name belongs to. */
  let after = '';
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const from = found.index;
    const to = TOKEN.lastIndex;
    const [, extra, comment, word, quoted, number, open, punctuation] = found;
    if (open !== undefined) {
      const stop = text.indexOf('}', to);
      const end = stop === -1 ? text.length : stop;
      spans.push({ kind: 'brace', from, to });
      if (end > to) spans.push({ kind: 'sql', from: to, to: end });
      if (stop !== -1) spans.push({ kind: 'brace', from: stop, to: stop + 1 });
      TOKEN.lastIndex = stop === -1 ? end : stop + 1;
      after = '';
    } else if (word !== undefined && keywords.has(word)) {
      spans.push({ kind: 'keyword', from, to });
      // `notices` follows a blocker: the text after its number still belongs to the permutation.
      if (word !== 'notices') after = word;
    } else if (word !== undefined || quoted !== undefined) {
      const name = plain(word ?? quoted ?? '');
      if (after === 'session') {
        session++;
        spans.push({ kind: 'session', from, to, session });
        after = '';
      } else if (after === 'step' && session >= 0) {
        if (!sessionOf.has(name)) sessionOf.set(name, session);
        spans.push({ kind: 'step', from, to, session });
        after = '';
      } else {
        const own = after === 'permutation' ? sessionOf.get(name) : undefined;
        spans.push(own === undefined ? { kind: 'name', from, to } : { kind: 'step', from, to, session: own });
      }
    } else {
      const kind =
        extra !== undefined
          ? 'extra'
          : comment !== undefined
            ? 'comment'
            : number !== undefined
              ? 'number'
              : punctuation !== undefined
                ? 'punctuation'
                : 'invalid';
      spans.push({ kind, from, to });
    }
  }
  return spans;
}
