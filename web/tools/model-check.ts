/**
 * `npm run model:check`: the model against the published tables, with and without coherence. Exit code 1 when a promised bound is missed.
 *
 *   npm run model:check                    every table, next to a formula of two lines
 *   npm run model:check -- --rows          every point, too
 *   npm run model:check -- --footprint 64  with another amount of memory (kB) that other work uses: what depends on it?
 *   npm run model:check -- --fit           fits the two constants of each machine again and prints them; writes nothing
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { textTable } from '../node/text-table.ts';
import { en } from '../src/base/messages/en/index.ts';
import { ms, us } from '../src/base/units.ts';
import type { ModelConfig } from '../src/engine/simulation/model-types.ts';
import { Modeller } from '../src/engine/simulation/modeller.ts';
import { wasmPlaceInNode } from '../src/engine/wasm/wasm-place.node.ts';
import { type Machine, machineCores, machineThreads } from '../src/scenario/machine.ts';
import { loadMachine } from '../src/scenario/machines.node.ts';
import { PUBLISHED, parsePublished } from '../src/scenario/published.ts';
import {
  COMPARED,
  COMPARED_AS,
  type ComparedId,
  type ComparisonPoint,
  CURVE_DESIGN,
  comparisonOf,
  comparisonPoints,
  curvesOf,
  type PointThroughput,
} from '../src/viewmodel/prediction/comparison.ts';
import { type ComparisonRow, errorOf, summarise } from '../src/viewmodel/prediction/model-chart.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
    footprint: { type: 'string' },
    table: { type: 'string', multiple: true },
  },
});

const say = (text = ''): void => void process.stdout.write(`${text}\n`);
const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);
const signed = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`;

function fail(text: string): never {
  process.stderr.write(`model:check: ${text}\n`);
  process.exit(2);
}

const place = await Modeller.load(wasmPlaceInNode('xip-model'));
if (!place.ok) fail(place.error.message);
const modeller = place.value;
const footprint = options.footprint === undefined ? undefined : Number(options.footprint) * 1024;

/** Transactions per second of one point. */
function tps(
  machine: Machine,
  point: ComparisonPoint,
  curve: 'pre' | 'post',
  change: Partial<ModelConfig> = {},
): number {
  const config: ModelConfig = {
    design: CURVE_DESIGN[curve],
    active: point.active,
    idle: point.idle,
    mostlyIdle: point.mostlyIdle,
    workload: 'readonly',
    thinkMs: ms(0),
    networkMs: ms(0),
    otherWorkUs: null,
    coherence: true,
    ...change,
  };
  const row = modeller.model(machine, config, 1, footprint === undefined ? {} : { footprint_bytes: footprint });
  if (!row.ok) fail(`${curve} at ${JSON.stringify(point.where)}: ${row.error.message}`);
  return row.value.tps;
}

const both = (machine: Machine, point: ComparisonPoint, coherence: boolean) => ({
  pre: tps(machine, point, 'pre', { coherence }),
  post: tps(machine, point, 'post', { coherence }),
});

function tableOf(id: ComparedId) {
  const { file } = PUBLISHED[id].source;
  const text = readFileSync(new URL(`../../scenarios/published/${file}`, import.meta.url), 'utf8');
  const table = parsePublished(id, text);
  if (!table.ok) fail(`${file}:${table.error.line}: ${table.error.message}`);
  const machine = loadMachine(COMPARED_AS[id].machine);
  if (!machine.ok) fail(`${COMPARED_AS[id].machine}: ${machine.error[0]?.message ?? 'not a machine'}`);
  return { ...table.value, machine: machine.value, points: comparisonPoints(table.value.rows) };
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
    ],
    rows,
  );
}

/**
 * A formula of two lines without any coherence: 14 takes the time of its two fitted points; 13 takes as much and, for
 * each connection, two walks over it, a quarter of an L2 latency and four loads each. Two threads of a core share its
 * load ports. The model's advantage over it is the part that coherence explains.
 */
function plainFormula(
  machine: Machine,
  points: readonly ComparisonPoint[],
): readonly (readonly [ComparisonPoint, PointThroughput])[] {
  const [alone, busy] = (machine.fitted?.points ?? []).map(({ where }) =>
    points.find((point) => Object.entries(where).every(([key, value]) => point.where[key] === value)),
  );
  if (alone === undefined || busy === undefined) return [];
  const threads = machineThreads(machine);
  const l2 = (machine.latency.l2 ?? machine.latency.l3).value;
  const loads = 4 / (machine.core.loadsPerCycle.value * machine.clock.allCore.value);
  return points.map((point) => {
    const shared = point.active > machineCores(machine);
    const at = shared ? busy : alone;
    const post = (Math.min(at.active, threads) / at.published.post) * 1e9;
    const pre = post + 2 * (point.active + point.idle + point.mostlyIdle) * (0.25 * l2 + loads * (shared ? 2 : 1));
    const working = Math.min(point.active, threads) * 1e9;
    return [point, { modelled: { pre: working / pre, post: working / post }, without: null }];
  });
}

