/** Laws of the soak run's verdicts. */
import { describe, expect, test } from 'vitest';
import type { Point } from '../bench/stats.ts';
import { judgeReadings, RULES } from './verdict.ts';

const readings = (f: (i: number) => number): Point[] =>
  Array.from({ length: 30 }, (_, i) => [60 + 20 * i, f(i)] as const);
const wobble = (i: number) => ((i * 7919) % 11) - 5;

describe('memory', () => {
  test('that stays holds', () => {
    expect(
      judgeReadings(
        RULES.heap,
        readings((i) => 20e6 + 1e4 * wobble(i)),
      ).holds,
    ).toBe(true);
  });
  test('that grows steadily beyond its allowance does not', () => {
    expect(
      judgeReadings(
        RULES.heap,
        readings((i) => 20e6 + 1e5 * i),
      ).holds,
    ).toBe(false);
  });
  test('that shrinks holds', () => {
    expect(
      judgeReadings(
        RULES.heap,
        readings((i) => 20e6 - 2e5 * i),
      ).holds,
    ).toBe(true);
  });
  test('with one wild reading holds', () => {
    expect(
      judgeReadings(
        RULES.heap,
        readings((i) => (i === 12 ? 90e6 : 20e6 + 1e4 * wobble(i))),
      ).holds,
    ).toBe(true);
  });
  test('whose growth drowns in its noise holds', () => {
    expect(
      judgeReadings(
        RULES.heap,
        readings((i) => 40e6 + 2e6 * wobble(i) + 7e4 * i),
      ).holds,
    ).toBe(true);
  });
});

describe('a rate', () => {
  test('that stays holds', () => {
    expect(
      judgeReadings(
        RULES.ratio,
        readings((i) => 2 + 0.01 * wobble(i)),
      ).holds,
    ).toBe(true);
  });
  test.each([1, -1])('that drifts by a fifth does not (%i)', (sign) => {
    expect(
      judgeReadings(
        RULES.ratio,
        readings((i) => 2 + (sign * 0.4 * i) / 29),
      ).holds,
    ).toBe(false);
  });
});

test('a few readings are no ground for a verdict', () => {
  expect(judgeReadings(RULES.ratio, readings(() => 2).slice(0, 3)).holds).toBeNull();
});
