/**
 * The engine under a simulated server: one instance of xip-engine.wasm is one server (wasm-core/src/api/sim_instance.h).
 * It is loaded, started, asked for answers, saved and restored. Views of its memory are made once, because that memory
 * never grows. What the server does is in server-xacts.ts and server-core.ts.
 */

import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Rules } from '../../sql/core.ts';
import type { EngineExports } from '../wasm/exports.gen.ts';
import { SIM_DEADLOCKS_WHEN_CHECKED, SIM_LAST_WAITER_IS_VICTIM, SIM_WRITES_WAL } from '../wasm/sim.gen.ts';
import { instantiate, type WasmModule, type WasmPlace } from '../wasm/wasm-module.ts';

export interface ServerOptions {
  readonly rules: Rules;
  /** Default by the rules: pg13 for 13, pg14 since 14. */
  readonly design?: DesignId;
  /** The first xid that it will assign; 64 bits. Default 731 in epoch 0. */
  readonly firstXid?: bigint;
  /** XIP_FAULT_* bits. */
  readonly faults?: number;
  readonly lastWaiterIsVictim?: boolean;
  readonly deadlocks?: 'at-once' | 'when-checked';
  /** Rules of 17 and later: subtransaction_buffers, in pages; 0: the server chooses, 32. */
  readonly subtransactionBuffers?: number;
  /** How many SERIALIZABLE transactions it remembers before it summarizes; 0: as max_connections = 100 makes it. */
  readonly sxacts?: number;
  /** It keeps the WAL records about xids, for a standby (standby-core.ts). */
  readonly wal?: boolean;
}

export const designOf = (rules: Rules): DesignId => (rules < 14 ? 'pg13' : 'pg14');

/** Roughly the next xid of a database that initdb has just made. */
const FIRST_XID = 731n;

interface Instance {
  readonly module: WasmModule<EngineExports>;
  readonly memory: { readonly buffer: ArrayBufferLike };
}
const newInstance = (place: WasmPlace): Promise<Result<Instance, EngineError>> =>
  instantiate<EngineExports>(place, undefined, () => undefined);
/** An engine that nobody uses yet, or any more. */
let ahead: { readonly moduleUrl: string; readonly instance: ReturnType<typeof newInstance> } | undefined;

/** Loads and compiles an engine for the next `takeEngine`. */
export function warmEngine(place: WasmPlace): void {
  ahead ??= { moduleUrl: place.moduleUrl, instance: newInstance(place) };
}
/** Every server gets its own module. */
export function takeEngine(place: WasmPlace): Promise<Result<Instance, EngineError>> {
  const waiting = ahead;
  ahead = undefined;
  return waiting?.moduleUrl === place.moduleUrl ? waiting.instance : newInstance(place);
}

/** Starts a server in a module that has none, or whose server was given up. Returns why it did not; undefined: it runs. */
export function startServer(module: WasmModule<EngineExports>, options: ServerOptions): string | undefined {
  const first = options.firstXid ?? FIRST_XID;
  const design = DESIGN_IDS.indexOf(options.design ?? designOf(options.rules));
  const flags =
    (options.lastWaiterIsVictim === true ? SIM_LAST_WAITER_IS_VICTIM : 0) |
    (options.deadlocks === 'when-checked' ? SIM_DEADLOCKS_WHEN_CHECKED : 0) |
    (options.wal === true ? SIM_WRITES_WAL : 0);
  const code = module._xip_sim_start(
    options.rules,
    design,
    Number(first & 0xffffffffn),
    Number(first >> 32n),
    options.faults ?? 0,
    flags,
    options.subtransactionBuffers ?? 0,
    options.sxacts ?? 0,
  );
  return code === 0 ? undefined : module.UTF8ToString(module._xip_sim_error_text(code));
}

export abstract class ServerEngine {
  readonly rules: Rules;
  readonly faults: number;
  /** The first xid that it assigned, or will assign; with its epoch, exact below 2^53. */
  readonly firstXid: number;
  /** For the readers of its state, server-state.ts and others. */
  readonly module: WasmModule<EngineExports>;
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The address of all answers, as an index into `words`. */
  readonly #out: number;
  /** By their class. */
  readonly #answers = new Map<unknown, unknown>();

  protected constructor(module: WasmModule<EngineExports>, buffer: ArrayBufferLike, options: ServerOptions) {
    this.module = module;
    this.rules = options.rules;
    this.faults = options.faults ?? 0;
    this.firstXid = Number(options.firstXid ?? FIRST_XID);
    this.words = new Uint32Array(buffer);
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
    this.#out = module._xip_sim_out() / 4;
  }

  /** The latest answer, as a struct that its call fills in; valid until the next call. Of each struct there is one object. */
  answer<A>(struct: new (words: Uint32Array, at: number) => A): A {
    const known = this.#answers.get(struct);
    if (known !== undefined) return known as A;
    const made = new struct(this.words, this.#out);
    this.#answers.set(struct, made);
    return made;
  }

  isFull(): boolean {
    return this.module._xip_sim_is_full() !== 0;
  }

  /**
   * Gives this server up: the next `takeEngine` takes its engine, which is 75 MB. Calls on this object then reach the new
   * server.
   */
  giveUp(place: WasmPlace): void {
    const engine: Instance = { module: this.module, memory: { buffer: this.bytes.buffer } };
    ahead ??= { moduleUrl: place.moduleUrl, instance: Promise.resolve(ok(engine)) };
  }

  /** The arena's used bytes, preceded by the server's address. */
  checkpoint(): Uint8Array {
    const used = this.module._xip_sim_used();
    const at = this.module._xip_sim_memory();
    const saved = new Uint8Array(4 + used);
    new DataView(saved.buffer).setUint32(0, this.module._xip_sim_server(), true);
    saved.set(this.bytes.subarray(at, at + used), 4);
    return saved;
  }
  restore(saved: Uint8Array): void {
    const server = new DataView(saved.buffer, saved.byteOffset).getUint32(0, true);
    this.bytes.set(saved.subarray(4), this.module._xip_sim_memory());
    this.module._xip_sim_restored(saved.length - 4, server);
  }
}
