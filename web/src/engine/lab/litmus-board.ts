/** Reads the counts of litmus tests in shared memory. Layout: `xip_litmus_board` in wasm-core/include/trace_abi.h. */

import { ABI } from '../wasm/abi.gen.ts';
import type { LitmusCounts } from './litmus-types.ts';

const { fields } = ABI.structs.litmus;

/** @param at address of the board, in bytes from the memory's start */
export function readLitmusBoard(u32: Uint32Array, at: number): LitmusCounts {
  const load = (field: keyof typeof fields): number => Atomics.load(u32, (at + fields[field][1]) / 4);
  // First of all: if the runs are over, then what is read next is all of them.
  const isRunning = load('running') !== 0;
  return {
    isRunning,
    seen: [load('seen_by_neither'), load('seen_by_reader'), load('seen_by_pruner'), load('seen_by_both')],
    naps: load('naps'),
  };
}
