/**
 * `npm run model:check`: the model against the published tables and the commits' own gains, next to the model without
 * coherence and to a formula without caches. Points that a fit has used count nowhere. Exit code 1 when a promised bound
 * is missed.
 *
 *   npm run model:check                    every table, from one seed, and the gains, from nine
 *   npm run model:check -- --seeds 9       the lowest and the highest of nine
 *   npm run model:check -- --only tables   without the gains; `--only gains`: they alone
 *   npm run model:check -- --table ID      one of the tables, or the path of a CSV file with the columns of one
 *   npm run model:check -- --machine FILE  the machine of that CSV file: a machine's id, or the path of its JSON file
 *   npm run model:check -- --band          which points lie in the band of the shared server (viewmodel/prediction/table-band.ts);
 *                                          edges are modelled, errors and gains are not
 *   npm run model:check -- --rows          every point, too
 *   npm run model:check -- --footprint 64  with another amount of memory (kB) that other work uses: what depends on it?
 *   npm run model:check -- --fit           fits the two constants of each machine again and prints them; writes nothing
 */
import { parseArgs } from 'node:util';
import { textTable } from '../node/text-table.ts';
import { us } from '../src/base/units.ts';
import type { ModelConfig, ModelRow } from '../src/engine/simulation/model-types.ts';
import { Modeller } from '../src/engine/simulation/modeller.ts';
import { wasmPlaceInNode } from '../src/engine/wasm/wasm-place.node.ts';
import type { Machine } from '../src/scenario/machine.ts';
import {
  GAIN_ACTIVE,
  GAIN_MACHINE,
  type GainRow,
  gainCases,
  gainConfig,
  gainJobs,
  gainRows,
} from '../src/viewmodel/ladder/gains.ts';
import {
  COMPARED,
  COMPARED_AS,
  type ComparedId,
  type ComparisonPoint,
  fitTableOf,
} from '../src/viewmodel/prediction/comparison.ts';
import {
  type ComparisonState,
  comparisonJobs,
  comparisonState,
  jobConfig,
} from '../src/viewmodel/prediction/comparison-run.ts';
import { biasOf, type ErrorSpread, judgedOf, worstPoint } from '../src/viewmodel/prediction/errors.ts';
import { formulaOf } from '../src/viewmodel/prediction/formula.ts';
import {
  type ComparisonRow,
  CURVE_DESIGN,
  CURVES,
  type Curve,
  errorOf,
  type ModelComparison,
  type Run,
  reasonFor,
} from '../src/viewmodel/prediction/model-chart.ts';
import { SURE_SEEDS, seeded } from '../src/viewmodel/prediction/model-rows.ts';
import { bandText } from './model-check/band.ts';
import { type CheckedTable, chosenTable, fail, machineOf, publishedRows, tableOf } from './model-check/tables.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
    footprint: { type: 'string' },
    table: { type: 'string', multiple: true },
    machine: { type: 'string' },
    band: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});

