/** Shared by commands that read specs: options, files, and the messages about their faults. */
import '../src/base/messages/en/index.ts';
import { readFileSync, statSync } from 'node:fs';
import { DESIGN_IDS, type DesignId } from '../src/base/designs.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { type CompiledSpec, compileSpec } from '../src/engine/spec/spec-compile.ts';
import { RUN_LIMITS } from '../src/engine/spec/spec-text.ts';
import { parseSpecBytes } from '../src/scenario/spec-parse.ts';
import { SPEC_LIMITS, type SpecProblem } from '../src/scenario/spec-types.ts';
import { type Compile, loadCompiler } from '../src/sql/compile.ts';
import type { Rules } from '../src/sql/core.ts';
import { orShipped, readInput, shownFile, unreadable } from './input.ts';
import { EXIT, type Io } from './io.ts';

const { t } = messagesIn(DEFAULT_LANG);

export const RULES = [13, 14, 15, 16, 17, 18] as const satisfies readonly Rules[];
export const DEFAULT_RULES: Rules = 17;

/** The options as commander passes them: text, unchecked. */
export interface EngineOptions {
  readonly pg?: string;
  readonly design?: string;
  readonly permutation?: string;
  readonly work?: string;
  readonly json?: true;
}
export interface EngineChoice {
  readonly rules: Rules;
  /** Undefined: the spec's own design, or the one of the rules. */
  readonly design: DesignId | undefined;
  readonly permutation: number | undefined;
  /** Units of work. */
  readonly work: number;
}

/** The server whose behaviour is played, and its design. The error names the faulty option. */
export function checkEngine(options: EngineOptions): Result<EngineChoice, string> {
  const rules = options.pg === undefined ? DEFAULT_RULES : RULES.find((known) => String(known) === options.pg);
  if (rules === undefined) return err(t('spec.cli.badPg', { given: options.pg ?? '', known: RULES.map(String) }));
  const design = options.design === undefined ? undefined : DESIGN_IDS.find((known) => known === options.design);
  if (options.design !== undefined && design === undefined)
    return err(t('spec.cli.badDesign', { given: options.design, known: DESIGN_IDS }));
  const { permutation } = options;
  if (permutation !== undefined && !/^[1-9][0-9]{0,8}$/.test(permutation))
    return err(t('spec.cli.badPermutation', { given: permutation }));
  const { work = String(RUN_LIMITS.work) } = options;
  if (!/^[1-9][0-9]{0,11}$/.test(work)) return err(t('spec.cli.badWork', { given: work }));
  return ok({
    rules,
    design,
    permutation: permutation === undefined ? undefined : Number(permutation),
    work: Number(work),
  });
}

export const defaultDesign = (rules: Rules): DesignId => (rules < 14 ? 'pg13' : 'pg14');

/** The design to use: the option's, else the spec's, else the rules'. */
export function designOf(choice: EngineChoice, compiled: CompiledSpec): DesignId {
  const own = DESIGN_IDS.find((known) => known === compiled.spec.extras.design?.id);
  return choice.design ?? own ?? defaultDesign(choice.rules);
}

/** `FILE:LINE:COL: message` for each. */
export const problemLines = (file: string, problems: readonly SpecProblem[]): readonly string[] =>
  problems.map(({ line, column, message }) => t('spec.at', { file, line, column, what: message }));

/**
 * The bytes of a file in a folder that is searched; the error is a whole sentence. Reads at most a spec's largest size.
 */
export function readSpecFile(file: string): Result<Uint8Array, string> {
  try {
    const found = statSync(file);
    if (found.isDirectory()) return err(t('spec.cli.isFolder', { file }));
    if (!found.isFile()) return err(t('spec.cli.notAFile', { file }));
    return found.size > SPEC_LIMITS.ownFileBytes ? err(tooLarge(file)) : ok(readFileSync(file));
  } catch (error) {
    return err(unreadable(file, error));
  }
}

const tooLarge = (file: string): string =>
  t('spec.at', { file, line: 1, column: 1, what: t('spec.fileTooLarge', { max: SPEC_LIMITS.ownFileBytes }) });

/** The same for a name from the command line: it may also be a pipe, standard input or a scenario's name. */
export function readSpecInput(file: string, io: Io): Promise<Result<Uint8Array, string>> {
  return readInput(orShipped(file), SPEC_LIMITS.ownFileBytes, tooLarge(shownFile(file)), io);
}

export interface ReadSpec {
  readonly file: string;
  readonly text: string;
  readonly compiled: CompiledSpec;
}

/** Reads and compiles a spec; the errors are complete lines. */
export function compileBytes(file: string, bytes: Uint8Array, compile: Compile): Result<ReadSpec, readonly string[]> {
  const parsed = parseSpecBytes(bytes, messagesIn(DEFAULT_LANG), SPEC_LIMITS.ownFileBytes);
  if (!parsed.ok) return err(problemLines(file, parsed.error));
  const { text, ...spec } = parsed.value;
  const compiled = compileSpec(text, spec, compile);
  if (!compiled.ok) return err(problemLines(file, compiled.error));
  return ok({ file, text, compiled: compiled.value });
}

/** Reads all files; faults of any of them go to standard error, and then the result is null. */
export async function readSpecs(files: readonly string[], io: Io): Promise<readonly ReadSpec[] | null> {
  const compile = await loadCompiler();
  const specs: ReadSpec[] = [];
  let isBad = false;
  for (const given of files) {
    const file = shownFile(given);
    const bytes = await readSpecInput(given, io);
    const spec = bytes.ok ? compileBytes(file, bytes.value, compile) : bytes;
    if (spec.ok) specs.push(spec.value);
    else {
      isBad = true;
      io.err(`${(typeof spec.error === 'string' ? [spec.error] : spec.error).join('\n')}\n`);
    }
  }
  return isBad ? null : specs;
}

/** Reports a fault of the command line or its input. */
export function refuse(io: Io, what: string): number {
  io.err(`${t('cli.error', { what })}\n`);
  return EXIT.badInput;
}

/** Reports why this machine cannot do a run. */
export function failed(io: Io, what: string): number {
  io.err(`${t('cli.error', { what })}\n`);
  return EXIT.badInput;
}
