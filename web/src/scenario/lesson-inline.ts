/** Markdown's nodes to a lesson's prose: the few kinds that a lesson knows; everything else is a fault with its place. */
import '../base/messages/en/lesson.ts';
import type { Nodes, Parents, PhrasingContent, RootContent } from 'mdast';
import type { Messages } from '../base/messages/index.ts';
import { type Inline, type Prose, WRITTEN_PROVENANCE } from './lesson.ts';
import { MAX_LINES, MarkdownWork, parseMarkdown } from './markdown.ts';
import { turningIn } from './spec-scan.ts';
import type { SpecProblem } from './spec-types.ts';

/** Deepest nesting: lists in quotes in lists … */
const MAX_DEPTH = 8;
/** No lesson nests so many quotes and list items on a line, or indents one so far. */
const NESTED = /(?:(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])[ \t]*){13}/;
const MAX_INDENT = 60;
const ITEM = /^[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])/;
const NUMBER_SOURCE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;
const OWN_ADDRESS = /^#\/[^\s]*$/;
const ELSEWHERE = /^https:\/\/[^\s]+$/;

/**
 * A line's end within a paragraph is a blank, except where Chinese or Japanese continues from line to line, or a line
 * ends or begins with their punctuation, which has its own space.
 */
const WIDE_LINE_END =
  /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])\n(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])|(?<=[\u3000-\u303f\uff00-\uff65])\n|\n(?=[\u3000-\u303f\uff00-\uff65])/gu;

/** The faults found so far. */
export class LessonFaults {
  readonly all: SpecProblem[] = [];
  readonly t: Messages['t'];
  /** Lines before the Markdown, and columns before its first line: the text parsed here is a part of the file. */
  readonly #line: number;
  readonly #column: number;
  /** Shared by all parts of the file that are parsed separately. */
  readonly #work: MarkdownWork;

