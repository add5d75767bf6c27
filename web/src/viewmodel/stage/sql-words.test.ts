import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { briefSql, inBlockAfter, statementsOf } from './sql-words.ts';

const verbs = (sql: string) => statementsOf(sql).map(({ verb }) => verb);

describe('the statements of a step', () => {
  test.each([
    ['BEGIN; SELECT 1; COMMIT;', ['begin', 'select', 'commit']],
    ['start transaction isolation level repeatable read', ['begin']],
    ["INSERT INTO t VALUES ('a;b'); -- and; that\n DELETE FROM t", ['insert', 'delete']],
    ['/* ; */ ROLLBACK TO SAVEPOINT a', ['rollback to']],
    ['ROLLBACK WORK TO a; ROLLBACK; ABORT', ['rollback to', 'rollback', 'rollback']],
    ['SELECT "for;update" FROM t', ['select']],
    ['SELECT n FROM t FOR NO KEY UPDATE', ['lock']],
    [
      "PREPARE TRANSACTION 'p'; COMMIT PREPARED 'p'; ROLLBACK PREPARED 'q'",
      ['prepare transaction', 'commit prepared', 'rollback prepared'],
    ],
    ['PREPARE a AS SELECT 1', ['other']],
    ['DO $x$ BEGIN; END $x$; VACUUM t', ['other', 'vacuum']],
    [';;', []],
    ['TABLE t; values (1); tables', ['select', 'select', 'other']],
  ])('of %j are %j', (sql, wanted) => expect(verbs(sql)).toEqual(wanted));
  test('any text gives statements without blanks around', () => {
    const text = fc.string({ unit: fc.constantFrom('$', "'", '"', ';', '-', '/', '*', ' ', '\n', 'a', 'é', '😀') });
    fc.assert(
      fc.property(text, (sql) => {
        for (const one of statementsOf(sql)) expect(one.text).toBe(one.text.trim());
      }),
    );
  });
});

test('a card’s text is one line, without the last semicolon, and never long', () => {
  expect(briefSql('UPDATE acct\n   SET bal = 1\n WHERE id = 1;')).toBe('UPDATE acct SET bal = 1 WHERE id = 1');
  expect(briefSql('SAVEPOINT a; SAVEPOINT b;')).toBe('SAVEPOINT a; SAVEPOINT b');
  expect(briefSql(`SELECT '${'x'.repeat(40_000)}'`).length).toBe(160);
});

test('a block lasts from BEGIN to COMMIT, ROLLBACK or PREPARE TRANSACTION; a savepoint does not end it', () => {
  expect(inBlockAfter(false, 'SELECT 1')).toBe(false);
  expect(inBlockAfter(false, 'BEGIN; SELECT 1')).toBe(true);
  expect(inBlockAfter(true, 'ROLLBACK TO a')).toBe(true);
  expect(inBlockAfter(true, 'COMMIT')).toBe(false);
  expect(inBlockAfter(true, 'COMMIT AND CHAIN')).toBe(true);
  expect(inBlockAfter(false, 'COMMIT AND CHAIN')).toBe(false);
  expect(inBlockAfter(true, 'COMMIT; BEGIN')).toBe(true);
  expect(inBlockAfter(true, "PREPARE TRANSACTION 'x'")).toBe(false);
  expect(inBlockAfter(true, "COMMIT PREPARED 'x'")).toBe(true);
});
