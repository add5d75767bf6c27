/**
 * Planted faults by name: each breaks one rule (XIP_FAULT_MAP in wasm-core/include/xip.h), to prove that a check
 * catches it.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { SimFault } from '../wasm/sim.gen.ts';
import type { WasmServer } from './server-core.ts';

export interface PlantedFault {
  /** As on the command line. */
  readonly id: string;
  readonly bit: number;
  /** A sentence about the broken rule. */
  readonly text: string;
}

export function plantedFaults(core: WasmServer): readonly PlantedFault[] {
  const { module } = core;
  const faults: PlantedFault[] = [];
  for (let at = module._xip_sim_fault_id(0); at !== 0; at = module._xip_sim_fault_id(faults.length)) {
    const { bit } = core.answer(SimFault);
    const text = module.UTF8ToString(module._xip_sim_fault_text(faults.length));
    faults.push({ id: module.UTF8ToString(at), bit, text });
  }
  return faults;
}

/** Bits for ServerOptions.faults; the error is the first unknown name. */
export function faultBits(core: WasmServer, names: readonly string[]): Result<number, string> {
  const known = plantedFaults(core);
  let bits = 0;
  for (const name of names) {
    const fault = known.find(({ id }) => id === name);
    if (fault === undefined) return err(name);
    bits |= fault.bit;
  }
  return ok(bits);
}