  constructor(
    { t }: Pick<Messages, 't'>,
    line = 0,
    column = 0,
    all: SpecProblem[] = [],
    work: MarkdownWork = new MarkdownWork(),
  ) {
    this.t = t;
    this.all = all;
    this.#line = line;
    this.#column = column;
    this.#work = work;
  }
  lineOf(node: Nodes): number {
    return this.#line + (node.position?.start.line ?? 1);
  }
  at(node: Nodes, message: string): null {
    const { line = 1, column = 1 } = node.position?.start ?? {};
    this.all.push({ line: this.#line + line, column: line === 1 ? this.#column + column : column, message });
    return null;
  }
  atLine(line: number, message: string, column = 1): null {
    this.all.push({ line: this.#line + line, column, message });
    return null;
  }
  /** For a part of this text that is parsed separately. It begins after `lines` whole lines and `columns` of the next. */
  within(lines: number, columns: number): LessonFaults {
    return new LessonFaults({ t: this.t }, this.#line + lines, columns, this.all, this.#work);
  }
  /** Parses Markdown that begins where these faults begin. Null: it is too much, and the fault is reported. */
  markdown(text: string): readonly RootContent[] | null {
    const parsed = parseMarkdown(text, this.#work);
    if (!('fault' in parsed)) return parsed.nodes;
    const { fault } = parsed;
    if (fault.kind === 'lines') return this.atLine(MAX_LINES + 1, this.t('lesson.tooManyLines', { max: MAX_LINES }));
    return this.atLine(fault.line, this.t(`lesson.tooMany.${fault.kind}`, { found: fault.found }));
  }
}

/**
 * Finds text that would keep Markdown's parser busy for minutes, before it starts: its time grows with the square of
 * the nesting depth, and a link of some hundred letters unpacks to 64,000 quotation signs.
 * @param lines of the whole file, fenced ones too: some of those are parsed as Markdown later
 */
export function tooMuchMarkdown(lines: readonly string[], { t }: Pick<Messages, 't'>): SpecProblem | null {
  if (lines.length > MAX_LINES)
    return { line: MAX_LINES + 1, column: 1, message: t('lesson.tooManyLines', { max: MAX_LINES }) };
  const deep = lines.findIndex((line) => NESTED.test(line) || (ITEM.test(line) && indentOf(line) >= MAX_INDENT));
  return deep === -1 ? null : { line: deep + 1, column: 1, message: t('lesson.tooDeep', { max: MAX_DEPTH }) };
}
/** Columns before the first letter; a tab counts as four. */
function indentOf(line: string): number {
  let columns = 0;
  for (const letter of line) {
    if (letter !== ' ' && letter !== '\t') break;
    columns += letter === '\t' ? 4 : 1;
  }
  return columns;
}

const present = <T>(value: T | null): value is T => value !== null;

export function inlines(nodes: readonly PhrasingContent[], faults: LessonFaults, depth = 0): readonly Inline[] {
  return nodes.map((node) => inline(node, faults, depth)).filter(present);
}

function inline(node: PhrasingContent, faults: LessonFaults, depth: number): Inline | null {
  if (depth > MAX_DEPTH) return faults.at(node, faults.t('lesson.tooDeep', { max: MAX_DEPTH }));
  switch (node.type) {
    case 'text': {
      // Written as an entity: `&#x202e;`.
      const [turned] = turningIn(node.value, faults);
      if (turned !== undefined) return faults.at(node, turned.message);
      return { kind: 'text', text: node.value.replaceAll(WIDE_LINE_END, '').replaceAll('\n', ' ') };
    }
    case 'break':
      return { kind: 'text', text: ' ' };
    case 'inlineCode':
      return { kind: 'code', text: node.value };
    case 'emphasis':
    case 'strong':
      return { kind: node.type, children: inlines(node.children, faults, depth + 1) };
    case 'link': {
      const children = inlines(node.children, faults, depth + 1);
      const { url: href } = node;
      if (OWN_ADDRESS.test(href) || ELSEWHERE.test(href)) return { kind: 'link', href, children };
      const provenance = WRITTEN_PROVENANCE.find((one) => href.startsWith(`${one}:`));
      if (provenance === undefined) return faults.at(node, faults.t('lesson.link', { href }));
      const source = href.slice(provenance.length + 1);
      if (!NUMBER_SOURCE.test(source)) return faults.at(node, faults.t('lesson.source', { href }));
      return { kind: 'number', provenance, source, children };
    }
    case 'html':
      return faults.at(node, faults.t('lesson.html'));
    default:
      return faults.at(node, faults.t('lesson.notKnown', { what: node.type }));
  }
}

export function prose(
  nodes: readonly Parents['children'][number][],
  faults: LessonFaults,
  depth = 0,
): readonly Prose[] {
  return nodes.map((node) => oneProse(node, faults, depth)).filter(present);
}

/** A paragraph, list, quote or piece of code. */
export function oneProse(node: RootContent, faults: LessonFaults, depth = 0): Prose | null {
  if (depth > MAX_DEPTH) return faults.at(node, faults.t('lesson.tooDeep', { max: MAX_DEPTH }));
  switch (node.type) {
    case 'paragraph':
      return { kind: 'paragraph', children: inlines(node.children, faults, depth + 1) };
    case 'blockquote':
      return { kind: 'quote', children: prose(node.children, faults, depth + 1) };
    case 'list':
      return {
        kind: 'list',
        isOrdered: node.ordered === true,
        items: node.children.map((item) => prose(item.children, faults, depth + 1)),
      };
    case 'code':
      return { kind: 'code', text: node.value, language: node.lang ?? null };
    case 'heading':
      return faults.at(node, faults.t('lesson.headingLevel', { level: node.depth }));
    case 'html':
      return faults.at(node, faults.t('lesson.html'));
    default:
      return faults.at(node, faults.t('lesson.notKnown', { what: node.type }));
  }
}
