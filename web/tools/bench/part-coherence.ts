/**
 * Accesses per second of the coherence simulator, in WebAssembly: 48 cores of two sockets scan 10,000 entries as pg13's
 * snapshots do, and write their own. Turns without pause, cold caches left out.
 */

import { Scene } from '../../src/engine/replay/scene.ts';
import { machineParams } from '../../src/engine/simulation/model-params.ts';
import { wasmPlaceInNode } from '../../src/engine/wasm/wasm-place.node.ts';
import { loadMachine } from '../../src/scenario/machines.node.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { Fault } from '../proc.mjs';
import type { Context } from './context.ts';
import { judge, type PartAnswer } from './report.ts';

const PART = 'coherence';
const TARGET = 40e6;
const CORES_PER_SOCKET = 24;
/** Ten for each core: about 20 million accesses. */
const SCANS = 480;

export async function coherencePart({ plan, progress }: Pick<Context, 'plan' | 'progress'>): Promise<PartAnswer> {
  const scene = await Scene.load(wasmPlaceInNode('xip-model'));
  if (!scene.ok) throw new Fault(scene.error.message);
  const machine = loadMachine('xeon-gold-5215-2s');
  if (!machine.ok) throw new Fault('xeon-gold-5215-2s does not load');
  const params = { ...machineParams(machine.value, true), cores_per_socket: CORES_PER_SOCKET };
  if (scene.value.bench(params, SCANS, true) === 0) throw new Fault('the machine cannot be made');
  const rates: number[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    progress(`${PART}: round ${round + 1} of ${plan.rounds}`);
    const began = performance.now();
    const accesses = scene.value.bench(params, SCANS, false);
    rates.push((accesses * 1000) / (performance.now() - began));
  }
  return {
    findings: [
      judge(
        {
          part: PART,
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
