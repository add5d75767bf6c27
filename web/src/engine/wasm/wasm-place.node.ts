/** Finds the built WebAssembly in Node. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { WasmName, WasmPlace } from './wasm-module.ts';

/** The npm package holds each .wasm file once, in its site; a checkout may have no site. */
const FOLDERS = ['../../../../build/wasm/', '../../../../dist/wasm/'].map((folder) => new URL(folder, import.meta.url));

export function wasmPlaceInNode(name: WasmName): WasmPlace {
  const [built = '', site = ''] = FOLDERS.map((folder) => fileURLToPath(folder));
  const own = `${built}${name}.wasm`;
  return {
    moduleUrl: pathToFileURL(`${built}${name}.mjs`).href,
    folder: built,
    wasmBinary: readFileSync(existsSync(own) ? own : `${site}${name}.wasm`),
  };
}
