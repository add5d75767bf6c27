/** Hash of the WebAssembly as built; Vite puts it in. The page asks for `wasm/xip-lab.mjs?v=${__XIP_BUILD_ID__}`. */
declare const __XIP_BUILD_ID__: string;
/** Each language called in itself, as Intl.DisplayNames has it: Vite asks it, so that no page has to when it begins. */
declare const __XIP_LANG_NAMES__: Readonly<Record<string, string>>;
