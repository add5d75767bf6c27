import { expect, test } from 'vitest';
import { moment } from './fixture.fake.ts';
import { type HeapModel, type HeapVersion, heapModel } from './heap.ts';
import { changedFirst } from './heap-changed.ts';
import { NOTHING_SELECTED } from './selection.ts';

const versions = ({ rows }: HeapModel): readonly HeapVersion[] =>
  rows.filter((row): row is HeapVersion => row.kind === 'version');

/** As many columns as wanted: the last one is the table's balance, which an update changes; the others are the same in all. */
function model(count: number): HeapModel {
  const whole = heapModel(moment('lost-update').shown.state, NOTHING_SELECTED);
  const at = Array.from({ length: count }, (_, i) => (i === count - 1 ? 1 : 0));
  const pick = <T>(all: readonly T[]): readonly T[] => at.flatMap((one) => all.slice(one, one + 1));
  return {
    ...whole,
    columns: pick(whole.columns).map((column, i) => ({ ...column, name: `c${i}` })),
    rows: whole.rows.map((row) => (row.kind === 'version' ? { ...row, cells: pick(row.cells) } : row)),
  };
}
const names = ({ columns }: HeapModel): readonly string[] => columns.map(({ name }) => name);

test('where not all columns fit, a changed one is next to the first; the values go with it', () => {
  const after = changedFirst(model(6), false);
  expect(names(after)).toEqual(['c0', 'c5', 'c1', 'c2', 'c3', 'c4']);
  const before = versions(model(6));
  for (const [i, { cells }] of versions(after).entries()) expect(cells[1]).toEqual(before[i]?.cells[5]);
});
test('where all fit, nothing moves', () => {
  const few = model(3);
  expect(changedFirst(few, false)).toBe(few);
});