const say = (text = ''): void => void process.stdout.write(`${text}\n`);
const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);
const signed = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`;

const place = await Modeller.load(wasmPlaceInNode('xip-model'));
if (!place.ok) fail(place.error.message);
const modeller = place.value;
const footprint = options.footprint === undefined ? undefined : Number(options.footprint) * 1024;
const seeds = Number(options.seeds);
if (!Number.isInteger(seeds) || seeds < 1) fail('--seeds must be a whole number from 1 up');

function rowOf(machine: Machine, config: ModelConfig, seed = 1): ModelRow {
  const row = modeller.model(machine, config, seed, footprint === undefined ? {} : { footprint_bytes: footprint });
  if (!row.ok) fail(`${JSON.stringify(config)}: ${row.error.message}`);
  return row.value;
}

/** Transactions per second of one point. */
function tpsOf(machine: Machine, point: ComparisonPoint, curve: Curve, change: Partial<ModelConfig>): number {
  return rowOf(machine, { ...jobConfig({ point, curve, coherence: true }), ...change }).tps;
}

function rowsText(rows: readonly ComparisonRow[]): string {
  const whole = (n: number) => Math.round(n).toLocaleString('en');
  return textTable(
    [
      { head: 'x', cell: (row) => String(row.x) },
      { head: '13 published', cell: (row) => whole(row.published.pre) },
      { head: 'modelled', cell: (row) => whole(row.modelled.pre) },
      {
        head: 'error',
        cell: (row) => signed(errorOf(row.modelled.pre, row.published.pre)) + (row.fitted.pre ? ' fitted' : ''),
      },
      { head: '14 published', cell: (row) => whole(row.published.post) },
      { head: 'modelled', cell: (row) => whole(row.modelled.post) },
      {
        head: 'error',
        cell: (row) => signed(errorOf(row.modelled.post, row.published.post)) + (row.fitted.post ? ' fitted' : ''),
      },
      { head: '14/13', cell: (row) => (row.published.post / row.published.pre).toFixed(2) },
      { head: 'modelled', cell: (row) => (row.modelled.post / row.modelled.pre).toFixed(2) },
      { head: 'no coherence', cell: (row) => (row.without ? (row.without.post / row.without.pre).toFixed(2) : '–') },
      { head: 'formula', cell: (row) => (row.formula ? (row.formula.post / row.formula.pre).toFixed(2) : '–') },
    ],
    rows,
  );
}

/** Mean errors of one table, a line each; the answers of the model, of the model without coherence and of the formula. */
function errorsText(state: ComparisonState, bounds: (typeof COMPARED_AS)[ComparedId]['bounds']): string {
  const { errors, predicted } = state;
  const lines: readonly (readonly [name: string, key: keyof ErrorSpread, bound?: number | undefined])[] = [
    [predicted ? '13, no point fitted' : '13', 'pre'],
    ['14', 'post'],
    ['13 and 14', 'both', bounds?.throughput],
    ['14/13', 'ratio', bounds?.ratio],
    ['13, signed', 'preBias'],
    ['14, signed', 'postBias'],
  ];
  const cell = (key: keyof ErrorSpread, run: Run): string => {
    const spread = errors[run][key];
    if (spread === null) return '–';
    const show = key.endsWith('Bias') ? signed : percent;
    return spread.low === spread.high ? show(spread.median) : `${show(spread.low)} to ${show(spread.high)}`;
  };
  return textTable(
    [
      { head: '  mean error', cell: ([name]) => `  ${name}` },
      { head: 'model', cell: ([, key]) => cell(key, 'modelled'), align: 'right' },
      { head: 'no coherence', cell: ([, key]) => cell(key, 'without'), align: 'right' },
      { head: 'formula', cell: ([, key]) => cell(key, 'formula'), align: 'right' },
      {
        head: 'promised',
        cell: ([, key, bound]) =>
          bound === undefined
            ? ''
            : `≤ ${percent(bound)}${(errors.modelled[key]?.median ?? 1) <= bound ? '' : ' MISSED'}`,
      },
    ],
    lines,
  );
}

/** On which side of the published curve the model is, and where it is furthest off. */
function seriesText(comparison: ModelComparison): string {
  const { seeds, rows } = judgedOf(comparison);
  const { table } = comparison;
  const sides = CURVES.flatMap((curve) => {
    const bias = biasOf(seeds, curve, 1);
    if (bias === null) return [];
    const { points, fast, slow, low, high } = bias;
    return `${CURVE_DESIGN[curve]} ${signed(low)} to ${signed(high)}: ${fast} too fast, ${slow} too slow of ${points}`;
  });
  const worst = worstPoint(rows);
  if (worst !== null) {
    const why = reasonFor(comparison, { ...worst, x: worst.row.x });
    sides.push(
      `worst: ${CURVE_DESIGN[worst.curve]} at ${worst.row.x}, ${signed(worst.error)}${why === null ? '' : ` (${why})`}`,
    );
  }
  return `  ${table.active === null ? 'by clients' : `${table.active} active`}: ${sides.join('; ')}`;
}

/** Returns whether the promised bounds hold. */
function check({ id, source, machine, points }: CheckedTable): boolean {
  const { axis } = COMPARED_AS[id];
  const { bounds, judgedFrom } = 'author' in source ? COMPARED_AS[id] : { bounds: null, judgedFrom: 0 };
  const fit = fitTableOf(machine);
  const formula = fit === null ? null : formulaOf(machine, tableOf(fit).points);
  const rows = seeded(comparisonJobs(points), seeds).map((job) => rowOf(machine, jobConfig(job), job.seed));
  const state = comparisonState(
    { id, source, machine, formula },
    points,
    rows.map((row) => row.tps),
    rows.map((row) => row.breakdown),
  );
  say(
    `${source.file}: ${machine.name}, ${state.judged} figures that no fit used${
      judgedFrom > 0 ? `, from ${judgedFrom} ${axis} up` : ''
    }; ${seeds} seed${seeds === 1 ? '' : 's'}`,
  );
  const constants = state.curves[0]?.constants ?? [];
  say(`  fitted: ${constants.map(({ name, value, unit }) => `${name} = ${value} ${unit}`).join(', ')}`);
  say(errorsText(state, bounds));
  for (const curve of state.curves) {
    say(seriesText(curve));
    if (options.rows) say(rowsText(curve.rows));
  }
  say();
  const { both, ratio } = state.errors.modelled;
  return bounds === null || ((both?.median ?? 1) <= bounds.throughput && (ratio?.median ?? 1) <= bounds.ratio);
}

/** The commits' gains as published and as modelled. */
function checkGains(): void {
  const machine = machineOf(GAIN_MACHINE);
  const cases = gainCases(publishedRows('commitGains').rows);
  const jobs = seeded(gainJobs(cases), Math.max(seeds, SURE_SEEDS));
  const rows = jobs.map((job) => rowOf(machine, gainConfig(job), job.seed));
  say(`commit-gains.csv: ${machine.name}, ${GAIN_ACTIVE} active, ${Math.max(seeds, SURE_SEEDS)} seeds`);
  say(
    textTable<GainRow>(
      [
        { head: '  commit over the design before', cell: (row) => `  ${row.design} / ${row.before}` },
        { head: 'workload', cell: (row) => row.load ?? 'not modelled' },
        { head: 'published', cell: (row) => row.gain.toFixed(2), align: 'right' },
        { head: 'modelled', cell: ({ modelled }) => modelled?.median?.toFixed(3) ?? '–', align: 'right' },
        {
          head: 'seeds',
          cell: ({ modelled }) => (modelled === null ? '' : `${modelled.low.toFixed(3)}–${modelled.high.toFixed(3)}`),
        },
        { head: '', cell: (row) => (row.verdict === 'open' ? '' : `${row.verdict}${row.isNone ? ', no effect' : ''}`) },
      ],
      gainRows(cases, rows),
    ),
  );
  say();
}

/**
 * Both constants from two points of 14, where the snapshot costs almost nothing: a single client gives the other work,
 * and enough clients to keep all threads busy give the cost of a core's two threads to each other.
 */
function fitAnew({ source, machine, points }: CheckedTable): void {
  if (machine.fitted?.publishedTable !== source.file) return;
  const at = machine.fitted?.points.map((fitted) =>
    points.find(({ where }) => Object.entries(fitted.where).every(([k, v]) => where[k] === v)),
  );
  const [alone, busy] = at ?? [];
  if (alone === undefined || busy === undefined) {
    say(`${source.file}: ${machine.id} names no two points to fit`);
    return;
  }
  let other = 28;
  for (let i = 0; i < 20; i++)
    other *= tpsOf(machine, alone, 'post', { otherWorkUs: us(other) }) / alone.published.post;
  let smt = 1.2;
  const withSmt = (value: number): Machine => ({
    ...machine,
    fitted: { publishedTable: source.file, points: [], constants: [{ name: 'smtSlowdown', value, unit: '', how: '' }] },
  });
  for (let i = 0; i < 20; i++)
    smt *= tpsOf(withSmt(smt), busy, 'post', { otherWorkUs: us(other) }) / busy.published.post;
  say(`${source.file}: otherWorkUs ${other.toFixed(2)}, smtSlowdown ${smt.toFixed(3)}`);
}

const chosen = (options.table ?? COMPARED).map((name) => chosenTable(name, options.machine));
if (options.fit) for (const table of chosen) fitAnew(table);
else if (options.band) for (const table of chosen) say(`${bandText(table, seeds, rowOf, options.rows)}\n`);
else {
  if (options.only !== 'gains') process.exitCode = chosen.map(check).every(Boolean) ? 0 : 1;
  if (options.only !== 'tables') checkGains();
}
