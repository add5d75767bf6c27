/** The host with the real model: rows equal those of the modeller alone, and a cancelled sweep ends between two turns. */
import { expect, test } from 'vitest';
import { ok } from '../../base/result.ts';
import { loadMachine } from '../../scenario/machines.node.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { expandModel, parseModelLists } from './model-config.ts';
import type { ModelEvent, ModelPoint } from './model-types.ts';
import { Modeller, modelHost } from './modeller.ts';

const place = wasmPlaceInNode('xip-model');

function pointsOf(active: string, idle: string): readonly ModelPoint[] {
  const machine = loadMachine('xeon-gold-5215-2s');
  const lists = parseModelLists({ active, idle });
  if (!machine.ok || !lists.ok) throw new Error('the test’s own input is wrong');
  return expandModel(lists.value).map((config) => ({ machine: machine.value, config }));
}

/** The host's messages, and how the sweep ended. */
async function run(points: readonly ModelPoint[], cancelAfter = Number.POSITIVE_INFINITY) {
  const told: ModelEvent[] = [];
  const gone = new AbortController();
  const tell = (event: ModelEvent): void => {
    told.push(event);
    if (told.length === cancelAfter) gone.abort();
  };
  const end = await modelHost().sweep({ place, points }, { tell, signal: gone.signal });
  return { told, end };
}

test('turns change nothing: the rows are those of a modeller that runs through', async () => {
  const points = pointsOf('1,8', '0,500');
  const { told, end } = await run(points);
  expect(end).toEqual(ok('done'));
  const modeller = await Modeller.load(place);
  if (!modeller.ok) throw new Error(modeller.error.message);
  const alone = points.map(({ machine, config }) => {
    const row = modeller.value.model(machine, config);
    if (!row.ok) throw new Error(row.error.message);
    return row.value;
  });
  expect(told.flatMap((event) => (event.kind === 'row' ? [event.row] : []))).toEqual(alone);
});
test('the seeds of one connection alone agree, so that one of them is computed for all', async () => {
  const modeller = await Modeller.load(place);
  if (!modeller.ok) throw new Error(modeller.error.message);
  for (const { machine, config } of pointsOf('1', '300')) {
    const [first, ...others] = [1, 2, 3].map((seed) => {
      const row = modeller.value.model(machine, config, seed);
      return row.ok ? row.value.tps : Number.NaN;
    });
    for (const tps of others) expect(tps).toBeCloseTo(first ?? 0, 6);
  }
});
test('a cancelled sweep ends before its point does', async () => {
  // 48 busy connections scan 10,000: a second and more. The first message is the point's begin.
  const { told, end } = await run(pointsOf('48', '10000'), 1);
  expect(told.map(({ kind }) => kind)).toEqual(['progress']);
  expect(end).toEqual(ok('cancelled'));
});
test('what the model refuses is told', async () => {
  const [point] = pointsOf('1', '0');
  if (point === undefined) throw new Error('no point');
  const { end } = await run([{ ...point, config: { ...point.config, idle: 99_999 } }]);
  expect(end).toMatchObject({ ok: false, error: { kind: 'bad-input' } });
});
