/**
 * Instantiates one of the WebAssembly builds, in a page's worker or in Node. It makes the memory itself and passes it
 * in; the memory has its full size from the start.
 */

import type { EngineError } from '../../base/engine-error.ts';
import { isMissingFile, NOT_LOADED } from '../../base/loading.ts';
import { err, ok, type Result } from '../../base/result.ts';

/**
 * The place of a build: in a browser an address; in Node a file's address, its folder (a worker's file must be a path
 * there) and its bytes (Emscripten 3.1.6 would try to `fetch` them).
 */
export interface WasmPlace {
  readonly moduleUrl: string;
  readonly folder?: string;
  readonly wasmBinary?: Uint8Array;
}

export type WasmName = 'xip-lab' | 'xip-engine' | 'xip-model';

/** The build next to the page. `baseUrl` is the page's, so that any static host and any sub-path will do. */
export function wasmPlaceInBrowser(name: WasmName, baseUrl: string): WasmPlace {
  return { moduleUrl: new URL(`wasm/${name}.mjs?v=${__XIP_BUILD_ID__}`, baseUrl).href };
}

/**
 * The exports of every build, and `E`: the C functions of this one, named as in its `*_api.c` with a leading
 * underscore.
 */
export type WasmModule<E> = E & { UTF8ToString(at: number): string };

export interface WasmInstance<E> {
  readonly module: WasmModule<E>;
  readonly memory: WebAssembly.Memory;
}

interface Factory<E> {
  readonly default: (options: Record<string, unknown>) => Promise<WasmModule<E>>;
  readonly memoryPages: number;
}

/**
 * @param threads how many threads the build may have at once; `undefined` for the single-threaded build
 * @param onAbort called when a broken invariant ends the engine
 */
export async function instantiate<E>(
  place: WasmPlace,
  threads: number | undefined,
  onAbort: (what: string) => void,
): Promise<Result<WasmInstance<E>, EngineError>> {
  try {
    const factory = (await import(/* @vite-ignore */ place.moduleUrl)) as Factory<E>;
    const pages = factory.memoryPages;
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: threads !== undefined });
    const suffix = new URL(place.moduleUrl).search;
    const module = await factory.default({
      wasmMemory: memory,
      xipPoolSize: threads ?? 0,
      mainScriptUrlOrBlob: place.moduleUrl,
      locateFile: (file: string) =>
        place.folder === undefined ? new URL(file + suffix, place.moduleUrl).href : place.folder + file,
      ...(place.wasmBinary === undefined ? {} : { wasmBinary: place.wasmBinary }),
      onAbort: (what: unknown) => onAbort(String(what)),
    });
    return ok({ module, memory });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return err({ kind: 'failed', message: isMissingFile(message) ? NOT_LOADED : message });
  }
}
