/** Laws of the slowed transactions: their times, the factor, and where a dot is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ms, us } from '../../base/units.ts';
import type { LabConfig } from '../../engine/lab/lab-types.ts';
import { type FakeTurn, fakeSlices } from './race.fake.ts';
import { foldSlices, levelsNow, type RaceState, startRace } from './race.ts';
import { type PublishedCurve, publishedCurve } from './race-finding.ts';
import {
  AT_END,
  AT_START,
  advance,
  elapsedNs,
  linesRead,
  measuredTimes,
  publishedTimes,
  slowedTop,
  slownessFor,
  stretchesOf,
  type TransactionTime,
  withTimes,
} from './slowed.ts';

const configAt = (idle: number, active = 1): LabConfig => ({
  designs: ['pg13', 'pg14'],
  active,
  idle,
  mostlyIdle: 0,
  workload: 'readonly',
  otherWorkUs: us(28),
  lock: true,
  sliceMs: ms(20),
});

/** Turns of both designs and of the other work alone, which takes 28 µs. */
const turns = (rounds: number, idle: number): readonly FakeTurn[] =>
  Array.from({ length: rounds }, () => [
    { design: 'pg13' as const, idle },
    { design: 'pg14' as const, idle },
    { design: 'other-work' as const, idle, transactions: Math.round(20_000 / 28) },
  ]).flat();
const raceOf = (all: readonly FakeTurn[]): RaceState =>
  foldSlices(startRace({ slow: 'pg13', fast: 'pg14' }), fakeSlices(all));

const time = fc.record({
  wholeNs: fc.integer({ min: 1000, max: 100_000 }),
  snapshotNs: fc.option(fc.integer({ min: 1, max: 500 })),
});
const curve: PublishedCurve = {
  active: 1,
  scaled: false,
  factor: 1,
  points: [
    { idle: 0, slow: 33_333, fast: 33_333 },
    { idle: 1000, slow: 25_000, fast: 34_000 },
    { idle: 10_000, slow: 16_666, fast: 33_000 },
  ],
};

describe('measured times', () => {
  it('a transaction takes what the rates beside the lines say, and a snapshot half of what its other work leaves', () => {
    const state = raceOf(turns(60, 10_000));
    const times = measuredTimes(state, configAt(10_000));
    const levels = levelsNow(state);
    expect(times?.source).toBe('measured');
    expect(times?.slow.wholeNs).toBe(Number((1e9 / (levels?.slow ?? 0)).toPrecision(2)));
    expect(times?.slow.snapshotNs).toBeCloseTo(14_000, -3);
    expect(times?.fast.wholeNs).toBeLessThan(30_000);
  });

  it('belong to one position of the slider, and are there once the other work was timed', () => {
    const moved = raceOf([...turns(60, 10_000), ...turns(40, 100).map((turn) => ({ ...turn, generation: 2 }))]);
    expect(measuredTimes(moved, configAt(100))?.idle).toBe(100);
    expect(measuredTimes(moved, configAt(10_000))).toBeUndefined();
    const withoutWork = turns(60, 100).filter(({ design }) => design !== 'other-work');
    expect(measuredTimes(raceOf(withoutWork), configAt(100))).toBeUndefined();
  });
});

describe('published times', () => {
  it('are those of the last point up to the slider, and a snapshot takes half of what its connections added', () => {
    expect(publishedTimes(curve, 9999)?.idle).toBe(1000);
    const end = publishedTimes(curve, 10_000);
    expect(end?.slow).toEqual({ wholeNs: 60_000, snapshotNs: 15_000 });
    expect(end?.idle).toBe(10_000);
  });

  it('tell no snapshot where its connections added nothing, or as little as 14’s own rates differ', () => {
    expect(publishedTimes(curve, 0)?.slow.snapshotNs).toBeNull();
    expect(publishedTimes(curve, 10_000)?.fast.snapshotNs).toBeNull();
    expect(publishedTimes(curve, 1000)?.fast.snapshotNs).toBeNull();
  });
});

describe('the published run as it ships', () => {
  const published = publishedCurve(
    [
      [0, 33_599, 33_406],
      [100, 31_088, 33_279],
      [1000, 29_377, 33_434],
      [2500, 27_050, 33_149],
      [5000, 21_895, 33_903],
      [10_000, 16_034, 33_140],
    ].map(([idle = 0, tps_pre = 0, tps_post = 0]) => ({ idle, active: 1, tps_pre, tps_post })),
    1,
    undefined,
  );
  it('has the same rows for both designs at every position: what 13 takes longer, its snapshots take', () => {
    const times = published.points.map(({ idle }) => publishedTimes(published, idle));
    expect(times.map((at) => at?.fast.snapshotNs)).toEqual(times.map(() => null));
    expect(times.map((at) => at?.slow.snapshotNs)).toEqual([null, 1000, 2000, 3500, 8000, 16_000]);
    for (const at of times.slice(1))
      if (at !== undefined) expect(stretchesOf(at.slow).rows[1] - stretchesOf(at.slow).rows[0]).toBe(30_000);
  });
});

