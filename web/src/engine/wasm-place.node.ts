/** Where Node finds the WebAssembly that was built. */
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { WasmName, WasmPlace } from './wasm-module.ts';

export function wasmPlaceInNode(name: WasmName): WasmPlace {
  const folder = fileURLToPath(new URL('../../../build/wasm/', import.meta.url));
  return {
    moduleUrl: pathToFileURL(`${folder}${name}.mjs`).href,
    folder,
    wasmBinary: readFileSync(`${folder}${name}.wasm`),
  };
}
