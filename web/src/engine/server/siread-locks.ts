/** SIREAD locks as pg_locks shows them. */
import { SIM_MAX_SIREADS } from '../wasm/sim.gen.ts';
import { SimSireads } from '../wasm/sim-ssi.gen.ts';
import type { WasmServer } from './server-core.ts';

export interface SireadLock {
  /** A session; SIM_MAX_SESSIONS + the handle of a prepared transaction; SIM_NOBODY: of summarized ones. */
  readonly owner: number;
  readonly committed: boolean;
  /** Nothing can harm the owner any more: its locks go at its next read. */
  readonly safe: boolean;
  /** Its number in the log of SSI; 0: of summarized ones. */
  readonly transaction: number;
  /** When it was taken; 0: unknown. */
  readonly step: number;
  readonly relation: number;
  /** 0: the table itself. */
  readonly index: number;
  /** SIM_NO_BLOCK: all of it. */
  readonly page: number;
  /** 0: the whole page. */
  readonly offset: number;
}

export function sireadLocks(core: WasmServer): SireadLock[] {
  const locks: SireadLock[] = [];
  for (let count = 1; locks.length < count; ) {
    count = core.module._xip_sim_view_sireads(locks.length);
    const from = locks.length;
    const answer = core.answer(SimSireads);
    for (let i = 0; i < SIM_MAX_SIREADS && from + i < count; i++) {
      const { owner, committed, safe, transaction, step, relation, index, page, offset } = answer.locks(i);
      locks.push({ owner, committed, safe, transaction, step, relation, index, page, offset });
    }
  }
  return locks;
}
