import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { classHighlighter, highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isolationSpec, sessionTags } from './spec-language.ts';

const highlighter = tagHighlighter([
  { tag: tags.definitionKeyword, class: 'outer' },
  { tag: tags.keyword, class: 'sql' },
  { tag: tags.lineComment, class: 'comment' },
  { tag: tags.string, class: 'string' },
  ...sessionTags.map((tag, place) => ({ tag, class: `session${place}` })),
]);

function highlighted(text: string): readonly string[] {
  const state = EditorState.create({ doc: text, extensions: [EditorState.lineSeparator.of('\n'), isolationSpec()] });
  const tree = ensureSyntaxTree(state, text.length, 1e9);
  if (tree === null) throw new Error('not parsed');
  expect(tree.length).toBe(text.length);
  const found: string[] = [];
  highlightTree(tree, highlighter, (from, to, name) => found.push(`${name} ${text.slice(from, to)}`));
  return found;
}

test('SQL is SQL inside of braces only, and each block begins anew', () => {
  const text = `# select
session a
step "x y" { SELECT 'it; -- select
more' -- } not a comment any more
} step z { select }
permutation z`;
  expect(highlighted(text)).toEqual([
    'comment # select',
    'outer session',
    'session0 a',
    'outer step',
    'session0 "x y"',
    'sql SELECT',
    "string 'it; -- select\nmore'",
    'comment -- ',
    'outer step',
    'session0 z',
    'sql select',
    'outer permutation',
    'session0 z',
  ]);
});

test('any text is parsed to its end, and again after any change', () => {
  const piece = fc.constantFrom(
    'session a ',
    'step x ',
    '{',
    '}',
    "'",
    '$$',
    '/*',
    'SELECT 1;',
    '"',
    '#',
    '\n',
    '\r',
    '😀',
  );
  const texts = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(texts, texts, fc.nat({ max: 40 }), (text, more, where) => {
      let state = EditorState.create({ doc: text, extensions: [EditorState.lineSeparator.of('\n'), isolationSpec()] });
      ensureSyntaxTree(state, text.length, 1e9);
      state = state.update({ changes: { from: Math.min(where, text.length), insert: more } }).state;
      const written = state.doc.toString();
      const tree = ensureSyntaxTree(state, written.length, 1e9);
      const fresh = EditorState.create({
        doc: written,
        extensions: [EditorState.lineSeparator.of('\n'), isolationSpec()],
      });
      const other = ensureSyntaxTree(fresh, written.length, 1e9);
      if (tree === null || other === null) throw new Error('not parsed');
      const marks = (of: typeof tree): string[] => {
        const found: string[] = [];
        highlightTree(of, classHighlighter, (from, to, name) => found.push(`${from} ${to} ${name}`));
        return found;
      };
      expect(marks(tree)).toEqual(marks(other));
    }),
  );
});
