/** Laws of the race's y axis, of the published curve, of the finding and of the CSV. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { us } from '../../base/units.ts';
import { fakeSlices, fakeStay } from './race.fake.ts';
import { foldSlices, shownAt, shownNow, startRace } from './race.ts';
import { publishedCurve, publishedRatio, RACE_COLUMNS, raceRows, viewOf } from './race-finding.ts';
import { highestRate, nextTop, roundTop, sharedTop } from './race-layout.ts';

const designs = { slow: 'pg13', fast: 'pg14' } as const;
const value = fc.double({ min: 0.01, max: 1e7, noNaN: true });

describe('the y axis', () => {
  it('always has room for the data', () => {
    fc.assert(fc.property(fc.option(value, { nil: undefined }), value, (top, v) => nextTop(top, v) >= v));
  });
  it('holds still while the data wander within a fifth', () => {
    fc.assert(
      fc.property(value, fc.array(fc.double({ min: 0.85, max: 1.05, noNaN: true })), (v, noise) => {
        let top = roundTop(v);
        const first = top;
        for (const n of noise) top = nextTop(top, v * n);
        expect(top).toBe(first);
      }),
    );
  });
  it('is asked twice and answers the same', () => {
    fc.assert(fc.property(value, (v) => nextTop(nextTop(undefined, v), v) === nextTop(undefined, v)));
  });
  it('has room for the published curve too, where the measured lines are lower', () => {
    fc.assert(
      fc.property(fc.option(value, { nil: undefined }), value, value, (top, slow, fast) => {
        const shared = sharedTop(top, [{ slow, fast }]);
        expect(shared).toBeGreaterThanOrEqual(Math.max(top ?? 0, slow, fast));
      }),
    );
    expect(sharedTop(40, [{ slow: 16, fast: 33 }])).toBe(40);
  });
  it('has room for the marks, which are at the levels: on a busy machine these are above every raw rate', () => {
    const part = { tps: 9100, slices: 1, transactions: 1, seconds: 1 };
    const samples = [{ slow: part, fast: part, levels: { slow: 9200, fast: 10_900 } }];
    expect(highestRate(samples)).toBe(10_900);
    expect(nextTop(roundTop(9100), highestRate(samples))).toBeGreaterThan(10_900 * 1.02);
    // Not half a mark on the edge, either.
    expect(nextTop(10_000, 9990)).toBeGreaterThan(10_000);
  });
  it('is not set by a burst: nine tenths of the raw rates decide, and a single one counts while it is alone', () => {
    const at = (tps: number) => ({ slow: { tps, slices: 1, transactions: 1, seconds: 1 } });
    const calm = Array.from({ length: 40 }, () => at(3000));
    expect(highestRate([...calm, at(12_000), at(11_000)])).toBe(3000);
    expect(highestRate([at(12_000)])).toBe(12_000);
    expect(highestRate([])).toBe(0);
  });
  it('has room for the bands', () => {
    const bands = { slow: { low: 1, high: 5000 }, fast: { low: 1, high: 6000 } };
    expect(highestRate([{ bands }])).toBe(6000);
  });
  it('shrinks when most of it is empty', () => expect(nextTop(100, 20)).toBeLessThan(30));
});

describe('the published curve', () => {
  const rows = [
    { idle: 0, active: 1, tps_pre: 33599, tps_post: 33406 },
    { idle: 10_000, active: 1, tps_pre: 16034, tps_post: 33140 },
    { idle: 0, active: 48, tps_pre: 1_042_005, tps_post: 1_125_104 },
  ];
  it('keeps its published ratio at every point, for any measured zeros, and meets their middle', () => {
    fc.assert(
      fc.property(value, value, (slow, fast) => {
        const curve = publishedCurve(rows, 1, { slow, fast });
        expect(curve.scaled).toBe(true);
        expect(publishedRatio(curve, 0)).toBeCloseTo(33406 / 33599, 9);
        expect(publishedRatio(curve, 10_000)).toBeCloseTo(33140 / 16034, 9);
        const [zero] = curve.points;
        expect(Math.sqrt((zero?.slow ?? 0) * (zero?.fast ?? 0)) / Math.sqrt(slow * fast)).toBeCloseTo(1, 9);
        expect((zero?.slow ?? 0) / curve.factor / 33599).toBeCloseTo(1, 9);
      }),
    );
  });
  it('without a measured zero point it says what was published', () => {
    const curve = publishedCurve(rows, 1, undefined);
    expect(curve).toMatchObject({ scaled: false, points: [{ slow: 33599 }, { slow: 16034, fast: 33140 }] });
    expect(publishedRatio(curve, 10_000)).toBeCloseTo(2.067, 3);
  });
  it('nothing is interpolated between published counts', () => {
    expect(publishedRatio(publishedCurve(rows, 1, undefined), 7000)).toBeUndefined();
  });
});

describe('the finding', () => {
  const race = (...stays: Parameters<typeof fakeStay>[]) =>
    foldSlices(startRace(designs), fakeSlices(stays.flatMap((stay) => fakeStay(...stay))));
  const findingOf = (state: ReturnType<typeof race>, idle: number) =>
    viewOf(state, { idle, otherWorkUs: 28, sliceMs: 20 }).finding;
  it('waits before the first sample', () => expect(findingOf(startRace(designs), 0).kind).toBe('waiting'));
  it('is not told from a second of turns, however far apart they are', () => {
    expect(findingOf(race([1, 0, 1]), 0).kind).toBe('settling');
    expect(findingOf(race([6, 0, 1], [1, 10_000, 2]), 10_000).kind).toBe('settling');
  });
  it('at zero idle both are together', () =>
    expect(findingOf(race([6, 0, 1]), 0)).toEqual({ kind: 'together', idle: 0 }));
  it('at 10,000 they are apart', () => expect(findingOf(race([6, 0, 1], [6, 10_000, 2]), 10_000).kind).toBe('apart'));
  it('does not speak of a setting that the lab has not reached', () =>
    expect(findingOf(race([6, 0, 1]), 5000).kind).toBe('settling'));
  it('while the race is paused nothing is being measured, and no number is of a place where it was not', () => {
    const at = (state: ReturnType<typeof race>, idle: number) =>
      viewOf(state, { idle, otherWorkUs: 28, sliceMs: 20 }, true).finding;
    const here = race([6, 0, 1], [6, 10_000, 2]);
    expect(at(here, 10_000).kind).toBe('apart');
    expect(at(here, 5000)).toEqual({ kind: 'paused', idle: 5000 });
    expect(at(startRace(designs), 0).kind).toBe('paused');
    expect(shownAt(here, 10_000, true)?.levels).toBeDefined();
    expect(shownAt(here, 5000, true)).toBeUndefined();
    expect(shownAt(here, 5000, false)).toBe(shownNow(here));
  });
  it('on a busy machine it is the published one, until the race carries one of its own', () => {
    const late = (seconds: number) => fakeStay(seconds, 10_000, 1).map((turn) => ({ ...turn, elapsedMs: 32 }));
    const of = (turns: ReturnType<typeof late>) => foldSlices(startRace(designs), fakeSlices(turns));
    expect(findingOf(of(late(1)), 10_000).kind).toBe('busy');
    const view = viewOf(of(late(8)), { idle: 10_000, otherWorkUs: 28, sliceMs: 20 });
    expect([view.busy, view.finding.kind]).toEqual([true, 'apart']);
  });
});

describe('the CSV', () => {
  it('has a row for each sample and design, and its rates can be computed again', () => {
    const state = foldSlices(startRace(designs), fakeSlices(fakeStay(3, 100, 1)));
    const rows = raceRows(state.samples, designs, { workload: 'readonly', otherWorkUs: us(28) });
    expect(rows.length).toBe(state.samples.length * 2);
    const cell = (row: (typeof rows)[number], name: (typeof RACE_COLUMNS)[number]) => row[RACE_COLUMNS.indexOf(name)];
    for (const row of rows) {
      expect(Number(cell(row, 'transactions')) / Number(cell(row, 'seconds'))).toBeCloseTo(Number(cell(row, 'tps')), 0);
      expect([cell(row, 'idle'), cell(row, 'active'), cell(row, 'workload'), cell(row, 'other_work_us')]).toEqual([
        100,
        1,
        'readonly',
        28,
      ]);
    }
  });
});
