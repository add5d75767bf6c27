import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linearScale, nextStop, roundNicely, snap, sqrtScale, stepBy } from './slider-scale.ts';

const scale = sqrtScale(0, 10_000);
const STOPS = [0, 100, 1000, 2500, 5000, 10_000];

describe('a slider scale', () => {
  test('2,500 of 10,000 stands in the middle of a square-root scale', () => {
    expect(scale.position(2500)).toBe(0.5);
    expect(scale.value(0.5)).toBe(2500);
  });
  test('positions grow with values and stay between 0 and 1, whatever the value', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -1e9, max: 1e9 }), (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const [p, q] = [scale.position(low), scale.position(high)];
        expect(p).toBeLessThanOrEqual(q);
        expect(Math.min(p, q)).toBeGreaterThanOrEqual(0);
        expect(Math.max(p, q)).toBeLessThanOrEqual(1);
      }),
    );
  });
  test('the ends are reached exactly', () => {
    for (const each of [scale, linearScale(1, 64), sqrtScale(0, 12_345)]) {
      expect(each.value(0)).toBe(each.min);
      expect(each.value(1)).toBe(each.max);
      expect(each.value(7)).toBe(each.max);
    }
  });
  test.each([
    ['square-root to 10,000', scale],
    ['linear to 64', linearScale(1, 64)],
    ['linear to 5', linearScale(0, 5)],
  ])('an arrow key always moves, by whole numbers, and reaches both ends: %s', (_, each) => {
    fc.assert(
      fc.property(fc.integer({ min: each.min, max: each.max }), fc.constantFrom<1 | -1>(1, -1), (start, direction) => {
        const end = direction > 0 ? each.max : each.min;
        let at = start;
        for (let presses = 0; at !== end; presses++) {
          expect(presses).toBeLessThan(220);
          const next = stepBy(each, at, direction);
          expect((next - at) * direction).toBeGreaterThan(0);
          expect(Number.isInteger(next)).toBe(true);
          at = next;
        }
        expect(stepBy(each, at, direction)).toBe(at);
      }),
    );
  });
  test('Page keys go from stop to stop, in whatever order the stops are given', () => {
    expect(nextStop(scale, [...STOPS].reverse(), 2500, 1)).toBe(5000);
    expect(nextStop(scale, STOPS, 2600, -1)).toBe(2500);
    expect(nextStop(scale, STOPS, 10_000, 1)).toBe(10_000);
    expect(nextStop(scale, [], 40, -1)).toBe(0);
  });
  test('a finger is caught near a stop and only there', () => {
    expect(snap(scale, STOPS, 2540, 0.012)).toBe(2500);
    expect(snap(scale, STOPS, 3000, 0.012)).toBe(3000);
  });
  test.each([
    [2601, 2600],
    [37, 37],
    [996, 1000],
    [10_049, 10_000],
  ])('%d reads as %d', (n, nice) => expect(roundNicely(n)).toBe(nice));
});
