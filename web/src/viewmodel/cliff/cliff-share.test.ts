/** Laws of the cliff's axis: runs that cannot be compared appear together only as shares of their own throughput, never as rates. */
import { describe, expect, it } from 'vitest';
import { fakeCliffRows } from './cliff.fake.ts';
import { BELOW, cliffSeries, REAL_CLIFFS } from './cliff.ts';
import { cliffCurves, guideOf, realShare, sharesOfOwn } from './cliff-share.ts';

const series = cliffSeries(fakeCliffRows());

describe('lines of different runs on one axis', () => {
  it('all stand at 1 at 60 savepoints, whatever their rates are', () => {
    const curves = cliffCurves(series, series.slice(0, 1));
    expect(curves.map(({ kind }) => kind)).toEqual([
      'real',
      'real',
      'real',
      'modelled',
      'measured',
      'measured',
      'measured',
    ]);
    for (const { points } of curves) expect(points.find(({ savepoints }) => savepoints === BELOW)?.share).toBe(1);
  });
  it('do not move when a run’s client is a hundred times slower', () => {
    const slower = series.map(({ shape, points }) => ({
      shape,
      points: points.map((point) => ({ ...point, tps: point.tps / 100, q1: point.q1 / 100, q3: point.q3 / 100 })),
    }));
    const rounded = (curves: ReturnType<typeof cliffCurves>) =>
      curves.map(({ points }) => points.map(({ share, q1, q3 }) => [share, q1, q3].map((n) => n.toFixed(9))));
    expect(rounded(cliffCurves(slower))).toEqual(rounded(cliffCurves(series)));
  });
  it('have no slope across the 64th where nothing was run: every height on a guide is one of its crosses’', () => {
    const real = cliffCurves([]).filter(({ kind }) => kind === 'real');
    expect(real).toHaveLength(3);
    for (const { points } of real) {
      const guide = guideOf(points);
      const shareAt = (at: number) => guide.find(({ savepoints }) => savepoints === at)?.share;
      const [below, beyond] = [60, 100].map((at) => points.find(({ savepoints }) => savepoints === at)?.share);
      expect([shareAt(64), shareAt(65)]).toEqual([below, beyond]);
      const broken = guide.filter(({ share }) => Number.isNaN(share));
      expect(broken).toHaveLength(1);
      expect(broken[0]?.savepoints).toBeGreaterThan(64);
      expect(broken[0]?.savepoints).toBeLessThan(65);
      for (const point of points) expect(guide).toContain(point);
    }
  });
  it('are joined as they are where all crosses are on one side', () => {
    const low = sharesOfOwn([0, 60, 64].map((savepoints) => ({ savepoints, tps: 10 - savepoints / 10 })));
    expect(guideOf(low)).toEqual(low);
  });
  it('are not drawn before the run has a figure at 60', () => {
    expect(cliffCurves(cliffSeries(fakeCliffRows(48))).every(({ kind }) => kind === 'real')).toBe(true);
    expect(sharesOfOwn([{ savepoints: 100, tps: 5 }])).toEqual([]);
  });
  it('a real 17 with 32 buffers stands beside one with 128 at 60, though its run was six times slower', () => {
    const [few, many] = ['17-32', '17-128'].map((id) => REAL_CLIFFS.find((real) => real.id === id));
    if (few === undefined || many === undefined) throw new Error('not there');
    expect(few.run).not.toBe(many.run);
    expect([realShare(few, 60), realShare(many, 60)]).toEqual([1, 1]);
    expect([realShare(few, 100)?.toFixed(2), realShare(many, 100)?.toFixed(2)]).toEqual(['0.19', '0.85']);
  });
});
