/**
 * A record's answers judged again by the engine: the results equal those that the page stores, and no claim of a file
 * is believed.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerText } from '../../src/viewmodel/exercise/answer.ts';
import type { Edition, Form } from '../../src/viewmodel/exercise/kind.ts';
import { formOf, type Question } from '../../src/viewmodel/exercise/kinds.ts';
import { makeVariant } from '../../src/viewmodel/exercise/variant.ts';
import type { Deed } from '../../src/viewmodel/record/progress.ts';
import { recheckVariant } from '../../src/viewmodel/record/recheck.ts';
import schedules from './schedules.json' with { type: 'json' };
import { exerciseOf, exercises, variantOf, world } from './shipped.fake.ts';

const SEED = 7;

/** A day of the first edition, and one on which only today's variants were asked. */
const [THEN, NOW] = ['2026-11-22T01:01:00.000Z', '2026-12-01T01:01:00.000Z'];
const deed = (id: string, answer: string, isRight: boolean, seed = SEED, at = THEN): Deed => ({
  kind: 'exercise',
  id,
  seed,
  part: 0,
  answer,
  isRight,
  hints: 0,
  begun: at.replace(':01:00', ':00:00'),
  at,
});
const judged = (id: string, answers: readonly (readonly [string, boolean])[], seed = SEED, at = THEN) => {
  const deeds = answers.map(([answer, isRight]) => deed(id, answer, isRight, seed, at));
  return recheckVariant({ id, seed, deeds }, exerciseOf(id), world);
};

/** The right answer, and a wrong one that a student can give. */
function answersTo(form: Form): readonly [string, string] {
  const toggled = (key: readonly number[], one: number) =>
    key.includes(one) ? key.filter((other) => other !== one) : [...key, one];
  switch (form.shape) {
    case 'choice':
      return [answerText({ kind: 'choice', at: form.key }), answerText({ kind: 'choice', at: form.key === 0 ? 1 : 0 })];
    case 'versions': {
      const wrong = toggled(form.key, form.versions[0]?.lp ?? 0);
      return [answerText({ kind: 'rows', seen: form.key }), answerText({ kind: 'rows', seen: wrong })];
    }
    case 'snapshot': {
      const { key, xids } = form;
      const wrong = { ...key, xip: toggled(key.xip, xids[0] ?? 0) };
      return [answerText({ kind: 'snapshot', ...key }), answerText({ kind: 'snapshot', ...wrong })];
    }
    default:
      throw new Error('answered by moves');
  }
}

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

test('an answer of today that was right only in the first edition is wrong, whatever the record says', async () => {
  const [then, now] = [await keyOf('who-sees-it', SEED, 1), await keyOf('who-sees-it', SEED, 2)];
  const answers = [
    [then, true],
    [then, false],
    [now, true],
    [now, false],
  ] as const;
  expect(await judged('who-sees-it', answers, SEED, NOW)).toEqual(['differs', 'agrees', 'agrees', 'differs']);
  // In one record with an old answer to the same variant, too.
  const deeds = [deed('who-sees-it', then, true), deed('who-sees-it', then, true, SEED, NOW)];
  const exercise = exerciseOf('who-sees-it');
  expect(await recheckVariant({ id: 'who-sees-it', seed: SEED, deeds }, exercise, world)).toEqual([
    'agrees',
    'differs',
  ]);
});

/** The first exercise of each kind that is answered by a key. */
const BY_KIND = exercises.filter(([, { ask }], i, all) => {
  const isFirst = all.findIndex(([, other]) => other.ask.what === ask.what) === i;
  return isFirst && !['order', 'make', 'hunt'].includes(ask.what);
});

describe('a verdict that was changed in the file', () => {
  test.each(BY_KIND.map(([id, { ask }]) => [ask.what, id]))('%s (%s): both ways', async (_, id) => {
    const { question } = await variantOf(id, exerciseOf(id), SEED);
    const [right, wrong] = answersTo(formOf(question));
    const answers = [
      [right, true],
      [right, false],
      [wrong, false],
      [wrong, true],
    ] as const;
    expect(await judged(id, answers, SEED, NOW)).toEqual(['agrees', 'differs', 'agrees', 'differs']);
  });
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
