/** Laws of the pictures' geometry. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hatch, MAX_CELLS, poolCells, roundUp, spreadWide } from './layout.ts';

describe('labels side by side', () => {
  const labels = fc.array(fc.record({ at: fc.integer({ min: 0, max: 500 }), width: fc.integer({ min: 1, max: 80 }) }), {
    maxLength: 5,
  });
  it('keep their order and their gap', () => {
    fc.assert(
      fc.property(labels, (wanted) => {
        const sorted = [...wanted].sort((a, b) => a.at - b.at);
        const places = spreadWide(sorted, 6, 0, 500);
        for (const [i, place] of places.entries()) {
          const [own, before] = [sorted[i], sorted[i - 1]];
          if (own === undefined || before === undefined) continue;
          expect(place - own.width / 2).toBeGreaterThanOrEqual((places[i - 1] ?? 0) + before.width / 2 + 6 - 1e-9);
        }
      }),
    );
  });
  it('stay in the room while there is enough, and where they wanted to be when nothing is in the way', () => {
    fc.assert(
      fc.property(labels, (wanted) => {
        const sorted = [...wanted].sort((a, b) => a.at - b.at);
        for (const [i, place] of spreadWide(sorted, 6, 0, 500).entries()) {
          const half = (sorted[i]?.width ?? 0) / 2;
          expect(place - half).toBeGreaterThanOrEqual(-1e-9);
          expect(place + half).toBeLessThanOrEqual(500 + 1e-9);
        }
      }),
    );
    expect(spreadWide([{ at: 250, width: 40 }], 6, 0, 500)).toEqual([250]);
  });
});

describe('hatching', () => {
  it('never leaves its rectangle', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 60 }), (width, height) => {
        const points = [...hatch(10, 20, width, height, 5).matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)];
        const isOutside = (at: number, low: number, size: number) => at < low - 0.01 || at > low + size + 0.01;
        expect(
          points.filter(([, x, y]) => isOutside(Number(x), 10, width) || isOutside(Number(y), 20, height)),
        ).toEqual([]);
      }),
    );
  });
});

describe('the end of a scale', () => {
  it('holds its number and is at most twice as far', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e9, noNaN: true }), (n) => {
        expect(roundUp(n)).toBeGreaterThanOrEqual(n * (1 - 1e-9));
        expect(roundUp(n)).toBeLessThanOrEqual(n * 2);
      }),
    );
  });
});

describe('a pool’s cells', () => {
  it('are as many as the pool has connections, or as there is room for, in the order of their fills', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (pool, part) => {
        const { each, cells } = poolCells(
          { running: pool * part * 0.5, held: pool * part * 0.3, ready: pool * part * 0.2 },
          pool,
        );
        expect(cells.length).toBe(Math.ceil(pool / each));
        expect(cells.length).toBeLessThanOrEqual(MAX_CELLS);
        const order = ['running', 'held', 'ready', 'free'];
        const places = cells.map((cell) => order.indexOf(cell));
        expect(places).toEqual([...places].sort((a, b) => a - b));
        if (part === 1) expect(cells).not.toContain('free');
        const whole = poolCells({ running: pool, held: 0, ready: 0 }, pool).cells;
        expect(new Set(whole)).toEqual(new Set(['running']));
      }),
    );
  });
});
