/** Laws of modelled curves next to a sweep: they are scaled like published ones, and never mixed up with measurements. */
import { expect, test } from 'vitest';
import { ns } from '../../base/units.ts';
import { modelRow } from '../prediction/model-rows.fake.ts';
import { MOST_MODELLED, modelledCounts, modelledCurves, withOthers } from './published-series.ts';
import { fakeRow } from './rows.fake.ts';
import { rowsTable } from './rows.ts';

const ROWS = [0, 1000, 5000].flatMap((idle) => [modelRow('pg13', idle, 1), modelRow('pg14', idle, 1)]);
const tpsOf = (design: 'pg13' | 'pg14', idle: number): number =>
  ROWS.find((row) => row.design === design && row.idle === idle)?.tps ?? Number.NaN;

test('a curve begins at the measured point and keeps the model’s shape', () => {
  const [curve, ...rest] = modelledCurves(ROWS, 'idle', { pg13: 30_000 });
  expect(rest).toEqual([]);
  expect(curve).toMatchObject({ design: 'pg13', kind: 'normalised' });
  expect(curve?.points.map(({ x }) => x)).toEqual([0, 1000, 5000]);
  expect(curve?.points[0]?.y).toBeCloseTo(30_000, 6);
  for (const { x, y, modelledTps } of curve?.points ?? []) {
    expect(modelledTps).toBe(tpsOf('pg13', x));
    expect(y / 30_000).toBeCloseTo(tpsOf('pg13', x) / tpsOf('pg13', 0), 9);
  }
});
test('with nothing measured curves come as modelled; before zero is modelled none is laid over a measurement', () => {
  const absolute = modelledCurves(ROWS, 'idle', null);
  expect(absolute.map(({ design, kind }) => `${design} ${kind}`)).toEqual(['pg13 absolute', 'pg14 absolute']);
  for (const { points } of absolute) for (const { y, modelledTps } of points) expect(y).toBe(modelledTps);
  expect(
    modelledCurves(
      ROWS.filter(({ idle }) => idle > 0),
      'idle',
      { pg13: 30_000 },
    ),
  ).toEqual([]);
});
test('the model is asked for 0 and the sweep’s counts, ascending, each once; of very many for some, ends included', () => {
  expect(modelledCounts([1000, 100])).toEqual([0, 100, 1000]);
  expect(modelledCounts([0, 5])).toEqual([0, 5]);
  const many = modelledCounts(Array.from({ length: 100 }, (_, i) => i * 10));
  expect(many.length).toBe(MOST_MODELLED);
  expect([many[0], many.at(-1)]).toEqual([0, 990]);
  expect(new Set(many).size).toBe(MOST_MODELLED);
});
test('a file of the figure names each row’s provenance, and its columns are one header’s', () => {
  const facts = { cores: 2, clockResolutionNs: ns(5000), isolated: true };
  const measured = rowsTable([fakeRow('pg13', 0), fakeRow('pg13', 1000)], facts);
  const published = [{ design: 'pg13' as const, active: 1, connections: 1000, tps: 31_000 }];
  const { header, rows } = withOthers(measured, ROWS, published, 'mostlyIdle', 'a machine');
  expect(rows.every((row) => row.length === header.length)).toBe(true);
  const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
  expect(column('provenance')).toEqual(['measured', 'measured', ...ROWS.map(() => 'modelled'), 'published']);
  expect(column('tps').slice(2)).toEqual([...ROWS.map(({ tps }) => tps), 31_000]);
  expect([column('idle').at(-1), column('mostlyIdle').at(-1), column('machine').at(-1)]).toEqual([
    0,
    1000,
    'a machine',
  ]);
});
