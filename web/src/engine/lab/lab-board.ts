/**
 * Reads the lab's board and ring in shared memory: no call, no message, no lock. Layout and protocol: wasm-core/include/trace_abi.h.
 */

import { DESIGN_IDS } from '../../base/designs.ts';
import { ms, ns } from '../../base/units.ts';
import { ABI } from '../wasm/abi.gen.ts';
import type { LabSlice, LabState } from './lab-types.ts';

const { constants, structs } = ABI;
type SliceField = keyof typeof structs.slice.fields;
type BoardField = keyof typeof structs.board.fields;

const STATES: Readonly<Record<number, LabState>> = {
  [constants.labStarting]: 'starting',
  [constants.labRunning]: 'running',
  [constants.labPaused]: 'paused',
  [constants.labStopped]: 'stopped',
  [constants.labFailed]: 'failed',
};

export class BoardReader {
  readonly #u32: Uint32Array;
  readonly #view: DataView;
  readonly #board: number;
  readonly #ring: number;
  #read = 0;

  /** @param board address of the board, in bytes from the memory's start */
  constructor(buffer: ArrayBufferLike, board: number) {
    this.#u32 = new Uint32Array(buffer);
    this.#view = new DataView(buffer);
    this.#board = board;
    this.#ring = board + this.#boardU32('ring_offset');
  }

  state(): LabState {
    return STATES[this.#boardU32('state')] ?? 'failed';
  }

  /** The xip_error of a lab whose state is `failed`. */
  errorCode(): number {
    return this.#boardU32('error');
  }

  clockStepNs(): number {
    return this.#view.getFloat64(this.#board + structs.board.fields.clock_step_ns[1], true);
  }

  workUnitsPerUs(): number {
    return this.#view.getFloat64(this.#board + structs.board.fields.work_units_per_us[1], true);
  }

  /**
   * The slices written since the last call. If the reader slept so long that the ring was overwritten, the oldest
   * slices are lost: their numbers are missing.
   */
  drain(): readonly LabSlice[] {
    const written = this.#boardU32('slices_written');
    // One slot is left out: the writer may be filling the next one.
    const first = Math.max(this.#read, written - (constants.ringSlices - 1));
    const slices: LabSlice[] = [];
    for (let number = first; number < written; number++) slices.push(this.#slice(number));
    this.#read = written;
    const overtaken = this.#boardU32('slices_written') - (constants.ringSlices - 1);
    return overtaken > first ? slices.filter((slice) => slice.number >= overtaken) : slices;
  }

  /** Atomics.load acquires: everything written before it is visible. */
  #boardU32(field: Exclude<BoardField, 'clock_step_ns' | 'work_units_per_us'>): number {
    return Atomics.load(this.#u32, (this.#board + structs.board.fields[field][1]) / 4);
  }

  #slice(number: number): LabSlice {
    const at = this.#ring + (number % constants.ringSlices) * structs.slice.size;
    const get = (field: SliceField): number => {
      const [type, offset] = structs.slice.fields[field];
      return type === 'u32' ? this.#view.getUint32(at + offset, true) : this.#view.getFloat64(at + offset, true);
    };
    return {
      number: get('number'),
      generation: get('generation'),
      design: DESIGN_IDS[get('design')] ?? 'other-work',
      warmUp: (get('flags') & constants.sliceWarmUp) !== 0,
      active: get('active'),
      idle: get('idle'),
      mostlyIdle: get('mostly_idle'),
      startMs: ms(get('start_ms')),
      elapsedNs: ns(get('elapsed_ns')),
      threadNs: ns(get('thread_ns')),
      transactions: get('transactions'),
      snapshots: get('snapshots'),
      reused: get('reused'),
      mostlyIdleTransactions: get('mostly_idle_transactions'),
      mostlyIdleAsked: get('mostly_idle_asked'),
      connects: get('connects'),
      connectsAsked: get('connects_asked'),
      operations:
        get('checks') + get('assigns') + get('ends') === 0
          ? null
          : {
              time: {
                check: { count: get('checks'), ns: ns(get('check_ns')) },
                assign: { count: get('assigns'), ns: ns(get('assign_ns')) },
                end: { count: get('ends'), ns: ns(get('end_ns')) },
              },
              foundRunning: get('found_running'),
            },
      slru: {
        lookups: get('slru_lookups'),
        hits: get('slru_hits'),
        reads: get('slru_reads'),
        writes: get('slru_writes'),
        waits: get('slru_waits'),
      },
    };
  }
}
