/** Laws of laying a published curve over a measured one; both pages keep them, because both use this. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IdleConnectionsRow } from '../scenario/published.ts';
import { scaleToZero } from './published-scale.ts';
import { publishedCurves } from './published-series.ts';
import { publishedCurve } from './race-published.ts';

const tps = fc.integer({ min: 1, max: 1_000_000 });
const curve = fc
  .uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 6 })
  .chain((idle) =>
    fc.tuple(...[0, ...idle].map((connections) => fc.record({ connections: fc.constant(connections), tps }))),
  );

describe('a published curve laid over a measured one', () => {
  it('starts where it was measured, and keeps every share of its own start', () => {
    fc.assert(
      fc.property(curve, tps, (points, measured) => {
        const scale = scaleToZero(points, measured) ?? Number.NaN;
        const [first] = points;
        expect((first?.tps ?? 0) * scale).toBeCloseTo(measured, 6);
        for (const p of points) expect((p.tps * scale) / measured).toBeCloseTo(p.tps / (first?.tps ?? 0), 9);
      }),
    );
  });

  it('is not laid anywhere without a start of its own, nor over nothing', () => {
    expect(scaleToZero([{ connections: 100, tps: 5 }], 10)).toBeUndefined();
    expect(scaleToZero([{ connections: 0, tps: 0 }], 10)).toBeUndefined();
    expect(scaleToZero([{ connections: 0, tps: 5 }], 0)).toBeUndefined();
    expect(scaleToZero([{ connections: 0, tps: 5 }], Number.NaN)).toBeUndefined();
    expect(scaleToZero([], 10)).toBeUndefined();
  });

  it('is the same on Home and in the Lab', () => {
    fc.assert(
      fc.property(curve, tps, tps, (points, slow, fast) => {
        const rows: IdleConnectionsRow[] = points.map((p, i) => ({
          idle: p.connections,
          active: 1,
          tps_pre: p.tps,
          tps_post: p.tps + i,
        }));
        const home = publishedCurve(rows, 1, { slow, fast });
        const lab = publishedCurves(
          rows.map((row) => ({ ...row, connections: row.idle })),
          1,
          { pg13: slow, pg14: fast },
        );
        expect(home.scaled).toBe(true);
        expect(lab.map(({ design }) => design)).toEqual(['pg13', 'pg14']);
        expect(lab[0]?.points.map(({ x, y }) => [x, y])).toEqual(home.points.map((p) => [p.idle, p.slow]));
        expect(lab[1]?.points.map(({ x, y }) => [x, y])).toEqual(home.points.map((p) => [p.idle, p.fast]));
      }),
    );
  });
});
