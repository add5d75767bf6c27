/** Laws of every field: what it writes it reads back, what it reads it accepts, and any other text is refused in a sentence with its place. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  counts,
  type Field,
  faultOf,
  flag,
  listOf,
  number,
  oneOf,
  parameters,
  readFields,
  word,
  writeFields,
} from './fields.ts';
import { messagesIn } from './messages/index.ts';

const messages = messagesIn('en');
const at = { where: 'Idle', messages };
const words = ['pg13', 'pg14', 'csn'] as const;

const ranges = fc
  .record({ min: fc.integer({ min: 0, max: 50 }), over: fc.integer({ min: 0, max: 5000 }), whole: fc.boolean() })
  .map(({ min, over, whole }) => ({ min, max: min + over, whole }));
const inRange = ranges.chain((range) =>
  fc.tuple(
    fc.constant(range),
    range.whole
      ? fc.integer({ min: range.min, max: range.max })
      : fc.double({ min: range.min, max: range.max, noNaN: true }).map((n) => Math.round(n * 1000) / 1000),
  ),
);
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.integer().map(String),
  fc.constantFrom('', ' ', '-1', '-0', '1e9', '0x10', 'Infinity', 'NaN', '١٢', ',', '9'.repeat(400), '__proto__', '1.'),
);

/** A field, and values that it takes. */
const samples: readonly (readonly [string, Field<unknown>, fc.Arbitrary<unknown>])[] = [
  ['one of a few', loose(oneOf(words)), fc.constantFrom(...words)],
  ['yes or no', loose(flag), fc.boolean()],
  [
    'a list of words',
    loose(listOf(oneOf(words), { none: () => 'Idle: none' })),
    fc.uniqueArray(fc.constantFrom(...words), { minLength: 1 }),
  ],
  ['a list of counts', loose(counts(0, 12_500)), fc.uniqueArray(fc.integer({ min: 0, max: 12_500 }), { minLength: 1 })],
];
/** Laws do not care what a field's values are. */
function loose<T>(field: Field<T>): Field<unknown> {
  return {
    read: field.read,
    check: (value, where) => field.read(field.write(value as T), where),
    write: (value) => field.write(value as T),
  };
}

describe.each(samples)('%s', (_, field, values) => {
  test('reads back what it writes', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(field.read(field.write(value), at)).toEqual({ ok: true, value });
      }),
    );
  });
  test('accepts what it has read; refuses the rest in a sentence that names the place and is no longer than one', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = field.read(text, at);
        if (read.ok) expect(field.check(read.value, at)).toEqual(read);
        else {
          expect(read.error).toMatch(/^Idle/);
          expect(read.error.length).toBeLessThan(300);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a number', () => {
  test('within its range is read back; check and read say the same', () => {
    fc.assert(
      fc.property(inRange, ([range, value]) => {
        const field = number(range);
        expect(field.read(field.write(value), at)).toEqual({ ok: true, value });
        expect(field.check(value, at)).toEqual({ ok: true, value });
      }),
    );
  });
  test('outside it is refused, with the range in the sentence', () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: 1, max: 1000 }), fc.boolean(), (range, by, below) => {
        const value = below ? range.min - by : range.max + by;
        const read = number(range).read(String(value), at);
        expect(read).toEqual(number(range).check(value, at));
        expect(read.ok ? '' : read.error).toContain(messages.format.integer(range.max));
      }),
    );
  });
  test.each([
    ['-0', true],
    ['1.5', false],
    ['1e3', false],
    ['', false],
  ])('%s where a whole number is meant: %s', (text, isFine) => {
    expect(number({ min: 0, max: 9, whole: true }).read(text, at).ok).toBe(isFine);
  });
});

test('a list takes each value once, and may have a word of its own for none', () => {
  const list = listOf(oneOf(words), { none: ({ where }) => `${where}: none` });
  expect(list.read('pg13,pg14,pg13', at)).toMatchObject({
    ok: false,
    error: 'Idle: pg13 is given twice; give it once.',
  });
  expect(list.read(' ', at)).toEqual({ ok: false, error: 'Idle: none' });
  expect(counts(0, 9).read('', at)).toMatchObject({ ok: false, error: expect.stringContaining('several') });
});

describe('a table of fields', () => {
  interface Both {
    a: number;
    b: 'x' | 'y';
  }
  const table = {
    a: number({ min: 1, max: 5, whole: true }),
    b: word(
      (text): text is Both['b'] => text === 'x' || text === 'y',
      (given) => `b: not ${given}`,
    ),
  };
  const wording = { names: { a: 'A', b: 'B' }, messages };
  test('names the first fault in its own order, and reads what is there', () => {
    expect(readFields<Both>(table, { b: 'z', a: '9' }, wording)).toMatchObject({ ok: false, error: { field: 'a' } });
    expect(readFields<Both>(table, { b: 'z' }, wording)).toEqual({
      ok: false,
      error: { field: 'b', message: 'b: not z' },
    });
    expect(readFields<Both>(table, { b: ' y ' }, wording)).toEqual({ ok: true, value: { b: 'y' } });
  });
  test('writes what it reads, and checks what code put together', () => {
    expect(writeFields<Both>(table, { a: 3, b: undefined })).toEqual({ a: '3' });
    expect(faultOf<Both>(table, { a: 3, b: 'x' }, wording)).toBeUndefined();
    expect(faultOf<Both>(table, { a: 6 }, wording)).toMatchObject({ field: 'a' });
  });
});

describe('a table as parameters of an address', () => {
  interface Values {
    readonly left: (typeof words)[number];
    readonly stop: number;
  }
  const { parse, format } = parameters<Values>(
    { left: oneOf(words), stop: number({ min: 0, max: 99, whole: true }) },
    { stop: 'at' },
  );
  const some = fc.record({ left: fc.constantFrom(...words), stop: fc.nat(99) }, { requiredKeys: [] });
  test('is read back as it was written, with what was left out still left out, and in the order of the table', () => {
    fc.assert(
      fc.property(some, (values) => {
        expect(parse(format(values), messages)).toEqual({ ok: true, value: values });
      }),
    );
    expect(Object.entries(format({ stop: 7, left: 'csn' }))).toEqual([
      ['left', 'csn'],
      ['at', '7'],
    ]);
  });
  test('names a fault by its parameter, and leaves other parameters alone', () => {
    expect(parse({ at: '100', v: '1' }, messages)).toMatchObject({ ok: false, error: expect.stringMatching(/^at/) });
    expect(parse({ stop: '100', v: '1' }, messages)).toEqual({ ok: true, value: {} });
  });
});
