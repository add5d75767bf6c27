/** The simplifications on the page are those of the C code. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { at } from '../node/tree.mjs';
import { allModelNotes, modelNotesOf, notesModule } from './model-notes.ts';

describe('a note in a comment', () => {
  const textsOf = (source: string) => modelNotesOf('x.c', source).map(({ text }) => text);

  test('reaches to the end of its paragraph, over the ends of lines', () => {
    expect(textsOf('/*\n * What it does.\n *\n * MODEL: one thing\n * is left out.\n *\n * More.\n */')).toEqual([
      'One thing is left out.',
    ]);
    expect(textsOf('    /* MODEL: one. */\nint x;\n// MODEL: two.')).toEqual(['One.', 'Two.']);
  });
  test('may begin inside a paragraph, and a paragraph may hold two', () => {
    expect(textsOf('/* It does. MODEL: one. MODEL: two. */')).toEqual(['One.', 'Two.']);
  });
  test('is printed with printed marks; a setting keeps its spelling', () => {
    expect(textsOf(`/* MODEL: defer_it isn't "real". */`)).toEqual(['defer_it isn’t “real”.']);
  });
  test('stands in a comment: a string of code is none', () => {
    expect(textsOf('const char *s = "MODEL: no";')).toEqual([]);
  });
  test('is one message each, two of one file too', () => {
    const module = notesModule(modelNotesOf('pg/x.c', '/* MODEL: one. */ /* MODEL: two. */'));
    expect(module).toContain('"simplified.pg/x.c":\n    "One."');
    expect(module).toContain('"simplified.pg/x.c#2":\n    "Two."');
  });
});

describe('the notes of the C code', () => {
  const notes = allModelNotes();

  test('are what the page shows; `npm run gen:notes` writes them anew', () => {
    const shown = readFileSync(at('web/src/base/messages/en/simplified.gen.ts'), 'utf8');
    expect(shown).toBe(notesModule(notes));
  });
  test('are sentences, and no two say the same', () => {
    expect(notes.length).toBeGreaterThan(0);
    for (const { file, text } of notes) {
      expect(text, file).toMatch(/^\S.*\.$/);
      expect(text.split(' ').length, file).toBeGreaterThan(6);
    }
    expect(new Set(notes.map(({ text }) => text)).size).toBe(notes.length);
  });
});
