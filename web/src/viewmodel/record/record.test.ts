import '../../base/messages/en/record.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { MAX_SEED } from '../exercise/seed.ts';
import type { Deed } from './progress.ts';
import {
  CODE_LOOK,
  cleanName,
  MAX_NAME_CHARS,
  readCode,
  recordCode,
  recordText,
  type StudentRecord,
  tallyOf,
} from './record.ts';
import { parseRecord, parseRecordBytes, RECORD_LIMITS } from './record-read.ts';

const deed: Deed = {
  kind: 'exercise',
  id: 'who-sees-it',
  seed: 7,
  part: 0,
  answer: 'rows:2,3',
  isRight: true,
  hints: 1,
  begun: '2026-11-22T01:00:00.000Z',
  at: '2026-11-22T01:01:00.000Z',
};
const record: StudentRecord = { name: 'A student', deeds: [deed, { ...deed, seed: 8, isRight: false }] };

const times = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => new Date(ms).toISOString());
const deeds: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom('exercise', 'lesson'),
  id: fc.stringMatching(/^[a-z0-9-]{1,80}$/),
  seed: fc.integer({ min: 0, max: MAX_SEED }),
  part: fc.integer({ min: 0, max: RECORD_LIMITS.parts }),
  answer: fc.string({ unit: 'binary', maxLength: 100 }),
  isRight: fc.boolean(),
  hints: fc.integer({ min: 0, max: RECORD_LIMITS.hints }),
  begun: times,
  at: times,
});
const records: fc.Arbitrary<StudentRecord> = fc.record({
  name: fc.string({ unit: 'binary', maxLength: 200 }).map(cleanName),
  deeds: fc.array(deeds, { maxLength: 10 }),
});
const code = async (of: StudentRecord): Promise<string> => (await recordCode(of)) ?? 'none';

describe('a record’s file', () => {
  test('what is written is read back equal, and has the same code', async () => {
    await fc.assert(
      fc.asyncProperty(records, async (one) => {
        const written = recordText(one, await code(one));
        const read = parseRecordBytes(new TextEncoder().encode(written));
        expect(read).toEqual({ ok: true, value: { record: one, code: await code(one) } });
      }),
    );
  });
  test('any text gives a record or faults that have a place', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const read = parseRecord(text);
        if (!read.ok) expect(read.error[0]).toMatchObject({ line: expect.any(Number), message: expect.any(String) });
      }),
    );
  });
  test.each([
    ['"isRight":true', '"isRight":1', /deeds\[0\]\.isRight/],
    ['"seed":7', '"seed":-7', /deeds\[0\]\.seed/],
    ['"id":"who-sees-it"', '"id":"<b>"', /deeds\[0\]\.id/],
    ['"at":"2026-11-22T01:01:00.000Z"', '"at":"2026-99-22T01:01:00.000Z"', /deeds\[0\]\.at/],
    ['"version": 1', '"version": 2', /version: this is 2/],
    ['"xipscope-record"', '"other"', /format/],
    ['"A student"', '"A\\u202estudent"', /name/],
    ['"hints":1', '"hints":1,"grade":6', /grade/],
    ['"deeds"', '"deed"', /deeds/],
  ])('%s as %s is told by its field', (from, to, message) => {
    const text = recordText(record, '').replace(from, to);
    const read = parseRecord(text);
    expect(read.ok ? '' : read.error.map((one) => one.message).join('\n')).toMatch(message);
  });
  test('a fault is at its line', () => {
    const text = recordText(record, '').replace('"seed":8', '"seed":"8"');
    expect(parseRecord(text)).toMatchObject({ ok: false, error: [{ line: 8 }] });
  });
  test('bytes that are no text, and too many of them, are told', () => {
    expect(parseRecordBytes(new Uint8Array([0xff, 0xfe, 0xfd])).ok).toBe(false);
    expect(parseRecordBytes(new Uint8Array(RECORD_LIMITS.fileBytes + 1))).toMatchObject({
      ok: false,
      error: [{ message: expect.stringContaining('4') }],
    });
  });
  test('a name is one line that shows what it is', () => {
    expect(cleanName('  Ann\u202e\n \u0000Lee ')).toBe('Ann Lee');
    expect([...cleanName('😀'.repeat(200))]).toHaveLength(MAX_NAME_CHARS);
  });
  test('questions are counted once, whatever the seed', () => {
    expect(tallyOf(record.deeds)).toEqual({ tried: 1, right: 1, tries: 2 });
  });
});

