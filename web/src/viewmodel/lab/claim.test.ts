/** The laws of claims: no difference is found where there is none, however often somebody looks. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Rng, rngOf } from '../../base/random.ts';
import {
  blocksOf,
  claimRatio,
  claimShare,
  estimateOf,
  type Interval,
  type Looks,
  machineState,
  type RatioClaim,
} from './claim.ts';

const uniform = (rng: Rng): number => (rng.below(2 ** 31) + 0.5) / 2 ** 31;
const normal = (rng: Rng): number => Math.sqrt(-2 * Math.log(uniform(rng))) * Math.cos(2 * Math.PI * uniform(rng));

/** A pair of turns takes about 45 ms: five in a quarter of a second. */
const PAIRS = 5;
const FIVE_MINUTES = Math.floor(300_000 / 45);
/** Somebody looks every second, and sees as much as a live figure shows: 24 s. */
const LOOK_EVERY = 4;
const WINDOW = 96;

/** Ratios of equals: heavy tails, each similar to the one before, and the machine is sometimes busy for seconds. */
function ratios(rng: Rng, likeLast: number, scale: number, truth = 1): number[] {
  let x = 0;
  let busy = 1;
  return Array.from({ length: FIVE_MINUTES }, () => {
    if (rng.chance(0.004)) busy = busy === 1 ? 8 : 1;
    const heavy = normal(rng) / Math.max(0.15, Math.abs(normal(rng)));
    x = likeLast * x + Math.sqrt(1 - likeLast * likeLast) * heavy;
    return truth * Math.exp(scale * busy * x);
  });
}

const looksAt = (stream: readonly number[], looks: Looks = 'often'): RatioClaim[] => {
  const claims: RatioClaim[] = [];
  const blocks = blocksOf(stream, PAIRS);
  for (let at = LOOK_EVERY; at <= blocks.length; at += LOOK_EVERY) {
    claims.push(claimRatio(estimateOf(blocks.slice(Math.max(0, at - WINDOW), at), looks)));
  }
  return claims;
};
const isFinding = ({ kind }: RatioClaim): boolean => kind === 'faster' || kind === 'slower';

describe('claims of a live page', () => {
  test.each([
    [0, 0.01],
    [0, 0.2],
    [0.5, 0.05],
    [0.5, 0.2],
    [0.8, 0.05],
  ])(
    'equals are told apart in less than 1 % of five minutes of looks (like the last: %f, scale %f)',
    (likeLast, scale) => {
      const RUNS = 101;
      let wrong = 0;
      for (let run = 0; run < RUNS; run++) {
        if (looksAt(ratios(rngOf(run * 7919 + 1), likeLast, scale)).some(isFinding)) wrong++;
      }
      expect(wrong / RUNS).toBeLessThan(0.01);
    },
  );

  test('a difference is found within seconds on a quiet machine, and never its contrary on any', () => {
    for (let run = 0; run < 20; run++) {
      const quiet = looksAt(ratios(rngOf(run), 0, 0.002, 1.4));
      // 20 blocks: five seconds.
      expect(quiet.findIndex(isFinding)).toBeLessThan(20 / LOOK_EVERY);
      const busy = looksAt(ratios(rngOf(run), 0.5, 0.1, 1.4));
      expect([...quiet, ...busy].filter(({ kind }) => kind === 'slower' || kind === 'alike')).toEqual([]);
    }
  });

  test('before sixteen blocks there is no interval, and nothing is claimed', () => {
    for (let n = 1; n < 16; n++) expect(claimRatio(estimateOf(Array(n).fill(5.9), 'often')).kind).toBe('measuring');
    expect(claimRatio(estimateOf(Array(16).fill(5.9), 'often')).kind).toBe('faster');
    expect(claimRatio(null)).toEqual({ kind: 'measuring', range: null });
  });
});

