/**
 * A record's answers judged again by the engine: the results equal those that the page stores, and no claim of a file
 * is believed.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exerciseWorld } from '../../node/exercises/node-deps.ts';
import { answerText } from '../../src/viewmodel/exercise/answer.ts';
import type { Edition } from '../../src/viewmodel/exercise/kind.ts';
import type { Exercise, Question } from '../../src/viewmodel/exercise/kinds.ts';
import { parseExerciseBytes } from '../../src/viewmodel/exercise/parse.ts';
import { makeVariant } from '../../src/viewmodel/exercise/variant.ts';
import type { Deed } from '../../src/viewmodel/record/progress.ts';
import { recheckVariant } from '../../src/viewmodel/record/recheck.ts';
import schedules from './schedules.json' with { type: 'json' };

const world = await exerciseWorld();
const SEED = 7;

function exerciseOf(id: string): Exercise {
  const parsed = parseExerciseBytes(readFileSync(new URL(`../../../scenarios/exercises/${id}.en.md`, import.meta.url)));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}
const deed = (id: string, answer: string, isRight: boolean, seed = SEED): Deed => ({
  kind: 'exercise',
  id,
  seed,
  part: 0,
  answer,
  isRight,
  hints: 0,
  begun: '2026-11-22T01:00:00.000Z',
  at: '2026-11-22T01:01:00.000Z',
});
const judged = (id: string, answers: readonly (readonly [string, boolean])[], seed = SEED) => {
  const deeds = answers.map(([answer, isRight]) => deed(id, answer, isRight, seed));
  return recheckVariant({ id, seed, deeds }, exerciseOf(id), world);
};

/** The key, as an answer's text. */
async function keyOf(id: string, seed = SEED, edition: Edition = 2): Promise<string> {
  const made = await makeVariant(id, exerciseOf(id), seed, world, edition);
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  const { question }: { question: Question } = made.value;
  switch (question.kind) {
    case 'rows':
      return answerText({ kind: 'rows', seen: question.key });
    case 'snapshot':
      return answerText({ kind: 'snapshot', ...question.key });
    case 'answer':
    case 'error':
    case 'waits':
    case 'lines':
      return answerText({ kind: 'choice', at: question.key });
    default:
      throw new Error('answered by moves');
  }
}

describe('a prediction', () => {
  test.each([
    ['who-sees-it', 2],
    ['what-is-xip', 3],
    ['will-it-wait', SEED],
    ['lines-most', SEED],
  ])('%s', async (id, seed) => {
    const key = await keyOf(id, seed);
    expect(await keyOf(id, seed, 1)).toBe(key);
    const verdicts = await judged(
      id,
      [
        [key, true],
        [key, false],
        ['rows:99', true],
        ['rows:99', false],
        ['no answer', true],
        ['x'.repeat(400), true],
      ],
      seed,
    );
    expect(verdicts).toEqual(['agrees', 'differs', 'differs', 'agrees', 'differs', 'cut']);
  });
});

test('a record of the first edition agrees where this seed made another variant then', async () => {
  const [then, now] = [await keyOf('who-sees-it', SEED, 1), await keyOf('who-sees-it', SEED, 2)];
  expect(then).not.toBe(now);
  const verdicts = await judged('who-sees-it', [
    [then, true],
    [now, true],
    ['rows:99', true],
  ]);
  expect(verdicts).toEqual(['agrees', 'agrees', 'differs']);
});

/** Steps by name, as moves. */
async function movesOf(id: string, names: readonly string[]): Promise<string> {
  const made = await makeVariant(id, exerciseOf(id), SEED, world);
  const steps = made.ok ? (made.value.compiled?.spec.steps ?? []) : [];
  return answerText({ kind: 'moves', moves: names.map((name) => steps.findIndex((step) => step.name === name)) });
}

describe.each([
  ['hunt-hidden-commit', schedules['hunt-hidden-commit']],
  ['deadlock', schedules.deadlock],
])('moves: %s', (id, names) => {
  test('the smallest schedule is right again; without its last move it is not', async () => {
    const all = await movesOf(id, names);
    const less = await movesOf(id, names.slice(0, -1));
    expect(
      await judged(id, [
        [all, true],
        [less, true],
        [less, false],
      ]),
    ).toEqual(['agrees', 'differs', 'agrees']);
  });
  test('moves that nobody can make are no answer, and the next ones are judged as ever', async () => {
    const all = await movesOf(id, names);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -99, max: 99 }), { maxLength: 8 }), async (wild) => {
        const bad = `moves:${[...wild, -7].join(',')}`;
        expect(
          await judged(id, [
            [bad, true],
            [all, true],
          ]),
        ).toEqual(['differs', 'agrees']);
      }),
      { numRuns: 5 },
    );
  });
});
test('an order of other steps than were shown is no answer', async () => {
  expect(await judged('late-snapshot', [['moves:0', true]])).toEqual(['differs']);
});

test('what this copy does not have is unknown', async () => {
  const deeds = [deed('somebody-elses', 'rows:1', true)];
  expect(await recheckVariant({ id: 'somebody-elses', seed: 1, deeds }, null, world)).toEqual(['unknown']);
});
