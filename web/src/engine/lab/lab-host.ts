/**
 * The lab in the thread that holds its WebAssembly: a page's worker (lab-worker.ts) or Node (lab.node.ts). Calls go to
 * wasm-core/src/api/lab_api.c, litmus_api.c and lines_api.c.
 */

import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { LinesPoint, LinesTurn } from '../../scenario/lines-shared.ts';
import type { LabExports } from '../wasm/exports.gen.ts';
import { instantiate, type WasmModule, type WasmPlace } from '../wasm/wasm-module.ts';
import { checkLabConfig, savepointsOf, slruBuffersOf } from './lab-config.ts';
import { type LabConfig, WORKLOAD_IDS } from './lab-types.ts';
import type { LitmusPlan } from './litmus-types.ts';

/** Emscripten's threads, with the exports. */
type LabModule = WasmModule<LabExports & { readonly PThread?: { terminateAllThreads(): void } }>;

/** One rung, as the C code describes it. */
export interface LadderRung {
  readonly id: string;
  readonly name: string;
  readonly commit: string;
  readonly layout: string;
  /** The memory that one snapshot reads. */
  readonly reads: string;
  /** The memory that a visibility check touches. */
  readonly checks: string;
  /** The memory that assigning an xid touches. */
  readonly assigns: string;
  /** The memory that the end of a transaction touches. */
  readonly ends: string;
}

/** The transactions that real threads run while their snapshots are recorded: wasm-core/src/labthreads/history.h. */
export interface HistoryPlan {
  readonly design: DesignId;
  readonly threads: number;
  /** Connections without an xid, which make a scan take longer. */
  readonly idle: number;
  /** Transactions of each thread. */
  readonly transactions: number;
  readonly seed: number;
  /** Connections also connect and disconnect. */
  readonly churn: boolean;
  /** Rules broken on purpose: see XIP_FAULT_* in wasm-core/include/xip.h. */
  readonly faults: number;
}

export interface HistoryVerdict {
  readonly violations: number;
  /** The first few violations, a line each. */
  readonly report: string;
  readonly transactions: number;
  readonly xids: number;
  readonly snapshots: number;
  readonly reused: number;
}

/** Threads besides the active ones: the player of the mostly idle connections, and the coordinator. Litmus tests need two. */
const OTHER_THREADS = 2;

export class LabHost {
  readonly #module: LabModule;
  readonly memory: WebAssembly.Memory;

  private constructor(module: LabModule, memory: WebAssembly.Memory) {
    this.#module = module;
    this.memory = memory;
  }

  static async load(
    place: WasmPlace,
    maxActive: number,
    onAbort: (what: string) => void,
  ): Promise<Result<LabHost, EngineError>> {
    const instance = await instantiate<LabExports>(place, maxActive + OTHER_THREADS, onAbort);
    return instance.ok ? ok(new LabHost(instance.value.module, instance.value.memory)) : instance;
  }

  /** Starts the threads; they sleep until the first request. Returns the board's address. */
  start(maxActive: number): Result<number, EngineError> {
    const code = this.#module._xip_api_start(maxActive);
    return code === 0 ? ok(this.#module._xip_api_board()) : err({ kind: 'failed', message: this.errorText(code) });
  }

  request(config: LabConfig, faults = 0): Result<number, EngineError> {
    const checked = checkLabConfig(config);
    if (!checked.ok) return checked;
    const answer = this.#module._xip_api_request(
      config.designs.reduce((mask, id) => mask | (1 << DESIGN_IDS.indexOf(id)), 0),
      config.active,
      config.idle,
      config.mostlyIdle,
      WORKLOAD_IDS.indexOf(config.workload),
      config.otherWorkUs,
      config.sliceMs,
      config.lock ? 0 : 1,
      faults,
      savepointsOf(config),
      slruBuffersOf(config),
    );
    return answer > 0 ? ok(answer) : err({ kind: 'bad-input', message: this.errorText(-answer) });
  }

  pause(paused: boolean): void {
    this.#module._xip_api_pause(paused ? 1 : 0);
  }

