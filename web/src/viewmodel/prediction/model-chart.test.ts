/** Laws of the comparison: errors match a pocket calculator's, and points that were used in fitting count nowhere. */
import '../../base/messages/en/model-chart.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { besideFormula, biasOf, errorReach, hardlyTests, judgedOf, summarise, worstPoint } from './errors.ts';
import { fakeComparison } from './model-chart.fake.ts';
import {
  COMPARISON_HEADER,
  type ComparisonRow,
  comparisonCsv,
  errorOf,
  pointError,
  ratioError,
  reasonFor,
} from './model-chart.ts';
import { modelRow } from './model-rows.fake.ts';
import { SURE_SEEDS } from './model-rows.ts';

const tps = fc.double({ min: 1, max: 2e6, noNaN: true });
const pair = fc.record({ pre: tps, post: tps });
const row: fc.Arbitrary<ComparisonRow> = fc.record({
  x: fc.nat(12_500),
  published: pair,
  modelled: pair,
  without: fc.option(pair, { nil: null }),
  formula: fc.option(pair, { nil: null }),
  fitted: fc.record({ pre: fc.boolean(), post: fc.boolean() }),
});
const ROW: ComparisonRow = {
  x: 100,
  published: { pre: 1000, post: 2000 },
  modelled: { pre: 1100, post: 1900 },
  without: { pre: 2000, post: 2000 },
  formula: { pre: 900, post: 2000 },
  fitted: { pre: false, post: false },
};
/** Of everything but what a test is about. */
const NO_TIME = { wake: 0, coherence: 0, lineWait: 0, lock: 0, subtrans: 0 };
const NEITHER = { pre: false, post: false };

describe('model against published', () => {
  it('the errors of one row are what a pocket calculator says, with their sign and without', () => {
    expect(pointError(ROW, 'pre')).toBeCloseTo(0.1, 12);
    expect(pointError(ROW, 'post')).toBeCloseTo(-0.05, 12);
    expect(pointError(ROW, 'pre', 'without')).toBe(1);
    expect(ratioError(ROW)).toBeCloseTo(1900 / 1100 / 2 - 1, 12);
    expect(summarise([ROW])).toEqual({
      pre: expect.closeTo(0.1, 9),
      post: expect.closeTo(0.05, 9),
      both: expect.closeTo(0.075, 9),
      ratio: expect.closeTo(0.136_36, 4),
      preBias: expect.closeTo(0.1, 9),
      postBias: expect.closeTo(-0.05, 9),
    });
    expect(summarise([ROW], 'formula')).toMatchObject({
      pre: expect.closeTo(0.1, 9),
      preBias: expect.closeTo(-0.1, 9),
    });
    expect(summarise([{ ...ROW, without: null }], 'without')).toMatchObject({ both: null, ratio: null });
  });

  it('a model that says what was published is off by nothing, and one that says k times as much by k − 1', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 20 }),
        fc.double({ min: 0.1, max: 5, noNaN: true }),
        (rows, k) => {
          const times = rows.map((r) => ({
            ...r,
            fitted: NEITHER,
            modelled: { pre: r.published.pre * k, post: r.published.post * k },
          }));
          const { pre, post, both, ratio, preBias } = summarise(times);
          for (const error of [pre, post, both]) expect(error).toBeCloseTo(Math.abs(k - 1), 9);
          expect(preBias).toBeCloseTo(k - 1, 9);
          // Both curves are off by the same factor, so their ratio is right.
          expect(ratio).toBeCloseTo(0, 9);
        },
      ),
    );
  });

  it('what a fitted point says has no part in any error, nor can it be the worst', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 10 }), tps, (rows, other) => {
        const changed = rows.map((r) => ({
          ...r,
          modelled: { pre: r.fitted.pre ? other : r.modelled.pre, post: r.fitted.post ? other : r.modelled.post },
        }));
        expect(summarise(changed)).toEqual(summarise(rows));
        expect(worstPoint(changed)?.error).toEqual(worstPoint(rows)?.error);
      }),
    );
    const all = { ...ROW, fitted: { pre: true, post: true } };
    expect(summarise([all])).toMatchObject({ pre: null, both: null, ratio: null, preBias: null });
    expect(worstPoint([all])).toBeNull();
  });

  it('the mean lies between the curves’ means, and no point is worse than the worst', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (all) => {
        const rows = all.map((r) => ({ ...r, fitted: NEITHER }));
        const { pre, post, both } = summarise(rows);
        if (pre === null || post === null || both === null) throw new Error('each row has both curves');
        expect(both).toBeGreaterThanOrEqual(Math.min(pre, post) * (1 - 1e-9));
        expect(both).toBeLessThanOrEqual(Math.max(pre, post) * (1 + 1e-9));
        const worst = worstPoint(rows);
        for (const r of rows)
          expect(Math.abs(pointError(r, 'pre') ?? 0)).toBeLessThanOrEqual(Math.abs(worst?.error ?? 0));
      }),
    );
    expect(worstPoint([])).toBeNull();
  });

  it('the error’s axis holds every error of the model, and at least 10 %', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const reach = errorReach(rows);
        expect(reach).toBeGreaterThanOrEqual(0.1);
        for (const r of rows)
          for (const curve of ['pre', 'post'] as const)
            expect(Math.abs(pointError(r, curve) ?? 0)).toBeLessThanOrEqual(reach);
      }),
    );
  });

  it('the CSV has a cell for each column', () => {
    for (const line of comparisonCsv(fakeComparison('idle'))) expect(line).toHaveLength(COMPARISON_HEADER.length);
    expect(errorOf(50, 100)).toBe(-0.5);
  });
});

