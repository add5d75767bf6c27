/**
 * Typed exercises: each has a solution in typed.json, which the engine runs with several seeds. Near misses are not
 * accepted, and a record of either is judged the same way again.
 */
import { describe, expect, test } from 'vitest';
import { answerText, parseAnswer } from '../../src/viewmodel/exercise/answer.ts';
import { fillText } from '../../src/viewmodel/exercise/fill.ts';
import { judgeTyped } from '../../src/viewmodel/exercise/judge.ts';
import { promptsOf } from '../../src/viewmodel/exercise/kinds.ts';
import type { Variant } from '../../src/viewmodel/exercise/variant.ts';
import type { TypedMove } from '../../src/viewmodel/prompt/typed.ts';
import { MAX_ANSWER_CHARS } from '../../src/viewmodel/record/progress.ts';
import { recheckVariant } from '../../src/viewmodel/record/recheck.ts';
import { exerciseOf, variantOf as makeVariantOf, exercises as shipped, world } from './shipped.fake.ts';
import solutions from './typed.json' with { type: 'json' };

const exercises = shipped.filter(([, exercise]) => promptsOf(exercise).length > 0);
const known: Readonly<Record<string, readonly string[]>> = solutions;
const SEEDS = [1, 7, 12_345];

const variantOf = (id: string, seed = 7): Promise<Variant> => makeVariantOf(id, exerciseOf(id), seed);
/** `A: SQL`, as in typed.json. */
const typedIn = ({ compiled, values }: Variant, lines: readonly string[]): readonly TypedMove[] =>
  lines.map((line) => {
    const [, name = '', sql = ''] = /^(\w+): (.+)$/.exec(line) ?? [];
    const session = compiled?.spec.sessions.findIndex((one) => one.name === name) ?? -1;
    return { session, sql: fillText(sql, values) };
  });
async function judged(variant: Variant, lines: readonly string[]) {
  const verdict = await judgeTyped(variant, typedIn(variant, lines), world);
  if (!verdict.ok) throw new Error(verdict.error);
  return verdict.value;
}

test('each exercise that is answered by typing has a solution here, and there are no others', () => {
  expect(Object.keys(known).sort()).toEqual(exercises.map(([id]) => id).sort());
});

describe.each(Object.entries(known))('%s', (id, lines) => {
  test('its solution is right with every seed, and without any one of its statements it is none', async () => {
    for (const seed of SEEDS) {
      const variant = await variantOf(id, seed);
      expect(await judged(variant, lines), `seed ${seed}`).toMatchObject({ isRight: true, broken: [] });
      for (const i of lines.keys()) {
        const less = await judged(
          variant,
          lines.filter((_, at) => at !== i),
        );
        expect(less?.isRight ?? false, lines[i]).toBe(false);
      }
    }
  });

  test('a record of it is right again, and fits; one that claims more than was typed is not', async () => {
    const variant = await variantOf(id);
    const text = (given: readonly string[]): string => answerText({ kind: 'typed', moves: typedIn(variant, given) });
    expect(text(lines).length).toBeLessThan(MAX_ANSWER_CHARS);
    expect(parseAnswer(text(lines))).toEqual({ kind: 'typed', moves: typedIn(variant, lines) });
    const deeds = [text(lines), text(lines.slice(0, -1)), 'typed:["9 SELECT 1"]', 'typed:["0 }"]', 'moves:0,1'].map(
      (answer) => ({
        ...({ kind: 'exercise', id, seed: 7, part: 0, answer, isRight: true, hints: 0 } as const),
        ...{ begun: '2026-11-22T01:00:00.000Z', at: '2026-11-22T01:01:00.000Z' },
      }),
    );
    const verdicts = await recheckVariant({ id, seed: 7, deeds }, variant.exercise, world);
    expect(verdicts).toEqual(['agrees', 'differs', 'differs', 'differs', 'differs']);
  });
});

