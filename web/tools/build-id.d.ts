/** Hash of the WebAssembly as built; Vite puts it in. The page asks for `wasm/xip-lab.mjs?v=${__XIP_BUILD_ID__}`. */
declare const __XIP_BUILD_ID__: string;
