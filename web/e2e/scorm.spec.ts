/** A SCORM 1.2 package, unpacked below some folder of a server without any header, in the frame of a page that plays the LMS. */
import '../src/base/messages/en/index.ts';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { siteDir } from '../node/tree.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { COURSE_FRAME } from '../src/viewmodel/course/frame.ts';
import { exercisesCourse, lessonCourse, zipCourse } from '../tools/scorm-zip.ts';
import { plainHost, watch } from './site.ts';

const { t } = messagesIn('en');

/** Two frames around the package, and an API that stores its data and lists the calls. */
const LMS = `<!doctype html><title>LMS</title><link rel="icon" href="data:,"><script>
  window.cmi = { 'cmi.core.lesson_status': 'not attempted' };
  window.calls = [];
  const say = (name, answer) => (...args) => { window.calls.push([name, ...args].join(' ').trim()); return answer(...args); };
  window.API = {
    LMSInitialize: say('LMSInitialize', () => 'true'),
    LMSFinish: say('LMSFinish', () => 'true'),
    LMSGetValue: say('LMSGetValue', (name) => window.cmi[name] ?? ''),
    LMSSetValue: say('LMSSetValue', (name, value) => { window.cmi[name] = value; return 'true'; }),
    LMSCommit: say('LMSCommit', () => 'true'),
    LMSGetLastError: () => '0',
    LMSGetErrorString: () => '',
  };
</script><iframe id="player" src="/player.html" width="1200" height="680"></iframe>`;
const PLAYER =
  '<!doctype html><title>player</title><iframe src="/files/17/sco/scorm.html" width="1180" height="660"></iframe>';

/** Unpacks a package and has it served as an LMS would: `cmi` is the data that the LMS received. */
async function inLms(page: Page, course: ReturnType<typeof exercisesCourse>) {
  const zip = course.ok ? zipCourse(process.env.XIP_SITE_DIR ?? siteDir, course.value) : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'xip-scorm-'));
  for (const [path, bytes] of Object.entries(unzipSync(zip ?? new Uint8Array()))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  const { faults } = await watch(page);
  const host = await plainHost({ '/lms.html': LMS, '/player.html': PLAYER }, '/files/17/sco', folder);
  const cmi = (name: string) => page.evaluate((key) => Reflect.get(Reflect.get(window, 'cmi'), key), name);
  const goTo = (hash: string) =>
    page
      .frames()
      .find((frame) => frame.name() === COURSE_FRAME)
      ?.evaluate((to) => {
        location.hash = to;
      }, hash);
  const sco = page.frameLocator('#player').frameLocator('iframe');
  return { host, faults, cmi, goTo, sco, inside: sco.frameLocator('iframe') };
}

test('a set of exercises reports status, score, place and time to the LMS around it, and goes on where it was left', async ({
  page,
}) => {
  const { host, faults, cmi, goTo, sco, inside } = await inLms(page, exercisesCourse('who-sees-it,what-is-xip', 'en'));
  try {
    await page.goto(`${host.url}/lms.html`);
    await expect(sco.getByRole('status')).toHaveText(`${t('course.done', { right: 0, of: 2 })} ${t('course.told')}`);
    // The place that the LMS stores contains the seed.
    await expect.poll(() => cmi('cmi.core.lesson_location')).toMatch(/^#\/exercises\/who-sees-it\?.*seed=\d+/);
    expect(await cmi('cmi.core.lesson_status')).toBe('incomplete');
    const place = '#/exercises/who-sees-it?v=1&seed=3&lang=en';
    await goTo(place);
    await expect.poll(() => cmi('cmi.core.lesson_location')).toBe(place);
    const versions = inside.getByRole('checkbox');
    await expect(inside.locator('[data-solved="false"]')).toBeVisible();
    await versions.nth(1).check();
    await versions.nth(2).check();
    await inside.getByRole('button', { name: t('exercise.check') }).click();
    await expect(inside.getByText(t('exercise.right'))).toBeVisible();
    await expect.poll(() => cmi('cmi.core.score.raw')).toBe('50');
    await expect(sco.getByRole('status')).toContainText(t('course.done', { right: 1, of: 2 }));
    const axe = await new AxeBuilder({ page }).include(['#player', 'iframe', '#bar']).analyze();
    expect(axe.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);

    // The LMS removes the frame, and shows it again later.
    await page.evaluate(() => document.querySelector('#player')?.setAttribute('src', 'about:blank'));
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'calls').at(-1))).toBe('LMSFinish');
    expect(await cmi('cmi.core.session_time')).toMatch(/^\d{4}:\d\d:\d\d\.\d\d$/);
    expect(await cmi('cmi.core.exit')).toBe('suspend');
    await page.evaluate(() => document.querySelector('#player')?.setAttribute('src', '/player.html'));
    await expect(sco.getByRole('status')).toContainText(t('course.done', { right: 1, of: 2 }));
    await expect(versions).toHaveCount(4);
    expect(await cmi('cmi.core.lesson_location')).toBe(place);
    expect(faults).toEqual([]);
  } finally {
    await host.close();
  }
});

test('a lesson is complete when its last step was seen, and its score is its questions’', async ({ page }) => {
  const { host, faults, cmi, goTo, sco, inside } = await inLms(page, lessonCourse('two-stamps', 'en'));
  try {
    await page.goto(`${host.url}/lms.html`);
    await expect(sco.getByRole('status')).toHaveText(`${t('course.done', { right: 0, of: 3 })} ${t('course.told')}`);
    await expect.poll(() => cmi('cmi.core.lesson_location')).toMatch(/^#\/lessons\/two-stamps\?/);
    expect(await cmi('cmi.core.lesson_status')).toBe('incomplete');
    await goTo('#/lessons/two-stamps?v=1&step=2&lang=en');
    await inside.getByRole('button', { name: t('lessons.question.way', { way: 'works', kind: 'waits' }) }).click();
    await expect.poll(() => cmi('cmi.core.score.raw')).toBe('33');
    const end = '#/lessons/two-stamps?v=1&step=8&lang=en';
    await goTo(end);
    await expect.poll(() => cmi('cmi.core.lesson_status')).toBe('completed');
    await expect.poll(() => cmi('cmi.core.lesson_location')).toBe(end);
    expect(faults).toEqual([]);
  } finally {
    await host.close();
  }
});
