/** Laws of the places of the race's words. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeSlices, fakeStay } from './race.fake.ts';
import { foldSlices, levelsNow, startRace } from './race.ts';
import { canvasBox, placeLabels, placeRatio, racePlot } from './race-layout.ts';

const y = fc.double({ min: 0, max: 300, noNaN: true });

describe('labels at the ends of two lines', () => {
  it('never overlap, never change places, never leave the plot', () => {
    fc.assert(
      fc.property(y, y, (a, b) => {
        const [upper, lower] = placeLabels(Math.min(a, b), Math.max(a, b), 26, 0, 300);
        expect(lower - upper).toBeGreaterThanOrEqual(26 - 2);
        expect(upper).toBeGreaterThanOrEqual(0);
        expect(lower).toBeLessThanOrEqual(300);
      }),
    );
  });
  it('stand at their lines when these are far enough apart', () =>
    expect(placeLabels(40, 200, 26, 0, 300)).toEqual([40, 200]));
});

describe('the ratio', () => {
  it('has a column of its own right of the names, wholly within the panel, or none in a narrow one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 1200 }), fc.integer({ min: 11, max: 24 }), (width, em) => {
        const { left, column, compact, width: plot } = racePlot(width, 200, em);
        if (compact) expect(column).toBe(0);
        else {
          expect(column).toBeGreaterThan(plot + 10 * em);
          expect(left + column + 9 * em).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
  it('stands in the middle of what it measures, and never leaves the plot', () => {
    expect(placeRatio(40, 200, 80, 290)).toBe(120);
    expect(placeRatio(4, 8, 80, 290)).toBe(40);
    expect(placeRatio(280, 290, 80, 290)).toBe(250);
  });
});

describe('levels', () => {
  const race = (...stays: Parameters<typeof fakeStay>[]) =>
    foldSlices(startRace({ slow: 'pg13', fast: 'pg14' }), fakeSlices(stays.flatMap((stay) => fakeStay(...stay))));
  it('belong to the present setting alone', () => {
    const levels = levelsNow(race([3, 0, 1], [1, 10_000, 2]));
    expect((levels?.fast ?? 0) / (levels?.slow ?? 1)).toBeGreaterThan(1.8);
  });
  it('are unknown right after a change', () => expect(levelsNow(race([3, 0, 1], [0.1, 10_000, 2]))).toBeUndefined());
});

describe('the canvas', () => {
  const length = fc.double({ min: 0, max: 2000, noNaN: true });
  const whole = (value: number) => Math.abs(value - Math.round(value)) < 1e-3;
  it('holds the drawing, and begins and ends on whole pixels of the device', () => {
    const scale = fc.oneof(
      fc.constantFrom(1, Math.fround(1.1), 1.1, 1.25, 1.5, 2, 2.625, 3, 0.50004),
      fc.double({ min: 0.5, max: 4, noNaN: true }),
    );
    fc.assert(
      fc.property(length, length, length, length, scale, (x, y, width, height, s) => {
        const { at, size, inset } = canvasBox({ x, y }, width, height, s);
        expect([at.x + inset.x, at.y + inset.y]).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)]);
        expect(Math.min(inset.x, inset.y)).toBeGreaterThanOrEqual(0);
        expect(inset.x + width).toBeLessThanOrEqual(size.width + 1e-6);
        expect(inset.y + height).toBeLessThanOrEqual(size.height + 1e-6);
        for (const edge of [at.x, at.y, size.width, size.height]) expect(whole(edge * s)).toBe(true);
      }),
    );
  });
  it('lies on whole pixels of CSS too, where a few of them are whole pixels of the device', () => {
    const { at, size } = canvasBox({ x: 33.6, y: 22.4 }, 500.3, 270.1, 1.25);
    expect([at.x, at.y, size.width, size.height]).toEqual([32, 20, 504, 276]);
  });
});
