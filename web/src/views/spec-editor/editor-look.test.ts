import { readdirSync, readFileSync } from 'node:fs';
import { ensureSyntaxTree, highlightingFor, language } from '@codemirror/language';
import { EditorState, Text } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlighting, isHeavy, LONGEST_COLOURED } from './editor-look.ts';

const SPECS = new URL('../../../../scenarios/specs/', import.meta.url);
const isColoured = (state: EditorState): boolean => highlightingFor(state, [tags.definitionKeyword]) !== null;

test('a text is heavy by a very long line, by long lines together or by signs close together, wherever they stand', () => {
  const line = fc
    .record({ length: fc.nat({ max: LONGEST_COLOURED + 10 }), unit: fc.constantFrom('x', 'x ', 'word ', '+-', '{} ') })
    .map(({ length, unit }) => unit.repeat(length).slice(0, length));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const long = lines.map(({ length }) => length).filter((length) => length > 1000);
      const text = lines.join('\n');
      const stretches = Array.from({ length: Math.ceil(text.length / 4000) }, (_, i) => {
        // With the character before, which shows whether a word has already begun.
        const [from, to] = [i * 4000, (i + 1) * 4000];
        return [...text.matchAll(/\w+|([^\w\s])\1*/g)].filter(({ index }) => index >= from && index < to).length;
      });
      expect(isHeavy(Text.of(lines))).toBe(
        long.some((length) => length > LONGEST_COLOURED) ||
          long.reduce((sum, length) => sum + length, 0) > 8000 ||
          stretches.some((signs) => signs > 1500),
      );
    }),
  );
});

test('a heavy text is not parsed, and its lines become comments all the same', () => {
  const heavy = [
    'a '.repeat(32_000),
    `${'a '.repeat(2490)}\n`.repeat(12),
    `session s step a { ${'SELECT a+1 FROM b; '.repeat(200)} }\n`.repeat(16),
    `${'{} '.repeat(21)}\n`.repeat(990),
    `${'{} '.repeat(4)}\n`.repeat(4900),
    ' ($$'.repeat(16_000),
  ];
  for (const text of heavy) {
    const doc = Text.of(text.split('\n'));
    const state = EditorState.create({ doc, extensions: highlighting(doc) });
    expect([text.slice(0, 30), state.facet(language)]).toEqual([text.slice(0, 30), null]);
    expect(ensureSyntaxTree(state, text.length, 1)).toBe(null);
    expect(state.languageDataAt('commentTokens', 0)).toEqual([{ line: '#' }]);
  }
});

test('every shipped scenario is coloured', () => {
  const specs = readdirSync(SPECS).filter((name) => name.endsWith('.spec'));
  expect(specs.length).toBeGreaterThan(40);
  const long = specs.filter((name) => isHeavy(Text.of(readFileSync(new URL(name, SPECS), 'utf8').split('\n'))));
  expect(long).toEqual([]);
});

test('a text is plain while it has a line that nobody wrote, and coloured again without it', () => {
  const doc = Text.of(['session a', 'step x { SELECT 1; }']);
  let state = EditorState.create({ doc, extensions: highlighting(doc) });
  expect(isColoured(state)).toBe(true);
  state = state.update({ changes: { from: 9, insert: ' $$'.repeat(2000) } }).state;
  expect(isColoured(state)).toBe(false);
  state = state.update({ changes: { from: 0, insert: '# still long\n' } }).state;
  expect(isColoured(state)).toBe(false);
  state = state.update({ changes: { from: 22, to: 22 + 6000 } }).state;
  expect(isColoured(state)).toBe(true);
  // And one that begins so.
  const long = Text.of(['$$'.repeat(LONGEST_COLOURED)]);
  expect(isColoured(EditorState.create({ doc: long, extensions: highlighting(long) }))).toBe(false);
});
