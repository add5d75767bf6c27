/** The host with the real model: rows equal those of the modeller alone, and a cancelled sweep ends between two turns. */
import { expect, test } from 'vitest';
import { loadMachine } from '../../scenario/machines.node.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { expandModel, parseModelLists } from './model-config.ts';
import { ModelHost } from './model-host.ts';
import type { FromModel, ModelPoint } from './model-messages.ts';
import { Modeller } from './modeller.ts';

const place = wasmPlaceInNode('xip-model');

function pointsOf(active: string, idle: string): readonly ModelPoint[] {
  const machine = loadMachine('xeon-gold-5215-2s');
  const lists = parseModelLists({ active, idle });
  if (!machine.ok || !lists.ok) throw new Error('the test’s own input is wrong');
  return expandModel(lists.value).map((config) => ({ machine: machine.value, config }));
}

/** Answers what was said until the sweep was over. */
function run(points: readonly ModelPoint[], cancelAfter = Number.POSITIVE_INFINITY): Promise<FromModel[]> {
  return new Promise((answer) => {
    const heard: FromModel[] = [];
    const host = new ModelHost({
      post: (message) => {
        heard.push(message);
        if (heard.length === cancelAfter) host.hear({ kind: 'cancel', id: 1 });
        if (message.kind === 'done' || message.kind === 'cancelled' || message.kind === 'failed') answer(heard);
      },
    });
    host.hear({ kind: 'sweep', id: 1, place, points });
  });
}

test('turns change nothing: the rows are those of a modeller that runs through', async () => {
  const points = pointsOf('1,8', '0,500');
  const heard = await run(points);
  expect(heard.at(-1)).toEqual({ kind: 'done', id: 1 });
  const modeller = await Modeller.load(place);
  if (!modeller.ok) throw new Error(modeller.error.message);
  const alone = points.map(({ machine, config }) => {
    const row = modeller.value.model(machine, config);
    if (!row.ok) throw new Error(row.error.message);
    return row.value;
  });
  expect(heard.flatMap((message) => (message.kind === 'row' ? [message.row] : []))).toEqual(alone);
});
test('a cancelled sweep ends before its point does', async () => {
  // 48 busy ones scan 10,000: a second and more. The first word is the point's begin.
  const heard = await run(pointsOf('48', '10000'), 1);
  expect(heard.map(({ kind }) => kind)).toEqual(['progress', 'cancelled']);
});
test('what the model refuses is told', async () => {
  const [point] = pointsOf('1', '0');
  if (point === undefined) throw new Error('no point');
  const heard = await run([{ ...point, config: { ...point.config, idle: 99_999 } }]);
  expect(heard.at(-1)).toMatchObject({ kind: 'failed', error: { kind: 'bad-input' } });
});
