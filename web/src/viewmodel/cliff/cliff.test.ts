/** Laws of the cliff's figures: rows become series, series a ratio; nothing is invented where nothing was measured. */
import '../../base/messages/en/cliff.ts';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { checkLabConfig } from '../../engine/lab/lab-config.ts';
import { fakeRow } from '../lab/rows.fake.ts';
import { fakeCliffRows } from './cliff.fake.ts';
import {
  CLIFF_HEADER,
  CLIFF_PASSES,
  CLIFF_POINTS,
  CLIFF_SAVEPOINTS,
  CLIFF_SHAPES,
  cliffConfigs,
  cliffCsv,
  cliffDrops,
  cliffLines,
  cliffSeries,
  jumps,
  REAL_CLIFFS,
  realTimes,
  surelySlower,
} from './cliff.ts';

describe('the words of the cliff', () => {
  const { t } = messagesIn('en');
  it('explain two numbers only where a row has two, and by that row', () => {
    const one = { times: 16.7, least: 16.7, most: 16.7 };
    expect(t('cliff.table.note', { rows: [one] })).not.toContain('Two numbers');
    expect(t('cliff.table.note', { rows: [one, { times: 80, least: 75, most: 88 }] })).toContain('(75–88)');
  });
  it('name the marks that are drawn, and no others', () => {
    const bare = t('cliff.caption', { measured: false, modelled: false });
    expect(bare).toMatch(/Crosses are real servers, which ran at 0, 60 and 100 savepoints only/);
    expect(bare).not.toMatch(/measured|modelled/);
    expect(t('cliff.caption', { measured: true, modelled: true })).toMatch(/modelled.*measured here/);
  });
});

describe('the cliff', () => {
  it('asks the lab for what it accepts: every shape at every count, both sides of 64 among them', () => {
    const configs = cliffConfigs({ readers: 2, otherWorkUs: 28 });
    expect(configs).toHaveLength(CLIFF_PASSES * CLIFF_POINTS);
    expect(new Set(configs.map(({ savepoints, slru }) => `${savepoints} ${slru}`)).size).toBe(CLIFF_POINTS);
    for (const config of configs) expect(checkLabConfig(config).ok).toBe(true);
    for (const count of [60, 64, 65, 100]) expect(CLIFF_SAVEPOINTS).toContain(count);
  });

  it('finds each shape’s points whatever order they come in, and leaves other workloads out', () => {
    const series = cliffSeries([fakeRow('pg13', 0), ...[...fakeCliffRows()].reverse()]);
    expect(series.map(({ shape }) => shape)).toEqual(CLIFF_SHAPES);
    for (const { points } of series) expect(points.map(({ savepoints }) => savepoints)).toEqual(CLIFF_SAVEPOINTS);
  });

  it('has every mark of the chart in its table, once, and nothing else', () => {
    const measured = cliffSeries(fakeCliffRows());
    const modelled = measured.slice(0, 1);
    const { savepoints, lines } = cliffLines(measured, modelled);
    const marks = [...measured, ...modelled, ...REAL_CLIFFS].flatMap(({ points }) => points.map(({ tps }) => tps));
    expect(lines.flatMap(({ tps }) => [...tps.values()])).toEqual(marks);
    expect(savepoints).toEqual([...new Set(savepoints)].toSorted((a, b) => a - b));
    for (const { tps } of lines) for (const count of tps.keys()) expect(savepoints).toContain(count);
    expect(lines.map(({ kind }) => kind)).toEqual([
      ...measured.map(() => 'measured'),
      'modelled',
      ...REAL_CLIFFS.map(() => 'real'),
    ]);
  });

  it('takes the median of a point’s visits: one that a busy machine spoiled moves nothing', () => {
    const rows = fakeCliffRows();
    const spoiled = rows.map((row) => ({ ...row, tpsQuartiles: { q1: 1, median: 1, q3: 1, n: 1 } }));
    expect(cliffDrops(cliffSeries([...rows, ...spoiled, ...rows])).map(({ times }) => times)).toEqual(
      cliffDrops(cliffSeries(rows)).map(({ times }) => times),
    );
  });

  it('states no number of times where the visits are more than three times apart', () => {
    const rows = fakeCliffRows();
    const spoiled = rows.map((row) => ({ ...row, tpsQuartiles: { q1: 1, median: 1, q3: 1, n: 1 } }));
    expect(jumps(cliffDrops(cliffSeries([...rows, ...rows, ...rows])))).toBe(false);
    expect(jumps(cliffDrops(cliffSeries([...rows, ...spoiled, ...rows])))).toBe(true);
  });

  it('tells how many times slower readers are beside 100 savepoints than beside 60, once both are there', () => {
    expect(cliffDrops(cliffSeries(fakeCliffRows(90)))).toEqual([]);
    const drops = cliffDrops(cliffSeries(fakeCliffRows()));
    expect(drops.map(({ shape, times }) => [shape, times.toFixed(1)])).toEqual([
      ['pg16', '12.1'],
      ['pg17:32', '11.6'],
      ['pg17:128', '1.2'],
    ]);
    expect(drops[0]?.counts.reads).toBe(100);
    expect(drops[2]?.counts).toMatchObject({ lookups: 100, hits: 100, reads: 0 });
  });

  it('states a drop only when each point was visited as often as planned and every pair of visits agrees', () => {
    const rows = fakeCliffRows();
    const thrice = [...rows, ...rows, ...rows];
    expect(surelySlower(cliffDrops(cliffSeries(rows)))).toEqual([]);
    expect(surelySlower(cliffDrops(cliffSeries(thrice))).map(({ shape }) => shape)).toEqual(CLIFF_SHAPES);
    // A 17 with 128 buffers is only 1.2 times slower: one visit that was disturbed at 60 savepoints makes that unsure.
    const busy = rows.map((row) =>
      row.subtrans?.savepoints === 60
        ? { ...row, tpsQuartiles: { ...row.tpsQuartiles, median: row.tpsQuartiles.median / 2 } }
        : row,
    );
    expect(surelySlower(cliffDrops(cliffSeries([...rows, ...busy, ...rows]))).map(({ shape }) => shape)).toEqual([
      'pg16',
      'pg17:32',
    ]);
  });

  it('says of real servers what was observed there', () => {
    expect(REAL_CLIFFS.map((real) => [real.id, realTimes(real).toFixed(2)])).toEqual([
      ['13', '16.65'],
      ['17-32', '5.33'],
      ['17-128', '1.17'],
      ['17-256', '0.99'],
    ]);
  });

  it('exports every point with its provenance, and as many columns as heads', () => {
    const rows = cliffCsv(cliffSeries(fakeCliffRows()));
    for (const row of rows) expect(row).toHaveLength(CLIFF_HEADER.length);
    expect(new Set(rows.map(([provenance]) => provenance))).toEqual(new Set(['measured', 'real PostgreSQL']));
  });
});
