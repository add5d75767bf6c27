/**
 * `npm run scorm -- --lesson ID | --exercises SET [--lang LANG] [-o FILE]`: a SCORM 1.2 package of the built site. SET is a
 * lesson's id, `all`, or exercises' ids with commas between them.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Fault, main, say } from '../node/proc.mjs';
import { buildDir, siteDir, writeWhole } from '../node/tree.mjs';
import { loadLanguages } from '../src/base/messages/folders.node.ts';
import { exercisesCourse, identifierOf, lessonCourse, zipCourse } from './scorm-zip.ts';

const USAGE = 'npm run scorm -- --lesson ID | --exercises LESSON|all|ID,ID [--lang LANG] [-o FILE]';

await main(async () => {
  const { values } = parseArgs({
    options: {
      lesson: { type: 'string' },
      exercises: { type: 'string' },
      lang: { type: 'string', default: 'en' },
      out: { type: 'string', short: 'o' },
    },
  });
  const { lesson, exercises, lang } = values;
  const known = ['en', ...(await loadLanguages())];
  if (!known.includes(lang)) throw new Fault(`There is no language “${lang}”. Known are: ${known.join(', ')}.`);
  const course =
    lesson !== undefined && exercises === undefined
      ? lessonCourse(lesson, lang)
      : exercises !== undefined && lesson === undefined
        ? exercisesCourse(exercises, lang)
        : { ok: false as const, error: `Name a lesson or exercises, one of both: ${USAGE}` };
  if (!course.ok) throw new Fault(course.error);
  const zip = zipCourse(process.env.XIP_SITE_DIR ?? siteDir, course.value);
  if (zip === undefined)
    throw new Fault('The built site lacks scorm.html or the list of its files: run `npm run build` again.');
  const out = resolve(values.out ?? join(buildDir, `${identifierOf(course.value).slice(0, 80)}.zip`));
  writeWhole(out, Buffer.from(zip));
  say(`${out}: ${(zip.byteLength / 1e6).toFixed(1)} MB. Upload it to an LMS as a SCORM 1.2 package.`);
});
