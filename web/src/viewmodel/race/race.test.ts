/** Laws of the race: samples, pairs, levels, changes, zero point, signs of a busy machine. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median } from '../lab/claim.ts';
import { type FakeTurn, fakeSlices, fakeStay } from './race.fake.ts';
import {
  BAND_BLOCKS,
  foldSlices,
  KEPT_SAMPLES,
  levelsNow,
  machineNow,
  pairsNow,
  type RaceState,
  SAMPLE_MS,
  startRace,
  visibleSamples,
  WINDOW_MS,
} from './race.ts';

const designs = { slow: 'pg13', fast: 'pg14' } as const;
const race = (turns: readonly FakeTurn[]): RaceState => foldSlices(startRace(designs), fakeSlices(turns));
const seconds = (state: RaceState) =>
  state.samples.reduce((n, s) => n + (s.slow?.seconds ?? 0) + (s.fast?.seconds ?? 0), 0);

describe('samples', () => {
  it('a sample is the sum of transactions over the sum of time of a quarter second, and four make a second', () => {
    const state = race(fakeStay(2, 0, 1));
    expect(state.samples.length).toBe(8);
    for (const sample of state.samples) {
      expect(sample.slow?.tps).toBeCloseTo((sample.slow?.transactions ?? 0) / (sample.slow?.seconds ?? 1), 6);
    }
  });

  it('a longer slice weighs more than a shorter one', () => {
    const state = race([
      { design: 'pg13', elapsedMs: 10, transactions: 100 },
      { design: 'pg13', elapsedMs: 30, transactions: 900 },
      { design: 'pg13', elapsedMs: 400 },
    ]);
    expect(state.samples[0]?.slow?.tps).toBeCloseTo(1000 / 0.04, 6);
  });

  it('warm-up slices and other-work turns are in no sample, no pair and no count', () => {
    const state = race([
      { design: 'pg13', warmUp: true, transactions: 7777 },
      { design: 'other-work', transactions: 8888 },
      { design: 'pg14', warmUp: true, transactions: 9999 },
      { design: 'pg13', transactions: 10 },
      { design: 'pg14', transactions: 10 },
    ]);
    expect(state.transactions).toBe(20);
    expect(state.pairs.length).toBe(1);
  });

  it('no sample mixes two settings, however the slices fall', () => {
    const turn = fc.record({
      design: fc.constantFrom('pg13' as const, 'pg14' as const),
      generation: fc.constantFrom(1, 2, 3),
      elapsedMs: fc.integer({ min: 1, max: 90 }),
    });
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 80 }), (drawn) => {
        // Generations only grow; the number of idle connections names its generation.
        const turns = [...drawn]
          .sort((a, b) => a.generation - b.generation)
          .map((t) => ({ ...t, idle: t.generation * 100, transactions: t.generation }));
        for (const sample of race(turns).samples) {
          expect(sample.idle).toBe(sample.generation * 100);
          for (const part of [sample.slow, sample.fast]) {
            if (part !== undefined) expect(part.transactions).toBe(part.slices * sample.generation);
          }
        }
      }),
    );
  });

  it('every slice that counts is in one sample or still open: no time is lost, none counted twice', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 100 }), (lengths) => {
        const state = race(lengths.map((elapsedMs, i) => ({ design: i % 2 ? 'pg14' : 'pg13', elapsedMs })));
        const open = state.open.reduce((n, placed) => n + placed.slice.elapsedNs / 1e9, 0);
        expect(seconds(state) + open).toBeCloseTo(lengths.reduce((a, b) => a + b, 0) / 1000, 9);
      }),
    );
  });

  it('folding slices one by one or all at once gives the same race', () => {
    const slices = fakeSlices([...fakeStay(1, 0, 1), ...fakeStay(1, 500, 2)]);
    const oneByOne = slices.reduce((state, slice) => foldSlices(state, [slice]), startRace(designs));
    expect(oneByOne).toEqual(foldSlices(startRace(designs), slices));
  });

  it('a race keeps no more samples than ten minutes of them', () => {
    const state = race(Array.from({ length: KEPT_SAMPLES + 100 }, () => ({ design: 'pg13', elapsedMs: SAMPLE_MS })));
    expect(state.samples.length).toBe(KEPT_SAMPLES);
    expect(visibleSamples(state).length).toBeLessThanOrEqual(WINDOW_MS / SAMPLE_MS + 2);
  });
});

describe('pauses', () => {
  const paused = race([...fakeStay(1, 0, 1), { design: 'pg13', gapMs: 60_000 }, ...fakeStay(1, 0, 1).slice(2)]);
  it('the race clock passes over a pause, so that the race goes on where it stopped', () => {
    expect(paused.clockMs).toBeLessThan(2_500);
  });
  it('the line breaks at a pause', () => {
    expect(new Set(paused.samples.map((sample) => sample.stretch))).toEqual(new Set([0, 1]));
  });
  it('no pair reaches across a pause', () => {
    const state = race([{ design: 'pg13' }, { design: 'pg14', gapMs: 5000 }]);
    expect(state.pairs).toEqual([]);
  });
});

describe('the ratio', () => {
  const ratioNow = (state: RaceState): number | undefined => {
    const levels = levelsNow(state);
    return levels && levels.fast / levels.slow;
  };
  const pair = (ratio: number, speed = 1): FakeTurn[] => [
    { design: 'pg13', transactions: 1000 * speed },
    { design: 'pg14', transactions: 1000 * speed * ratio },
  ];

  it('is the median of adjacent pairs in blocks of five, and says how many', () => {
    const state = race([2, 2, 9, 2, 3, 2, 2, 2, 2, 2, 7].flatMap((ratio) => pair(ratio)));
    expect(ratioNow(state)).toBeCloseTo(2, 9);
    expect(pairsNow(state)).toBe(10);
  });

  it('a disturbance that slows a whole pair leaves the ratio alone', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(1, 0.5, 0.25, 0.125), { minLength: 5, maxLength: 40 }), (speeds) => {
        expect(ratioNow(race(speeds.flatMap((speed) => pair(3, speed))))).toBeCloseTo(3, 9);
      }),
    );
  });

  it('is the ratio of the levels, whatever is measured: number, labels and dots cannot contradict each other', () => {
    const slice = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(slice, slice), { minLength: 5, maxLength: 60 }), (pairs) => {
        const state = race(
          pairs.flatMap(([slow, fast]): FakeTurn[] => [
            { design: 'pg13', transactions: slow },
            { design: 'pg14', transactions: fast },
          ]),
        );
        expect(ratioNow(state)).toBeCloseTo(median(state.blocks.map(({ ratio }) => ratio)) ?? Number.NaN, 6);
      }),
    );
  });

  it('the newest sample has the levels that labels and ratio are made of, once its last slice has closed a block', () => {
    const { samples } = race(fakeStay(6, 0, 1));
    const { levels, bands } = samples.at(-1) ?? {};
    expect(levels?.slow).toBeGreaterThan(30_000);
    expect(bands?.slow.low).toBeLessThanOrEqual(levels?.slow ?? 0);
    expect(bands?.slow.high).toBeGreaterThanOrEqual(levels?.slow ?? Number.NaN);
  });

  it('there is no middle half until there are enough blocks for one', () => {
    const { samples, blocks } = race(fakeStay(8, 0, 1));
    expect(blocks.length).toBeGreaterThan(BAND_BLOCKS);
    const first = samples.findIndex(({ bands }) => bands !== undefined);
    expect(samples.findIndex(({ levels }) => levels !== undefined)).toBeLessThan(first);
    expect(samples.slice(first).every(({ bands }) => bands !== undefined)).toBe(true);
  });

  it('a slice is in one pair at most', () => {
    for (const third of ['pg13', 'pg14'] as const) {
      expect(race([{ design: 'pg13' }, { design: 'pg14' }, { design: third }]).pairs.length).toBe(1);
    }
  });

  it('forgets what was before the setting changed', () => {
    const state = race([...fakeStay(1, 0, 1), { design: 'pg13', idle: 5000, generation: 2, warmUp: true }]);
    expect([levelsNow(state), state.pairs]).toEqual([undefined, []]);
  });

  it('reaches back 96 blocks', () => {
    const { blocks } = race(fakeStay(40, 0, 1));
    expect(blocks.length).toBe(96);
  });
});

describe('changes of the slider', () => {
  it('a change is marked where it happened, from and to', () => {
    const state = race([...fakeStay(2, 0, 1), ...fakeStay(1, 10_000, 2)]);
    expect(state.changes).toMatchObject([{ from: 0, to: 10_000 }]);
    expect(state.changes[0]?.atMs).toBeCloseTo(2000, 6);
  });
  it('a drag through many settings is one change', () => {
    const drag = [100, 400, 900, 2500].flatMap((idle, i) => fakeStay(0.1, idle, i + 2));
    expect(race([...fakeStay(2, 0, 1), ...drag]).changes).toMatchObject([{ from: 0, to: 2500 }]);
  });
  it('a new request for the same number of connections is no change', () => {
    expect(race([...fakeStay(1, 100, 1), ...fakeStay(1, 100, 2)]).changes).toEqual([]);
  });
});

describe('the zero point', () => {
  it('is not there after a second at zero idle', () => {
    expect(race(fakeStay(1, 0, 1)).zero).toBeUndefined();
  });
  it('comes after enough turns that agree, and outlives the move away from zero', () => {
    const { zero } = race([...fakeStay(5, 0, 1), ...fakeStay(3, 10_000, 2)]);
    expect(zero?.slow).toBeGreaterThan(30_000);
    expect(zero?.fast).toBeGreaterThan(30_000);
  });
  it('does not come while turns differ much', () => {
    const wild = fakeStay(20, 0, 1).map((turn, i) => ({ ...turn, transactions: i % 200 < 100 ? 700 : 300 }));
    expect(race(wild).zero).toBeUndefined();
  });
  it('a touch of zero on the way is not a stay', () => {
    const stay = [...fakeStay(5, 0, 1), ...fakeStay(1, 500, 2)];
    const touched = race([...stay, ...fakeStay(0.3, 0, 3), ...fakeStay(1, 500, 4)]);
    expect(touched.zero).toEqual(race(stay).zero);
  });
});

describe('the machine', () => {
  const asked = { otherWorkUs: 28, sliceMs: 20 };
  it('is quiet while turns last as long as they are to', () => {
    expect(machineNow(race(fakeStay(4, 0, 1)), asked)).toEqual({ kind: 'quiet' });
  });
  it('is busy when turns come late and other work takes longer, and quiet again some seconds after', () => {
    const late: FakeTurn[] = fakeStay(4, 0, 1).map((turn) => ({ ...turn, elapsedMs: 31 }));
    const work: FakeTurn[] = Array.from({ length: 9 }, () => ({ design: 'other-work', transactions: 400 }));
    expect(machineNow(race([...late, ...work]), asked)).toEqual({ kind: 'busy', reasons: ['otherWork', 'processor'] });
    expect(machineNow(race([...late, ...work, ...fakeStay(8, 0, 1)]), asked)).toEqual({ kind: 'quiet' });
  });
});

describe('median', () => {
  it('lies between the extremes and does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 }), (values) => {
        const m = median(values) as number;
        expect(m).toBeGreaterThanOrEqual(Math.min(...values));
        expect(m).toBeLessThanOrEqual(Math.max(...values));
        expect(median([...values].reverse())).toBe(m);
      }),
    );
  });
  it('is the middle one, or between the two in the middle', () =>
    expect([median([3, 9, 1]), median([9, 1, 5, 3])]).toEqual([3, 4]));
  it('of nothing is nothing', () => expect(median([])).toBeUndefined());
});