describe('the interval', () => {
  test('looked at once it covers the median of what it was drawn from, 99 times of 100', () => {
    const rng = rngOf(4);
    for (const n of [9, 20, 51]) {
      let missed = 0;
      for (let run = 0; run < 2000; run++) {
        const { low, high } = estimateOf(
          Array.from({ length: n }, () => Math.exp(normal(rng))),
          'once',
        ) as Interval;
        if (low > 1 || high < 1) missed++;
      }
      expect(missed / 2000).toBeLessThan(0.01);
    }
  });
  test('one wild block more does not move it far', () => {
    const calm = Array.from({ length: 30 }, (_, i) => 1.4 + i / 1000);
    const { low, high } = estimateOf([...calm, 1e9], 'often') as Interval;
    expect(low).toBeGreaterThanOrEqual(1.4);
    expect(high).toBeLessThan(1.43);
  });
  test('blocks that scatter are drawn together, so that it takes longer until they carry anything', () => {
    expect(estimateOf(Array(40).fill(2), 'often')).toMatchObject({ n: 40, low: 2, high: 2 });
    const scattered = estimateOf(
      Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 1.2 : 2)),
      'often',
    );
    expect(scattered?.n).toBe(10);
    expect(claimRatio(scattered).kind).toBe('measuring');
  });
});

const at = (low: number, median: number, high: number): Interval => ({ low, median, high, n: 20 });

describe('the gate', () => {
  test('what is claimed is never in the interval of its contrary', () => {
    expect(claimRatio(at(1.01, 1.4, 1.9))).toMatchObject({ kind: 'faster', ratio: 1.4 });
    expect(claimRatio(at(0.99, 1.4, 1.9)).kind).toBe('measuring');
    expect(claimRatio(at(0.25, 0.5, 0.8))).toMatchObject({ kind: 'slower', ratio: 2, range: { low: 1.25, high: 4 } });
    expect(claimRatio(at(0.95, 1, 1.05)).kind).toBe('alike');
    expect(claimRatio(at(0.8, 1, 1.05)).kind).toBe('measuring');
  });
  test('nothing keeps more than it had', () => {
    expect(claimShare(at(9, 10, 11), at(4, 4.2, 4.4))).toMatchObject({ kind: 'keeps', share: expect.closeTo(0.42) });
    expect(claimShare(at(9, 10, 11), at(11, 11.4, 12)).kind).toBe('measuring');
    expect(claimShare(at(9, 10, 11), at(8, 9.8, 12)).kind).toBe('measuring');
    expect(claimShare(at(9.9, 10, 10.1), at(9.7, 9.8, 9.9))).toMatchObject({
      kind: 'keeps',
      share: expect.closeTo(0.98),
    });
  });
  test('only this module makes a Sure number', () => {
    const src = join(import.meta.dirname, '../..');
    const makers = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((name) => /[.]tsx?$/.test(name) && !/[.](test|fake)[.]/.test(name))
      .filter((name) => /as (unknown as )?Sure\b/.test(readFileSync(join(src, name), 'utf8')));
    expect(makers).toEqual([join('viewmodel', 'lab', 'claim.ts')]);
  });
});

describe('the machine', () => {
  const quiet = {
    otherWorkAskedUs: 28,
    otherWorkUs: [28, 28.5, 29, 30, 31],
    rates: [Array.from({ length: 20 }, (_, i) => 34_000 + 50 * i)],
    stretched: Array(20).fill(1.005),
  };
  test('is quiet with small scatter', () => expect(machineState(quiet)).toEqual({ kind: 'quiet' }));
  test('is busy with each sign by itself, and says which', () => {
    const busy = (signs: Partial<typeof quiet>) => machineState({ ...quiet, ...signs });
    expect(busy({ otherWorkUs: [28, 50, 99] })).toEqual({ kind: 'busy', reasons: ['otherWork'] });
    expect(busy({ rates: [Array.from({ length: 20 }, (_, i) => (i % 2 ? 10_000 : 34_000))] })).toEqual({
      kind: 'busy',
      reasons: ['spread'],
    });
    expect(busy({ stretched: Array.from({ length: 20 }, (_, i) => (i % 3 ? 1 : 1.6)) })).toEqual({
      kind: 'busy',
      reasons: ['processor'],
    });
  });
});
