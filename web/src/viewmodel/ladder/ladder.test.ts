/** Laws of the ladder's table: bars are as long as the touched lines, and missing figures stay missing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../base/messages/en/ladder.ts';
import { messagesIn } from '../../base/messages/index.ts';
import { COMPANIONS } from '../../engine/lab/lab-types.ts';
import { LADDER_IDS } from '../design-style.ts';
import { fakeLadder, PUBLISHED_GAINS } from './ladder.fake.ts';
import {
  barCells,
  barScale,
  bytesOf,
  connectionsOf,
  gainsFor,
  inOrder,
  isInNs,
  LADDER_HEADER,
  ladderCsv,
  linesFinding,
  linesOf,
  longestBar,
  missesOf,
  modelledOf,
  shownMisses,
  type TouchedRegion,
  timesFinding,
} from './ladder.ts';

it('the misses that a cell shows add to their sum, as it is written', () => {
  const { t } = messagesIn('en');
  const written = (misses: number): number => Number(t('ladder.misses', { misses }).replaceAll(',', ''));
  const count = fc.nat(9000).map((n) => n / 97);
  fc.assert(
    fc.property(fc.tuple(count, count, count, count), ([trueSharing, falseSharing, forHorizon, other]) => {
      const { all, parts } = shownMisses({ trueSharing, falseSharing, forHorizon, other });
      const sum = Object.values(parts).reduce((so, part) => so + written(part), 0);
      expect(sum).toBeCloseTo(written(all), 6);
      expect(Math.abs(all - trueSharing - falseSharing - forHorizon - other)).toBeLessThan(0.51);
    }),
  );
});

const region: fc.Arbitrary<TouchedRegion> = fc
  .record({ lines: fc.integer({ min: 1, max: 300 }), bytes: fc.nat(64), written: fc.nat(300) })
  .map(({ lines, bytes, written }) => ({
    region: 'r',
    lines,
    bytes: bytes * lines,
    written: Math.min(written, lines),
  }));

describe('the ladder', () => {
  it('alone there is one connection beside the idle ones, measured or modelled; with writers there are those', () => {
    const of = { connections: 108, activeWriters: 8 };
    expect(connectionsOf(of, 'alone')).toEqual({ measured: 101, modelled: 101 });
    expect(connectionsOf(of, 'snapshot').modelled).toBe(108);
    expect(connectionsOf(of, 'end')).toEqual({ measured: 101 + COMPANIONS, modelled: 108 });
  });
  it('a bar has a cell for each line, as many written ones as are written, and as much filled as bytes are touched', () => {
    fc.assert(
      fc.property(fc.array(region, { maxLength: 6 }), (regions) => {
        const cells = barCells(regions);
        const sum = (what: (r: TouchedRegion) => number) => regions.reduce((all, r) => all + what(r), 0);
        expect(cells.map(({ index }) => index)).toEqual(cells.map((_, i) => i));
        expect(cells.length).toBe(sum((r) => r.lines));
        expect(cells.filter(({ written }) => written).length).toBe(sum((r) => r.written));
        expect(cells.filter(({ begins }) => begins).length).toBe(regions.length);
        expect(cells.reduce((all, { share }) => all + share * 64, 0)).toBeCloseTo(
          sum((r) => r.bytes),
          6,
        );
      }),
    );
  });

  it('no bar is wider than its room or higher than a few rows, and a cell takes whole pixels', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 40, max: 2000 }), (longest, width) => {
        const scale = barScale(longest, width);
        if (scale.kind === 'length') expect(scale.perLine * longest).toBeLessThanOrEqual(width * (1 + 1e-9));
        else {
          expect(Number.isInteger(scale.pitch)).toBe(true);
          expect(scale.pitch * scale.perRow).toBeLessThanOrEqual(width);
          expect(Math.ceil(longest / scale.perRow)).toBeLessThanOrEqual(5);
        }
      }),
    );
    expect(barScale(102, 211)).toEqual({ kind: 'cells', pitch: 9, perRow: 23 });
    expect(barScale(10_000, 211).kind).toBe('length');
  });

  it('13 with 100 connections touches 19 lines of PGXACT and 7 of pgprocnos beside lock and counter, 14 the counter', () => {
    const rows = fakeLadder('whole').rows;
    const row = (design: string) => rows.find((one) => one.design === design);
    const pg13 = row('pg13');
    expect(pg13 === undefined ? null : linesOf(pg13)).toBe(19 + 7 + 2);
    expect(linesFinding(rows)).toEqual({ from: 'pg9.1', before: 102, to: 'pg14', after: 10, again: 3 });
    expect(longestBar(rows)).toBe(102);
  });

  it('what was not counted is null, and empty in the CSV, never 0', () => {
    for (const row of fakeLadder('bare').rows)
      expect([linesOf(row), bytesOf(row), missesOf(row)]).toEqual([null, null, null]);
    expect(linesFinding(fakeLadder('bare').rows)).toBeNull();
    for (const line of ladderCsv(fakeLadder('bare'))) {
      expect(line).toHaveLength(LADDER_HEADER.length);
      expect(line).not.toContain(0);
    }
  });

  it('the CSV has the range that the page shows, and how many connections its figures are for', () => {
    const ladder = fakeLadder('whole');
    const cell = (line: readonly unknown[], head: string) => line[LADDER_HEADER.indexOf(head)];
    for (const line of ladderCsv(ladder)) {
      const seeds = ladder.rows.find(({ design }) => design === cell(line, 'design'))?.costs.snapshot.seeds;
      expect(['snapshot_modelled_lowest_ns', 'snapshot_modelled_highest_ns'].map((head) => cell(line, head))).toEqual([
        seeds?.low ?? '',
        seeds?.high ?? '',
      ]);
      expect(cell(line, 'connections')).toBe(ladder.connections);
      expect(cell(line, 'connections_alone')).toBe(ladder.connections - ladder.activeWriters + 1);
    }
  });

  it('rows stand from the oldest design to the newest, whatever their order was', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...fakeLadder('half').rows], { minLength: LADDER_IDS.length }), (rows) => {
        expect(inOrder(rows).map(({ design }) => design)).toEqual(LADDER_IDS);
      }),
    );
  });

  it('a gain belongs to the designs whose commits it names, and each published gain to exactly one', () => {
    const rows = fakeLadder('whole').rows;
    const has = Object.fromEntries(rows.map(({ design, gains }) => [design, gains.length]));
    expect(has).toMatchObject({ 'pg9.1': 0, 'xmin-moved': 3, dense: 2, pg14: 2, csn: 0 });
    expect(rows.reduce((sum, { gains }) => sum + gains.length, 0)).toBe(PUBLISHED_GAINS.length);
    expect(gainsFor('', PUBLISHED_GAINS)).toEqual([]);
  });
});

it('the finding in time is of 13, 14 and the design before it, in the chosen case, and null while one is missing', () => {
  const { rows } = fakeLadder('whole');
  for (const when of ['quiet', 'writers'] as const) {
    const found = timesFinding(rows, when);
    const of = (design: string) => {
      const row = rows.find((one) => one.design === design);
      return row === undefined ? null : modelledOf(row, when);
    };
    expect(found?.before.time).toEqual(of('pg13'));
    expect(found?.without.time).toEqual(of('dense'));
    expect(found?.after.time).toEqual(of('pg14'));
    expect(isInNs(rows, when)).toBe(rows.every((row) => (modelledOf(row, when)?.high ?? 0) < 10_000));
  }
  expect(timesFinding(fakeLadder('bare').rows, 'quiet')).toBeNull();
});
