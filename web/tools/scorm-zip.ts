/**
 * A lesson or a set of exercises as a SCORM 1.2 package: the whole site, the tasks (`course.json`), and the manifest
 * that an LMS reads. The same site and course give the same bytes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import type { Course } from '../src/viewmodel/course/course.ts';
import { COURSE_PAGE, filesOfSite, ZIP_OPTIONS } from './bundle-zip.ts';

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
