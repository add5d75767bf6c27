/** Seeds, values, answers and facts from events: laws that need no engine. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Spec } from '../../scenario/spec-types.ts';
import { type Answer, answerText, parseAnswer } from './answer.ts';
import { mix } from './events.ts';
import type { Variable } from './exercise.ts';
import { drawValues, fillText, MAX_SEED, rngFor } from './fill.ts';
import { isRight, type Question } from './kinds.ts';

const seeds = fc.integer({ min: 0, max: MAX_SEED });
const number = (name: string): Variable => ({ kind: 'number', name, from: 10, to: 90, by: 10 });

describe('values of a seed', () => {
  test('the same seed gives the same values, each within its range and no two the same', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const vary = [number('a'), number('b'), number('c')];
        const [one, again] = [drawValues(vary, rngFor('x', seed, 0)), drawValues(vary, rngFor('x', seed, 0))];
        expect([...one]).toEqual([...again]);
        const drawn = [...one.values()].map(Number);
        expect(new Set(drawn).size).toBe(3);
        for (const value of drawn) expect(value % 10 === 0 && value >= 10 && value <= 90).toBe(true);
      }),
    );
  });
  test('seeds, exercises and tries differ from one another', () => {
    const first = (id: string, seed: number, attempt: number): number => rngFor(id, seed, attempt).below(2 ** 31);
    const all = ['a', 'b'].flatMap((id) => [1, 2, 3].flatMap((seed) => [0, 1].map((at) => first(id, seed, at))));
    expect(new Set(all).size).toBe(all.length);
  });
  test('they are the same forever', () => {
    expect([...drawValues([number('a'), number('b')], rngFor('who-sees-it', 1, 0)).values()]).toMatchInlineSnapshot(`
      [
        "50",
        "70",
      ]
    `);
  });
  test('a repeat counts, up to another variable', () => {
    const vary: Variable[] = [
      { kind: 'number', name: 'many', from: 2, to: 3, by: 1 },
      { kind: 'repeat', name: 'fill', from: 1, to: 'many', text: 'S#;' },
    ];
    const values = drawValues(vary, rngFor('x', 1, 0));
    expect(values.get('fill')).toBe(values.get('many') === '2' ? 'S1; S2;' : 'S1; S2; S3;');
  });
  test('braces are filled, also with a sum; what stands for nothing stays', () => {
    const values = new Map([
      ['a', '10'],
      ['b', '5'],
      ['w', 'red'],
    ]);
    expect(fillText('{ {a} {a+b} {a-1} {a*b} {w} {w+1} {none} {COMMIT} }', values)).toBe(
      '{ 10 15 9 50 red {w+1} {none} {COMMIT} }',
    );
  });
});

test('a mixed schedule has the same steps, each session’s in its own order', () => {
  // The code reads only the sessions of steps.
  const spec = { steps: [0, 0, 1, 1, 2, 0].map((session) => ({ session })) } as unknown as Spec;
  fc.assert(
    fc.property(seeds, (seed) => {
      const mixed = mix(spec, [0, 1, 2, 3, 4, 5], rngFor('x', seed, 0));
      expect([...mixed].sort()).toEqual([0, 1, 2, 3, 4, 5]);
      for (const own of [
        [0, 1, 5],
        [2, 3],
      ])
        expect(mixed.filter((step) => own.includes(step))).toEqual(own);
    }),
  );
});

const moves = fc.array(fc.integer({ min: -2, max: 50 }), { maxLength: 9 });
const answers: fc.Arbitrary<Answer> = fc.oneof(
  moves.map((seen): Answer => ({ kind: 'rows', seen })),
  fc.nat(9).map((at): Answer => ({ kind: 'choice', at })),
  fc
    .tuple(fc.nat(), fc.nat(), fc.array(fc.nat(), { maxLength: 4 }))
    .map(([xmin, xmax, xip]): Answer => ({ kind: 'snapshot', xmin, xmax, xip })),
  moves.map((made): Answer => ({ kind: 'moves', moves: made })),
);
test('an answer’s text is read back equal; another text is no answer', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      expect(parseAnswer(answerText(answer))).toEqual(answer);
    }),
  );
  for (const none of ['', 'rows', 'choice:', 'choice:1,2', 'moves:a', 'snapshot:1:2', 'rows:1:2', 'luck:1'])
    expect(parseAnswer(none)).toBeNull();
});

describe('a prediction is right or wrong', () => {
  const of = { played: [], step: 0, session: 'a' } as const;
  const rows: Question = { ...of, kind: 'rows', versions: [], key: [1, 3] };
  const snapshot: Question = { ...of, kind: 'snapshot', xids: [], key: { xmin: 5, xmax: 8, xip: [5, 6] } };
  const choice: Question = { ...of, kind: 'waits', options: [null, 'b'], key: 1 };
  test('sets are compared as sets', () => {
    expect(isRight(rows, { kind: 'rows', seen: [3, 1] })).toBe(true);
    expect(isRight(rows, { kind: 'rows', seen: [1] })).toBe(false);
    expect(isRight(rows, { kind: 'rows', seen: [1, 3, 4] })).toBe(false);
    expect(isRight(snapshot, { kind: 'snapshot', xmin: 5, xmax: 8, xip: [6, 5] })).toBe(true);
    expect(isRight(snapshot, { kind: 'snapshot', xmin: 5, xmax: 9, xip: [6, 5] })).toBe(false);
    expect(isRight(choice, { kind: 'choice', at: 1 })).toBe(true);
    expect(isRight(choice, { kind: 'choice', at: 0 })).toBe(false);
  });
  test('a standby’s snapshot is compared as any other', () => {
    const standby: Question = {
      kind: 'standby',
      played: [],
      replayed: 0,
      xids: [],
      key: { xmin: 5, xmax: 8, xip: [] },
    };
    expect(isRight(standby, { kind: 'snapshot', xmin: 5, xmax: 8, xip: [] })).toBe(true);
    expect(isRight(standby, { kind: 'snapshot', xmin: 5, xmax: 8, xip: [5] })).toBe(false);
  });
  test('an answer of another kind is wrong; moves are judged elsewhere', () => {
    expect(isRight(rows, { kind: 'choice', at: 1 })).toBe(false);
    expect(isRight({ kind: 'hunt', fault: 'x' }, { kind: 'moves', moves: [] })).toBeNull();
  });
});
