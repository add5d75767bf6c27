/**
 * The result file of `xipscope bench --workload lines-shared`: writers and readers over a few cache lines. It is what
 * somebody with a two-socket machine sends to somebody without one.
 */

export const LINES_FORMAT = 'xipscope-lines-shared/1';

export const LINES_LIMITS = {
  /** Of wasm-core/src/labthreads/lines_shared.h. */
  lines: 64,
  threads: 256,
  rounds: 300,
  seconds: { min: 0.01, max: 60 },
  /** Settings of a series. */
  points: 16,
  sockets: 64,
  cores: 65_536,
  text: 200,
  /** Of one file, at most so many are shown. */
  faults: 20,
  fileBytes: 1_000_000,
} as const;

export interface LinesMachine {
  readonly cpu: string;
  /** Hardware threads that the process may use. */
  readonly cores: number;
  /** On which those are; null: the system does not say. */
  readonly sockets: number | null;
  /** Null: the system does not say. */
  readonly isVirtual: boolean | null;
  readonly node: string;
  readonly v8: string;
  readonly clockResolutionNs: number;
}

/** One setting of a series. */
export interface LinesPoint {
  readonly lines: number;
  readonly writers: number;
  readonly readers: number;
}

/** A setting in one round: what its threads did meanwhile, all together. */
export interface LinesTurn {
  readonly seconds: number;
  readonly writes: number;
  readonly reads: number;
  /** Writes and reads that found the line changed by another thread: it had to be fetched. */
  readonly writtenTransfers: number;
  readonly readTransfers: number;
  /** Of all threads together: much less than they lasted if they had to share processors. */
  readonly processorSeconds: number;
}

export interface LinesFile {
  readonly format: typeof LINES_FORMAT;
  readonly machine: LinesMachine;
  readonly settings: {
    /** Planned, of each setting in each round. */
    readonly seconds: number;
    readonly points: readonly LinesPoint[];
  };
  /** Oldest first; each has a turn of every setting, in the settings' order. */
  readonly rounds: readonly (readonly LinesTurn[])[];
}
