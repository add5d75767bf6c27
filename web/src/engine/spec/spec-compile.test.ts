import { describe, expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { SPEC_LIMITS } from '../../scenario/spec-types.ts';
import { loadCompiler } from '../../sql/compile.ts';
import { compileSpec } from './spec-compile.ts';

const compile = await loadCompiler();

function problems(text: string): readonly string[] {
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error(JSON.stringify(spec.error));
  const compiled = compileSpec(text, spec.value, compile);
  return compiled.ok ? [] : compiled.error.map(({ line, column, message }) => `${line}:${column}: ${message}`);
}

describe('what is not supported is named with its place in the file', () => {
  test('in every block, in the order of the places', () => {
    expect(
      problems(`setup { CREATE ROLE a; }
setup { SELECT 1; -- é😀
  /* x */ CREATE ROLE b }
teardown { CREATE ROLE c }
session s setup { CREATE ROLE d } step a { SELECT 1;
CREATE ROLE e } step b { 'é'; CREATE ROLE f } teardown { CREATE ROLE g }`),
    ).toEqual(['1:9', '3:11', '4:12', '5:19', '6:1', '6:58'].map((place) => `${place}: not supported: CREATE ROLE`));
  });

  test('a syntax error is a server’s answer, not a fault of the spec', () => {
    expect(problems('session s step a { SELEC 1 }')).toEqual([]);
  });
});

describe('what a server will refuse is told beforehand, and runs all the same', () => {
  const warnings = (text: string): readonly string[] => {
    const spec = parseSpec(text);
    const compiled = spec.ok ? compileSpec(text, spec.value, compile) : spec;
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
    return compiled.value.spec.warnings.map(({ line, column, message }) => `${line}:${column}: ${message}`);
  };
  const refused = (answer: string): string => `a server refuses this when it runs: ${answer}`;

  test('it is marked as refused, which a remark on the spec itself is not', () => {
    const text = 'session s step a { SELEC 1; } step b { SELECT 1; }\npermutation a';
    const spec = parseSpec(text);
    const compiled = spec.ok ? compileSpec(text, spec.value, compile) : spec;
    const told = compiled.ok ? compiled.value.spec.warnings : [];
    expect(told.map(({ message, isRefused }) => [message.slice(0, 6), isRefused])).toEqual([
      ['a serv', true],
      ['unused', undefined],
    ]);
  });
  test('a misspelt keyword, with its place', () => {
    expect(warnings("session s\nstep a { SELECT '😀é'; UPDAT t SET id = 1 }")).toEqual([
      `2:23: ${refused('syntax error at or near "UPDAT"')}`,
    ]);
  });
  test('a table that nothing makes, in every kind of statement, with its place', () => {
    const text = `setup { CREATE TABLE t (a int); CREATE TABLE made AS SELECT * FROM nope1 }
session s setup { PREPARE p AS DELETE FROM nope2 }
step a { SELECT * FROM t; SELECT a FROM NOPE3 WHERE a = 1; }
step b { INSERT INTO t SELECT a FROM nope4; UPDATE nope5 SET a = 1 }
step c { VACUUM nope6 } step d { LOCK TABLE nope7; DROP TABLE IF EXISTS nope; DROP TABLE nope8 }`;
    const places = ['1:68', '2:44', '3:41', '4:38', '4:52', '5:17', '5:45', '5:90'];
    expect(warnings(text)).toEqual(
      places.map((place, i) => `${place}: ${refused(`relation "nope${i + 1}" does not exist`)}`),
    );
  });
  test('a column that the table does not have, in every kind of query, with its place', () => {
    const text = `setup { CREATE TABLE shop (id int PRIMARY KEY, qty int); CREATE TABLE t (a int) }
session s setup { PREPARE p (int) AS DELETE FROM shop WHERE idd = $1 }
step a { UPDATE shop SET qtty = qty - 1; SELECT nope FROM t; SELECT 'idd' FROM shop WHERE idd = 1; }
step b { INSERT INTO shop (id, q) VALUES (1, 2); INSERT INTO t SELECT b FROM shop }
step c { SELECT x.a FROM t; SELECT count(*) FROM t GROUP BY c; UPDATE shop SET shop = 1; SELECT y.b FROM t y }
step d { SELECT z; SELECT g.k FROM generate_series(1, 3) g }`;
    expect(warnings(text)).toEqual([
      `2:61: ${refused('column "idd" does not exist')}`,
      `3:26: ${refused('column "qtty" of relation "shop" does not exist')}`,
      `3:49: ${refused('column "nope" does not exist')}`,
      `3:91: ${refused('column "idd" does not exist')}`,
      `4:32: ${refused('column "q" of relation "shop" does not exist')}`,
      `4:71: ${refused('column "b" does not exist')}`,
      `5:17: ${refused('missing FROM-clause entry for table "x"')}`,
      `5:61: ${refused('column "c" does not exist')}`,
      `5:80: ${refused('column "shop" of relation "shop" does not exist')}`,
      `5:97: ${refused('column y.b does not exist')}`,
      `6:17: ${refused('column "z" does not exist')}`,
      `6:27: ${refused('column g.k does not exist')}`,
    ]);
  });
  test('not a column of a table that may be another one', () => {
    expect(
      warnings(`setup { CREATE TABLE t (a int); CREATE TABLE made AS SELECT 1 AS b }
session s step a { SELECT a FROM t; SELECT c FROM made; SELECT ctid, xmin FROM t; SELECT b FROM t; SELECT nope FROM t }
step b { DROP TABLE t; CREATE TABLE t (b int) }`),
    ).toEqual([`2:107: ${refused('column "nope" does not exist')}`]);
  });
  test('not a table that some step makes, be it too late', () => {
    expect(
      warnings(`session s step a { SELECT * FROM later; SELECT * FROM made }
session u step c { CREATE TABLE later (a int) } step d { CREATE TABLE made AS SELECT 1 }
permutation a c d`),
    ).toEqual([]);
  });
});

describe('no SQL takes more than a moment', () => {
  const fill = (part: string): string => part.repeat(Math.floor((SPEC_LIMITS.sqlChars - 100) / part.length));
  test.each([
    ['('],
    ['SELECT 1;'],
    [';'],
    ['/*'],
    ['-'],
    ['$'],
    ["'"],
    ['"'],
    ['é'],
    ['-- x\n'],
    ['/**/;'],
    ['SELECT 1+'],
    ['NOT '],
    ['1+'],
    ['a.'],
    ['[1,'],
    ['CASE WHEN '],
  ])('%j again and again', (part) => {
    // Any quadratic algorithm would exceed the test's own time limit.
    for (const sql of [fill(part), `SELECT ${fill(part)}`]) {
      const compiled = compile(sql);
      if (!compiled.ok) expect(compiled.error.what).not.toBe('');
    }
    expect(compile('SELECT 1')).toMatchObject({ ok: true, value: { statements: [{}] } });
  });
});
