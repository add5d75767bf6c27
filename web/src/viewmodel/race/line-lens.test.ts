/** Laws of the lens: the offsets of its fields, and its text for bytes that the snapshot did not touch. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObservedAccess } from '../../engine/lab/lab-types.ts';
import { LINE_BYTES, lensOf, type RegionPlace } from './line-lens.ts';

const access = (
  region: string,
  offset: number,
  size: number,
  field: string,
  kind: ObservedAccess['kind'] = 'read',
): ObservedAccess => ({ region, offset, size, field, kind });

/** Every byte is its own offset, modulo 251, so that a shift by one shows. */
const place = (name: string, size: number, address = 0): RegionPlace => ({
  name,
  address,
  size,
  bytes: (from, to) => Array.from({ length: to - from }, (_, i) => (from + i) % 251),
});
const pgxact = (n: number): ObservedAccess[] =>
  Array.from({ length: n }, (_, i) => [
    access('PGXACT', i * 12, 4, 'xid'),
    access('PGXACT', i * 12 + 4, 4, 'xmin'),
    access('PGXACT', i * 12 + 8, 1, 'vacuumFlags'),
  ]).flat();

describe('one line under the lens', () => {
  it('is 64 bytes without gap or overlap, and every field has the bytes of its own place', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 0, max: 15 }),
        fc.nat(1000),
        (n, shift, which) => {
          const base = shift * 4;
          const own = pgxact(n);
          const write = access('PGXACT', (which % n) * 12 + 4, 4, 'xmin', 'write');
          const lens = lensOf([...own, write], [place('PGXACT', n * 12, base)]);
          let at = 0;
          for (const segment of lens?.segments ?? []) {
            expect(segment.offset).toBe(at);
            at += segment.size;
            if (segment.field === '') continue;
            const start = Math.floor((base + write.offset) / LINE_BYTES) * LINE_BYTES - base;
            const from = start + segment.offset;
            expect(segment.bytes).toEqual(Array.from({ length: segment.size }, (_, i) => (from + i) % 251));
            expect(own.some((a) => a.offset === from && a.field === segment.field && a.size === segment.size)).toBe(
              true,
            );
          }
          expect(at).toBe(LINE_BYTES);
          expect(lens?.segments.filter(({ kind }) => kind === 'written').map(({ field }) => field)).toEqual(['xmin']);
        },
      ),
    );
  });

  it('of PGXACT holds 5.33 entries of 12 bytes: in three lines, two are torn once and one twice', () => {
    const torn = [0, 64, 128].map((at) => {
      const write = access('PGXACT', Math.ceil((at - 4) / 12) * 12 + 4, 4, 'xmin', 'write');
      const lens = lensOf([...pgxact(16), write], [place('PGXACT', 192)]);
      expect(lens?.entrySize).toBe(12);
      return [lens?.ordinal, lens?.entries, lens?.torn.start, lens?.torn.end];
    });
    expect(torn).toEqual([
      [0, 6, false, true],
      [1, 6, true, true],
      [2, 6, true, false],
    ]);
  });

  it('of xids holds 16, none of them torn', () => {
    const accesses = Array.from({ length: 100 }, (_, i) => access('xids', i * 4, 4, 'xid'));
    const lens = lensOf(accesses, [place('xids', 400)]);
    expect([lens?.entries, lens?.entrySize, lens?.lines, lens?.torn]).toEqual([16, 4, 7, { start: false, end: false }]);
  });

  it('tells bytes that were not read from bytes that are not there', () => {
    const lens = lensOf([access('xids', 0, 4, 'xid')], [place('xids', 8)]);
    expect(lens?.segments.map(({ size, kind }) => [size, kind]).slice(0, 3)).toEqual([
      [4, 'read'],
      [4, 'untouched'],
      [8, 'outside'],
    ]);
  });

  it('reads a value little-endian', () => {
    const lens = lensOf(
      [access('TransamVariables', 56, 8, 'xactCompletionCount')],
      [
        {
          name: 'TransamVariables',
          address: 0,
          size: 64,
          bytes: (from, to) => [...new Uint8Array(64).fill(0, from, to).with(56, 2).with(57, 1)],
        },
      ],
    );
    expect(lens?.segments.at(-1)).toMatchObject({ field: 'xactCompletionCount', value: 258 });
  });

  it('is not there without a line worth it, or without bytes', () => {
    expect(lensOf([access('PGPROC', 0, 4, 'xid')], [place('PGPROC', 64)])).toBeNull();
    expect(lensOf(pgxact(3), [{ name: 'PGXACT', address: 0, size: 36 }])).toBeNull();
    expect(lensOf([], [])).toBeNull();
  });
});
