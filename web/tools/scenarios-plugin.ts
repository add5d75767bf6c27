/**
 * Makes a module of every scenario, at build time and in the development server, so that opening a shipped one needs no
 * parser: `x.spec` is the compiled spec, `x.spec?info` its entry in a list of scenarios,
 * `texts.LANG.txt?scenario-texts` the texts of all of them in another language, `texts.LANG.txt?machine-texts` the same
 * of machines. web/src/engine/spec/scenarios.ts and scenario-texts.ts, and the Lab's machines.ts import them. A scenario that
 * does not compile ends the build, with file, line and column.
 */
import { readFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import type { Plugin } from 'vite';
import { at } from '../node/tree.mjs';
import { err, ok, type Result } from '../src/base/result.ts';
import type { ScenarioInfo } from '../src/engine/spec/scenario-index.ts';
import { type CompiledSpec, compileSource } from '../src/engine/spec/spec-compile.ts';
import type { Lesson, LessonFigure, LessonInfo } from '../src/scenario/lesson.ts';
import { parseLessonBytes } from '../src/scenario/lesson-parse.ts';
import { countPermutations, type SpecProblem } from '../src/scenario/spec-types.ts';
import { parseMachineTexts, parseScenarioTexts } from '../src/scenario/texts-file.ts';
import { loadCompiler } from '../src/sql/compile.ts';
import type { ExerciseInfo, ExerciseLine } from '../src/viewmodel/exercise/exercise.ts';
import { kindAsked } from '../src/viewmodel/exercise/kinds.ts';
import { parseExerciseBytes } from '../src/viewmodel/exercise/parse.ts';
import { figureOf } from '../src/viewmodel/lesson/deck.ts';

/** Plain data as the text of a JavaScript expression. Unlike JSON it keeps undefined, Maps, bigints and negative zero. */

/** @throws TypeError for values that are not plain data: functions, symbols, instances of classes */
export function moduleText(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'void 0';
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return `${value}n`;
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'object':
      return objectText(value);
    default:
      throw new TypeError(`no plain data: ${typeof value}`);
  }
}

