/** The short names of classes: each of its own, and the same in every build. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortNames } from './styles-plugin.ts';

const sheet = fc.uniqueArray(fc.stringMatching(/^[a-z][a-zA-Z]{1,8}$/), { maxLength: 90 });
const sheets = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), sheet, { maxKeys: 20 });
const filesOf = (made: Record<string, readonly string[]>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(made).map(([file, names]) => [file, names.map((name) => `.${name} { gap: .5rem }`).join('\n')]),
  );

test('no two classes are called the same, and each name has three characters and begins with a letter', () => {
  fc.assert(
    fc.property(sheets, (made) => {
      const nameOf = shortNames(filesOf(made));
      const names = Object.entries(made).flatMap(([file, own]) => own.map((name) => nameOf(name, file)));
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]{2}$/);
    }),
  );
});

test('names do not depend on the order in which files are found, nor on a further class at the end of one', () => {
  const files = new Map([
    ['b', '.one {} .two:hover .one {} @keyframes turn {}'],
    ['a', '.one {}'],
  ]);
  const nameOf = shortNames(files);
  const later = shortNames(new Map([...files].reverse().map(([file, css]) => [file, `${css} .more {}`])));
  for (const [name, file] of [
    ['one', 'a'],
    ['one', 'b'],
    ['two', 'b'],
    ['turn', 'b'],
  ] as const)
    expect(later(name, file)).toBe(nameOf(name, file));
});

test('a class that its file does not have is told', () => {
  expect(() => shortNames(new Map([['a.css', '.one {}']]))('two', 'a.css')).toThrow(
    'a.css has no class or animation two',
  );
});
