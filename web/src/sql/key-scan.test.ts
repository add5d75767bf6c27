/** Looking a key up finds what reading all entries finds, in the same order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Index, type Table, tableOf } from './catalog.ts';
import { inOrder, type Test } from './index-scan.ts';
import { atKey, keyFor } from './key-scan.ts';
import { addEntry, keyOf } from './keys.ts';
import { Work } from './limits.ts';
import type { KeyMap, World } from './session.ts';
import { compareValues, type Row, type Value } from './values.ts';

const indexOn = (...columns: number[]): Index => ({
  name: 't_i',
  unique: false,
  primary: false,
  isConstraint: false,
  columns,
  including: [],
});
const TYPES = ['int4', 'int8', 'text'] as const;
const INDEXES = [indexOn(0), indexOn(1), indexOn(2), indexOn(0, 2), indexOn(2, 1), indexOn(1, 0, 2), indexOn(0, 0)];
const tableWith = (index: Index): Table =>
  tableOf(
    't',
    1,
    TYPES.map((type) => ({ name: type, type, notNull: false, fallback: undefined })),
    [index],
  );

const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 5 });
const number = fc.constantFrom(-12, -1, 0, -0, 1, 2, 12);
/** Texts that look like keys themselves. */
const text = fc.constantFrom('', '1', '12', '1:1', '-:', '2:12', 'ä', '😀');
const row: fc.Arbitrary<Row> = fc
  .tuple(orNull(number), orNull(number), orNull(text))
  .map(([a, b, c]) => [a, b === null ? null : BigInt(b), c]);
/** For an integer column either kind of integer may be written. */
const wanted = fc.tuple(fc.oneof(number, number.map(BigInt)), fc.oneof(number, number.map(BigInt)), text);

const sameInteger = (a: Value, b: Value): boolean =>
  typeof a === 'string' || typeof b === 'string' ? compareValues(a, b) === 0 : BigInt(Number(a)) === BigInt(Number(b));
const equals = (column: number, value: Exclude<Value, null>): Test => ({
  column,
  fits: (one) => one !== null && sameInteger(one, value),
  equals: value,
});

/** FAKE: only what a scan of an index needs. */
function worldWith(index: Index, rows: readonly Row[]): World {
  const map: KeyMap = new Map();
  for (const [i, one] of rows.entries()) addEntry(map, keyOf(index, one), { block: i >> 2, offset: 1 + (i & 3) });
  return { keys: new Map([[1, new Map([[index.name, map]])]]), work: new Work() } as unknown as World;
}

describe('a key that all conditions name', () => {
  it('leads to the entries that a walk through the index finds, at the same price', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...INDEXES),
        fc.array(row, { maxLength: 12 }),
        wanted,
        fc.constantFrom(undefined, false, true),
        (index, rows, values, descending) => {
          const table = tableWith(index);
          const tests = [...new Set(index.columns)].map((column) => equals(column, values[column] ?? 0));
          const key = keyFor(index, table, tests);
          // Of a column that is there twice, one condition says nothing of the other.
          expect(key === undefined).toBe(new Set(index.columns).size < index.columns.length);
          if (key === undefined) return;
          const order = descending === undefined ? undefined : { columns: index.columns, descending };
          const access = { kind: 'index', index, quals: [], order } as const;
          const [looked, walked] = [worldWith(index, rows), worldWith(index, rows)];
          expect(atKey(looked, table, access, key)).toEqual(inOrder(walked, table, access, tests));
          expect(looked.work.by).toEqual(walked.work.by);
        },
      ),
    );
  });

  it('is none if a column has no value, or one whose text does not decide', () => {
    const index = indexOn(0, 2);
    const table = tableWith(index);
    const range: Test = { column: 2, fits: () => true };
    expect(keyFor(index, table, [equals(0, 1)])).toBeUndefined();
    expect(keyFor(index, table, [equals(0, 1), range])).toBeUndefined();
    expect(keyFor(index, table, [equals(0, 1), equals(0, 2)])).toBeUndefined();
    expect(keyFor(index, table, [equals(0, 1), equals(2, 'a'), equals(0, 2)])).toBeUndefined();
    expect(keyFor(indexOn(0, 0), table, [equals(0, 1), equals(0, 2)])).toBeUndefined();
    expect(keyFor(index, { types: ['numeric', 'int4', 'text'] }, [equals(0, 1), equals(2, 'a')])).toBeUndefined();
    expect(keyFor(index, table, [equals(0, true), equals(2, 'a')])).toBeUndefined();
    expect(keyFor({ ...index, method: 'hash' }, table, [equals(0, 1), equals(2, 'a')])).toBeUndefined();
    expect(keyFor(index, table, [equals(0, 1), equals(2, 'a')])).toBe('1:11:a');
  });
});
