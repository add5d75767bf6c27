/** WebAssembly against the same C built natively with -O3: short runs in turn, in every round, at 10,000 idle connections. */

import { pairedQuartiles } from '../../node/measure.ts';
import { Fault } from '../../node/proc.mjs';
import type { DesignId } from '../../src/base/designs.ts';
import type { LabSlice } from '../../src/engine/lab/lab-types.ts';
import { Scene } from '../../src/engine/replay/scene.ts';
import { machineParams } from '../../src/engine/simulation/model-params.ts';
import { wasmPlaceInNode } from '../../src/engine/wasm/wasm-place.node.ts';
import { loadMachine } from '../../src/scenario/machines.node.ts';
import { pairedRatio, quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { type Context, inTurn, nsPerSnapshot, setting } from './context.ts';
import { judge, type PartAnswer, skipped } from './report.ts';

const COHERENCE = 'coherence';
const TARGET = 40e6;
const CORES_PER_SOCKET = 24;
/** Ten for each core: about 20 million accesses. */
const SCANS = 480;

/**
 * Accesses per second of the coherence simulator, in WebAssembly: 48 cores of two sockets scan 10,000 entries as pg13's
 * snapshots do, and write their own. Turns without pause, cold caches left out.
 */
export async function coherencePart({ plan, progress }: Pick<Context, 'plan' | 'progress'>): Promise<PartAnswer> {
  const scene = await Scene.load(wasmPlaceInNode('xip-model'));
  if (!scene.ok) throw new Fault(scene.error.message);
  const machine = loadMachine('xeon-gold-5215-2s');
  if (!machine.ok) throw new Fault('xeon-gold-5215-2s does not load');
  const params = { ...machineParams(machine.value, true), cores_per_socket: CORES_PER_SOCKET };
  if (scene.value.bench(params, SCANS, true) === 0) throw new Fault('the machine cannot be made');
  const rates: number[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    progress(`${COHERENCE}: round ${round + 1} of ${plan.rounds}`);
    const began = performance.now();
    const accesses = scene.value.bench(params, SCANS, false);
    rates.push((accesses * 1000) / (performance.now() - began));
  }
  return {
    findings: [
      judge(
        {
          part: COHERENCE,
          what: 'accesses a second in WebAssembly, 48 cores scanning 10,000 entries',
          limits: { min: TARGET },
        },
        quartilesOf(rates),
      ),
    ],
    notes: [],
    data: { rates },
  };
}

const FALSE_SHARING = 'false-sharing';
const SHARING_DESIGNS = ['globalvis', 'xmin-moved'] as const satisfies readonly DesignId[];

/**
 * False sharing: two active connections far apart among 100, xmin next to xid or elsewhere, without the lock and with
 * it.
 */
export async function falseSharingPart(context: Context): Promise<PartAnswer> {
  if (context.cores < 2)
    return {
      findings: [skipped(FALSE_SHARING, 'globalvis / xmin-moved', 'one core: two threads cannot run at once')],
      notes: [],
      data: null,
    };
  const seen: Record<'free' | 'locked', LabSlice[]> = { free: [], locked: [] };
  for (let round = 0; round < context.plan.rounds; round++) {
    context.progress(`false sharing: round ${round + 1} of ${context.plan.rounds}`);
    for (const which of inTurn(['free', 'locked'] as const, round)) {
      const slices = await context.visit(setting(SHARING_DESIGNS, { active: 2, idle: 98, lock: which === 'locked' }));
      for (const slice of slices) seen[which].push(slice);
    }
  }
  // Time of globalvis over time of xmin-moved is speed of xmin-moved over speed of globalvis.
  const free = pairedRatio(seen.free, 'xmin-moved', 'globalvis');
  const locked = pairedRatio(seen.locked, 'xmin-moved', 'globalvis');
  const ask = (how: string) => ({
    part: FALSE_SHARING,
    what: `globalvis / xmin-moved, ${how}, 2 active of 100`,
    of: 'pairs',
  });
  return {
    findings: [judge({ ...ask('no lock'), limits: { min: 2 } }, free), judge(ask('with ProcArrayLock'), locked)],
    notes: [
      'false sharing: with ProcArrayLock the line of the lock itself goes to and fro between the cores, in both designs.',
    ],
    data: { free, locked },
  };
}

const NATIVE = 'native';
const NATIVE_DESIGNS = ['pg13', 'dense'] as const satisfies readonly DesignId[];
const IDLE = 10_000;
const MAX_RATIO = 1.3;

export async function nativePart(context: Context): Promise<PartAnswer> {
  const labs = await context.natives();
  if (labs.length === 0)
    return {
      findings: [skipped(NATIVE, 'wasm / native', 'neither gcc nor clang is on the PATH')],
      notes: [],
      data: null,
    };
  const config = setting(NATIVE_DESIGNS, { idle: IDLE });
  const ns = new Map<string, number[]>();
  const keep = (who: string, design: DesignId, value: number) =>
    ns.set(`${who} ${design}`, [...(ns.get(`${who} ${design}`) ?? []), value]);
  const runs = [
    { who: 'wasm', run: () => context.visit(config) },
    ...labs.map(({ compiler, measure }) => ({
      who: compiler,
      run: () => context.alone(() => measure(config, context.plan.seconds)),
    })),
  ];
  for (let round = 0; round < context.plan.rounds; round++) {
    context.progress(`native: round ${round + 1} of ${context.plan.rounds}`);
    for (const { who, run } of round % 2 === 0 ? runs : [...runs].reverse()) {
      const slices = await run();
      for (const design of NATIVE_DESIGNS) keep(who, design, nsPerSnapshot(slices, design));
    }
  }
  const of = (who: string, design: DesignId) => ns.get(`${who} ${design}`) ?? [];
  return {
    findings: NATIVE_DESIGNS.flatMap((design) =>
      labs.map(({ compiler }) =>
        judge(
          { part: NATIVE, what: `${design}: wasm / native (${compiler} -O3) at 10,000`, limits: { max: MAX_RATIO } },
          pairedQuartiles(of('wasm', design), of(compiler, design)),
        ),
      ),
    ),
    notes: NATIVE_DESIGNS.map((design) => {
      const each = ['wasm', ...labs.map(({ compiler }) => compiler)].map((who) => {
        const median = quartilesOf(of(who, design))?.median ?? Number.NaN;
        return `${who} ${(median / IDLE).toFixed(3)} ns`;
      });
      return `native: ${design}, for each of 10,000 connections: ${each.join(', ')}.`;
    }),
    data: { idle: IDLE, nsPerSnapshot: Object.fromEntries(ns) },
  };
}
