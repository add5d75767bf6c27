import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LessonStep } from '../../scenario/lesson.ts';
import { deckAt, figureName, figureOf } from './deck.ts';

const step = (at: string | null): LessonStep => ({
  title: [],
  prose: [],
  figure: at === null ? null : { at, show: [], decisive: [] },
  question: null,
  notes: [],
  line: 1,
});
const anyStep = fc
  .option(
    fc.constantFrom(
      '#/play?v=1&spec=a&at=1',
      '#/play?v=1&spec=a&at=2',
      '#/play?v=1&spec=b',
      '#/?v=1',
      '#/lab/lines?v=1',
    ),
  )
  .map(step);
const lesson = fc
  .tuple(anyStep, fc.array(anyStep, { maxLength: 8 }))
  .map(([first, rest]) => [first.figure === null ? step('#/play?v=1&spec=a') : first, ...rest]);

describe('the figures of a lesson', () => {
  test('a place in a figure is not another figure; a scenario, a server’s rules are', () => {
    expect(figureName('#/play?v=1&spec=a&at=1&row=t.0.1')).toBe(figureName('#/play?spec=a&v=1&moves=0-1&session=b'));
    expect(figureName('#/play?v=1&spec=a')).not.toBe(figureName('#/play?v=1&spec=b'));
    expect(figureName('#/play?v=1&spec=a&pg=13')).not.toBe(figureName('#/play?v=1&spec=a'));
    expect(figureName('#/play?v=1&spec=a')).not.toBe(figureName('#/play/standby?v=1&spec=a'));
  });
  test('exactly one is shown, it is the step’s own, and none is there twice', () => {
    fc.assert(
      fc.property(lesson, fc.nat(), fc.boolean(), (steps, any, near) => {
        const at = any % steps.length;
        const deck = deckAt(steps, at, near);
        expect(deck.filter(({ isShown }) => isShown).map((slot) => slot.at)).toEqual([figureOf(steps, at)?.at]);
        expect(new Set(deck.map(({ name }) => name)).size).toBe(deck.length);
      }),
    );
  });
  test('whichever way one goes, the next step’s figure is there before', () => {
    fc.assert(
      fc.property(lesson, fc.nat(), (steps, any) => {
        const at = any % steps.length;
        const names = deckAt(steps, at, true).map(({ name }) => name);
        for (const next of [at - 1, at + 1]) {
          const figure = next < 0 || next >= steps.length ? null : figureOf(steps, next);
          if (figure !== null) expect(names).toContain(figureName(figure.at));
        }
      }),
    );
  });
});
