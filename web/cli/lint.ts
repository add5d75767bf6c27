/** `xipscope lint PATH…`: every fault of every scenario and its texts, machine, lesson and exercise, with file, line and column. */
import '../src/base/messages/en/index.ts';
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { exerciseWorld } from '../node/exercises/node-deps.ts';
import { DESIGN_IDS } from '../src/base/designs.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { compileSpec } from '../src/engine/spec/spec-compile.ts';
import { parseMachineBytes } from '../src/scenario/machine-parse.ts';
import { parseSpecBytes } from '../src/scenario/spec-parse.ts';
import type { Spec, SpecProblem } from '../src/scenario/spec-types.ts';
import { type Compile, loadCompiler } from '../src/sql/compile.ts';
import type { ExerciseDeps } from '../src/viewmodel/exercise/exercise-deps.ts';
import { looksLikeExercise, parseExerciseBytes } from '../src/viewmodel/exercise/parse.ts';
import { namedOrPiped, STDIN, shownFile, unreadable } from './input.ts';
import { EXIT, type Io } from './io.ts';
import {
  EXERCISES,
  isExerciseFile,
  isSolved,
  lintClaims,
  lintExercise,
  lintExerciseLanguage,
} from './lint-exercises.ts';
import {
  isLessonFile,
  isScenarioTexts as isTexts,
  lintLesson,
  lintMachineTexts,
  lintScenarioTexts,
  lintTexts,
  untranslatedLessons,
  untranslatedMachines,
  untranslatedScenarios,
} from './lint-texts.ts';
import { problemLines, readSpecInput, refuse } from './spec-input.ts';

const { t } = messagesIn(DEFAULT_LANG);

/** Deeper than any tree of scenarios; ends a cycle of links. */
const MAX_DEPTH = 20;

/** Machines are JSON files in folders of that name; other JSON is ignored. */
const MACHINES = 'machines';
const isMachineFile = (file: string): boolean => file.endsWith('.json');
/** Lessons are Markdown in a folder of that name, each called NN-id.LANG.md; other Markdown is ignored. */
const LESSONS = 'lessons';
const isExercise = (file: string): boolean => isExerciseFile(file) && basename(dirname(file)) === EXERCISES;
const inLessons = (file: string): boolean => isLessonFile(file) && basename(dirname(file)) === LESSONS;
/** The texts of machines, or of specs, in another language are next to them. */
const isMachineTexts = (file: string): boolean => isTexts(file) && basename(dirname(file)) === MACHINES;
const isScenarioTexts = (file: string): boolean => isTexts(file) && !isMachineTexts(file);
const isOurs = (file: string): boolean =>
  file.endsWith('.spec') ||
  (isMachineFile(file) && basename(dirname(file)) === MACHINES) ||
  inLessons(file) ||
  isExercise(file) ||
  isTexts(file);

/** The specs, machines and lessons at a path: itself, or all below a folder, in the order of their names. */
function filesAt(path: string, depth = 0): Result<readonly string[], string> {
  try {
    if (path === STDIN || !statSync(path).isDirectory()) return ok([path]);
    const files: string[] = [];
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = join(path, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH && entry.name !== 'node_modules') {
        const more = filesAt(below, depth + 1);
        if (!more.ok) return more;
        files.push(...more.value);
      } else if (entry.isFile() && isOurs(below)) files.push(below);
    }
    return ok(files);
  } catch (error) {
    return err(unreadable(path, error));
  }
}

/** All faults of a spec, in the order of their places. */
export function lintSpec(bytes: Uint8Array, compile: Compile): readonly SpecProblem[] {
  const parsed = parseSpecBytes(bytes);
  if (!parsed.ok) return parsed.error;
  const { text, ...spec } = parsed.value;
  const compiled = compileSpec(text, spec, compile);
  const warnings = compiled.ok ? compiled.value.spec.warnings : spec.warnings;
  return [...warnings, ...extraProblems(spec), ...(compiled.ok ? [] : compiled.error)].sort(
    (a, b) => a.line - b.line || a.column - b.column,
  );
}

/** All faults of a machine file, in the order of their places; the file's name must be the machine's id. */
export function lintMachine(bytes: Uint8Array, file: string): readonly SpecProblem[] {
  const parsed = parseMachineBytes(bytes);
  if (!parsed.ok) return parsed.error;
  const { id } = parsed.value;
  const name = basename(file, '.json');
  if (id === name) return [];
  return [{ line: 1, column: 1, message: t('machine.idIsFileName', { id, file: name }) }];
}

function problemsOf(file: string, bytes: Uint8Array, compile: Compile): readonly SpecProblem[] {
  if (isMachineFile(file)) return lintMachine(bytes, file);
  if (isExercise(file)) return [...lintExercise(bytes, compile), ...lintExerciseLanguage(bytes, file)];
  if (isMachineTexts(file)) return lintMachineTexts(bytes, file);
  if (isScenarioTexts(file)) return lintScenarioTexts(bytes, file);
  if (file.endsWith('.md') && !inLessons(file) && looksLikeExercise(bytes)) return lintExercise(bytes, compile);
  return file.endsWith('.md') ? lintLesson(bytes, file) : lintSpec(bytes, compile);
}

