/** The Lab leads: ordered questions, the picture first on every page, nothing that a reader must scroll for long. */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { DESIGN_IDS } from '../src/base/designs.ts';
import { messagesIn } from '../src/base/messages/index.ts';
import { LAB_QUESTIONS, QUESTION_LINKS } from '../src/viewmodel/lab/way.ts';
import { overflow } from '../tools/photograph.ts';
import { axe } from './axe.ts';

const { t } = messagesIn('en');
const PROJECTOR = { width: 1280, height: 720 };

/** The first picture's top edge, in px from the page's: a picture is not an icon. */
const pictureTop = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const tops = [...document.querySelectorAll('main svg, main canvas, main figure')].flatMap((own) => {
      const { top, width, height } = own.getBoundingClientRect();
      return width > 200 && height > 80 ? [top + scrollY] : [];
    });
    return Math.min(...tops);
  });
const HIGHEST = 220;
const PICTURES = [
  ...['#/lab', '#/lab/measure', '#/lab/lines', '#/lab/ladder', '#/lab/model', '#/lab/model?v=1&view=ask'],
  ...[
    '#/lab/model?v=1&view=drop&many=1000',
    '#/lab/cliff',
    '#/lab/layout',
    '#/lab/litmus',
    '#/calculator',
    '#/play/standby',
    '#/play/server?v=1&sample=1',
  ],
];
for (const lang of ['en', 'zh'])
  test(`on every page of the Lab the first picture begins in the upper ${HIGHEST} px, in ${lang}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(PROJECTOR);
    for (const at of PICTURES) {
      // A new document: the page before is not looked at again.
      await page.goto('about:blank');
      await page.goto(`/${at}${at.includes('?') ? '&' : '?v=1&'}lang=${lang}`);
      // Once it is there: it must begin there, and stay.
      await expect.poll(() => pictureTop(page), at).toBeLessThan(Number.POSITIVE_INFINITY);
      if (at === '#/lab/ladder') await expect(page.locator('li[data-design="csn"] svg').first()).toBeVisible();
      await expect(page.locator('main h1').first()).toBeAttached();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      expect(await pictureTop(page), at).toBeLessThanOrEqual(HIGHEST);
    }
  });

const LONGEST = 2200;
for (const at of [
  '#/lab',
  '#/lab/measure',
  '#/lab/ladder',
  '#/lab/model',
  '#/lab/cliff',
  '#/lab/layout',
  '#/lab/litmus',
])
  test(`${at} is at most ${LONGEST} px high, drawn`, async ({ page }) => {
    await page.setViewportSize(PROJECTOR);
    await page.goto(`/${at}`);
    await expect(
      page.locator(at === '#/lab/ladder' ? '[data-measured] [data-design="csn"] svg' : 'main svg').first(),
    ).toBeVisible();
    if (at === '#/lab/layout') await expect(page.locator('[data-phase="ready"]')).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(LONGEST);
  });

const LONGEST_ON_PHONE = 2600;
for (const lang of ['en', 'zh'])
  test(`the ladder is at most ${LONGEST_ON_PHONE} px high on a phone, with all its bars, in ${lang}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/#/lab/ladder?v=1&lang=${lang}`);
    await expect(page.locator('[data-there="true"]')).toBeVisible();
    for (const design of DESIGN_IDS)
      await expect(page.locator(`li[data-design="${design}"] svg`).filter({ visible: true }).last()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(LONGEST_ON_PHONE);
  });

test('the landing asks its questions in order, each page leads to the next one, and the last to all', async ({
  page,
}) => {
  await page.goto('/#/lab');
  await expect(page.getByRole('heading', { level: 1, name: t('way.title') })).toBeVisible();
  const asked = page.locator('a[data-question]');
  expect(await asked.evaluateAll((all) => all.map((one) => one.getAttribute('data-question')))).toEqual([
    ...LAB_QUESTIONS,
  ]);
  await asked.first().click();
  for (const [i, question] of LAB_QUESTIONS.entries()) {
    await expect(page).toHaveURL(new RegExp(QUESTION_LINKS[question].split('?')[0] ?? ''));
    const next = LAB_QUESTIONS[i + 1];
    const link = page.getByTestId('lab-next');
    await expect(link).toHaveAttribute('href', next === undefined ? '#/lab' : QUESTION_LINKS[next]);
    await link.click();
  }
});

