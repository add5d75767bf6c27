/** Laws of the comparison: errors match a pocket calculator's, and fitted points are not predictions. */
import '../../base/messages/en/model-chart.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { fakeComparison } from './model-chart.fake.ts';
import {
  COMPARISON_HEADER,
  type ComparisonRow,
  comparisonCsv,
  errorOf,
  errorReach,
  pointError,
  ratioError,
  summarise,
  worstPoint,
} from './model-chart.ts';

const tps = fc.double({ min: 1, max: 2e6, noNaN: true });
const pair = fc.record({ pre: tps, post: tps });
const row: fc.Arbitrary<ComparisonRow> = fc.record({
  x: fc.nat(12_500),
  published: pair,
  modelled: pair,
  without: fc.option(pair, { nil: null }),
  fitted: fc.record({ pre: fc.boolean(), post: fc.boolean() }),
});
const ROW: ComparisonRow = {
  x: 100,
  published: { pre: 1000, post: 2000 },
  modelled: { pre: 1100, post: 1900 },
  without: { pre: 2000, post: 2000 },
  fitted: { pre: true, post: false },
};

describe('model against published', () => {
  it('the errors of one row are what a pocket calculator says', () => {
    expect(pointError(ROW, 'pre')).toBeCloseTo(0.1, 12);
    expect(pointError(ROW, 'post')).toBeCloseTo(-0.05, 12);
    expect(pointError(ROW, 'pre', 'without')).toBe(1);
    expect(ratioError(ROW)).toBeCloseTo(1900 / 1100 / 2 - 1, 12);
    expect(summarise([ROW])).toEqual({
      pre: expect.closeTo(0.1, 9),
      post: expect.closeTo(0.05, 9),
      both: expect.closeTo(0.075, 9),
      predictions: expect.closeTo(0.05, 9),
      ratio: expect.closeTo(0.136_36, 4),
    });
    expect(summarise([{ ...ROW, without: null }], 'without')).toMatchObject({ both: null, ratio: null });
  });

  it('a model that says what was published is off by nothing, and one that says k times as much by k − 1', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 20 }),
        fc.double({ min: 0.1, max: 5, noNaN: true }),
        (rows, k) => {
          const times = rows.map((r) => ({ ...r, modelled: { pre: r.published.pre * k, post: r.published.post * k } }));
          const { pre, post, both, ratio } = summarise(times);
          for (const error of [pre, post, both]) expect(error).toBeCloseTo(Math.abs(k - 1), 9);
          // Both curves are off by the same factor, so their ratio is right.
          expect(ratio).toBeCloseTo(0, 9);
        },
      ),
    );
  });

  it('what a fitted point says has no part in the predictions’ error', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 10 }), tps, (rows, other) => {
        const changed = rows.map((r) => ({
          ...r,
          modelled: { pre: r.fitted.pre ? other : r.modelled.pre, post: r.fitted.post ? other : r.modelled.post },
        }));
        expect(summarise(changed).predictions).toEqual(summarise(rows).predictions);
      }),
    );
    const all = { ...ROW, fitted: { pre: true, post: true } };
    expect(summarise([all]).predictions).toBeNull();
  });

  it('the mean lies between the curves’ means, and no point is worse than the worst', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
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

it('does not say that nothing is modelled beside the point that is furthest off', () => {
  const { t } = messagesIn('en');
  const beginning = { machine: 'M', source: 'S', error: null, without: null, axis: 'idle' } as const;
  expect(t('modelChart.say', { ...beginning, worst: null })).toContain(t('modelChart.empty'));
  const worst = { x: 100, design: '13', error: 0.1 };
  expect(t('modelChart.say', { ...beginning, worst })).not.toContain(t('modelChart.empty'));
});
