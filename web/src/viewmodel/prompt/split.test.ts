/** psql's way to cut a text into statements. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitStatements } from './split.ts';

const sqlOf = (text: string) => splitStatements(text).map(({ sql }) => sql);

test('a semicolon ends a statement outside of quotes, comments and parentheses alone', () => {
  expect(sqlOf('begin; select 1;\n\ncommit')).toEqual(['begin;', 'select 1;', 'commit']);
  expect(sqlOf(`select ';', E'\\';', ";" as ";"; select $a$ ; $b$ ; $a$; x`)).toEqual([
    `select ';', E'\\';', ";" as ";";`,
    'select $a$ ; $b$ ; $a$;',
    'x',
  ]);
  expect(sqlOf('create rule r as on insert to t do (a; b); c')).toEqual([
    'create rule r as on insert to t do (a; b);',
    'c',
  ]);
  expect(sqlOf('-- one; two\nselect /* ; */ 1; -- end;')).toEqual(['select /* ; */ 1;']);
  expect(sqlOf('a \\; b; c')).toEqual(['a ; b;', 'c']);
  expect(sqlOf(' ;; ; -- nothing\n')).toEqual([]);
});

test('statements and what is between them are the whole text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ';', "'", '"', '$', '-', '/', '*', '(', ')', '\n', ' ') }),
      (text) => {
        const all = splitStatements(text);
        for (const [i, { sql, lead, from, to }] of all.entries()) {
          const after = all[i - 1]?.to ?? 0;
          expect(text.slice(after, from)).toBe(lead);
          expect(text.slice(from, to).trim()).toBe(sql);
          expect(sql).not.toBe('');
        }
        const rest = text.slice(all.at(-1)?.to ?? 0);
        expect(splitStatements(rest)).toEqual([]);
      },
    ),
  );
});
