/** Laws of the statistics. */
import { describe, expect, test } from 'vitest';
import { fitEach, fitLine, middleDistance, middleSlope, type Point, p95, pairedQuartiles } from './measure.ts';

const line = (slope: number, intercept: number): Point[] =>
  [0, 1000, 2500, 5000, 10_000].map((x) => [x, intercept + slope * x] as const);

describe('fitLine', () => {
  test('points on a line give the line back', () => {
    const fit = fitLine(line(1.25, 40));
    expect(fit?.slope).toBeCloseTo(1.25);
    expect(fit?.intercept).toBeCloseTo(40);
    expect(fit?.r2).toBeCloseTo(1);
    expect(fit?.worst).toBeCloseTo(0);
  });
  test('a square is not a line', () => {
    const fit = fitLine([0, 1, 2, 3, 4].map((x) => [x, 1 + x * x] as const));
    expect(fit?.r2).toBeLessThan(0.95);
    expect(fit?.worst).toBeGreaterThan(0.2);
  });
  test('one place on the x axis has no slope', () => {
    expect(fitLine([])).toBeNull();
    expect(
      fitLine([
        [1, 2],
        [1, 3],
      ]),
    ).toBeNull();
  });
});

describe('fitEach', () => {
  const measuredAt = (cost: (x: number, round: number) => number, rounds = 5) =>
    [0, 1000, 2500, 5000, 10_000].map((x) => [x, Array.from({ length: rounds }, (_, i) => cost(x, i))] as const);
  test('a machine that is slower in every other round does not bend a line', () => {
    const each = fitEach(measuredAt((x, round) => (1 + (round % 2)) * (40 + x)));
    expect(each.map((fit) => fit.slope)).toEqual([1, 2, 1, 2, 1].map((slope) => expect.closeTo(slope)));
    for (const fit of each) expect(fit.r2).toBeCloseTo(1);
  });
  test('what is bent is bent in every round', () => {
    for (const fit of fitEach(measuredAt((x) => Math.sqrt(x)))) expect(fit.r2).toBeLessThan(0.99);
  });
  test('a round without one of its values has no line', () => {
    expect(fitEach(measuredAt((x, round) => (round === 1 && x === 5000 ? Number.NaN : x)))).toHaveLength(4);
    expect(fitEach([])).toEqual([]);
  });
});

describe('middleSlope', () => {
  test('a wild point does not tilt it', () => {
    expect(middleSlope([...line(2, 0), [7000, 1e9]])).toBeCloseTo(2);
  });
  test('there is none of one point', () => expect(middleSlope([[1, 1]])).toBeNull());
});

test('the middle distance of equal values is 0, and a wild one does not count', () => {
  expect(middleDistance([5, 5, 5])).toBe(0);
  expect(middleDistance([1, 2, 3, 4, 1e9])).toBe(1);
});

test('95 of a hundred values are not above the p95', () => {
  const values = Array.from({ length: 100 }, (_, i) => i + 1).reverse();
  expect(p95(values)).toBe(95);
  expect(p95([7])).toBe(7);
  expect(p95([])).toBeNaN();
});

test('ratios are taken pair by pair, not of the medians', () => {
  expect(pairedQuartiles([2, 40, 6], [1, 20, 3])?.median).toBe(2);
  expect(pairedQuartiles([], [])).toBeNull();
});
