/**
 * The model's stored answers are what the model computes now; if not: `npm run gen:answers`, and look at the difference.
 * Of one random start: all points without idle connections, and the whole model's with as many as there are. Everything
 * would take a minute.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { at } from '../node/tree.mjs';
import type { ModelConfig, ModelRow } from '../src/engine/simulation/model-types.ts';
import { meanRows, SURE_SEEDS } from '../src/viewmodel/prediction/model-rows.ts';
import { dropNumbers, rounded, STORED_POINTS, type StoredAnswers } from '../src/viewmodel/prediction/stored.ts';
import { answersText, loadedModel, type ModelPointRow } from './model-answers.ts';

const text = readFileSync(at('web/src/pages/lab/model/answers.gen.json'), 'utf8');
const kept = JSON.parse(text) as StoredAnswers;
let model: ModelPointRow;
beforeAll(async () => {
  model = await loadedModel();
});

/** One of the seeds: rows are kept seed by seed, and each has all points. */
const SEED = 4;
const isCompared = ({ design, idle, without, sharedNs }: ModelConfig): boolean =>
  idle === 0 || (design !== 'pg9.1' && without === undefined && sharedNs === undefined);
function compare<Row>(points: readonly ModelConfig[], rows: readonly Row[] | undefined, of: (row: ModelRow) => Row) {
  for (const [i, config] of points.entries())
    if (isCompared(config)) expect(of(model(config, SEED))).toEqual(rows?.[(SEED - 1) * points.length + i]);
}

test('there is a row for each point and seed, and the file is written as the generator writes it', () => {
  expect(kept.drop.map((rows) => rows.length)).toEqual(STORED_POINTS.drop.map((points) => points.length * SURE_SEEDS));
  expect(kept.without.map((rows) => rows.length)).toEqual(
    STORED_POINTS.without.map((points) => points.length * SURE_SEEDS),
  );
  expect(kept.ask.map(({ design, idle }) => ({ design, idle }))).toEqual(
    STORED_POINTS.ask.map(({ design, idle }) => ({ design, idle })),
  );
  expect(text).toBe(answersText(kept));
});
test('throughputs with one thing taken out are the model’s', () => {
  for (const [i, points] of STORED_POINTS.without.entries())
    compare(points, kept.without[i], ({ tps }) => rounded(tps));
});
test('the parts of a drop are the model’s', () => {
  for (const [i, points] of STORED_POINTS.drop.entries()) compare(points, kept.drop[i], dropNumbers);
});
test('a point of the form’s first question is the model’s, over all seeds', () => {
  const few: readonly ModelConfig[] = STORED_POINTS.ask.filter(({ idle }) => idle === 0);
  const rows = Array.from({ length: SURE_SEEDS }, (_, i) => few.map((config) => model(config, i + 1))).flat();
  const fresh = meanRows(rows, few.length);
  const stored = kept.ask.filter(({ idle }) => idle === 0);
  expect(fresh.map(({ tps, spread }) => [tps, spread.tps.low, spread.tps.high].map(rounded))).toEqual(
    stored.map(({ tps, spread }) => [tps, spread.tps.low, spread.tps.high]),
  );
  expect(fresh.map(({ breakdown }) => rounded(breakdown.scan))).toEqual(stored.map(({ breakdown }) => breakdown.scan));
});
