import { readdirSync, readFileSync } from 'node:fs';
import { highlightingFor } from '@codemirror/language';
import { EditorState, Text } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasLongLine, highlighting, LONGEST_COLOURED } from './highlighting.ts';

const SPECS = new URL('../../../../scenarios/specs/', import.meta.url);
const isColoured = (state: EditorState): boolean => highlightingFor(state, [tags.definitionKeyword]) !== null;

test('a line is long or not, wherever it stands', () => {
  const line = fc.nat({ max: LONGEST_COLOURED + 10 }).map((length) => 'x'.repeat(length));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      expect(hasLongLine(Text.of(lines))).toBe(lines.some(({ length }) => length > LONGEST_COLOURED));
    }),
  );
});

test('every shipped scenario is coloured', () => {
  const specs = readdirSync(SPECS).filter((name) => name.endsWith('.spec'));
  expect(specs.length).toBeGreaterThan(40);
  const long = specs.filter((name) => hasLongLine(Text.of(readFileSync(new URL(name, SPECS), 'utf8').split('\n'))));
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
