/**
 * Makes a module of every lesson, at build time and in the development server, so that the page needs no Markdown
 * parser: `x.md?lesson` is the parsed lesson, `x.md?lesson-info` its entry in the list of lessons, `x.md?lesson-figure`
 * its first figure, `x.md?exercise-info` its entry in a list of exercises. A lesson or an exercise with a fault ends
 * the build, with file, line and column.
 */
import { readFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import type { Plugin } from 'vite';
import { err, ok, type Result } from '../src/base/result.ts';
import type { ExerciseInfo } from '../src/scenario/exercise.ts';
import { parseExerciseBytes } from '../src/scenario/exercise-parse.ts';
import type { Lesson, LessonInfo } from '../src/scenario/lesson.ts';
import { parseLessonBytes } from '../src/scenario/lesson-parse.ts';
import { figureOf } from '../src/viewmodel/lesson/deck.ts';
import { moduleText } from './module-text.ts';
import { at } from './tree.mjs';

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

/** The error has one line per fault: FILE:LINE:COL: text. */
export function exerciseInfo(file: string, bytes: Uint8Array): Result<ExerciseInfo, string> {
  const [, id, lang] = EXERCISE_NAME.exec(basename(file)) ?? [];
  if (id === undefined || lang === undefined) return err(`${file}: an exercise is named ID.LANG.md`);
  const parsed = parseExerciseBytes(bytes);
  if (!parsed.ok) return err(parsed.error.map((f) => `${file}:${f.line}:${f.column}: ${f.message}`).join('\n'));
  const { title, lesson, ask } = parsed.value;
  return ok({ id, lang, title, lesson, what: ask.what });
}

export function lessonModules(): Plugin {
  return {
    name: 'xip-lesson-modules',
    enforce: 'pre',
    load: {
      filter: { id: /[.]md[?](lesson|lesson-info|lesson-figure|exercise-info)$/ },
      async handler(id) {
        const [file = '', query] = id.split('?');
        this.addWatchFile(file);
        const name = relative(at(), file);
        if (query === 'exercise-info') {
          const exercise = exerciseInfo(name, await readFile(file));
          if (!exercise.ok) return this.error(exercise.error);
          return { code: `export default ${moduleText(exercise.value)};\n`, map: null, moduleType: 'js' };
        }
        const lesson = readLesson(name, await readFile(file));
        if (!lesson.ok) return this.error(lesson.error);
        if (query === 'lesson-figure') {
          const figure = figureOf(lesson.value.steps, 0);
          const text = moduleText(figure === null ? null : { at: figure.at, show: figure.show });
          return { code: `export default ${text};\n`, map: null, moduleType: 'js' };
        }
        const info = lessonInfo(file, lesson.value);
        if (info === null) return this.error(`${name}: a lesson is named NN-id.LANG.md`);
        const data = query === 'lesson' ? lesson.value : info;
        return { code: `export default ${moduleText(data)};\n`, map: null, moduleType: 'js' };
      },
    },
  };
}
