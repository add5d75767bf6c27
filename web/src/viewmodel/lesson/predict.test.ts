import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PREDICTED } from '../../scenario/lesson.ts';
import { answerText, isRight, type Outcome, wayOf } from './predict.ts';

const value = fc.option(fc.stringMatching(/^[a-z0-9]{1,5}$/));
const outcome: fc.Arbitrary<Outcome> = fc.record({
  waits: fc.boolean(),
  error: fc.option(fc.constant('ERROR:  no')),
  rows: fc.array(fc.array(value, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
  snapshot: fc.constantFrom('731:735:731,733', '732:732:'),
});

describe('a prediction', () => {
  test('what the engine says is right, and so it is in another order and with other marks between', () => {
    fc.assert(
      fc.property(outcome, (real) => {
        for (const kind of PREDICTED) {
          const answer = kind === 'error' ? wayOf(real) : answerText(kind, real);
          expect(isRight(kind, answer, real)).toBe(true);
        }
        const turned = answerText('rows', real).split('\n').reverse().join('\n').replaceAll(' ', ', ');
        expect(isRight('rows', `${turned}\n`, real)).toBe(true);
      }),
    );
  });
  test('a row more, a row less, another value is wrong', () => {
    const real: Outcome = {
      waits: false,
      error: null,
      rows: [
        ['1', '100'],
        ['2', null],
      ],
      snapshot: '3:5:3',
    };
    expect(isRight('rows', '1 100\n2 null', real)).toBe(true);
    for (const wrong of ['', '1 100', '1 100\n2 null\n3', '1 101\n2 null', '1 100\n2'])
      expect(isRight('rows', wrong, real)).toBe(false);
    expect(isRight('snapshot', '3:5:', real)).toBe(false);
    expect(isRight('waits', 'waits', real)).toBe(false);
  });
});
