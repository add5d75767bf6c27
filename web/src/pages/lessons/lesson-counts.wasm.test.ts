/** Lesson 5 gives the model's counts: each count in it is computed here again. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { DesignId } from '../../base/designs.ts';
import { ms } from '../../base/units.ts';
import type { ModelCounts, ModelWorkload } from '../../engine/simulation/model-types.ts';
import { Modeller } from '../../engine/simulation/modeller.ts';
import { wasmPlaceInNode } from '../../engine/wasm/wasm-place.node.ts';
import { loadMachine } from '../../scenario/machines.node.ts';
import { FEW_SEEDS, meanRow } from '../../viewmodel/prediction/model-rows.ts';

let modeller: Modeller;
beforeAll(async () => {
  const loaded = await Modeller.load(wasmPlaceInNode('xip-model'));
  if (!loaded.ok) throw new Error(loaded.error.message);
  modeller = loaded.value;
});

/** Of 20 sessions on 20 cores, 12 more idle. */
function counts(design: DesignId, workload: ModelWorkload): ModelCounts {
  const machine = loadMachine('xeon-gold-5215-2s');
  if (!machine.ok) throw new Error('no machine');
  const config = {
    design,
    workload,
    active: 20,
    idle: 12,
    mostlyIdle: 0,
    thinkMs: ms(0),
    networkMs: ms(0),
    otherWorkUs: null,
    coherence: true,
  };
  const rows = Array.from({ length: FEW_SEEDS }, (_, i) => modeller.model(machine.value, config, i + 1));
  const mean = meanRow(rows.flatMap((row) => (row.ok ? [row.value] : [])));
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
