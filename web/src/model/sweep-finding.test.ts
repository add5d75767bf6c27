/** Laws of the sentence that a sweep says. */
import { describe, expect, it } from 'vitest';
import { fakeRow, fakeSweep } from './rows.fake.ts';
import { keptShares } from './sweep-finding.ts';

describe('what a sweep says', () => {
  it('is nothing before there is a point at zero and one beyond', () => {
    expect(keptShares([], 'idle')).toBeNull();
    expect(keptShares([fakeRow('pg13', 0)], 'idle')).toBeNull();
    expect(keptShares([fakeRow('pg13', 100)], 'idle')).toBeNull();
    expect(keptShares(fakeSweep(['pg13'], [0, 100]), 'mostlyIdle')).toBeNull();
  });
  it('compares the most connections with none, of 13 and 14 when they are there', () => {
    const finding = keptShares(fakeSweep(['pg9.1', 'pg13', 'pg14'], [0, 100, 10_000]), 'idle');
    expect(finding?.connections).toBe(10_000);
    expect(finding?.kept.map((k) => k.design)).toEqual(['pg13', 'pg14']);
    expect(finding?.kept[0]?.share).toBeCloseTo(28_120 / 56_120, 4);
  });
  it('speaks of two designs at most', () => {
    expect(keptShares(fakeSweep(['pg9.1', 'globalvis', 'dense'], [0, 10]), 'idle')?.kept).toHaveLength(2);
  });
});
