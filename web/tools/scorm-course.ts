/**
 * The contents of a course, from the shipped files: a lesson by its id; exercises by a lesson's id, by `all`, or by
 * their own ids.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { DEFAULT_LANG } from '../src/base/messages/index.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { parseExerciseBytes } from '../src/scenario/exercise-parse.ts';
import { parseLessonBytes } from '../src/scenario/lesson-parse.ts';
import { COURSE_LIMITS, type Course } from '../src/viewmodel/course/course.ts';
import { at } from './tree.mjs';

const LESSON = /^(\d\d)-([a-z0-9-]+)[.]([A-Za-z-]+)[.]md$/;
const EXERCISE = /^([a-z0-9][a-z0-9-]*)[.]([A-Za-z-]+)[.]md$/;

const lessonFiles = () =>
  readdirSync(at('scenarios/lessons'))
    .sort()
    .flatMap((file) => {
      const [, , id, lang] = LESSON.exec(file) ?? [];
      return id === undefined || lang === undefined ? [] : [{ file, id, lang }];
    });
/** The file in this language, else in English. */
const inLang = <T extends { readonly id: string; readonly lang: string }>(
  all: readonly T[],
  id: string,
  lang: string,
) =>
  all.find((one) => one.id === id && one.lang === lang) ??
  all.find((one) => one.id === id && one.lang === DEFAULT_LANG);

const unknown = (what: string, given: string, known: readonly string[]): Result<never, string> =>
  err(`There is no ${what} “${given}”. Known are: ${known.join(', ')}.`);

function readLesson(id: string, lang: string) {
  const found = inLang(lessonFiles(), id, lang);
  const parsed = found === undefined ? null : parseLessonBytes(readFileSync(at('scenarios/lessons', found.file)));
  return parsed?.ok === true ? parsed.value : null;
}
const lessonIds = (): readonly string[] => [...new Set(lessonFiles().map(({ id }) => id))];

/** A lesson as a course. The error names the known ids. */
export function lessonCourse(id: string, lang: string): Result<Course, string> {
  const lesson = readLesson(id, lang);
  if (lesson === null) return unknown('lesson', id, lessonIds());
  const { title, steps } = lesson;
  const questions = steps.flatMap(({ question }, i) => (question === null ? [] : [i + 1]));
  return ok({ version: 1, kind: 'lesson', id, title, lang, steps: steps.length, questions });
}

/** @param set `all`, a lesson's id, or exercises' ids with commas between them */
export function exercisesCourse(set: string, lang: string): Result<Course, string> {
  const files = readdirSync(at('scenarios/exercises')).flatMap((file) => {
    const [, id, own] = EXERCISE.exec(file) ?? [];
    return id === undefined || own === undefined ? [] : [{ file, id, lang: own }];
  });
  const ids = [...new Set(files.map(({ id }) => id))].sort();
  const all = ids.flatMap((id) => {
    const found = inLang(files, id, lang);
    const parsed = found === undefined ? null : parseExerciseBytes(readFileSync(at('scenarios/exercises', found.file)));
    return parsed?.ok === true ? [{ id, title: parsed.value.title, lesson: parsed.value.lesson }] : [];
  });
  const lessons = lessonIds();
  const given = set.split(',').map((id) => id.trim());
  const ofLesson = lessons.includes(set);
  const missing = given.find((id) => !all.some((one) => one.id === id));
  if (set !== 'all' && !ofLesson && missing !== undefined)
    return unknown('exercise, or lesson that has some,', missing, [...ids, ...lessons, 'all']);
  const chosen =
    set === 'all'
      ? [...all].sort((a, b) => lessons.indexOf(a.lesson) - lessons.indexOf(b.lesson))
      : ofLesson
        ? all.filter(({ lesson }) => lesson === set)
        : [...new Set(given)].flatMap((id) => all.find((one) => one.id === id) ?? []);
  if (chosen.length === 0) return err(`The lesson “${set}” has no exercises.`);
  if (chosen.length > COURSE_LIMITS.exercises) return err(`More than ${COURSE_LIMITS.exercises} exercises.`);
  const title = ofLesson
    ? (readLesson(set, lang)?.title ?? set)
    : chosen.length === 1
      ? (chosen[0]?.title ?? set)
      : 'Xipscope';
  return ok({
    version: 1,
    kind: 'exercises',
    title,
    lang,
    exercises: chosen.map(({ id, title: name }) => ({ id, title: name })),
  });
}
