/** Laws of drawing a published curve over a measured one; both pages obey them, because both use this code. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IdleConnectionsRow } from '../../scenario/published.ts';
import { publishedCurve } from '../race/race-finding.ts';
import { commonScale, publishedCurves } from './published-series.ts';

const tps = fc.integer({ min: 1, max: 1_000_000 });
const curve = fc
  .uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 6 })
  .chain((idle) =>
    fc.tuple(...[0, ...idle].map((connections) => fc.record({ connections: fc.constant(connections), tps }))),
  );

describe('a published curve laid over a measured one', () => {
  it('keeps the published ratio to another at every point, whatever was measured at zero', () => {
    fc.assert(
      fc.property(curve, tps, tps, (points, slow, fast) => {
        const rows = points.map((p, i) => ({
          connections: p.connections,
          active: 1,
          tps_pre: p.tps,
          tps_post: p.tps + i,
        }));
        const [pre, post] = publishedCurves(rows, 1, { pg13: slow, pg14: fast });
        for (const [i, p] of (pre?.points ?? []).entries()) {
          const other = post?.points[i];
          expect((other?.y ?? 0) / p.y).toBeCloseTo((other?.publishedTps ?? 0) / p.publishedTps, 9);
        }
        expect(pre?.points).toHaveLength(points.length);
      }),
    );
  });

  it('starts where it was measured when it is the only one', () => {
    fc.assert(
      fc.property(curve, tps, (points, measuredAtZero) => {
        const scale = commonScale([{ curve: points, measuredAtZero }]) ?? Number.NaN;
        expect(((points[0]?.tps ?? 0) * scale) / measuredAtZero).toBeCloseTo(1, 9);
      }),
    );
  });

  it('is not laid anywhere without a start of its own, nor over nothing', () => {
    const scale = (connections: number, own: number, measuredAtZero: number | undefined) =>
      commonScale([{ curve: [{ connections, tps: own }], measuredAtZero }]);
    expect(scale(100, 5, 10)).toBeUndefined();
    expect(scale(0, 0, 10)).toBeUndefined();
    expect(scale(0, 5, 0)).toBeUndefined();
    expect(scale(0, 5, Number.NaN)).toBeUndefined();
    expect(scale(0, 5, undefined)).toBeUndefined();
    expect(commonScale([])).toBeUndefined();
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