/**
 * Standard input has no name: it is an exercise if it contains a question, a machine if it is JSON, and otherwise a
 * spec.
 */
function problemsOfInput(bytes: Uint8Array, compile: Compile): readonly SpecProblem[] {
  if (looksLikeExercise(bytes)) return lintExercise(bytes, compile);
  const isJson = /^\s*\{\s*"/.test(new TextDecoder().decode(bytes.subarray(0, 200)));
  if (!isJson) return lintSpec(bytes, compile);
  const machine = parseMachineBytes(bytes);
  return machine.ok ? [] : machine.error;
}

/** The engine is built and opened for the first exercise that has to be solved, and serves all of them. */
function engineWhenNeeded(io: Io): () => Promise<ExerciseDeps> {
  let world: Promise<ExerciseDeps> | undefined;
  return () => {
    world ??= io.prepare().then(exerciseWorld);
    return world;
  };
}

async function claimProblems(bytes: Uint8Array, world: () => Promise<ExerciseDeps>): Promise<readonly SpecProblem[]> {
  if (!looksLikeExercise(bytes)) return [];
  const parsed = parseExerciseBytes(bytes);
  if (!parsed.ok || !isSolved(parsed.value)) return [];
  return lintClaims(parsed.value, await world());
}

function extraProblems({ extras }: Spec): readonly SpecProblem[] {
  const problems: SpecProblem[] = [];
  const { design, title, about, watch, captions } = extras;
  if (design !== null && !DESIGN_IDS.some((known) => known === design.id))
    problems.push({
      line: design.line,
      column: design.column,
      message: t('spec.extra.unknownDesign', { given: design.id, known: DESIGN_IDS }),
    });
  // A spec without any metadata is a user's own, and complete.
  if (title === null && (about !== null || design !== null || watch.length > 0 || captions.size > 0))
    problems.push({ line: 1, column: 1, message: t('spec.extra.noTitle') });
  return problems;
}

export interface LintOptions {
  readonly json?: true;
  readonly languages?: true;
}

export async function runLint(paths: readonly string[], options: LintOptions, io: Io): Promise<number> {
  const compile = await loadCompiler();
  const world = engineWhenNeeded(io);
  const faults: (SpecProblem & { readonly file: string })[] = [];
  const broken: string[] = [];
  const files: string[] = [];
  const named = namedOrPiped(paths, io);
  if (!named.ok) return refuse(io, named.error);
  for (const path of named.value) {
    const found = filesAt(path);
    if (!found.ok) {
      broken.push(found.error);
      continue;
    }
    if (found.value.length === 0) broken.push(t('spec.cli.nothingIn', { file: path }));
    for (const given of found.value) {
      const file = shownFile(given);
      files.push(file);
      const bytes = await readSpecInput(given, io);
      if (!bytes.ok) broken.push(bytes.error);
      else {
        const problems =
          given === STDIN ? problemsOfInput(bytes.value, compile) : problemsOf(file, bytes.value, compile);
        const isAsked = given !== STDIN ? isExercise(file) || file.endsWith('.md') : true;
        const weak = problems.length > 0 || !isAsked ? [] : await claimProblems(bytes.value, world);
        faults.push(...[...problems, ...weak].map((problem) => ({ file, ...problem })));
      }
    }
  }
  const texts = options.languages
    ? await lintTexts(files.filter(isExercise), io)
    : { langs: [], notes: [], faults: [] };
  broken.push(...texts.faults);
  if (faults.length === 0 && broken.length === 0) {
    if (options.json) io.json([]);
    else io.out(`${t('spec.cli.lintClean', { files: files.length })}\n`);
    if (!options.json)
      for (const one of untranslatedLessons(files, texts.langs)) io.out(`${t('lesson.untranslated', one)}\n`);
    if (!options.json)
      for (const line of [
        ...texts.notes,
        ...untranslatedScenarios(files.filter(isScenarioTexts), texts.langs),
        ...untranslatedMachines(files.filter(isMachineTexts), texts.langs),
      ])
        io.out(`${line}\n`);
    return EXIT.done;
  }
  for (const line of broken) io.err(`${t('cli.error', { what: line })}\n`);
  // An unreadable file may have faults: then the list is incomplete, and is not a result.
  const tell = (text: string): void => (broken.length > 0 ? io.err(text) : io.out(text));
  if (options.json && broken.length === 0) io.json(faults);
  else for (const fault of faults) tell(`${problemLines(fault.file, [fault]).join('')}\n`);
  return broken.length > 0 ? EXIT.badInput : EXIT.found;
}