test('a real server and a standby are in the navigation of the Lab, and at short addresses', async ({ page }) => {
  await page.goto('/#/lab');
  const nav = page.getByRole('navigation', { name: t('shell.labNav') });
  await nav.getByRole('link', { name: t('shell.page.server') }).click();
  await expect(page).toHaveURL(/#\/play\/server/);
  await nav.getByRole('link', { name: t('shell.page.standby') }).click();
  await expect(page).toHaveURL(/#\/play\/standby/);
  for (const name of ['server', 'standby'] as const) {
    await page.goto(`/#/${name}`);
    await expect(nav.getByRole('link', { name: t(`shell.page.${name}`) })).toHaveAttribute('aria-current', 'page');
  }
  // On a phone it is one row, and the page's own name is in it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#/lab/litmus');
  const own = nav.getByRole('link', { name: t('shell.page.litmus') });
  await expect(own).toBeInViewport({ ratio: 1 });
  expect((await nav.boundingBox())?.height).toBe((await own.boundingBox())?.height);
  // Also where the names get their width only when their face has come.
  await page.goto('/#/lab/litmus?v=1&lang=zh');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await expect(page.locator('nav [data-to="litmus"]')).toBeInViewport({ ratio: 1 });
});

test('an address of the Lab with settings still measures with them; alone it is the landing', async ({ page }) => {
  await page.goto('/#/lab?v=1&mode=sweep&designs=pg13,pg14&active=1&idle=0,2000&seconds=0.2');
  await expect(page.getByTestId('lab-run')).toBeVisible();
  await expect(page.getByRole('radio', { name: t('lab.mode.sweep') })).toBeChecked();
  await page.goto('/#/lab?v=1');
  await expect(page.locator('a[data-question]')).toHaveCount(LAB_QUESTIONS.length);
  await page.goto('/#/embed/lab');
  await expect(page.getByTestId('lab-run')).toBeVisible();
});

test('before anything is measured, the published curves are drawn where the run will be', async ({ page }) => {
  await page.goto('/#/lab/measure');
  for (const design of ['pg13', 'pg14'])
    await expect(page.locator(`[data-series="published-${design}"]`)).toBeAttached();
  await expect(page.locator('figure [data-provenance="published"]')).toHaveCount(1);
  await expect(page.locator('figure [data-provenance="measured"]')).toHaveCount(0);
});

test('on the ladder a commit takes from the designs that reuse what they had, and from no other', async ({ page }) => {
  await page.goto('/#/lab/ladder?v=1&idle=100&writers=8');
  const lines = (design: string) =>
    page.locator(`li[data-design="${design}"] [data-lines]`).getAttribute('data-lines').then(Number);
  await expect(page.locator('li[data-design="csn"] [data-lines]')).toBeVisible();
  const quiet = { scans: await lines('pg13'), reuses: await lines('pg14') };
  await page.getByRole('radio', { name: t('ladder.when.writers', { writers: 8 }) }).check();
  await expect(page).toHaveURL(/when=writers/);
  await expect.poll(() => lines('pg14')).toBeGreaterThan(quiet.reuses);
  expect(await lines('pg13')).toBe(quiet.scans);
});

for (const theme of ['light', 'dark'])
  for (const width of [360, 1280])
    test(`the landing has no finding of axe and no overflow at ${width} px, ${theme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/#/lab?v=1&theme=${theme}`);
      await expect(page.locator('a[data-question]')).toHaveCount(LAB_QUESTIONS.length);
      expect((await axe(page).analyze()).violations).toEqual([]);
      expect(await overflow(page)).toBe(0);
    });