/** Returns whether the promised bounds hold. */
function check(id: ComparedId): boolean {
  const { source, machine, points } = tableOf(id);
  const { axis, bounds, judgedFrom, notes } = COMPARED_AS[id];
  const modelled = points.map((point): readonly [ComparisonPoint, PointThroughput] => [
    point,
    { modelled: both(machine, point, true), without: both(machine, point, false) },
  ]);
  const curves = curvesOf(points, axis).map((active) => comparisonOf(id, source, machine, active, modelled));
  const judged = curves.flatMap(({ rows }) => rows).filter(({ x }) => axis !== 'clients' || x >= judgedFrom);
  const on = summarise(judged);
  const off = summarise(judged, 'without');
  say(
    `${source.file}: ${machine.name}, ${points.length} points${judgedFrom > 0 ? `, judged from ${judgedFrom} ${axis} up` : ''}`,
  );
  for (const { name, value, unit } of curves[0]?.constants ?? []) say(`  fitted: ${name} = ${value} ${unit}`);
  const line = (what: string, get: (summary: typeof on) => number | null, bound?: number) =>
    say(
      `  ${what.padEnd(36)} ${percent(get(on)).padStart(7)}   without coherence ${percent(get(off)).padStart(7)}` +
        (bound === undefined ? '' : `   promised ≤ ${percent(bound)}${(get(on) ?? 1) <= bound ? '' : '   MISSED'}`),
    );
  line('throughput, mean absolute error', (summary) => summary.both, bounds?.throughput);
  line('  13', (summary) => summary.pre);
  line('  14', (summary) => summary.post);
  line('  without the fitted points', (summary) => summary.predictions);
  line('14/13', (summary) => summary.ratio, bounds?.ratio);
  const plain = summarise(
    comparisonOf(id, source, machine, null, plainFormula(machine, points)).rows.filter(({ x }) => x >= judgedFrom),
  );
  if (plain.both !== null) {
    say(
      `  ${'a two-line formula: throughput'.padEnd(36)} ${percent(plain.both).padStart(7)}   the model ${percent(on.both)}`,
    );
    say(
      `  ${'a two-line formula: 14/13'.padEnd(36)} ${percent(plain.ratio).padStart(7)}   the model ${percent(on.ratio)}`,
    );
  }
  // Points at which only coherence separates the designs: the array is short, and every connection in it is busy.
  const close = judged.filter((row, i) =>
    axis === 'clients' ? row.x <= 900 : row.x <= 1000 && (points[i]?.active ?? 0) > 1,
  );
  const [closeOn, closeOff] = [summarise(close).ratio, summarise(close, 'without').ratio];
  say(
    `  ${`14/13 at ${axis === 'clients' ? '36 to 900 clients' : '48 active, to 1,000 idle'}`.padEnd(36)} ${percent(closeOn).padStart(7)}   without coherence ${percent(closeOff).padStart(7)}`,
  );
  if (options.rows)
    for (const { table, rows } of curves)
      say(`\n${table.active === null ? '' : `${table.active} active\n`}${rowsText(rows)}`);
  for (const note of notes) say(`  ${en[note]}`);
  say();
  return bounds === null || ((on.both ?? 1) <= bounds.throughput && (on.ratio ?? 1) <= bounds.ratio);
}

/**
 * Both constants from two points of 14, where the snapshot costs almost nothing: a single client gives the other work,
 * and enough clients to keep all threads busy give the cost of a core's two threads to each other.
 */
function fitAnew(id: ComparedId): void {
  const { source, machine, points } = tableOf(id);
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
  for (let i = 0; i < 20; i++) other *= tps(machine, alone, 'post', { otherWorkUs: us(other) }) / alone.published.post;
  let smt = 1.2;
  const withSmt = (value: number): Machine => ({
    ...machine,
    fitted: { publishedTable: source.file, points: [], constants: [{ name: 'smtSlowdown', value, unit: '', how: '' }] },
  });
  for (let i = 0; i < 20; i++) smt *= tps(withSmt(smt), busy, 'post', { otherWorkUs: us(other) }) / busy.published.post;
  say(`${source.file}: otherWorkUs ${other.toFixed(2)}, smtSlowdown ${smt.toFixed(3)}`);
}

const chosen = COMPARED.filter((id) => options.table === undefined || options.table.includes(id));
if (chosen.length === 0) fail(`--table must be one of ${COMPARED.join(', ')}`);
if (options.fit) for (const id of chosen) fitAnew(id);
else process.exitCode = chosen.map(check).every(Boolean) ? 0 : 1;