function objectText(value: object | null): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(moduleText).join(',')}]`;
  if (value instanceof Map) return `new Map(${moduleText([...value])})`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError(`no plain data: an instance of ${value.constructor.name}`);
  const entry = ([key, held]: [string, unknown]): string =>
    // Written plainly, `__proto__` would set the prototype.
    `${key === '__proto__' ? '["__proto__"]' : JSON.stringify(key)}:${moduleText(held)}`;
  return `{${Object.entries(value).map(entry).join(',')}}`;
}

/**
 * Makes a module of every lesson, at build time and in the development server, so that the page needs no Markdown
 * parser: `x.md?lesson` is the parsed lesson, `x.md?lesson-info` its entry in the list of lessons, `x.md?lesson-figure`
 * its first figure and the way to its scenario, `x.md?exercise-info` its entry in a list of exercises, and `x.md?exercise-line`
 * what the page of exercises adds to it. A lesson or an exercise with a fault ends the build, with file, line and column.
 */

/** `01-two-stamps.en.md` */
const NAME = /^(\d\d)-([a-z0-9-]+)[.]([A-Za-z-]+)[.]md$/;

/** A list's entry; null if the file's name is not a lesson's. */
export function lessonInfo(file: string, { title, lead, steps }: Lesson): LessonInfo | null {
  const [, number, id, lang] = NAME.exec(basename(file)) ?? [];
  if (number === undefined || id === undefined || lang === undefined) return null;
  return { number: Number(number), id, lang, title, lead, steps: steps.length };
}

/** The error has one line per fault: FILE:LINE:COL: text. */
export function readLesson(file: string, bytes: Uint8Array): Result<Lesson, string> {
  const parsed = parseLessonBytes(bytes);
  if (parsed.ok) return parsed;
  return { ok: false, error: parsed.error.map((f) => `${file}:${f.line}:${f.column}: ${f.message}`).join('\n') };
}

/** `who-sees-it.zh.md` */
const EXERCISE_NAME = /^([a-z0-9][a-z0-9-]*)[.]([A-Za-z-]+)[.]md$/;

/** An exercise's entries in lists. The error has one line per fault: FILE:LINE:COL: text. */
export function exerciseInfo(
  file: string,
  bytes: Uint8Array,
): Result<{ readonly info: ExerciseInfo; readonly line: ExerciseLine }, string> {
  const [, id, lang] = EXERCISE_NAME.exec(basename(file)) ?? [];
  if (id === undefined || lang === undefined) return err(`${file}: an exercise is named ID.LANG.md`);
  const parsed = parseExerciseBytes(bytes);
  if (!parsed.ok) return err(parsed.error.map((f) => `${file}:${f.line}:${f.column}: ${f.message}`).join('\n'));
  const { title, lesson, about, level } = parsed.value;
  return ok({
    info: { id, lang, title, lesson, group: kindAsked(parsed.value).group },
    line: { id, lang, about, level },
  });
}

/** The path, the version and one setting: a page's code is chosen by these, and whoever opens a lesson fetches all of them. */
const CODE = /^[^&]*(&[^&]*)?/;

/** A lesson's first figure as an expression: `FirstFigure` of web/src/pages/lessons/ahead.ts. */
export function firstFigureText(figure: Pick<LessonFigure, 'at' | 'show'> | null): string {
  if (figure === null) return 'null';
  const { at: address, show } = figure;
  const [, id] = /[?&]spec=([\w-]+)/.exec(address) ?? [];
  // Without a scenario only the page's code is fetched ahead.
  if (id === undefined) return moduleText({ at: CODE.exec(address)?.[0] ?? address, show });
  const shown = moduleText({ at: address, show });
  const load = `() => import(${JSON.stringify(at(`scenarios/specs/${id}.spec`))}).then((own) => own.default)`;
  return `${shown.slice(0, -1)},scenario:{id:${JSON.stringify(id)},load:${load}}}`;
}

export function lessonModules(): Plugin {
  return {
    name: 'xip-lesson-modules',
    enforce: 'pre',
    load: {
      filter: { id: /[.]md[?](lesson|lesson-info|lesson-figure|exercise-info|exercise-line)$/ },
      async handler(id) {
        const [file = '', query] = id.split('?');
        this.addWatchFile(file);
        const name = relative(at(), file);
        if (query === 'exercise-info' || query === 'exercise-line') {
          const exercise = exerciseInfo(name, await readFile(file));
          if (!exercise.ok) return this.error(exercise.error);
          const { info, line } = exercise.value;
          const data = query === 'exercise-info' ? info : line;
          return { code: `export default ${moduleText(data)};\n`, map: null, moduleType: 'js' };
        }
        const lesson = readLesson(name, await readFile(file));
        if (!lesson.ok) return this.error(lesson.error);
        if (query === 'lesson-figure') {
          const figure = figureOf(lesson.value.steps, 0);
          return { code: `export default ${firstFigureText(figure)};\n`, map: null, moduleType: 'js' };
        }
        const info = lessonInfo(file, lesson.value);
        if (info === null) return this.error(`${name}: a lesson is named NN-id.LANG.md`);
        const data = query === 'lesson' ? lesson.value : info;
        return { code: `export default ${moduleText(data)};\n`, map: null, moduleType: 'js' };
      },
    },
  };
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** A list's entry for a compiled scenario. */
export function scenarioInfo(id: string, { spec }: CompiledSpec): ScenarioInfo {
  const { extras, sessions, steps, permutations, setups } = spec;
  const searched = [
    ...[...setups, ...steps].map((block) => block.sql),
    ...[...sessions, ...steps].map(({ name }) => name),
    ...extras.captions.values(),
  ];
  const words = searched.flatMap((text) => text.toLowerCase().match(WORD) ?? []);
  return {
    id,
    title: extras.title ?? id,
    about: extras.about ?? '',
    sessions: sessions.length,
    steps: steps.length,
    permutations: permutations?.length ?? countPermutations(sessions.map((session) => session.steps.length)),
    words: [...new Set(words)].join(' '),
  };
}

/** Compiles the bytes of a shipped scenario. The error has one line per problem: FILE:LINE:COL: text. */
export async function compileScenario(file: string, bytes: Uint8Array): Promise<Result<CompiledSpec, string>> {
  const compiled = compileSource(bytes, await loadCompiler());
  if (compiled.ok) return compiled;
  return { ok: false, error: faultLines(file, compiled.error) };
}

const faultLines = (file: string, faults: readonly SpecProblem[]): string =>
  faults.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n');

export function scenarioModules(): Plugin {
  return {
    name: 'xip-scenario-modules',
    enforce: 'pre',
    load: {
      // `?raw` and the like are Vite's own.
      filter: { id: /[.]spec([?]info)?$|[.]txt[?](scenario|machine)-texts$/ },
      async handler(id) {
        const [file = '', query] = id.split('?');
        this.addWatchFile(file);
        if (query === 'scenario-texts' || query === 'machine-texts') {
          const parse = query === 'machine-texts' ? parseMachineTexts : parseScenarioTexts;
          const texts: Result<unknown, readonly SpecProblem[]> = parse(await readFile(file));
          if (!texts.ok) return this.error(faultLines(relative(at(), file), texts.error));
          return { code: `export default ${moduleText(texts.value)};\n`, map: null, moduleType: 'js' };
        }
        const compiled = await compileScenario(relative(at(), file), await readFile(file));
        if (!compiled.ok) return this.error(compiled.error);
        const data = query === undefined ? compiled.value : scenarioInfo(basename(file, '.spec'), compiled.value);
        return { code: `export default ${moduleText(data)};\n`, map: null, moduleType: 'js' };
      },
    },
  };
}
