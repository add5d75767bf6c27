/** What runs specs, in Node: databases on the engine's WebAssembly. */
import { ok, type Result } from '../base/result.ts';
import type { Database } from '../sql/database.ts';
import { createDatabase } from '../sql/database-run.ts';
import { type ServerOptions, WasmServer } from './server-core.ts';
import { stateOf } from './spec-state.ts';
import type { TraceState } from './state-types.ts';
import { wasmPlaceInNode } from './wasm-place.node.ts';

/** Rows that a table of a spec may have: more are an error that says so. */
const MAX_ROWS = 10_000;

export interface SpecServer {
  readonly db: Database;
  /** What a line of the trace says of it. @param sessions names of the spec's sessions */
  stateOf(sessions: readonly string[]): TraceState;
}

/** A server as new with nobody connected; deadlocks 'when-checked', as the runner wants them. */
export async function startSpecServer(options: ServerOptions): Promise<Result<SpecServer, string>> {
  const core = await WasmServer.load(wasmPlaceInNode('xip-engine'), { ...options, deadlocks: 'when-checked' });
  if (!core.ok) return core;
  const db = createDatabase(core.value, { maxRows: MAX_ROWS });
  return ok({ db, stateOf: (sessions) => stateOf(core.value, db, sessions) });
}