describe('a record’s code', () => {
  test('is the same in every browser and version', async () => {
    // Computed independently, outside this code.
    expect(await code(record)).toBe('0101-S0MV-YXFR-P1WE-QC');
  });
  test('is another one when a character of the record is', async () => {
    const [first, second = deed] = record.deeds;
    const others: readonly StudentRecord[] = [
      { ...record, name: 'a student' },
      { ...record, deeds: [{ ...deed, answer: 'rows:2,4' }, second] },
      { ...record, deeds: [{ ...deed, at: '2026-11-22T01:01:00.001Z' }, second] },
      { ...record, deeds: [second, first ?? deed] },
      { ...record, deeds: [deed] },
    ];
    const codes = await Promise.all([record, ...others].map(code));
    expect(new Set(codes).size).toBe(codes.length);
  });
  test('looks like the example in the field that asks for it', async () => {
    await fc.assert(
      fc.asyncProperty(records, async (one) => {
        expect((await code(one)).replaceAll(/[^-]/g, '0')).toBe(CODE_LOOK);
      }),
    );
  });
  test('is read however it is typed, and says how much was done', async () => {
    const read = readCode(` ${(await code(record)).toLowerCase().replaceAll('-', ' ')} `);
    expect(read).toEqual({ ok: true, value: { code: await code(record), tried: 1, right: 1 } });
    expect(readCode('OIL0-0000-0000-0000-0')).toMatchObject({ ok: false, error: { kind: 'check' } });
  });
  test('one symbol mistyped, or two neighbours exchanged, is noticed', async () => {
    const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    await fc.assert(
      fc.asyncProperty(records, fc.nat(17), fc.constantFrom(...digits), async (one, at, other) => {
        const symbols = [...(await code(one)).replaceAll('-', '')];
        const mistyped = symbols.with(at, other);
        if (symbols[at] !== other) expect(readCode(mistyped.join('')).ok).toBe(false);
        const [left = '', right = ''] = symbols.slice(at, at + 2);
        if (right === '' || left === right) return;
        const exchanged = symbols.with(at, right).with(at + 1, left);
        expect(readCode(exchanged.join('')).ok).toBe(false);
      }),
    );
  });
  test('has letters and digits alone, as paper needs; one of the first edition is read as the same code', async () => {
    await fc.assert(
      fc.asyncProperty(records, async (one) => {
        expect(await code(one)).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{2}$/);
      }),
    );
    // The code that proved unfit for paper, as the first edition wrote it.
    const first = readCode('0503-4HSK-6RST-NBYA-=');
    expect(first).toMatchObject({ ok: true, value: { tried: 5, right: 3 } });
    expect(readCode(first.ok ? first.value.code : '')).toEqual(first);
    expect(readCode('0503-4HSK-6RST-NBYA-$')).toMatchObject({ ok: false, error: { kind: 'check' } });
  });
  test.each([
    ['', 'length'],
    ['AAAA-BBBB', 'length'],
    ['!000-0000-0000-0000-0', 'symbol'],
    ['0000-0000-0000-0000-!', 'symbol'],
  ])('%j is no code: %s', (typed, kind) => {
    expect(readCode(typed)).toMatchObject({ ok: false, error: { kind } });
  });
  test('there is none where there is no SHA-256', async () => {
    expect(await recordCode(record, null)).toBeNull();
  });
});

test('a file that is cut off says so, with the name if it is there; any other fault has its place', () => {
  const { t } = messagesIn('en');
  const text = recordText({ name: 'Ann', deeds: [deed, { ...deed, seed: 8 }] }, 'C');
  const at = text.indexOf('"deeds"');
  for (const [end, line] of [
    [at + 30, 7],
    [text.length - 20, 8],
    [text.length - 3, 9],
  ] as const) {
    const read = parseRecord(text.slice(0, end));
    expect(read).toMatchObject({ ok: false, error: [{ message: t('record.file.cut', { line, name: 'Ann' }) }] });
  }
  expect(parseRecord('{"name": "An')).toMatchObject({
    ok: false,
    error: [{ message: t('record.file.cut', { line: 1, name: '' }) }],
  });
  for (const bad of [`${text}x`, text.replace('"Ann"', '"Ann'), text.replace('"seed"', 'seed')])
    expect(JSON.stringify(parseRecord(bad))).not.toContain('cut off');
});
