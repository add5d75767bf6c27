/**
 * `xipscope model`: checks the options, models point after point, prints rows. All checks come before the first byte on
 * standard output and before anything is compiled.
 */
import '../src/base/messages/en/index.ts';
import { basename } from 'node:path';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { expandModel, type ModelLists, parseModelLists, parseSwitches } from '../src/engine/simulation/model-config.ts';
import type { ModelConfig, ModelRow } from '../src/engine/simulation/model-types.ts';
import { Modeller } from '../src/engine/simulation/modeller.ts';
import { wasmPlaceInNode } from '../src/engine/wasm/wasm-place.node.ts';
import { MACHINE_IDS, type Machine } from '../src/scenario/machine.ts';
import { parseMachineBytes } from '../src/scenario/machine-parse.ts';
import { isMachineId, loadMachine } from '../src/scenario/machines.node.ts';
import { meanRow } from '../src/viewmodel/prediction/model-rows.ts';
import { EXIT, exitOfSignal, type Io } from './io.ts';
import { modelText, type SeededRow } from './model-report.ts';
import { failed, problemLines, readSpecFile, refuse } from './spec-input.ts';

/** The options as commander passes them: text, unchecked. */
export interface ModelOptions {
  readonly machine: string;
  readonly design: string;
  readonly active: string;
  readonly idle: string;
  readonly mostlyIdle: string;
  readonly workload: string;
  readonly thinkMs: string;
  readonly networkMs: string;
  readonly otherWork?: string;
  readonly coherence: boolean;
  readonly without?: string;
  readonly sharedNs?: string;
  readonly savepoints?: string;
  readonly slru?: string;
  readonly seeds: string;
  readonly json?: true;
}

const { t } = messagesIn(DEFAULT_LANG);

/** The work between two checks for Ctrl-C: some tens of milliseconds of modelling. */
const ACCESSES_A_TURN = 2e6;
const PROGRESS_MS = 100;

/** A shipped machine by its id, or a file's; the error is complete lines. */
export function machineOf(given: string): Result<Machine, string> {
  const named = (file: string, read: ReturnType<typeof parseMachineBytes>): Result<Machine, string> =>
    read.ok ? read : err(problemLines(file, read.error).join('\n'));
  if (isMachineId(given)) return named(`${given}.json`, loadMachine(given));
  const isFile = given.endsWith('.json') || basename(given) !== given;
  if (!isFile)
    return err(
      t('cli.error', { what: t('model.problem.noMachine', { given: given.slice(0, 40), known: MACHINE_IDS }) }),
    );
  const bytes = readSpecFile(given);
  return bytes.ok ? named(given, parseMachineBytes(bytes.value)) : err(t('cli.error', { what: bytes.error }));
}

/** The number of random starts of each point; at most 99. */
function checkSeeds(given: string): Result<number, string> {
  const seeds = /^\d{1,2}$/.test(given) ? Number(given) : 0;
  return seeds > 0 ? ok(seeds) : err(t('model.problem.seeds', { given: given.slice(0, 40) }));
}

/** The requested lists, or the fault of an option. */
export function checkModel(options: ModelOptions): Result<ModelLists, string> {
  const lists = parseModelLists({
    designs: options.design,
    active: options.active,
    idle: options.idle,
    mostlyIdle: options.mostlyIdle,
    workload: options.workload,
    thinkMs: options.thinkMs,
    networkMs: options.networkMs,
    otherWorkUs: options.otherWork,
    savepoints: options.savepoints,
    slru: options.slru,
  });
  return lists.ok ? ok(lists.value) : err(lists.error.message);
}

export async function runModel(options: ModelOptions, io: Io): Promise<number> {
  const machine = machineOf(options.machine);
  if (!machine.ok) {
    io.err(`${machine.error}\n`);
    return EXIT.badInput;
  }
  const lists = checkModel(options);
  if (!lists.ok) return refuse(io, lists.error);
  const switches = parseSwitches(options, lists.value.workload);
  if (!switches.ok) return refuse(io, switches.error);
  const seeds = checkSeeds(options.seeds);
  if (!seeds.ok) return refuse(io, seeds.error);

  await io.prepare();
  const modeller = await Modeller.load(wasmPlaceInNode('xip-model'));
  if (!modeller.ok) return failed(io, modeller.error.message);
  const points = expandModel(lists.value, { coherence: options.coherence, ...switches.value });
  const rows: SeededRow[] = [];
  const of = points.length * seeds.value;
  for (const [i, config] of points.entries()) {
    const drawn: ModelRow[] = [];
    for (let seed = 1; seed <= seeds.value; seed++) {
      const row = await modelOne(modeller.value, machine.value, config, seed, io, { n: i * seeds.value + seed, of });
      io.progress(null);
      if (io.signal.aborted) {
        io.err(`${t('cli.error', { what: t('cli.interrupted') })}\n`);
        return exitOfSignal(io.signal);
      }
      if (!row.ok) return failed(io, row.error);
      drawn.push(row.value);
    }
    const row = seeds.value === 1 ? drawn[0] : meanRow(drawn);
    if (row != null) rows.push({ ...row, seeds: seeds.value });
  }
  if (options.json) io.json(rows);
  else io.out(modelText(rows, machine.value));
  return EXIT.done;
}

/** One point, in turns short enough for Ctrl-C to be handled between them. */
async function modelOne(
  modeller: Modeller,
  machine: Machine,
  config: ModelConfig,
  seed: number,
  io: Io,
  at: { readonly n: number; readonly of: number },
): Promise<Result<ModelRow, string>> {
  const say = (percent: number): void => {
    io.progress(t('model.cli.progress', { ...at, ...config, percent }));
  };
  say(0);
  const started = modeller.start(machine, config, seed);
  if (!started.ok) return err(started.error.message);
  let said = performance.now();
  while (!modeller.run(ACCESSES_A_TURN)) {
    await new Promise(setImmediate);
    if (io.signal.aborted) break;
    if (io.live && performance.now() - said > PROGRESS_MS) {
      said = performance.now();
      say(modeller.progress());
    }
  }
  const row = modeller.row();
  return row === null ? err('the model ended without a result') : ok(row);
}
