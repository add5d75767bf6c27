import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundedParts } from './rounded.ts';

const parts = fc.array(
  fc.nat(1e6).map((n) => n / 97),
  { maxLength: 12 },
);

test('shown parts add to the shown sum; each is less than a step from itself, and the sum is rounded as alone', () => {
  fc.assert(
    fc.property(parts, fc.constantFrom(1, 10), (all, perUnit) => {
      const rounded = roundedParts(all, perUnit);
      const steps = rounded.parts.map((part) => Math.round(part * perUnit));
      expect(steps.reduce((sum, part) => sum + part, 0)).toBe(Math.round(rounded.sum * perUnit));
      const exact = all.reduce((sum, part) => sum + part * perUnit, 0);
      expect(Math.round(rounded.sum * perUnit)).toBe(Math.round(exact));
      for (const [i, part] of rounded.parts.entries())
        expect(Math.abs(part - (all[i] ?? 0)) * perUnit).toBeLessThan(1 + 1e-6);
    }),
  );
});

test('a part of nothing stays nothing; the largest remainder goes up', () => {
  expect(roundedParts([76.7, 488.7])).toEqual({ sum: 565, parts: [77, 488] });
  expect(roundedParts([145.6, 0, 54.2, 145.4])).toEqual({ sum: 345, parts: [146, 0, 54, 145] });
  expect(roundedParts([7.86, 4.71], 10)).toEqual({ sum: 12.6, parts: [7.9, 4.7] });
});
