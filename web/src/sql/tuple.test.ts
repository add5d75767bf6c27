import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FormedTuple, StoredTuple } from './core.ts';
import './other-types.ts';
import { parseNumeric } from './numeric.ts';
import type { ColumnType } from './plan.ts';
import { deformTuple, formTuple } from './tuple.ts';
import type { Row } from './values.ts';

const hex = ({ data }: FormedTuple): string => [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** As heap_form_tuple would have put it on a page. */
function stored(formed: FormedTuple): StoredTuple {
  const bitmap = formed.nullBitmap ?? new Uint8Array();
  const hoff = (23 + bitmap.length + 7) & ~7;
  const bytes = new Uint8Array(hoff + formed.data.length);
  bytes.set(bitmap, 23);
  bytes.set(formed.data, hoff);
  return {
    ctid: { block: 0, offset: 1 },
    xmin: 0,
    xmax: 0,
    rawCid: 0,
    infomask: formed.nullBitmap === undefined ? 0 : 1,
    infomask2: formed.natts,
    natts: formed.natts,
    hoff,
    view: new DataView(bytes.buffer),
    at: 0,
    length: bytes.length,
  };
}
function again(types: readonly ColumnType[], row: Row): Row {
  const formed = formTuple(types, row);
  const back: Row = [];
  if (formed !== undefined)
    deformTuple(
      types,
      types.map(() => true),
      types.length - 1,
      stored(formed),
      back,
    );
  return back;
}

test('values are aligned as attalign says, and what lies between them is zero', () => {
  // Forms another row first: none of its bytes may show through.
  formTuple(['text'], ['ÿ'.repeat(40)]);
  const formed = formTuple(['bool', 'int4', 'bool', 'int8'], [true, 1, true, 2n]);
  expect(formed && hex(formed)).toBe('01000000010000000100000000000000' + '0200000000000000');
});

test('a short text has a header of one byte and is not aligned; a long one has four and is', () => {
  const short = formTuple(['bool', 'text', 'int4'], [true, 'abc', 7]);
  expect(short && hex(short)).toBe('0109616263000000' + '07000000');
  const longest = formTuple(['bool', 'text'], [true, 'a'.repeat(126)]);
  expect(longest?.data.length).toBe(1 + 127);
  const long = formTuple(['bool', 'text'], [true, 'a'.repeat(127)]);
  expect(long && hex(long).slice(0, 16)).toBe('010000000c020000');
});

test('a number has no zeros at either end, of base 10,000, and keeps how many digits are written after the point', () => {
  const body = (text: string): string => {
    const value = parseNumeric(text);
    const formed = value && formTuple(['numeric'], [value]);
    return formed ? hex(formed).slice(2) : '';
  };
  // As heap_page_items shows them on a server: header, then digits, each with its low byte first.
  expect([body('0'), body('1'), body('-1')]).toEqual(['0080', '00800100', '00a00100']);
  expect([body('10000'), body('0.0001'), body('100.10')]).toEqual(['01800100', '7f820100', '00816400e803']);
  expect(body('12345678.5')).toBe('8180d2042e168813');
});

test('nulls take no room but a bit each', () => {
  const formed = formTuple(['int4', 'int8', 'int4'], [1, null, 3]);
  expect(formed && hex(formed)).toBe('0100000003000000');
  expect([...(formed?.nullBitmap ?? [])]).toEqual([0b101]);
});

test('what is formed is read back, whatever the types', () => {
  const cell = fc.oneof(
    fc.record({
      type: fc.constant<ColumnType>('int4'),
      value: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    }),
    fc.record({
      type: fc.constant<ColumnType>('int8'),
      value: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    }),
    fc.record({
      type: fc.constant<ColumnType>('numeric'),
      value: fc.option(fc.record({ digits: fc.bigInt({ min: -(10n ** 90n), max: 10n ** 90n }), scale: fc.nat(100) })),
    }),
    fc.record({ type: fc.constant<ColumnType>('bool'), value: fc.option(fc.boolean()) }),
    fc.record({
      type: fc.constant<ColumnType>('text'),
      value: fc.option(fc.string({ unit: 'grapheme', maxLength: 200 })),
    }),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 12 }), (cells) => {
      const row = cells.map(({ value }) => value);
      expect(
        again(
          cells.map(({ type }) => type),
          row,
        ),
      ).toEqual(row);
    }),
  );
});
