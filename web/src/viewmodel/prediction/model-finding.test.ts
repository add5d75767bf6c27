/**
 * Laws of findings from modelled rows: nothing before all seeds have come, nothing that a seed contradicts, and no rate
 * where there is none.
 */
import { expect, test } from 'vitest';
import { modelRow } from './model-rows.fake.ts';
import { keptAt, MODEL_ROWS_HEADER, meanRow, modelRowsCsv, type SpreadRow, SURE_SEEDS } from './model-rows.ts';

/** A point whose seeds are spread evenly from `low` to `high`. */
function point(at: { idle?: number; active?: number }, low: number, high = low, seeds = SURE_SEEDS): SpreadRow {
  const rows = Array.from({ length: seeds }, (_, i) =>
    modelRow('pg13', at.idle ?? 0, low + ((high - low) * i) / Math.max(1, seeds - 1), {}, at.active),
  );
  const row = meanRow(rows);
  if (row === null) throw new Error('no seeds');
  return row;
}

test('the finding waits for every seed at both ends, and compares medians', () => {
  const start = point({ idle: 0 }, 9, 11);
  expect(keptAt([start, point({ idle: 100 }, 3.8, 4.2)], 'idle')).toEqual({
    x: 100,
    kept: [{ design: 'pg13', share: expect.closeTo(0.4), fewer: false }],
  });
  expect(keptAt([start, point({ idle: 100 }, 3.8, 4.2, SURE_SEEDS - 1)], 'idle')).toBeNull();
  expect(keptAt([start], 'idle')).toBeNull();
  expect(keptAt([], 'idle')).toBeNull();
});
test('seeds that contradict each other say nothing', () => {
  expect(keptAt([point({ idle: 0 }, 8, 11), point({ idle: 100 }, 7, 10)], 'idle')).toBeNull();
  // One contrary seed in nine is enough.
  expect(keptAt([point({ active: 1 }, 8, 11), point({ active: 40 }, 10, 30)], 'active')).toBeNull();
});
test('more active connections do more, or less, and both are told as what they are', () => {
  const more = keptAt([point({ active: 1 }, 10), point({ active: 40 }, 250)], 'active');
  expect(more?.kept).toEqual([{ design: 'pg13', share: 25, fewer: false }]);
  const fewer = keptAt([point({ active: 1 }, 10), point({ active: 40 }, 4)], 'active');
  expect(fewer?.kept).toEqual([{ design: 'pg13', share: 2.5, fewer: true }]);
});
test('the CSV has a column for each head, and the seeds’ ends beside the median', () => {
  const [line] = modelRowsCsv([point({ idle: 7 }, 10, 20)]);
  const cell = (head: string) => line?.[MODEL_ROWS_HEADER.indexOf(head)];
  expect(line?.length).toBe(MODEL_ROWS_HEADER.length);
  expect(['idle', 'scan_ns', 'seeds', 'tps_lowest', 'tps', 'tps_highest'].map(cell)).toEqual([7, 400, 9, 10, 15, 20]);
});
