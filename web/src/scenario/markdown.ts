/**
 * Markdown's parser with a limit of work. CommonMark is not linear: the parser looks back along a whole paragraph at each emphasis mark
 * and bracket, looks ahead along it at each `<` and backtick, and copies what it has at each list item. A link of 200 characters unpacks
 * to 64,000 of those, which is minutes. So all marks and items are counted while they are read, and a text is given up that has too many.
 */
import type { RootContent } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';

/** More lines than any lesson has. */
export const MAX_LINES = 3000;
/** Some 40 times the work of the longest lesson that is shipped. */
export const MAX_WORK = 2_000_000;
/** An item or quote costs as much as so many characters that are looked along. */
const ITEM_WORK = 1000;

const MARKS = '!&*<[\\]_';
const MARK = /[!&*<[\\\]_`]/g;
const BLANK = /^[ \t>]*$/;
const ITEM = />|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/y;
const ROOM = /[ \t]*/y;

export type MarkdownFault =
  | { readonly kind: 'lines' }
  | {
      readonly kind: 'marks' | 'items';
      /** From 1. */
      readonly line: number;
      /** How many of them: in that paragraph; in the whole text. */
      readonly found: number;
    };

/** What may still be spent on one file: all parts of it that are parsed alone draw on the same. */
export class MarkdownWork {
  #left = MAX_WORK;
  spend(work: number): boolean {
    this.#left -= work;
    return this.#left >= 0;
  }
}

/** Thrown and caught inside this file: how the parser is stopped. */
class Stop {
  readonly line: number;
  constructor(line: number) {
    this.line = line;
  }
}

type Extension = Extract<NonNullable<Options['extensions']>[number], { readonly text?: unknown }>;
type Construct = Extract<NonNullable<NonNullable<Extension['text']>[string]>, { readonly tokenize: unknown }>;

/** Parses a text, or tells what of it would take too long. */
export function parseMarkdown(
  text: string,
  work: MarkdownWork = new MarkdownWork(),
): { readonly nodes: readonly RootContent[] } | { readonly fault: MarkdownFault } {
  const lines = text.split('\n');
  if (lines.length > MAX_LINES) return { fault: { kind: 'lines' } };
  let items = 0;
  for (const [i, line] of lines.entries()) {
    const own = itemsOf(line);
    items += own;
    if (!work.spend(own * ITEM_WORK)) return { fault: { kind: 'items', line: i + 1, found: items } };
  }
  const runs = runsOf(lines);
  // It takes nothing: the parser asks it first at each mark and then goes on as ever.
  const counting: Construct = {
    tokenize(_effects, _ok, nok) {
      const { line } = this.now();
      if (!work.spend(runs[line - 1]?.text.length ?? text.length)) throw new Stop(line);
      return nok;
    },
  };
  const extension: Extension = {
    text: {
      ...Object.fromEntries([...MARKS].map((mark) => [mark.charCodeAt(0), counting])),
      // Backticks are one mark together, as they are to the parser's own construct, which is not asked within a row of them.
      [BACKTICK]: { ...counting, previous: isBeforeCode },
    },
  };
  try {
    return { nodes: fromMarkdown(text, { extensions: [extension] }).children };
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    const { first = stop.line, text: run = '' } = runs[stop.line - 1] ?? {};
    return { fault: { kind: 'marks', line: first, found: run.match(MARK)?.length ?? 0 } };
  }
}

const BACKTICK = 0x60;
const isBeforeCode: NonNullable<Construct['previous']> = function (code) {
  return code !== BACKTICK || this.events.at(-1)?.[1].type === 'characterEscape';
};

/** Quotes and list items that a line opens, at most. */
function itemsOf(line: string): number {
  let [at, found] = [0, 0];
  for (;;) {
    ROOM.lastIndex = at;
    at += ROOM.exec(line)?.[0].length ?? 0;
    ITEM.lastIndex = at;
    const item = ITEM.exec(line)?.[0];
    if (item === undefined) return found;
    found++;
    at += item.length;
  }
}

interface Run {
  /** Its first line, from 1. */
  readonly first: number;
  readonly text: string;
}

/** For each line the lines around it up to the next blank ones: a paragraph is one of these or a part of one. */
function runsOf(lines: readonly string[]): readonly Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < lines.length; ) {
    let to = from + 1;
    if (!BLANK.test(lines[from] ?? '')) while (to < lines.length && !BLANK.test(lines[to] ?? '')) to++;
    const run = { first: from + 1, text: lines.slice(from, to).join('\n') };
    for (; from < to; from++) runs.push(run);
  }
  return runs;
}
