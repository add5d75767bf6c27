/** Which points share a row, and how many rows are kept. */
import { expect, test } from 'vitest';
import { ms, us } from '../../base/units.ts';
import { keptRows } from './kept-rows.ts';
import { machineNamed } from './model-client.fake.ts';
import type { ModelConfig, ModelPoint, ModelRow } from './model-types.ts';

const config: ModelConfig = {
  design: 'pg14',
  active: 8,
  idle: 100,
  mostlyIdle: 10,
  workload: 'subtrans-60',
  thinkMs: ms(0),
  networkMs: ms(0),
  otherWorkUs: null,
  coherence: true,
  savepoints: 5,
  slru: 'pg16',
};
const point: ModelPoint = { machine: machineNamed('one'), config, seed: 2 };
const row = { tps: 1 } as unknown as ModelRow;
const keysOf = (points: readonly ModelPoint[]): readonly string[] => keptRows().plan(points).keys;

test('a change of the machine, the seed or any part of the config is another row', () => {
  const other: { readonly [K in keyof Required<ModelConfig>]: ModelConfig[K] } = {
    design: 'pg13',
    active: 9,
    idle: 101,
    mostlyIdle: 11,
    workload: 'subtrans-spread',
    thinkMs: ms(1),
    networkMs: ms(1),
    otherWorkUs: us(0),
    coherence: false,
    savepoints: 6,
    slru: 'pg17:32',
    without: ['lock'],
    sharedNs: 45,
  };
  const changed = Object.entries(other).map(([name, value]) => ({ ...point, config: { ...config, [name]: value } }));
  const points = [point, { ...point, machine: machineNamed('two') }, { ...point, seed: 3 }, ...changed];
  expect(new Set(keysOf(points)).size).toBe(points.length);
});
test('the same request is the same row, however it is written down', () => {
  const turned = Object.fromEntries(Object.entries(config).reverse()) as unknown as ModelConfig;
  const { savepoints: _, slru: __, ...plain } = config;
  const { machine } = point;
  for (const [one, same] of [
    [point, { ...point, config: turned }],
    [
      { machine, config },
      { machine, config, seed: 1 },
    ],
    [
      { machine, config: plain },
      { machine, config: { ...plain, savepoints: undefined } as unknown as ModelConfig },
    ],
  ] as const) {
    const [a, b] = keysOf([one, same]);
    expect(a).toBe(b);
  }
});
test('one connection alone has one row for all its seeds; with anybody else, or with savepoints, each seed has its own', () => {
  const { savepoints: _, slru: __, ...plain } = { ...config, workload: 'readonly' as const };
  const seeds = (own: ModelConfig) =>
    [undefined, 1, 2, 3].map((seed) => ({ machine: point.machine, config: own, seed }));
  const rowsOf = (own: ModelConfig): number => new Set(keysOf(seeds(own) as readonly ModelPoint[])).size;
  expect(rowsOf({ ...plain, active: 1, mostlyIdle: 0 })).toBe(1);
  expect(rowsOf({ ...plain, active: 2, mostlyIdle: 0 })).toBe(3);
  expect(rowsOf({ ...plain, active: 1, mostlyIdle: 1 })).toBe(3);
  expect(rowsOf({ ...config, active: 1, mostlyIdle: 0 })).toBe(3);
});
test('no more rows are kept than asked for, and the newest are', () => {
  for (const most of [0, 1, 7]) {
    const kept = keptRows(most);
    const points = Array.from({ length: 20 }, (_, seed) => ({ ...point, seed }));
    for (const [i, key] of kept.plan(points).keys.entries()) {
      kept.keep(key, row);
      expect(kept.plan(points.slice(0, i + 1)).missing.map(({ at }) => at)).toEqual(
        Array.from({ length: Math.max(0, i + 1 - most) }, (_, at) => at),
      );
    }
  }
});
