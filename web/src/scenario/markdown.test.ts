import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { MAX_WORK, MarkdownWork, parseMarkdown } from './markdown.ts';
import { repetitive, SIGNS } from './repetitive.fake.ts';

const FILE = 63_900;

test('what is told is the paragraph’s first line and how many marks it has', () => {
  const parsed = parseMarkdown(`a *b*\n\nc\n${'*_'.repeat(2000)}`);
  expect(parsed).toEqual({ fault: { kind: 'marks', line: 3, found: 4000 } });
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
