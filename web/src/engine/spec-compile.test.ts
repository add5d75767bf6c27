import { describe, expect, test } from 'vitest';
import { parseSpec } from '../scenario/spec-parse.ts';
import { SPEC_LIMITS } from '../scenario/spec-types.ts';
import { loadCompiler } from '../sql/compile.ts';
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
    // Anything quadratic would run into the test's own time limit.
    for (const sql of [fill(part), `SELECT ${fill(part)}`]) {
      const compiled = compile(sql);
      if (!compiled.ok) expect(compiled.error.what).not.toBe('');
    }
    expect(compile('SELECT 1')).toMatchObject({ ok: true, value: { statements: [{}] } });
  });
});
