/** Laws of a sweep, of the published curves next to it, and of the geometry and lines that draw them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ms, ns, us } from '../../base/units.ts';
import { type LabConfig, type LabSlice, NO_SLRU } from '../../engine/lab/lab-types.ts';
import { addSlices, emptySeries, livePoints } from './live-series.ts';
import { measuredZero, type PublishedPoint, publishedCurves } from './published-series.ts';
import { fakeRow } from './rows.fake.ts';
import { beginSweep, currentPoint, sweepDone, sweepProgress, takeSlices } from './sweep.ts';
import { spreadLabels, steadyTop, ticksThatFit } from './throughput-layout.ts';

const point = (idle: number): LabConfig => ({
  designs: ['pg13', 'pg14'],
  active: 1,
  idle,
  mostlyIdle: 0,
  workload: 'snapshot',
  otherWorkUs: us(0),
  lock: true,
  sliceMs: ms(20),
});
const turn = (design: LabSlice['design'], idle: number, more: Partial<LabSlice> = {}): LabSlice => ({
  number: 0,
  generation: 1,
  design,
  warmUp: false,
  active: 1,
  idle,
  mostlyIdle: 0,
  startMs: ms(0),
  elapsedNs: ns(20e6),
  threadNs: ns(20e6),
  transactions: 1000,
  snapshots: 1000,
  reused: 0,
  mostlyIdleTransactions: 0,
  mostlyIdleAsked: 0,
  connects: 0,
  connectsAsked: 0,
  operations: null,
  slru: NO_SLRU,
  ...more,
});

describe('a sweep', () => {
  const plan = { points: [point(0), point(100)], seconds: 0.1, cores: 2 };
  it('moves on only when every design has had its seconds', () => {
    let state = beginSweep(plan);
    state = takeSlices(
      state,
      Array.from({ length: 50 }, () => turn('pg13', 0)),
    );
    expect(state.index).toBe(0);
    state = takeSlices(
      state,
      Array.from({ length: 4 }, () => turn('pg14', 0)),
    );
    expect(state.index).toBe(0);
    state = takeSlices(state, [turn('pg14', 0)]);
    expect(state.index).toBe(1);
    expect(state.rows.map((r) => [r.design, r.idle, r.slices])).toEqual([
      ['pg13', 0, 50],
      ['pg14', 0, 5],
    ]);
    expect(currentPoint(state)?.idle).toBe(100);
  });

  it('does not count warm-up turns, and wants more than one turn, however long', () => {
    const long = { threadNs: ns(1e9) };
    const round = (more: Partial<LabSlice>) => [turn('pg13', 0, more), turn('pg14', 0, more)];
    let state = takeSlices(
      beginSweep(plan),
      [1, 2, 3, 4].flatMap(() => round({ ...long, warmUp: true })),
    );
    expect(sweepProgress(state)).toBe(0);
    state = takeSlices(state, round(long));
    expect(state.index).toBe(0);
    state = takeSlices(state, [...round(long), ...round(long)]);
    expect(state.index).toBe(1);
  });

  it('shows progress that never falls and ends at 1', () => {
    let state = beginSweep(plan);
    let before = 0;
    for (let i = 0; i < 40 && !sweepDone(state); i += 1) {
      state = takeSlices(state, [turn(i % 2 ? 'pg13' : 'pg14', currentPoint(state)?.idle ?? 0)]);
      const now = sweepProgress(state);
      expect(now).toBeGreaterThanOrEqual(before);
      before = now;
    }
    expect(sweepDone(state)).toBe(true);
    expect(before).toBe(1);
    expect(state.rows).toHaveLength(4);
  });
});

describe('published curves', () => {
  const published: PublishedPoint[] = [
    { connections: 0, active: 1, tps_pre: 1000, tps_post: 1100 },
    { connections: 5000, active: 1, tps_pre: 500, tps_post: 1045 },
    { connections: 0, active: 48, tps_pre: 9000, tps_post: 9900 },
    { connections: 5000, active: 48, tps_pre: 900, tps_post: 9900 },
  ];
  it('meet what was measured at zero by one factor, and keep their own shape and ratio', () => {
    const curves = publishedCurves(published, 1, { pg13: 200, pg14: 330 });
    const factor = Math.sqrt((200 * 330) / (1000 * 1100));
    expect(curves.map((c) => [c.design, c.kind, c.points.map((p) => p.y)])).toEqual([
      ['pg13', 'normalised', [1000, 500].map((y) => expect.closeTo(y * factor, 6))],
      ['pg14', 'normalised', [1100, 1045].map((y) => expect.closeTo(y * factor, 6))],
    ]);
  });
  it('are left out for a design that was not measured at zero', () => {
    expect(publishedCurves(published, 1, { pg14: 330 }).map((c) => c.design)).toEqual(['pg14']);
  });
  it('come as published when nothing was measured', () => {
    expect(publishedCurves(published, 1, null)[0]).toMatchObject({
      kind: 'absolute',
      points: [{ y: 1000 }, { y: 500 }],
    });
  });
  it('come from the run whose client count is nearest by ratio', () => {
    expect(publishedCurves(published, 3, null)[0]?.active).toBe(1);
    expect(publishedCurves(published, 16, null)[0]?.active).toBe(48);
  });
  it('take the measured zero from the axis that was swept', () => {
    const rows = [fakeRow('pg13', 100)];
    expect(measuredZero(rows, 'idle')).toEqual({});
    expect(measuredZero(rows, 'mostlyIdle')?.pg13).toBeCloseTo(rows[0]?.tps ?? 0, 6);
  });
  it('are not moved to a zero that is not known well: too few turns, a wide interval, a busy machine', () => {
    const wide = { low: 20_000, median: 30_000, high: 40_000, n: 10 };
    expect(measuredZero([takeAll(point(0))], 'idle')).toBeNull();
    expect(measuredZero([fakeRow('pg13', 0, { tpsInterval: wide })], 'idle')).toBeNull();
    expect(measuredZero([fakeRow('pg13', 0, { disturbed: ['spread'] })], 'idle')).toBeNull();
    expect(measuredZero([fakeRow('pg13', 0)], 'idle')?.pg13).toBeGreaterThan(0);
  });
});

function takeAll(config: LabConfig) {
  const state = takeSlices(
    beginSweep({ points: [{ ...config, designs: ['pg13'] }], seconds: 0.02, cores: 1 }),
    [1, 2, 3].map(() => turn('pg13', 0)),
  );
  const [row] = state.rows;
  if (!row) throw new Error('a finished point has a row');
  return row;
}

describe('labels at the ends of lines', () => {
  it('keep their distance, their order and the frame, whenever they fit at all', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 450 }), { minLength: 1, maxLength: 10 }), (wanted) => {
        const places = spreadLabels(wanted, 20, 0, 400);
        const order = wanted.map((y, i) => ({ y: Math.min(400, Math.max(0, y)), at: places[i] ?? Number.NaN }));
        order.sort((a, b) => a.y - b.y || a.at - b.at);
        for (const [i, label] of order.entries()) {
          expect(label.at).toBeGreaterThanOrEqual(-1e-9);
          expect(label.at).toBeLessThanOrEqual(400 + 1e-9);
          const next = order[i + 1];
          if (next) expect(next.at - label.at).toBeGreaterThanOrEqual(20 - 1e-9);
        }
      }),
    );
  });
  it('are not moved when they do not collide', () => {
    expect(spreadLabels([300, 10, 100], 20, 0, 400)).toEqual([300, 10, 100]);
  });
  it('are spread evenly when there is no room', () => {
    expect(spreadLabels([5, 5, 5], 20, 0, 10)).toEqual([0, 5, 10]);
  });
});

describe('ticks', () => {
  it('never overlap and always hold the last one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 12_500 }), { minLength: 1, maxLength: 30 }), (values) => {
        const place = (v: number): number => Math.sqrt(v) * 3;
        const ticks = ticksThatFit(values, place, () => 40);
        expect(ticks).toContain(Math.max(...values));
        for (const [i, t] of ticks.entries()) {
          const next = ticks[i + 1];
          if (next !== undefined) expect(place(next) - place(t)).toBeGreaterThanOrEqual(40);
        }
      }),
    );
  });
});

describe('the top of a live figure', () => {
  it('rises at once and falls only by much', () => {
    expect(steadyTop(100, 120)).toBeCloseTo(132);
    expect(steadyTop(100, 80)).toBe(100);
    expect(steadyTop(100, 40)).toBeCloseTo(44);
    expect(steadyTop(0, 0)).toBe(1);
  });
});

describe('live lines', () => {
  it('show what a design reached in its own turns, bin by bin, and drop what is old', () => {
    let series = emptySeries(250, 1000);
    for (let i = 0; i < 100; i += 1) {
      series = addSlices(series, [
        turn(i % 2 ? 'pg13' : 'pg14', 0, { startMs: ms(i * 20), transactions: i % 2 ? 500 : 1000 }),
      ]);
    }
    const points = livePoints(series, 'pg13');
    expect(points.length).toBeLessThanOrEqual(5);
    expect(points.every((p) => Math.abs(p.tps - 25_000) < 1e-6)).toBe(true);
    expect(points.every((p) => p.atMs >= 750)).toBe(true);
  });
  it('leave out warm-up turns', () => {
    expect(livePoints(addSlices(emptySeries(250, 1000), [turn('pg13', 0, { warmUp: true })]), 'pg13')).toEqual([]);
  });
});
