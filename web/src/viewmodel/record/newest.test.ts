import { expect, test } from 'vitest';
import type { HandedIn } from './class-table.ts';
import { deed } from './deed.fake.ts';
import { newestOf } from './newest.ts';
import type { Deed } from './progress.ts';

const handedIn = (file: string, name: string, deeds: readonly Deed[], code = 'C'): HandedIn => ({
  file,
  record: { name, deeds },
  code,
  computed: 'C',
});
const [one, two, three] = [deed(), deed({ seed: 8 }), deed({ seed: 9 })];
const filesIn = (files: readonly HandedIn[]) => {
  const { counted, older } = newestOf(files);
  return [counted.map(({ file }) => file), older.map(({ file, newest }) => `${file} < ${newest}`)];
};

test('a file whose tries are all in a newer one of the same name is not counted, nor is the same file twice', () => {
  const files = [handedIn('1', 'A', [one]), handedIn('2', 'A', [one, two]), handedIn('3', 'A', [one, two, three])];
  expect(filesIn(files)).toEqual([['3'], ['1 < 3', '2 < 3']]);
  expect(filesIn([handedIn('1', 'A', [one]), handedIn('2', 'A', [one])])).toEqual([['1'], ['2 < 1']]);
  // Of two equal ones the one whose code fits.
  expect(filesIn([handedIn('1', 'A', [one], 'X'), handedIn('2', 'A', [one])])).toEqual([['2'], ['1 < 2']]);
});

test('another name, a changed verdict, other tries and files without tries are records of their own', () => {
  const files = [
    handedIn('1', 'A', [one, two]),
    handedIn('2', 'B', [one, two]),
    handedIn('3', 'A', [{ ...one, isRight: true }]),
    handedIn('4', 'A', [one, three]),
    handedIn('5', 'A', []),
    handedIn('6', 'A', []),
  ];
  expect(filesIn(files)).toEqual([['1', '2', '3', '4', '5', '6'], []]);
  // The same list: nothing is judged again.
  expect(newestOf(files).counted).toBe(files);
});