/** Seeds of two points, whose modelled 13 is as many times the published one. */
const seedsOf = (each: readonly (readonly [number, number])[], formula = 1.1) =>
  each.map((factors) =>
    factors.map((factor, i) => ({
      ...ROW,
      x: i,
      modelled: { pre: 1000 * factor, post: 2000 },
      formula: { pre: 1000 * formula, post: 2000 },
    })),
  );
const nine = (...each: readonly (readonly [number, number])[]) =>
  Array.from({ length: SURE_SEEDS }, (_, i) => each[i % each.length] ?? ([1, 1] as const));

describe('one-sidedness', () => {
  it('a point is on one side only if every seed is', () => {
    expect(biasOf(seedsOf(nine([1.06, 1.27])), 'pre')).toEqual({
      points: 2,
      fast: 2,
      slow: 0,
      low: expect.closeTo(0.06, 9),
      high: expect.closeTo(0.27, 9),
    });
    expect(biasOf(seedsOf(nine([1.01, 0.9], [0.99, 0.8], [1.01, 0.9])), 'pre')).toMatchObject({ fast: 0, slow: 1 });
    expect(biasOf(seedsOf(nine([1.1, 1.2]).slice(1)), 'pre')).toBeNull();
    const fitted = seedsOf(nine([1.1, 1.2])).map((rows) =>
      rows.map((r, i) => ({ ...r, fitted: { pre: i === 0, post: false } })),
    );
    expect(biasOf(fitted, 'pre')).toMatchObject({ points: 1, low: expect.closeTo(0.2, 9) });
  });

  it('the formula does as well unless every seed of the model is nearer', () => {
    expect(besideFormula(seedsOf(nine([1.05, 1.05])))).toBe('worse');
    expect(besideFormula(seedsOf(nine([1.2, 1.2])))).toBe('better');
    expect(besideFormula(seedsOf(nine([1.1, 1.1])))).toBe('alike');
    expect(besideFormula(seedsOf(nine([1.05, 1.05], [1.2, 1.2])))).toBe('alike');
    // Too few seeds for a sentence.
    expect(besideFormula(seedsOf(nine([1.05, 1.05]).slice(1)))).toBe('unsure');
    expect(besideFormula(seedsOf(nine([1.05, 1.05])).map((rows) => rows.map((r) => ({ ...r, formula: null }))))).toBe(
      'unsure',
    );
  });

  it('with and without coherence are told apart only where the ranges of their errors are', () => {
    const both = (own: number, without: readonly number[]) =>
      hardlyTests(
        without.map((factor, i) => [
          {
            ...ROW,
            modelled: { pre: 1000 * (own + i / 1000), post: 2000 },
            without: { pre: 1000 * factor, post: 2000 },
          },
        ]),
      );
    const all = (factor: number) => Array.from({ length: SURE_SEEDS }, (_, i) => factor + i / 1000);
    expect(both(1.05, all(1.2))).toBeNull();
    expect(both(1.05, all(1.055))).toMatchObject({ own: { n: SURE_SEEDS }, without: { n: SURE_SEEDS } });
    // One seed that reaches over is enough.
    expect(both(1.05, [1.051, ...all(1.2).slice(1)])).not.toBeNull();
    // Too few seeds for a sentence.
    expect(both(1.05, all(1.055).slice(1))).toBeNull();
  });

  it('points below the judged ones are drawn and not judged', () => {
    const comparison = fakeComparison('clients');
    const { rows, seeds } = judgedOf(comparison);
    expect(rows.length).toBeLessThan(comparison.rows.length);
    for (const some of [rows, ...seeds]) expect(Math.min(...some.map(({ x }) => x))).toBeGreaterThanOrEqual(36);
  });

  it('the reason of a point is the first that fits its series, its side and its place', () => {
    const { table } = fakeComparison('idle');
    const reasons = [
      { curve: 'pre', active: 1, why: 'modelChart.reason.oneClient' },
      { curve: 'pre', side: 'high', to: 500, why: 'modelChart.reason.superlinear' },
      { curve: 'pre', side: 'high', why: 'modelChart.reason.sharedCore' },
    ] as const;
    const why = (x: number, error: number, curve: 'pre' | 'post' = 'pre') =>
      reasonFor({ table, reasons, parts: new Map() }, { x, error, curve });
    expect([why(100, 0.2), why(5000, 0.2), why(5000, -0.2), why(5000, 0.2, 'post')]).toEqual([
      'modelChart.reason.superlinear',
      'modelChart.reason.sharedCore',
      null,
      null,
    ]);
  });

  it('a part of the time is named as the reason only if it is large enough for the error', () => {
    const { table } = fakeComparison('idle');
    const reasons = [{ parts: ['scan'], why: 'modelChart.reason.sharedCore' }] as const;
    const why = (scan: number, error: number) => {
      // 40 µs in which the transaction runs, and a queue, which is no part of them.
      const { breakdown } = modelRow('pg13', 100, 1, { ...NO_TIME, work: 40_000 - scan, scan, queue: 60_000 });
      return reasonFor(
        { table, reasons, parts: new Map([[100, { pre: breakdown, post: breakdown }]]) },
        {
          x: 100,
          error,
          curve: 'pre',
        },
      );
    };
    // 9 % of 40 µs are 3.6 µs: no scan of 1.3 µs explains them, to either side.
    expect([why(1_300, 0.09), why(1_300, -0.09)]).toEqual([null, null]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 39_000 }), fc.double({ min: -0.9, max: 2, noNaN: true }), (scan, error) => {
        const factor = (scan + error * 40_000) / scan;
        fc.pre(Math.abs(factor - 2) > 1e-6 && Math.abs(factor - 0.5) > 1e-6);
        expect(why(scan, error) !== null).toBe(factor >= 0.5 && factor <= 2);
      }),
    );
    // Nothing is known about the parts.
    expect(reasonFor({ table, reasons, parts: new Map() }, { x: 100, error: 0, curve: 'pre' })).toBeNull();
  });
});

it('does not say that nothing is modelled beside the point that is furthest off', () => {
  const { t } = messagesIn('en');
  const beginning = {
    machine: 'M',
    source: 'S',
    error: null,
    without: null,
    formula: null,
    other: false,
    axis: 'idle',
  } as const;
  expect(t('modelChart.say', { ...beginning, worst: null })).toContain(t('modelChart.empty'));
  const worst = { x: 100, design: '13', error: 0.1 };
  expect(t('modelChart.say', { ...beginning, worst })).not.toContain(t('modelChart.empty'));
});
