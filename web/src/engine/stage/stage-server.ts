/** The simulated server of one stage, with its database and its budget of work. */
import { err, ok, type Result } from '../../base/result.ts';
import { createDatabase, type SqlDatabase } from '../../sql/database-run.ts';
import { WORK_UNITS, Work } from '../../sql/limits.ts';
import { WasmServer } from '../server/server-core.ts';
import type { ServerOptions } from '../server/server-engine.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import type { StageOptions } from './stage-types.ts';

/** Rows that a table may have, as on the command line. */
const MAX_ROWS = 20_000;

export interface StageServer {
  readonly core: WasmServer;
  readonly db: SqlDatabase;
  readonly work: Work;
}

/** The same server with faults planted; an engine has to be loaded before the names can be checked. */
async function planted(
  core: WasmServer,
  asked: ServerOptions,
  faults: readonly string[],
): Promise<Result<WasmServer, string>> {
  if (faults.length === 0) return ok(core);
  const { faultBits } = await import('../server/server-faults.ts');
  const bits = faultBits(core, faults);
  return bits.ok ? core.again({ ...asked, faults: bits.value }) : err(`no fault ${bits.error}`);
}

export async function startStageServer(
  place: WasmPlace,
  compiled: CompiledSpec,
  options: StageOptions,
): Promise<Result<StageServer, string>> {
  const asked = {
    rules: options.rules,
    design: options.design,
    deadlocks: 'when-checked',
    wal: options.standby === true,
    subtransactionBuffers: compiled.spec.extras.subtransactionBuffers,
  } as const;
  const { needs } = compiled;
  const [sound, seldom, evaluator] = await Promise.all([
    WasmServer.load(place, asked),
    needs.seldom ? import('../../sql/exec-seldom.ts').then((own) => own.seldomCode) : null,
    needs.evaluator ? import('../evaluator/pglite.ts').then((own) => own.loadEvaluator()) : null,
  ]);
  if (!sound.ok) return sound;
  const core = await planted(sound.value, asked, options.faults ?? []);
  if (!core.ok) return core;
  const work = new Work(WORK_UNITS);
  return ok({ core: core.value, db: createDatabase(core.value, { maxRows: MAX_ROWS, work, seldom, evaluator }), work });
}
