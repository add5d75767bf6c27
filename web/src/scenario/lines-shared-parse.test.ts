/** Laws of the result file's reader: nothing throws, what is written is read, and each fault has its place. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fakeLines } from './lines-shared.fake.ts';
import { LINES_FORMAT, LINES_LIMITS, type LinesFile } from './lines-shared.ts';
import { linesFileText, parseLines, parseLinesBytes } from './lines-shared-parse.ts';

const word = fc
  .string({ minLength: 1, maxLength: LINES_LIMITS.text, unit: 'grapheme' })
  .filter((text) => text.trim() !== '' && text.length <= LINES_LIMITS.text);
const count = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const turn = fc
  .record({ seconds: fc.double({ min: 1e-3, max: 3600, noNaN: true }), a: count, b: count, c: count, d: count })
  .map(({ seconds, a, b, c, d }) => ({
    seconds,
    writes: Math.max(a, b),
    reads: Math.max(c, d),
    writtenTransfers: Math.min(a, b),
    readTransfers: Math.min(c, d),
    processorSeconds: seconds * 2,
  }));
const point = fc.record({
  lines: fc.integer({ min: 1, max: LINES_LIMITS.lines }),
  writers: fc.integer({ min: 1, max: 128 }),
  readers: fc.integer({ min: 0, max: 128 }),
});
const files: fc.Arbitrary<LinesFile> = fc.integer({ min: 1, max: 6 }).chain((settings) =>
  fc.record({
    format: fc.constant(LINES_FORMAT),
    machine: fc.record({
      cpu: word,
      cores: fc.integer({ min: 1, max: LINES_LIMITS.cores }),
      sockets: fc.option(fc.integer({ min: 1, max: LINES_LIMITS.sockets })),
      isVirtual: fc.option(fc.boolean()),
      node: word,
      v8: word,
      clockResolutionNs: fc.double({ min: 0, max: 1e9, noNaN: true }).map((n) => n + 0),
    }),
    settings: fc.record({
      seconds: fc.double({ ...LINES_LIMITS.seconds, noNaN: true }),
      points: fc.array(point, { minLength: settings, maxLength: settings }),
    }),
    rounds: fc.array(fc.array(turn, { minLength: settings, maxLength: settings }), { minLength: 1, maxLength: 5 }),
  }),
);

describe('a result file', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(files, (file) => {
        expect(parseLines(linesFileText(file))).toEqual({ ok: true, value: file });
      }),
    );
  });

  test('of anything else is a fault with a place, and nothing throws', () => {
    const near = fc.tuple(files, fc.string(), fc.nat(), fc.nat(40)).map(([file, junk, at, cut]) => {
      const text = linesFileText(file);
      const from = at % text.length;
      return text.slice(0, from) + junk + text.slice(from + cut);
    });
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' }), near), (text) => {
        const read = parseLines(text);
        if (read.ok) return;
        expect(read.error.length).toBeGreaterThan(0);
        for (const { line, column, message } of read.error) {
          expect(Math.min(line, column)).toBeGreaterThan(0);
          expect(message.length).toBeGreaterThan(10);
        }
      }),
      { numRuns: 500 },
    );
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void parseLinesBytes(bytes)));
  });

  test('of the most rounds and settings is not too large', () => {
    const points = Array.from({ length: 6 }, () => ({ lines: 64, writers: 128, readers: 128 }));
    const text = linesFileText(fakeLines(() => 123_456_789, { points, rounds: LINES_LIMITS.rounds }));
    expect(text.length).toBeLessThan(LINES_LIMITS.fileBytes / 2);
    expect(parseLines(text).ok).toBe(true);
  });
});

const whole = fakeLines(() => 1e6, { rounds: 2 });
const [firstPoint] = whole.settings.points;
const [firstRound] = whole.rounds;
const FAULTS: readonly (readonly [what: string, file: unknown, says: RegExp])[] = [
  ['another format', { ...whole, format: 'xipscope-lines-shared/2' }, /only “xipscope-lines-shared\/1” is read/],
  ['a key that is unknown', { ...whole, colour: 1 }, /“colour” is unknown/],
  ['no rounds', { ...whole, rounds: [] }, /rounds: 0 items; give a list of 1 to 300/],
  ['too many rounds', { ...whole, rounds: Array(301).fill(firstRound) }, /rounds: 301 items/],
  [
    'a round without a turn',
    { ...whole, rounds: [firstRound?.slice(1)] },
    /rounds\[0\]: 5 turns, but settings.points has 6/,
  ],
  [
    'no threads',
    { ...whole, settings: { seconds: 1, points: [{ lines: 1, writers: 0, readers: 0 }] } },
    /together are 0/,
  ],
  [
    'no lines',
    { ...whole, settings: { seconds: 1, points: [{ ...firstPoint, lines: 0 }] } },
    /points\[0\]\.lines: 0 is outside/,
  ],
  [
    'more transfers than visits',
    { ...whole, rounds: [firstRound?.map((one) => ({ ...one, writes: 0 }))] },
    /rounds\[0\]\[0\]: more transfers than writes or reads/,
  ],
  [
    'a text as a number',
    { ...whole, machine: { ...whole.machine, cores: '40' } },
    /machine\.cores: a number is expected/,
  ],
];
test.each(FAULTS)('%s is named with its place', (_, file, says) => {
  const read = parseLines(JSON.stringify(file));
  expect(read.ok ? '' : (read.error[0]?.message ?? '')).toMatch(says);
});

test('empty, too large or no text at all is said in words', () => {
  const said = (bytes: Uint8Array): string => {
    const read = parseLinesBytes(bytes);
    return read.ok ? '' : (read.error[0]?.message ?? '');
  };
  expect(said(new Uint8Array())).toMatch(/is empty/);
  expect(said(new Uint8Array([0xff, 0x80, 0x80]))).toMatch(/is not text/);
  expect(said(new Uint8Array(LINES_LIMITS.fileBytes + 1))).toMatch(/larger than/);
});
