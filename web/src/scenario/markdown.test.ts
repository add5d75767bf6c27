import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { parseExercise } from './exercise-parse.ts';
import { parseLesson } from './lesson-parse.ts';
import { MAX_WORK, MarkdownWork, parseMarkdown } from './markdown.ts';
import { repetitive, SIGNS } from './repetitive.fake.ts';

const FILE = 63_900;
const head = '---\ntitle: a\nlesson: b\n---\n';
const full = (unit: string): string => unit.repeat(Math.floor(FILE / unit.length));
/** At most 2,990 lines of it. */
const lined = (line: string): string => `${line}\n`.repeat(Math.min(2990, Math.floor(FILE / (line.length + 1))));

describe('a text that keeps Markdown’s parser for seconds is refused before it does, with the line', () => {
  test.each([
    ...[
      '*_',
      '*a_',
      '*a_b',
      'a**b*c',
      '[a](',
      '[a][',
      '[a](b "',
      '![',
      '&a',
      'a <!--',
      'a <?',
      'a <b c="',
      'a`b``c',
      '\\*',
    ].map(full),
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    lined('[a][[a][[a][[a][[a]['),
  ])('%.12s…: marks of one paragraph', (text) => {
    const parsed = parseExercise(head + text);
    expect(parsed).toMatchObject({
      ok: false,
      error: [
        {
          line: 5,
          message: expect.stringMatching(/^too many emphasis marks, brackets and backticks in one paragraph \(/),
        },
      ],
    });
  });
  test.each(['- - - - - - a', '- > a', '> - a', '- a', '1. a'])('%s: items and quotes', (line) => {
    const parsed = parseExercise(head + lined(line));
    expect(parsed).toMatchObject({
      ok: false,
      error: [{ message: expect.stringMatching(/^too many list items and quotes up to here \(2,00\d\)/) }],
    });
  });
  test('parts that are parsed alone draw on the same: hints, notes, what a choice says', () => {
    const unit = `a ${'*_'.repeat(250)} `;
    const hints = `\`\`\`hint\n${unit}\n\`\`\`\n`;
    expect(parseExercise(head + hints.repeat(6))).toMatchObject({ ok: false });
    const options = `- [x] ${'*_'.repeat(180)} — ${'*_'.repeat(180)}\n`;
    const choice = `\`\`\`choice\nask: a\n${options.repeat(5)}\`\`\`\n\n## s\n`;
    const parsed = parseLesson(`---\ntitle: a\nlead: b\n---\n## s\n${choice.repeat(15)}`);
    expect(JSON.stringify(parsed)).toContain('too many emphasis marks');
  });
  test('what is told is the paragraph’s first line and how many marks it has', () => {
    const parsed = parseMarkdown(`a *b*\n\nc\n${'*_'.repeat(2000)}`);
    expect(parsed).toEqual({ fault: { kind: 'marks', line: 3, found: 4000 } });
  });
});

describe('any text', () => {
  const texts = fc.oneof(
    fc.nat().map((seed) => repetitive(seed, SIGNS.markdown, 1000)),
    fc.array(fc.constantFrom(...SIGNS.markdown), { maxLength: 60 }).map((parts) => parts.join('')),
  );
  test('that is read is read as without the counting', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseMarkdown(text);
        if ('nodes' in parsed) expect(parsed.nodes).toEqual(fromMarkdown(text).children);
      }),
      { numRuns: 100 },
    );
  });
  test('of 64,000 repetitive signs is either refused or has little that is looked at again and again', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const work = new MarkdownWork();
        const parsed = parseMarkdown(repetitive(seed, SIGNS.markdown, FILE), work);
        // An independent count, of the result: emphasis, links, code and items in each paragraph of the tree.
        if ('nodes' in parsed) expect(marksTimesLength(parsed.nodes)).toBeLessThanOrEqual(MAX_WORK);
        return true;
      }),
      { numRuns: 40 },
    );
  });
});

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly position?:
    | {
        readonly start: { readonly offset?: number | undefined };
        readonly end: { readonly offset?: number | undefined };
      }
    | undefined;
}
const INLINE = new Set(['emphasis', 'strong', 'link', 'inlineCode', 'image', 'linkReference']);
const lengthOf = ({ position }: Node): number => (position?.end.offset ?? 0) - (position?.start.offset ?? 0);
const inlineIn = (node: Node): number =>
  (INLINE.has(node.type) ? 1 : 0) + (node.children ?? []).reduce((sum, child) => sum + inlineIn(child), 0);
const marksTimesLength = (nodes: readonly Node[]): number =>
  nodes.reduce(
    (sum, node) =>
      sum + (node.type === 'paragraph' ? inlineIn(node) * lengthOf(node) : marksTimesLength(node.children ?? [])),
    0,
  );
