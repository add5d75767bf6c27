/** Laws of counting the reads of a snapshot. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObservedAccess } from '../../engine/lab/lab-types.ts';
import { countReads, gridFor, gridInHeight, LINE_BYTES, placeRegions } from './snapshot-reads.ts';

const read = (region: string, offset: number, size: number, kind: ObservedAccess['kind'] = 'read'): ObservedAccess => ({
  region,
  offset,
  size,
  kind,
  field: 'x',
});

describe('what one snapshot reads', () => {
  it('a field that straddles two lines counts both lines and its bytes once', () => {
    const reads = countReads('pg13', 'scan', 0, [read('PGXACT', 60, 8)], []);
    expect([reads.lines, reads.bytes]).toEqual([2, 8]);
  });

  it('reading the same field again adds an access and neither a byte nor a line', () => {
    const once = countReads('pg14', 'reuse', 0, [read('xids', 4, 4)], []);
    const twice = countReads('pg14', 'reuse', 0, [read('xids', 4, 4), read('xids', 4, 4)], []);
    expect([twice.lines, twice.bytes]).toEqual([once.lines, once.bytes]);
    expect(twice.regions[0]?.accesses).toBe(2);
  });

  it('a line is written if any access to it writes, be it plain or atomic', () => {
    const accesses = [
      read('PGPROC', 0, 4),
      read('PGPROC', 8, 4, 'write'),
      read('PGPROC', 64, 4),
      read('Lock', 0, 4, 'atomic'),
    ];
    const reads = countReads('pg13', 'scan', 0, accesses, []);
    expect(reads.regions.map((r) => [r.region, r.written])).toEqual([
      ['PGPROC', [true, false]],
      ['Lock', [true]],
    ]);
  });

  it('where a region begins decides which of its fields share a line', () => {
    const accesses = [read('ProcArray', 0, 4), read('ProcArray', 40, 4)];
    const at = (address: number) =>
      countReads('pg13', 'scan', 0, accesses, [{ name: 'ProcArray', address, size: 64 }]).lines;
    expect([at(0), at(32)]).toEqual([1, 2]);
  });

  it('the walk over 10,000 PGXACT entries of 12 bytes touches 1,875 lines', () => {
    const accesses = Array.from({ length: 10_000 }, (_, i) => read('PGXACT', i * 12, 12));
    expect(countReads('pg13', 'scan', 10_000, accesses, []).lines).toBe(1875);
  });

  it('there are never more lines than bytes, nor fewer than the bytes need', () => {
    const access = fc.record({
      region: fc.constantFrom('A', 'B'),
      offset: fc.nat(1000),
      size: fc.integer({ min: 1, max: 16 }),
      kind: fc.constantFrom('read' as const, 'write' as const),
      field: fc.constant('x'),
    });
    fc.assert(
      fc.property(fc.array(access), (accesses) => {
        const reads = countReads('pg13', 'scan', 0, accesses, []);
        expect(reads.lines).toBeLessThanOrEqual(reads.bytes);
        expect(reads.lines * LINE_BYTES).toBeGreaterThanOrEqual(reads.bytes);
      }),
    );
  });

  it('each line has one rank, in the order in which the snapshot first touched it, across regions', () => {
    const accesses = [read('B', 64, 4), read('A', 0, 4), read('B', 0, 4), read('A', 0, 4), read('A', 128, 4)];
    const ranks = placeRegions(countReads('pg13', 'scan', 0, accesses, [])).map(({ rank }) => rank);
    // A's two lines and then B's two, by address.
    expect(ranks).toEqual([1, 3, 2, 0]);
  });

  it('the pitch is a whole number of pixels and the cells fit the rows whenever two pixels a cell can do it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 200, max: 2000 }), (cells, width) => {
        const grid = gridFor(cells, width, 40, 8);
        expect(Number.isInteger(grid.pitch)).toBe(true);
        expect(grid.perRow * grid.pitch).toBeLessThanOrEqual(width);
        expect(Math.ceil(cells / grid.perRow) <= 40 || grid.pitch === 2).toBe(true);
      }),
    );
  });
});

it('drawings of cells one above another fit into the height with the largest cells', () => {
  const high = (pitch: number): number =>
    [2560, 640].reduce((all, n) => all + Math.ceil(n / Math.floor(1184 / pitch)), 0) * pitch;
  for (const height of [200, 288, 432]) {
    const { pitch } = gridInHeight([2560, 640], 1184, height, 20);
    expect(high(pitch)).toBeLessThanOrEqual(height);
    expect(high(pitch + 1)).toBeGreaterThan(height);
  }
});