  /**
   * Ends the lab's threads and releases their workers. Blocks for at most one slice, so a page's main thread must not
   * call it.
   */
  stop(): void {
    this.#module._xip_api_stop();
    this.#module.PThread?.terminateAllThreads();
  }

  /**
   * Records and checks a history on separate threads; the pool that `load` made needs that many free ones. Blocks until
   * it is done: for tests in Node, not for pages.
   */
  history(plan: HistoryPlan): Result<HistoryVerdict, EngineError> {
    const m = this.#module;
    const design = DESIGN_IDS.indexOf(plan.design);
    const { threads, idle, transactions, seed, churn, faults } = plan;
    const answer = m._xip_api_history_run(design, threads, idle, transactions, seed, churn ? 1 : 0, faults);
    if (answer < 0) return err({ kind: 'bad-input', message: this.errorText(-answer) });
    return ok({
      violations: answer,
      report: this.#text(m._xip_api_history_report()),
      transactions: m._xip_api_history_transactions(),
      xids: m._xip_api_history_xids(),
      snapshots: m._xip_api_history_snapshots(),
      reused: m._xip_api_history_reused(),
    });
  }

  /** Starts the two threads of litmus tests, in a module that runs no race. Returns the address of their counts. */
  startLitmus(): Result<number, EngineError> {
    const code = this.#module._xip_api_litmus_start();
    return code === 0
      ? ok(this.#module._xip_api_litmus_board())
      : err({ kind: 'failed', message: this.errorText(code) });
  }

  runLitmus({ variant, runs, pause, seed }: LitmusPlan): Result<null, EngineError> {
    const code = this.#module._xip_api_litmus_run(variant, runs, pause, seed);
    return code === 0 ? ok(null) : err({ kind: 'bad-input', message: this.errorText(code) });
  }

  /** Blocks until both threads are parked, so a page's main thread must not call it. */
  stopLitmus(): void {
    this.#module._xip_api_litmus_halt();
  }

  /** Ends the two threads and releases their workers. */
  endLitmus(): void {
    this.#module._xip_api_litmus_end();
    this.#module.PThread?.terminateAllThreads();
  }

  /** Starts the threads of `lines-shared`, in a module that runs no race; `load` made that many. */
  startLines(threads: number): Result<null, EngineError> {
    return this.#done(this.#module._xip_api_lines_start(threads), 'failed');
  }

  beginLines({ lines, writers, readers }: LinesPoint): Result<null, EngineError> {
    return this.#done(this.#module._xip_api_lines_begin(lines, writers, readers), 'bad-input');
  }

  /** Blocks until all threads are parked, so a page's main thread must not call it. */
  haltLines(): Omit<LinesTurn, 'processorSeconds'> {
    const m = this.#module;
    m._xip_api_lines_halt();
    return {
      seconds: m._xip_api_lines_elapsed_ns() / 1e9,
      writes: m._xip_api_lines_writes(),
      reads: m._xip_api_lines_reads(),
      writtenTransfers: m._xip_api_lines_written_transfers(),
      readTransfers: m._xip_api_lines_read_transfers(),
    };
  }

  /** Ends the threads and releases their workers. */
  endLines(): void {
    this.#module._xip_api_lines_end();
    this.#module.PThread?.terminateAllThreads();
  }

  #done(code: number, kind: EngineError['kind']): Result<null, EngineError> {
    return code === 0 ? ok(null) : err({ kind, message: this.errorText(code) });
  }

  /** What the C code's checker says of each variant; litmus.gen.ts must agree. */
  litmusTable(): unknown {
    return JSON.parse(this.#text(this.#module._xip_api_litmus_json()));
  }

  errorText(code: number): string {
    return this.#text(this.#module._xip_api_error_text(code));
  }

  ladder(): readonly LadderRung[] {
    return JSON.parse(this.#text(this.#module._xip_api_ladder_json())) as LadderRung[];
  }

  /** The layout as the C code describes it; abi.gen.ts must agree. */
  abi(): unknown {
    return JSON.parse(this.#text(this.#module._xip_api_abi_json()));
  }

  #text(at: number): string {
    return this.#module.UTF8ToString(at);
  }
}
