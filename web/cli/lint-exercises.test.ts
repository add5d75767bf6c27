/** The faults that `xipscope lint` finds in exercises; and that the shipped ones have none. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadCompiler } from '../src/sql/compile.ts';
import { looksLikeExercise } from '../src/viewmodel/exercise/parse.ts';
import { isExerciseFile, lintExercise } from './lint-exercises.ts';

const compile = await loadCompiler();
const folder = new URL('../../scenarios/exercises/', import.meta.url);
const files = readdirSync(folder).filter(isExerciseFile);
const text = readFileSync(new URL('write-skew.en.md', folder), 'utf8');
const lint = (given: string) =>
  lintExercise(new TextEncoder().encode(given), compile).map((one) => `${one.line}: ${one.message}`);

test.each(files)('%s has no faults', (file) => {
  expect(lintExercise(readFileSync(new URL(file, folder)), compile)).toEqual([]);
});

describe('a fault is told', () => {
  test.each([
    [
      'SQL that the engine does not run, with the file\u2019s own line',
      'SELECT sum(on_call) FROM doctor; }',
      'SELECT sum(on_call) FROM doctor, information_schema.tables; }',
      /^\d\d: /,
    ],
    ['a step that there is not', 'fine end_a', 'fine end_x', /no step \u201cend_x\u201d/],
    [
      'a lesson that there is not',
      'lesson: anomalies',
      'lesson: __proto__',
      /^3: there is no lesson \u201c__proto__\u201d/,
    ],
    ['a name of the spec without a value', '{first}, 1', '{frist}, 1', /^\d\d: “\{frist\}” has no value/],
    ['a name without a value', 'Both must take', 'Both must {it} take', /\u201c\{it\}\u201d has no value/],
  ])('%s', (_, from, to, fault) => {
    expect(text).toContain(from);
    expect(lint(text.replace(from, to)).join('\n')).toMatch(fault);
  });
  test('a file of any name is known by what it asks', () => {
    expect(looksLikeExercise(new TextEncoder().encode(text))).toBe(true);
    expect(looksLikeExercise(new TextEncoder().encode('# A page\n\nask'))).toBe(false);
  });
  test('a session that there is not', () => {
    const overflow = readFileSync(new URL('overflow.en.md', folder), 'utf8');
    expect(lint(overflow.replace('suboverflowed reader', 'suboverflowed nobody'))).toEqual([
      '1: the spec has no session \u201cnobody\u201d',
    ]);
  });
});
