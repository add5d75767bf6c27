/** What runs specs, in Node: databases on the engine's WebAssembly. */
import { err, type Result } from '../base/result.ts';
import type { Database, DatabaseOptions } from '../sql/database.ts';
import type { TraceState } from './state-types.ts';

export interface SpecEngine {
  /** A server as new; deadlocks 'when-checked', as the runner wants them. */
  makeDatabase(options: DatabaseOptions): Promise<Database>;
  /** What a line of the trace says of the server. @param sessions names of the spec's sessions */
  stateOf(db: Database, sessions: readonly string[]): TraceState;
}

export async function loadSpecEngine(): Promise<Result<SpecEngine, string>> {
  return err('the engine is not there yet');
}