describe('the scale of the ways', () => {
  it('is the same at every position, in whatever order they are visited', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 20 }), (visits) => {
        let seen: ReadonlyMap<number, number> = new Map();
        let top: number | undefined;
        const tops = visits.map((idle) => {
          const times = publishedTimes(curve, idle);
          if (times !== undefined) seen = withTimes(seen, times);
          top = slowedTop(top, seen, curve);
          return top;
        });
        expect(new Set(tops)).toEqual(new Set([80_000]));
      }),
    );
  });
  it('has room for a slower machine, and keeps it at the other positions', () => {
    const slow = { wholeNs: 300_000, snapshotNs: null };
    const at = (idle: number, of: TransactionTime) => ({ source: 'measured' as const, idle, slow: of, fast: of });
    const end = withTimes(new Map(), at(10_000, slow));
    const top = slowedTop(undefined, end, curve);
    expect(top).toBeGreaterThan(300_000);
    expect(slowedTop(top, withTimes(end, at(0, { wholeNs: 30_000, snapshotNs: null })), curve)).toBe(top);
  });
});

describe('the factor of slowness', () => {
  it('is 1, 2 or 5 with zeros, and the faster transaction takes 0.9 to 2.5 seconds by it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 1_000_000 }), (fastNs) => {
        const factor = slownessFor(undefined, fastNs);
        expect(['1', '2', '5']).toContain(String(factor).replace(/0+$/, ''));
        expect((fastNs * factor) / 1e9).toBeGreaterThan(0.9);
        expect((fastNs * factor) / 1e9).toBeLessThan(2.5);
      }),
    );
  });

  it('holds while the transaction stays within twice and half of its length', () => {
    const factor = slownessFor(undefined, 28_000);
    expect(factor).toBe(50_000);
    expect([15_500, 56_000].map((fastNs) => slownessFor(factor, fastNs))).toEqual([factor, factor]);
    expect(slownessFor(factor, 280_000)).toBe(5000);
  });
});

describe('a dot', () => {
  it('ends as many transactions as fit into the time, however the frames cut it', () => {
    fc.assert(
      fc.property(time, fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 40 }), (of, frames) => {
        const place = frames.reduce((at, byNs) => advance(at, of, byNs), AT_START);
        const total = frames.reduce((sum, byNs) => sum + byNs, 0);
        expect(place.ended * of.wholeNs + elapsedNs(place, of)).toBeCloseTo(total, 3);
      }),
    );
  });

  it('goes through both snapshots before the rows, and is on its way at the sum of what is behind it', () => {
    const of: TransactionTime = { wholeNs: 50, snapshotNs: 10 };
    const at = (byNs: number) => advance(AT_START, of, byNs);
    expect([5, 15, 25].map((byNs) => at(byNs).stretch)).toEqual(['plan', 'run', 'rows']);
    expect([5, 15, 25, 49].map((byNs) => elapsedNs(at(byNs), of))).toEqual([5, 15, 25, 49]);
    expect(stretchesOf(of)).toEqual({ plan: [0, 10], run: [10, 20], rows: [20, 50] });
  });

  it('keeps its stretch and the part of it when the times change', () => {
    const place = advance(AT_START, { wholeNs: 50, snapshotNs: 10 }, 5);
    expect(advance(place, { wholeNs: 500, snapshotNs: 100 }, 0)).toEqual(place);
    expect(elapsedNs(place, { wholeNs: 500, snapshotNs: 100 })).toBe(50);
  });

  it('reads the lines of each snapshot from the first to the last, and all are read among the rows and at the end', () => {
    const of: TransactionTime = { wholeNs: 100, snapshotNs: 20 };
    const read = [0, 10, 19, 20, 30, 40, 99].map((byNs) => linesRead(advance(AT_START, of, byNs), 2505));
    expect(read).toEqual([0, 1252, 2379, 0, 1252, 2505, 2505]);
    expect(linesRead(AT_END, 2505)).toBe(2505);
  });

  it('is past its snapshots at once when they are too short to tell', () => {
    const place = advance(AT_START, { wholeNs: 100, snapshotNs: null }, 1);
    expect(place.stretch).toBe('rows');
    expect(linesRead(place, 3)).toBe(3);
  });
});
