import { expect, test } from 'vitest';
import { modelRow } from './model-rows.fake.ts';
import {
  keptAt,
  longestNs,
  MODEL_ROWS_HEADER,
  modelRowsCsv,
  partsIn,
  seriesOf,
  sweptAxis,
  totalNs,
} from './model-rows.ts';

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
test('what is kept is told of designs that have both ends', () => {
  const rows = [modelRow('pg13', 0, 10), modelRow('pg14', 0, 10), modelRow('pg13', 100, 4)];
  expect(keptAt(rows, 'idle')).toEqual({ x: 100, kept: [{ design: 'pg13', share: 0.4 }] });
  expect(keptAt(rows.slice(0, 2), 'idle')).toBeNull();
  expect(keptAt([], 'idle')).toBeNull();
});
test('the parts of a row are its bar, and only parts that occur are named', () => {
  const row = modelRow('pg13', 0, 10);
  expect(totalNs(row)).toBe(28_000 + 400 + 100);
  expect(longestNs([row, modelRow('pg13', 0, 10, { queue: 5000 })])).toBe(33_500);
  expect(partsIn([row])).toEqual(['work', 'scan', 'coherence']);
});
test('the CSV has a column for each head', () => {
  const [line] = modelRowsCsv([modelRow('pg13', 7, 10)]);
  expect(line?.length).toBe(MODEL_ROWS_HEADER.length);
  expect(line?.[MODEL_ROWS_HEADER.indexOf('idle')]).toBe(7);
  expect(line?.[MODEL_ROWS_HEADER.indexOf('scan_ns')]).toBe(400);
});
