/**
 * A lesson or a set of exercises as a SCORM 1.2 package: the whole site, the tasks (`course.json`), and the manifest
 * that an LMS reads. The same site and course give the same bytes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { at } from '../node/tree.mjs';
import { DEFAULT_LANG } from '../src/base/messages/index.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { parseLessonBytes } from '../src/scenario/lesson-parse.ts';
import { COURSE_LIMITS, type Course } from '../src/viewmodel/course/course.ts';
import { parseExerciseBytes } from '../src/viewmodel/exercise/parse.ts';
import { COURSE_PAGE, filesOfSite, ZIP_OPTIONS } from './bundle-zip.ts';

/**
 * The contents of a course, from the shipped files: a lesson by its id; exercises by a lesson's id, by `all`, or by
 * their own ids.
 */

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

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes text for XML and its attributes; characters that XML 1.0 does not allow are left out. */
const xml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them, so they must be named.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (one) => ESCAPES[one] ?? '');
const MAX_TITLE = 200;
const href = (path: string): string => xml(encodeURI(path));

/** An identifier in XML's format: `xipscope.lesson.two-stamps`. */
export const identifierOf = (course: Course): string =>
  course.kind === 'lesson'
    ? `xipscope.lesson.${course.id}`
    : `xipscope.exercises.${course.exercises.map(({ id }) => id).join('.')}`.slice(0, 200);

/** @param paths all files of the package but the manifest */
export function manifestXml(course: Course, paths: readonly string[]): string {
  const id = xml(identifierOf(course));
  // The schema allows 200 characters in a title.
  const title = xml([...course.title].slice(0, MAX_TITLE).join(''));
  const files = paths.map((path) => `      <file href="${href(path)}"/>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${id}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>${title}</title>
      <item identifier="item" identifierref="resource" isvisible="true">
        <title>${title}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="resource" type="webcontent" adlcp:scormtype="sco" href="${COURSE_PAGE}">
${files}
    </resource>
  </resources>
</manifest>
`;
}

/**
 * @param folder a built site
 * @returns the zip's bytes; undefined if the site has no list of its files, or not the page that a course begins with
 */
export function zipCourse(folder: string, course: Course): Uint8Array | undefined {
  const paths = filesOfSite(folder);
  if (paths?.includes(COURSE_PAGE) !== true) return undefined;
  const text = new TextEncoder();
  const files: Zippable = {};
  const all = [...paths, 'course.json'].sort();
  files['imsmanifest.xml'] = text.encode(manifestXml(course, all));
  for (const path of all)
    files[path] =
      path === 'course.json' ? text.encode(`${JSON.stringify(course, null, 2)}\n`) : readFileSync(join(folder, path));
  return zipSync(files, ZIP_OPTIONS);
}
