/**
 * Markdown's parser with a limit on its work. CommonMark is not linear: the parser looks back along a whole paragraph
 * at each emphasis mark and bracket, looks ahead along it at each `<` and backtick, and copies what it has at each list
 * item. A link of 200 characters unpacks to 64,000 of those, which takes minutes. So all marks and items are counted
 * while the text is parsed, and a text with too many is given up.
 */
import type { RootContent } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';

/** More lines than any lesson has. */
export const MAX_LINES = 3000;
/** About 40 times the work of the longest shipped lesson. */
export const MAX_WORK = 2_000_000;
/** An item or quote costs as much as scanning this many characters. */
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
      /** How many of them: in that paragraph, or in the whole text. */
      readonly found: number;
    };

/** The remaining work allowed for one file: all parts of it that are parsed separately share it. */
export class MarkdownWork {
  #left = MAX_WORK;
  spend(work: number): boolean {
    this.#left -= work;
    return this.#left >= 0;
  }
}

/** Thrown and caught inside this file: this is how the parser is stopped. */
class Stop {
  readonly line: number;
  constructor(line: number) {
    this.line = line;
  }
}

type Extension = Extract<NonNullable<Options['extensions']>[number], { readonly text?: unknown }>;
type Construct = Extract<NonNullable<NonNullable<Extension['text']>[string]>, { readonly tokenize: unknown }>;

/** Parses a text, or reports which part of it would take too long. */
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
  // It consumes nothing: the parser asks it first at each mark and then continues as usual.
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
      // Backticks in a row are one mark, as for the parser's own construct, which is not asked within a row of them.
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

/** For each line the lines around it up to the next blank ones: a paragraph is one such run or a part of one. */
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
