import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SERVER_STATE_LIMITS } from './server-state.ts';
import { looksLikeServerState, parseServerState, parseServerStateBytes } from './server-state-parse.ts';

const SAMPLE = readFileSync(new URL('../../../scenarios/tools/sample-17.json', import.meta.url), 'utf8');
const parsed = JSON.parse(SAMPLE) as Record<string, unknown>;
const said = (text: string): string[] => {
  const read = parseServerState(text);
  if (read.ok) throw new Error('no fault');
  return read.error.map(({ line, column, message }) => `${line}:${column} ${message}`);
};
/** The sample with something else in it, laid out over lines. */
const changed = (fields: Record<string, unknown>): string => JSON.stringify({ ...parsed, ...fields }, null, 1);

describe('the file of a real server', () => {
  test('is read whole: 64 bits of the snapshot, every holder, every tuple', () => {
    const read = parseServerState(SAMPLE);
    expect(read).toMatchObject({ ok: true, value: { server: 170_010, database: 'shop' } });
    if (!read.ok) return;
    expect(read.value.snapshot.xip.length).toBeGreaterThan(0);
    expect(read.value.slots.map(({ name }) => name)).toEqual(['cdc', 'standby_slot']);
    expect(read.value.table?.pages?.[0]?.items?.length).toBe(18);
  });
  test('as bytes: UTF-8 with or without a mark, and UTF-16 as a Windows shell writes it', () => {
    const utf16 = new Uint8Array(2 + SAMPLE.length * 2);
    utf16.set([0xff, 0xfe]);
    for (let i = 0; i < SAMPLE.length; i++) new DataView(utf16.buffer).setUint16(2 + i * 2, SAMPLE.charCodeAt(i), true);
    const plain = new TextEncoder().encode(SAMPLE);
    for (const bytes of [plain, Uint8Array.from([0xef, 0xbb, 0xbf, ...plain]), utf16])
      expect(parseServerStateBytes(bytes).ok).toBe(true);
    expect(parseServerStateBytes(Uint8Array.of(0xff, 0xd8, 0xff)).ok).toBe(false);
  });
  test.each([
    ['', /1:1 the file is empty/],
    ['psql: error: connection refused', /1:1 .*not JSON.*psql -X -qAt/],
    ['{"format": "xipscope-server-state",\n  "version": 1,,}', /2:16 this is not JSON/],
    ['{}', /^1:1 This is JSON, but not from server-state\.sql: “format” is missing$/],
    ['BEGIN\n[1, 2]\nCOMMIT\n', /^2:1 This is JSON, but not from server-state\.sql/],
    [changed({ version: 2 }), /3:\d+ version: 2 is outside 1 to 1/],
    [changed({ format: 'x' }), /2:\d+ format: this is “x”/],
    [changed({ server: 120_004 }), /server: 120004 is outside/],
    [changed({ snapshot: '9:8:' }), /snapshot: “9:8:” is not a snapshot/],
    [changed({ snapshot: '5:9:7,6' }), /not a snapshot/],
    [changed({ snapshot: '99999999999999999999:1:' }), /not a snapshot/],
    [changed({ extra: 1 }), /“extra” is unknown/],
    [changed({ sessions: undefined }), /“sessions” is missing/],
    [
      changed({ prepared: [{ gid: 'a', database: null, xid: '4294967296', seconds: 0 }] }),
      /prepared\[0\]\.xid: “4294967296” is not an xid/,
    ],
    [changed({ standbys: new Array(1001).fill(0) }), /standbys: more than 1,000 entries/],
    ['['.repeat(40), /levels/],
  ])('%# is refused, and it is said where and why', (text, words) => {
    expect(said(text).join('\n')).toMatch(words);
  });
  test('with the tags that psql prints without -q: they are skipped, and faults keep their lines', () => {
    for (const text of [
      `BEGIN\n${SAMPLE}COMMIT\n`,
      `SET\r\nBEGIN\r\n${SAMPLE}\r\nCOMMIT\r\n`,
      `BEGIN\n${SAMPLE.trim()}`,
    ]) {
      expect(parseServerState(text).ok).toBe(true);
      expect(looksLikeServerState(text.slice(0, 200))).toBe(true);
    }
    expect(said(`BEGIN\n${changed({ version: 2 })}\nCOMMIT\n`)).toEqual([
      '4:13 version: 2 is outside 1 to 1; give a figure within',
    ]);
  });
  test('that is cut off is said to be, wherever it was cut', () => {
    for (let length = 1; length < SAMPLE.trimEnd().length; length += 7)
      expect(said(SAMPLE.slice(0, length)).join(), `${length}`).toMatch(/the file ends here: it is cut off; copy all/);
    expect(said(SAMPLE.slice(0, 1000).replace('"version" : 1', '"version" : x')).join()).not.toMatch(/cut off/);
  });
  test('that is too large is not read', () => {
    expect(said(' '.repeat(SERVER_STATE_LIMITS.fileBytes + 1))[0]).toMatch(/larger than/);
  });
  test('never tells more faults than a person reads', () => {
    expect(said(changed({ prepared: new Array(9000).fill(1) }))).toHaveLength(SERVER_STATE_LIMITS.faults);
  });
  test('names that would turn lines, or hide themselves, are one plain line; keys of prototypes are only keys', () => {
    const read = parseServerState(
      changed({
        database: 'a\u202eb\nc<script>',
        settings: JSON.parse('{"__proto__": "1", "constructor": "2"}') as object,
      }),
    );
    expect(read).toMatchObject({ ok: true, value: { database: 'a b c<script>' } });
    if (read.ok) expect(Object.getPrototypeOf(read.value.settings)).toBe(Object.prototype);
  });
  test('any bytes: a state or faults with a place, never a throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const read = parseServerStateBytes(bytes);
        if (!read.ok) expect(read.error.every(({ line, column }) => line > 0 && column > 0)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
  test('it is known by its beginning', () => {
    expect(looksLikeServerState(SAMPLE.slice(0, 200))).toBe(true);
    expect(looksLikeServerState('session s step a {}')).toBe(false);
    expect(looksLikeServerState('# xipscope-server-state')).toBe(false);
  });
});
