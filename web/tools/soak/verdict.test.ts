/** Laws of the soak run's verdicts. */
import { describe, expect, test } from 'vitest';
import type { Point } from '../../node/measure.ts';
import { againstReference, judgeReadings, RULES } from './verdict.ts';

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

describe('a rate against the machine in the same minutes', () => {
  const minutes = (f: (i: number) => number): Point[] => Array.from({ length: 9 }, (_, i) => [120 + 60 * i, f(i)]);
  /** Two per minute, as the tool takes them. */
  const bursts = (f: (minute: number) => number): Point[] =>
    Array.from({ length: 18 }, (_, i) => [85 + 30 * i, f(Math.floor(i / 2)) * (1 + 0.002 * wobble(i))]);
  // A shared machine's speed: its memory sped up towards the end, and with it the design that scans.
  const host = (i: number) => 2.4 - 0.04 * i;
  /** A fault planted in the page: it loses this much of its rate over the run. */
  const judged = (pageLoses: number) =>
    judgeReadings(
      RULES.ratio,
      againstReference(
        minutes((i) => host(i) * (1 - (pageLoses * i) / 8) * (1 + 0.002 * wobble(i))),
        bursts(host),
        60,
      ),
    );

  test('holds while the machine changes its speed, where the bare rate would not', () => {
    expect(judgeReadings(RULES.ratio, minutes(host)).holds).toBe(false);
    expect(judged(0).holds).toBe(true);
  });
  test.each([0.15, -0.15])('is missed when the page itself drifts meanwhile (%d)', (loses) => {
    expect(judged(loses).holds).toBe(false);
  });
  test('is missed when the page slows down as much as the machine speeds up, and the bare rate stands still', () => {
    const still = minutes(() => 2.2);
    expect(judgeReadings(RULES.ratio, still).holds).toBe(true);
    expect(judgeReadings(RULES.ratio, againstReference(still, bursts(host), 60)).holds).toBe(false);
  });
  test('is not judged without a reference', () => {
    expect(judgeReadings(RULES.ratio, againstReference(minutes(host), [], 60)).holds).toBeNull();
  });
  test('takes the reference of its own minute alone', () => {
    expect(
      againstReference(
        [[120, 6]],
        [
          [59, 1],
          [61, 2],
          [100, 4],
          [121, 9],
        ],
        60,
      ),
    ).toEqual([[120, 2]]);
  });
});

test('a few readings are no ground for a verdict', () => {
  expect(judgeReadings(RULES.ratio, readings(() => 2).slice(0, 3)).holds).toBeNull();
});