describe('what is nearly right is not accepted, and its goals say what is missing', () => {
  const open = (verdict: Awaited<ReturnType<typeof judged>>): readonly string[] =>
    verdict?.kind === 'goal' ? verdict.states.filter((one) => !one.isReached).map(({ goal }) => goal.kind) : ['stuck'];
  test.each([
    [
      'B reads without a lock',
      [
        'A: BEGIN',
        'A: UPDATE {thing} SET amount = {new}',
        'B: SELECT * FROM {thing}',
        'A: COMMIT',
        'B: SELECT * FROM {thing}',
      ],
      ['waits', 'waited'],
    ],
    [
      'A takes it back',
      ['A: BEGIN', 'A: UPDATE {thing} SET amount = {new}', 'B: SELECT * FROM {thing} FOR UPDATE', 'A: ROLLBACK'],
      ['waited'],
    ],
    [
      'B waits in a snapshot of its own',
      [
        'B: BEGIN ISOLATION LEVEL REPEATABLE READ',
        'B: SELECT 1',
        'A: BEGIN',
        'A: UPDATE {thing} SET amount = {new}',
        'B: SELECT * FROM {thing} FOR UPDATE',
        'A: COMMIT',
      ],
      ['waited'],
    ],
    [
      'A still holds it',
      ['A: BEGIN', 'A: UPDATE {thing} SET amount = {new}', 'B: SELECT * FROM {thing} FOR SHARE'],
      ['waited'],
    ],
    [
      'B reads it before and waits in vain',
      [
        'A: UPDATE {thing} SET amount = {new}',
        'B: SELECT * FROM {thing}',
        'A: BEGIN',
        'A: DELETE FROM {thing}',
        'B: DELETE FROM {thing}',
        'A: COMMIT',
      ],
      ['waited'],
    ],
  ])('wait-and-see: %s', async (_, lines, missing) => {
    expect(open(await judged(await variantOf('wait-and-see'), lines))).toEqual(missing);
  });
  test('wait-and-see: other ways to ask for the newest version are right, too', async () => {
    const variant = await variantOf('wait-and-see');
    const write = ['A: begin', 'A: update {thing} set amount = amount + {new} - {old}'];
    for (const ask of [
      'B: SELECT * FROM {thing} FOR KEY SHARE',
      'B: TABLE {thing} FOR SHARE',
      'B: UPDATE {thing} SET amount = amount RETURNING amount',
    ])
      expect([ask, (await judged(variant, [...write, ask, 'A: end']))?.isRight]).toEqual([ask, !ask.includes('KEY')]);
  });
  test('wait-and-see: what B wrote itself is not what A was to write, and the words of the task say so', async () => {
    const verdict = await judged(await variantOf('wait-and-see'), [
      'B: UPDATE {thing} SET amount = {new}',
      'A: BEGIN',
      'A: SELECT * FROM {thing} FOR UPDATE',
      'B: SELECT * FROM {thing} FOR UPDATE',
      'A: COMMIT',
    ]);
    expect(open(verdict)).toEqual([]);
    expect(verdict).toMatchObject({ isRight: false, broken: [{ claim: { line: { kind: 'says', step: 'A' } } }] });
  });
  test('one-is-refused: who does not look first does not do what the task says', async () => {
    const lines = (known['one-is-refused'] ?? []).filter((line) => line !== 'A: SELECT * FROM doctor');
    expect(await judged(await variantOf('one-is-refused'), lines)).toMatchObject({
      isRight: false,
      broken: [{ claim: { line: { kind: 'says', step: 'A', text: 'select' } } }],
    });
  });
  test.each([
    ['at REPEATABLE READ both leave', 'REPEATABLE READ', ['committed', 'error']],
    ['at READ COMMITTED, too', 'READ COMMITTED', ['committed', 'error']],
  ])('one-is-refused: %s', async (_, level, missing) => {
    const lines = [...(known['one-is-refused'] ?? []), 'B: COMMIT'].map((line) => line.replace('SERIALIZABLE', level));
    expect(open(await judged(await variantOf('one-is-refused'), lines))).toEqual(missing);
  });
  test('one-is-refused: B is first, so A is refused', async () => {
    const turned = (known['one-is-refused'] ?? []).map((line) => {
      const other = line.startsWith('A') ? `B${line.slice(1)}` : `A${line.slice(1)}`;
      return other.replace('{first}', '{x}').replace('{second}', '{first}').replace('{x}', '{second}');
    });
    expect(open(await judged(await variantOf('one-is-refused'), turned))).toEqual(['committed', 'error']);
  });
});
