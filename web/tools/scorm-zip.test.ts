import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { at } from '../node/tree.mjs';
import { type Course, parseCourse } from '../src/viewmodel/course/course.ts';
import { filesOfSite, zipSite } from './bundle-zip.ts';
import { listSite, withList } from './offline-plugin.ts';
import { exercisesCourse, identifierOf, lessonCourse, manifestXml, zipCourse } from './scorm-zip.ts';

function builtSite(...paths: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'xip-scorm-'));
  mkdirSync(join(folder, 'wasm'));
  for (const path of ['index.html', 'wasm/engine.wasm', ...paths]) writeFileSync(join(folder, path), path);
  const worker = withList(readFileSync(at('web/public/sw.js'), 'utf8'), listSite(folder, 'b1', new Set()));
  writeFileSync(join(folder, 'sw.js'), worker ?? '');
  return folder;
}
const course: Course = {
  version: 1,
  kind: 'exercises',
  title: 'A & B <"c"> \u0007',
  lang: 'en',
  exercises: [{ id: 'who-sees-it', title: 'Who?' }],
};

test('a package has the manifest first, the site, and what is to be done; each file but the manifest is listed', () => {
  const files = unzipSync(zipCourse(builtSite('scorm.html', 'a b.js'), course) ?? new Uint8Array());
  const paths = Object.keys(files);
  expect(paths[0]).toBe('imsmanifest.xml');
  const manifest = strFromU8(files['imsmanifest.xml'] ?? new Uint8Array());
  const listed = [...manifest.matchAll(/<file href="([^"]*)"\/>/g)].map(([, href = '']) => decodeURI(href));
  expect(listed).toEqual(paths.slice(1));
  expect(listed).toEqual(['a b.js', 'course.json', 'index.html', 'scorm.html', 'wasm/engine.wasm']);
  const parsed = parseCourse(strFromU8(files['course.json'] ?? new Uint8Array()));
  expect(parsed).toEqual({ ok: true, value: course });
});
test('the manifest says SCORM 1.2 and one sco; a title is text in it', () => {
  const manifest = manifestXml(course, ['scorm.html']);
  expect(manifest).toContain('<schema>ADL SCORM</schema>\n    <schemaversion>1.2</schemaversion>');
  expect(manifest).toContain('type="webcontent" adlcp:scormtype="sco" href="scorm.html"');
  expect(manifest).toContain('<title>A &amp; B &lt;&quot;c&quot;&gt; </title>');
  expect(manifest.match(/identifierref="([^"]+)"/)?.[1]).toBe(manifest.match(/<resource identifier="([^"]+)"/)?.[1]);
  expect(identifierOf(course)).toMatch(/^[A-Za-z_][\w.-]*$/);
});
test('the manifest keeps to what the schemas of SCORM 1.2 ask: order, limits, identifiers that are one each', () => {
  const manifest = manifestXml({ ...course, title: `${'长'.repeat(300)}&` }, ['a.js', 'scorm.html']);
  const opened = [...manifest.matchAll(/<([a-z]+)[ >]/g)].map(([, name]) => name);
  expect(opened).toEqual(
    'manifest metadata schema schemaversion organizations organization title item title resources resource file file'.split(
      ' ',
    ),
  );
  expect([...manifest.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title)).toEqual([
    '长'.repeat(200),
    '长'.repeat(200),
  ]);
  const ids = [...manifest.matchAll(/ identifier="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain(manifest.match(/<organizations default="([^"]+)"/)?.[1]);
  // The file that the LMS opens is in the list.
  expect(manifest).toContain(`<file href="${manifest.match(/adlcp:scormtype="sco" href="([^"]+)"/)?.[1]}"/>`);
});
test('the same site and course give the same bytes', () => {
  const folder = builtSite('scorm.html');
  expect(zipCourse(folder, course)).toEqual(zipCourse(folder, course));
});
test('a site without the page that a course begins with is not packed; a bundle needs it not', () => {
  expect(zipCourse(builtSite(), course)).toBeUndefined();
  const folder = builtSite('scorm.html');
  expect(filesOfSite(folder)).toContain('scorm.html');
  expect(Object.keys(unzipSync(zipSite(folder) ?? new Uint8Array()))).not.toContain('xipscope/scorm.html');
});
test('every lesson can be packed, and all exercises', () => {
  const none = lessonCourse('none', 'en');
  const ids = none.ok ? [] : none.error.replace(/^.*: |\.$/g, '').split(', ');
  expect(ids.length).toBeGreaterThanOrEqual(13);
  for (const made of [...ids.map((id) => lessonCourse(id, 'zh')), exercisesCourse('all', 'zh')])
    expect(made.ok ? parseCourse(JSON.stringify(made.value)) : made.error).toEqual(made);
});
test('sets are named by a lesson, by ids, or all; what is unknown is said', () => {
  const idsOf = (set: string) => {
    const made = exercisesCourse(set, 'en');
    return made.ok && made.value.kind === 'exercises' ? made.value.exercises.map(({ id }) => id) : made;
  };
  expect(idsOf('lost-update, who-sees-it,lost-update')).toEqual(['lost-update', 'who-sees-it']);
  expect(idsOf('all')).toContain('hunt-hidden-commit');
  expect(idsOf('lost-update,none')).toMatchObject({ ok: false, error: expect.stringContaining('“none”') });
});
