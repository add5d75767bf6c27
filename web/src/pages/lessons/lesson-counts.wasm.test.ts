/** Lessons 5, 7 and 12 give the model's counts and ratios: each is computed here again. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { DesignId } from '../../base/designs.ts';
import { ms } from '../../base/units.ts';
import type { ModelConfig, ModelCounts, ModelRow, ModelWorkload } from '../../engine/simulation/model-types.ts';
import { Modeller } from '../../engine/simulation/modeller.ts';
import { wasmPlaceInNode } from '../../engine/wasm/wasm-place.node.ts';
import { loadMachine } from '../../scenario/machines.node.ts';
import { GAIN_ACTIVE } from '../../viewmodel/ladder/gains.ts';
import { FEW_SEEDS, meanRow, SURE_SEEDS } from '../../viewmodel/prediction/model-rows.ts';

let modeller: Modeller;
beforeAll(async () => {
  const loaded = await Modeller.load(wasmPlaceInNode('xip-model'));
  if (!loaded.ok) throw new Error(loaded.error.message);
  modeller = loaded.value;
});

const PLAIN = { mostlyIdle: 0, thinkMs: ms(0), networkMs: ms(0), otherWorkUs: null, coherence: true };

function rowsOf(config: ModelConfig, seeds: number): readonly ModelRow[] {
  const machine = loadMachine('xeon-gold-5215-2s');
  if (!machine.ok) throw new Error('no machine');
  const rows = Array.from({ length: seeds }, (_, i) => modeller.model(machine.value, config, i + 1));
  return rows.flatMap((row) => (row.ok ? [row.value] : []));
}

/** Of 20 sessions on 20 cores, 12 more idle. */
function counts(design: DesignId, workload: ModelWorkload): ModelCounts {
  const mean = meanRow(rowsOf({ ...PLAIN, design, workload, active: 20, idle: 12 }, FEW_SEEDS));
  if (mean === null) throw new Error('nothing modelled');
  return mean.perSnapshot;
}
/** The lesson's counts in their order: the figures in bold. */
const saidIn = (lang: string): readonly string[] =>
  [
    ...readFileSync(new URL(`../../../../scenarios/lessons/05-ping-pong.${lang}.md`, import.meta.url), 'utf8').matchAll(
      /\*\*(\d\.\d)\*\*/g,
    ),
  ].map(([, figure]) => figure ?? '');

test.each(['en', 'zh'])('the counts of lesson 5, %s, are the model’s', (lang) => {
  const one = counts('globalvis', 'readonly');
  const many = counts('globalvis', 'batch');
  const moved = [counts('xmin-moved', 'readonly').misses, counts('xmin-moved', 'batch').misses] as const;
  const computed = [
    ...[one.trueSharing, one.falseSharing, many.trueSharing, many.falseSharing],
    ...[one.misses, moved[0], many.misses, moved[1]],
  ];
  expect(saidIn(lang)).toEqual(computed.map((n) => n.toFixed(1)));
});

test('with one statement a transaction it is the flags that are shared: without their store only the lock is missed', () => {
  expect(counts('xmin-moved', 'readonly').trueSharing).toBeGreaterThan(4);
  // The lock's line, and once more where another core took it between taking the lock and releasing it.
  expect(counts('dense', 'readonly').trueSharing).toBeGreaterThan(1);
  expect(counts('dense', 'readonly').trueSharing).toBeLessThan(2);
  for (const workload of ['readonly', 'batch'] as const) expect(counts('dense', workload).falseSharing).toBe(0);
});

test('what moving xmin alone gains in the model is what lesson 5 says', () => {
  const each = (design: DesignId) =>
    rowsOf({ ...PLAIN, design, workload: 'readonly', active: GAIN_ACTIVE, idle: 0 }, SURE_SEEDS);
  const before = each('globalvis');
  const gains = each('xmin-moved').map(({ tps }, i) => tps / (before[i]?.tps ?? Number.NaN));
  const [low, high] = [Math.min(...gains).toFixed(2), Math.max(...gains).toFixed(2)];
  const text = (lang: string) =>
    readFileSync(new URL(`../../../../scenarios/lessons/05-ping-pong.${lang}.md`, import.meta.url), 'utf8');
  expect(text('en').replaceAll('\n', ' ').split(`${low} to ${high}`)).toHaveLength(3);
  expect(text('zh').split(`${low} 到 ${high}`)).toHaveLength(3);
});

/** Snapshots a second of one client that does nothing else, with so many idle connections. */
function snapshotsOf(design: DesignId, idle: number): number {
  const mean = meanRow(rowsOf({ ...PLAIN, design, workload: 'snapshot', active: 1, idle }, FEW_SEEDS));
  if (mean === null) throw new Error('nothing modelled');
  return mean.tps;
}

test('lesson 12: two passes take more than ten times as many snapshots as dense with 1,000 idle connections', () => {
  expect(snapshotsOf('two-pass', 1000) / snapshotsOf('dense', 1000)).toBeGreaterThan(10);
});

test('lesson 7: both new layouts lead 13 from 100 idle connections on, and by 1.5 with 10,000', () => {
  for (const design of ['xmin-moved', 'dense'] as const) {
    expect(snapshotsOf(design, 100)).toBeGreaterThan(snapshotsOf('pg13', 100));
    expect((snapshotsOf(design, 10_000) / snapshotsOf('pg13', 10_000)).toFixed(1)).toBe('1.5');
  }
  const gain = snapshotsOf('dense', 10_000) / snapshotsOf('xmin-moved', 10_000);
  expect(gain).toBeGreaterThan(1);
  expect(gain).toBeLessThan(1.02);
});
