import { expect, test } from 'vitest';
import { modelRow } from './model-rows.fake.ts';
import { longestNs, partsIn, seriesOf, sweptAxis } from './model-rows.ts';
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
test('the parts of a row are its bar, and only parts that occur are named', () => {
  const row = modelRow('pg13', 0, 10);
  expect(totalNs(row)).toBe(28_000 + 400 + 100);
  expect(longestNs([row, modelRow('pg13', 0, 10, { queue: 5000 })])).toBe(33_500);
  expect(partsIn([row])).toEqual(['work', 'scan', 'coherence']);
});
