/** Laws of the verdicts: an unmeasured target never passes. */
import { describe, expect, test } from 'vitest';
import { findingsTable, judge, skipped } from './report.ts';

const q = (median: number) => ({ q1: median, median, q3: median, n: 5 });
const asked = (limits?: { min?: number; max?: number }) => ({ part: 'p', what: 'w', ...(limits && { limits }) });

describe('judge', () => {
  test.each([
    [{ max: 1.3 }, 1.3, 'holds'],
    [{ max: 1.3 }, 1.31, 'MISSED'],
    [{ min: 30 }, 30, 'holds'],
    [{ min: 30 }, 29.9, 'MISSED'],
    [{ min: 0.8, max: 1.5 }, 0.79, 'MISSED'],
    [{ min: 0.8, max: 1.5 }, 1.51, 'MISSED'],
    [{ min: 0.8, max: 1.5 }, 1, 'holds'],
    [undefined, 1e9, 'reported'],
  ])('with %j a median of %f %s', (limits, median, verdict) => {
    expect(judge(asked(limits), q(median)).verdict).toBe(verdict);
  });
  test('a target without a measurement is missed', () => {
    expect(judge(asked({ max: 1 }), null).verdict).toBe('MISSED');
    expect(judge(asked({ max: 1 }), q(Number.NaN)).verdict).toBe('MISSED');
  });
  test('N is always said', () => expect(judge(asked(), q(1)).n).toBe('5 rounds'));
});

test('the table has a line for each finding, what was skipped too', () => {
  const table = findingsTable([judge(asked({ max: 1 }), q(2)), skipped('p', 'x', 'no clang here')]);
  expect(table.split('\n').length).toBe(3);
  expect(table).toContain('MISSED');
  expect(table).toContain('no clang here');
});
