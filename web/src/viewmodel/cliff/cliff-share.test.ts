/** Laws of the cliff's axis: runs that cannot be compared appear together only as shares of their own throughput, never as rates. */
import { describe, expect, it } from 'vitest';
import { fakeCliffRows } from './cliff.fake.ts';
import { BELOW, cliffSeries, REAL_CLIFFS } from './cliff.ts';
import { cliffCurves, realShare, sharesOfOwn } from './cliff-share.ts';

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
