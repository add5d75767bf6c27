/** All languages of an exercise are the same exercise: the shipped ones are, and each kind of difference is reported. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Exercise } from './kinds.ts';
import { exerciseDifferences } from './languages.ts';
import { parseExercise } from './parse.ts';

const folder = fileURLToPath(new URL('../../../../scenarios/exercises/', import.meta.url));
const files = readdirSync(folder).filter((file) => /^[a-z0-9-]+\.[a-zA-Z-]+\.md$/.test(file));
const text = (file: string): string => readFileSync(folder + file, 'utf8');

const exercise = (given: string): Exercise => {
  const parsed = parseExercise(given);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
};

const ORIGINAL = `---
title: t
lesson: two-stamps
---
What does \`SELECT\` return: {start}?

\`\`\`vary
start: 10..90 by 10
\`\`\`

\`\`\`spec
setup { CREATE TABLE t (n int); }
session a
step look	{ SELECT {start} FROM t; }
step again	{ SELECT 1; }
\`\`\`

\`\`\`schedule
steps: look again
\`\`\`

\`\`\`ask
what: answer
step: look
\`\`\`

\`\`\`hint
Look at [one](#/lab?v=1).
\`\`\`

\`\`\`why
Because.
\`\`\`
`;
const told = (given: string): readonly string[] =>
  exerciseDifferences(exercise(ORIGINAL), exercise(given)).map(({ message }) => message);

describe('the languages of an exercise', () => {
  test.each(files.filter((file) => !file.endsWith('.en.md')))('%s is the English exercise', (file) => {
    const english = file.replace(/\.[a-zA-Z-]+\.md$/, '.en.md');
    expect(exerciseDifferences(exercise(text(english)), exercise(text(file)))).toEqual([]);
  });

  test.each(files.filter((file) => file.endsWith('.zh.md')))('%s is set as Chinese is', (file) => {
    const { title, prose, hints, why } = exercise(text(file));
    const said = [title, JSON.stringify([prose, hints, why])].join(' ');
    // Full-width signs between Chinese characters, and a blank between them and Latin letters or figures.
    expect(said.match(/\p{sc=Han}[,;:?!.()]|[,;:?!()]\p{sc=Han}/gu) ?? []).toEqual([]);
    expect(said.match(/\p{sc=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{sc=Han}/gu) ?? []).toEqual([]);
  });

  test('other words are no difference, nor is another order of what is named', () => {
    const other = ORIGINAL.replace('What does `SELECT` return: {start}?', '{start} or not, `SELECT`!')
      .replace('Because.', 'So it is.')
      .replace('title: t', 'title: another');
    expect(told(other)).toEqual([]);
  });
  test.each([
    ['lesson', 'lesson: two-stamps', 'lesson: the-walk', '“lesson”'],
    ['a value', '10..90 by 10', '10..80 by 10', '“vary”'],
    ['the SQL', 'SELECT 1;', 'SELECT 2;', '“spec”'],
    ['the schedule', 'steps: look again', 'steps: again look', '“schedule”'],
    ['what is asked', 'step: look', 'step: again', '“ask”'],
    ['the rules', 'what: answer', 'what: answer\nrules: 13', '“rules”'],
    ['a hint more', '```why', '```hint\nMore.\n```\n\n```why', '2 hints, but 1 in English'],
    ['no why', '```why\nBecause.\n```\n', '', 'and none here'],
    ['a value that is not named', 'return: {start}', 'return', 'lacks what is named in English: “{start}”'],
    ['code that English has not', 'What does', 'What `now` does', 'names what is not named in English: “`now`”'],
    ['another address', '#/lab?v=1', '#/play?v=1', 'lacks what is named in English: “#/lab?v=1”'],
  ])('%s is told', (_, from, to, fault) => {
    expect(ORIGINAL).toContain(from);
    expect(told(ORIGINAL.replace(from, to)).join('\n')).toContain(fault);
  });
});
