/** Laws of the list of simplifications. */
import { expect, test } from 'vitest';
import { LINES_SIMPLIFIED, NOTE_GROUPS, SIMPLIFIED, simplifiedByGroup } from './simplified.ts';

test('every note stands under one subject, and under one that says something', () => {
  const grouped = simplifiedByGroup();
  const keys = grouped.flatMap(({ notes }) => notes.map(({ key }) => key));
  expect(keys.sort()).toEqual(SIMPLIFIED.map(({ key }) => key).sort());
  // A new folder of the C code needs a line in SUBJECTS.
  expect(grouped.find(({ group }) => group === 'other')?.notes ?? []).toEqual([]);
});

test('subjects come in the order of the list, none of them empty', () => {
  const groups = simplifiedByGroup().map(({ group }) => group);
  expect(groups).toEqual(NOTE_GROUPS.filter((group) => groups.includes(group)));
  expect(simplifiedByGroup().every(({ notes }) => notes.length > 0)).toBe(true);
});

test('the cache-line page has all notes of its machine and of its scene', () => {
  const files = SIMPLIFIED.map(({ file }) => file);
  const about = files.filter((file) => file.startsWith('machine/') || file === 'simulation/scene.h');
  expect(LINES_SIMPLIFIED.map(({ file }) => file)).toEqual(about);
  for (const file of ['machine/cache.c', 'simulation/scene.h']) expect(about).toContain(file);
});
