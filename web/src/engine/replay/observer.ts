/**
 * One snapshot, access by access: the engine build takes it and logs each access. Single-threaded WebAssembly: works
 * without isolation. It runs in the caller's thread, and takes some tens of milliseconds at 10,000 connections: call it
 * in a worker.
 */

import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { LadderRung } from '../lab/lab-host.ts';
import type { ObservedAccess } from '../lab/lab-types.ts';
import { ABI } from '../wasm/abi.gen.ts';
import type { EngineExports } from '../wasm/exports.gen.ts';
import { instantiate, type WasmModule, type WasmPlace } from '../wasm/wasm-module.ts';

export interface ObserveRequest {
  readonly design: DesignId;
  readonly idle: number;
  readonly active: number;
  /** True: a second snapshot of the same backend, with no transaction ended in between. */
  readonly reuse: boolean;
}

/** A named piece of shared memory. */
export interface ObservedRegion {
  readonly name: string;
  /** Of its first byte, in the module's memory, whose lines are the server's: two regions may meet on one. */
  readonly address: number;
  /** Bytes. */
  readonly size: number;
  /** The region's bytes from `from` up to `to` after the snapshot, valid until the next one is observed. */
  readonly bytes: (from: number, to: number) => readonly number[];
}

export interface ObservedSnapshot {
  readonly accesses: readonly ObservedAccess[];
  readonly regions: readonly ObservedRegion[];
  /** Whether the completion counter answered it. */
  readonly reused: boolean;
}

const KINDS: Readonly<Record<number, ObservedAccess['kind']>> = {
  [ABI.constants.accessRead]: 'read',
  [ABI.constants.accessWrite]: 'write',
  [ABI.constants.accessAtomic]: 'atomic',
};

export class Observer {
  readonly #module: WasmModule<EngineExports>;
  readonly #memory: WebAssembly.Memory;
  readonly #names = new Map<number, string>();

  private constructor(module: WasmModule<EngineExports>, memory: WebAssembly.Memory) {
    this.#module = module;
    this.#memory = memory;
  }

  static async load(place: WasmPlace): Promise<Result<Observer, EngineError>> {
    const instance = await instantiate<EngineExports>(place, undefined, () => undefined);
    return instance.ok ? ok(new Observer(instance.value.module, instance.value.memory)) : instance;
  }

  snapshot(request: ObserveRequest): Result<ObservedSnapshot, EngineError> {
    const { design, idle, active, reuse } = request;
    const m = this.#module;
    const code = m._xip_api_observe_snapshot(DESIGN_IDS.indexOf(design), idle, active, reuse ? 1 : 0);
    if (code !== 0) return err({ kind: 'bad-input', message: this.#text(m._xip_api_error_text(code)) });
    const regions: ObservedRegion[] = [];
    for (let at = m._xip_api_region_name(0); at !== 0; at = m._xip_api_region_name(regions.length)) {
      const region = regions.length;
      const address = m._xip_api_region_address(region);
      const size = m._xip_api_region_size(region);
      regions.push({
        name: this.#text(at),
        address,
        size,
        bytes: (from, to) => [
          ...new Uint8Array(this.#memory.buffer).subarray(address + Math.max(0, from), address + Math.min(size, to)),
        ],
      });
    }
    return ok({ accesses: this.#accesses(regions), regions, reused: m._xip_api_observed_reuse() !== 0 });
  }

  /** The layout as the C code describes it; abi.gen.ts must agree. */
  abi(): unknown {
    return JSON.parse(this.#text(this.#module._xip_api_abi_json()));
  }

  /** The ladder, as the C code describes itself; oldest first. */
  ladder(): readonly LadderRung[] {
    return JSON.parse(this.#text(this.#module._xip_api_ladder_json())) as LadderRung[];
  }

  #accesses(regions: readonly ObservedRegion[]): ObservedAccess[] {
    const { size, fields } = ABI.structs.access;
    const words = new Uint32Array(this.#memory.buffer, this.#module._xip_api_log());
    const count = this.#module._xip_api_log_count();
    const accesses: ObservedAccess[] = [];
    for (let i = 0; i < count; i++) {
      const get = (field: keyof typeof fields): number => words[(i * size + fields[field][1]) / 4] ?? 0;
      accesses.push({
        region: regions[get('region')]?.name ?? '',
        offset: get('offset'),
        size: get('size'),
        kind: KINDS[get('kind')] ?? 'read',
        field: this.#fieldName(get('field')),
      });
    }
    return accesses;
  }

  #fieldName(field: number): string {
    const known = this.#names.get(field);
    if (known !== undefined) return known;
    const name = this.#text(this.#module._xip_api_field_name(field));
    this.#names.set(field, name);
    return name;
  }

  #text(at: number): string {
    return this.#module.UTF8ToString(at);
  }
}
