/** Computes the answers of `viewmodel/prediction/stored.ts` with the model, for `npm run gen:answers` and its test. */
import { Fault } from '../node/proc.mjs';
import type { ModelConfig, ModelRow } from '../src/engine/simulation/model-types.ts';
import { Modeller } from '../src/engine/simulation/modeller.ts';
import { wasmPlaceInNode } from '../src/engine/wasm/wasm-place.node.ts';
import { loadMachine } from '../src/scenario/machines.node.ts';
import { meanRows, SURE_SEEDS, seeded } from '../src/viewmodel/prediction/model-rows.ts';
import {
  dropNumbers,
  rounded,
  STORED_MACHINE,
  STORED_POINTS,
  type StoredAnswers,
} from '../src/viewmodel/prediction/stored.ts';

/** A row of the stored answers' machine. */
export type ModelPointRow = (config: ModelConfig, seed: number) => ModelRow;

export async function loadedModel(): Promise<ModelPointRow> {
  const machine = loadMachine(STORED_MACHINE);
  const modeller = await Modeller.load(wasmPlaceInNode('xip-model'));
  if (!machine.ok) throw new Fault(`the machine ${STORED_MACHINE} cannot be read`);
  if (!modeller.ok) throw new Fault(modeller.error.message);
  return (config, seed) => {
    const row = modeller.value.model(machine.value, config, seed);
    if (!row.ok) throw new Fault(row.error.message);
    return row.value;
  };
}

/** All points of a question, as a page asks them. */
const answered = (model: ModelPointRow, points: readonly ModelConfig[]): readonly ModelRow[] =>
  seeded(
    points.map((config) => ({ config })),
    SURE_SEEDS,
  ).map(({ config, seed }) => model(config, seed));

export const modelAnswers = (model: ModelPointRow): StoredAnswers => ({
  drop: STORED_POINTS.drop.map((points) => answered(model, points).map(dropNumbers)),
  without: STORED_POINTS.without.map((points) => answered(model, points).map(({ tps }) => rounded(tps))),
  ask: meanRows(answered(model, STORED_POINTS.ask), STORED_POINTS.ask.length),
});

/** A line for each question; numbers with the digits that are compared. */
export function answersText(answers: StoredAnswers): string {
  const short = (value: unknown): string =>
    JSON.stringify(value, (_, own: unknown) => (typeof own === 'number' ? rounded(own) : own));
  const lists = (Object.keys(answers) as (keyof StoredAnswers)[]).map(
    (kind) => `${JSON.stringify(kind)}: [\n${answers[kind].map(short).join(',\n')}\n]`,
  );
  return `{\n${lists.join(',\n')}\n}\n`;
}
