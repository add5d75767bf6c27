/**
 * One simulated server over an instance of xip-engine: what `sql/core.ts` asks for, by the exports of wasm-core/src/sim_api.c.
 */
export type {};
