/** Runs specs in Node: databases on the engine's WebAssembly. */
import { ok, type Result } from '../../base/result.ts';
import type { Database } from '../../sql/database.ts';
import { createDatabase } from '../../sql/database-run.ts';
import { seldomCode } from '../../sql/exec-seldom.ts';
import type { Evaluator } from '../../sql/general.ts';
import { WORK, WORK_UNITS, Work } from '../../sql/limits.ts';
import { loadEvaluator } from '../evaluator/pglite.ts';
import { WasmServer } from '../server/server-core.ts';
import type { ServerOptions } from '../server/server-engine.ts';
import type { ServerState } from '../server/server-state.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import type { CompiledSpec } from './spec-compile.ts';
import { stateOf } from './spec-state.ts';

/** Rows that a table of a spec may have: more are an error that says so. */
const MAX_ROWS = 20_000;

export interface SpecServerOptions extends ServerOptions {
  /** Units of work that all its runs together may use. Default WORK_UNITS. */
  readonly work?: number;
  /** What will run: it may need more code than others. */
  readonly compiled?: CompiledSpec;
}

export interface SpecServer {
  readonly db: Database;
  readonly work: Work;
  /** A new server in its place, for the next permutation. Work already spent stays spent. */
  again(): Result<SpecServer, string>;
  /** The server's state in a line of the trace. @param sessions names of the spec's sessions */
  stateOf(sessions: readonly string[]): ServerState;
}

/** A new server with no connections; deadlocks 'when-checked', as the runner needs them. */
export async function startSpecServer(options: SpecServerOptions): Promise<Result<SpecServer, string>> {
  const { compiled, work, ...others } = options;
  const all: ServerOptions = { ...others, deadlocks: 'when-checked' };
  const evaluator = compiled?.needs.evaluator === true ? await loadEvaluator() : null;
  const core = await WasmServer.load(wasmPlaceInNode('xip-engine'), all);
  return core.ok ? ok(serve(core.value, all, new Work(work ?? WORK_UNITS), evaluator)) : core;
}

function serve(core: WasmServer, options: ServerOptions, work: Work, evaluator: Evaluator | null): SpecServer {
  const db = createDatabase(core, { maxRows: MAX_ROWS, work, seldom: seldomCode, evaluator });
  return {
    db,
    work,
    again: () => {
      work.forget();
      const fresh = core.again(options);
      return fresh.ok ? ok(serve(fresh.value, options, work, evaluator)) : fresh;
    },
    stateOf: (sessions) => {
      work.pay(WORK.answers, work.shown(db.world.sessions.size));
      return stateOf(core, db, sessions);
    },
  };
}
