import { expect, test } from 'vitest';
import { modelRow } from './model-rows.fake.ts';
import { coarseFirst, longestNs, partsIn, seriesOf, sweptAxis } from './model-rows.ts';
import { totalNs } from './parts.ts';

test('a curve is drawn where one axis varies, and only there', () => {
  expect(sweptAxis({ active: [1], idle: [0, 5], mostlyIdle: [0] })).toBe('idle');
  expect(sweptAxis({ active: [1, 2], idle: [0], mostlyIdle: [0] })).toBe('active');
  expect(sweptAxis({ active: [1, 2], idle: [0, 5], mostlyIdle: [0] })).toBeNull();
  expect(sweptAxis({ active: [1], idle: [0], mostlyIdle: [0] })).toBeNull();
});
test('series are in the order of x, whatever the order they came in', () => {
  const rows = [modelRow('pg14', 10, 5), modelRow('pg13', 10, 2), modelRow('pg14', 0, 5)];
  expect(seriesOf(rows, 'idle').map(([design, own]) => [design, own.map(({ idle }) => idle)])).toEqual([
    ['pg14', [0, 10]],
    ['pg13', [10]],
  ]);
});
test('coarse first: each value once, both ends first, and whatever has come so far is spread evenly', () => {
  for (let n = 0; n <= 20; n++) {
    const all = Array.from({ length: n }, (_, i) => i);
    const order = coarseFirst(all);
    expect([...order].sort((a, b) => a - b)).toEqual(all);
    expect(order.slice(0, 2)).toEqual(n < 2 ? all : [0, n - 1]);
    for (let come = 2; come <= n; come++) {
      const sorted = order.slice(0, come).sort((a, b) => a - b);
      const gaps = sorted.slice(1).map((x, i) => x - (sorted[i] ?? 0));
      // Widest gaps are halved first, and halves differ by one.
      expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * Math.min(...gaps) + 2);
    }
  }
  expect(coarseFirst([0, 100, 250, 500, 1000])).toEqual([0, 1000, 250, 100, 500]);
});
test('the parts of a row are its bar, and only parts that occur are named', () => {
  const row = modelRow('pg13', 0, 10);
  expect(totalNs(row)).toBe(28_000 + 400 + 100);
  expect(longestNs([row, modelRow('pg13', 0, 10, { queue: 5000 })])).toBe(33_500);
  expect(partsIn([row])).toEqual(['work', 'scan', 'coherence']);
});
