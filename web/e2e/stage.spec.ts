/**
 * On stage everything is visible at once: nothing lies below the window, no line of the figure's words is too small for
 * a hall, the figure has the stage's height, and nothing covers the source of its numbers.
 */
import '../src/base/messages/en/index.ts';
import { readdirSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { at as path } from '../node/tree.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { EVERY_PAGE } from './every-page.ts';
import { RUN_MS } from './fit.ts';
import { unfold } from './site.ts';

const { t } = messagesIn('en');

// Each test stands alone, and the file is long: several workers share it.
test.describe.configure({ mode: 'parallel' });

const PAGES: readonly (readonly [string, string])[] = [
  ['/#/play/standby?v=1&spec=standby-64-subtransactions&at=4', 'figure svg[role="img"]'],
  ['/#/lab/cliff?v=1', 'g[data-series^="real-"]'],
  ['/#/lab/litmus?v=1', '[data-outcome]'],
  ['/#/lab/ladder?v=1', 'li[data-design="csn"] svg'],
  ['/#/lab/model?v=1', '[data-phase="running"], g[data-series]'],
  ['/#/lab/model?v=1&view=drop&many=1000', 'tr[data-part]'],
  ['/#/lab/model?v=1&view=without&active=40', 'li[data-variant]'],
  ['/#/lessons/on-a-standby?step=6', '[data-shown="true"] figure svg[role="img"]'],
  ['/#/lessons/ping-pong?step=1', '[data-shown="true"] [data-testid="cache-lines"]'],
  ['/#/lessons/the-result?step=1', '[data-shown="true"] [data-testid="race"]'],
];

/** The height that is only visible by scrolling, in px; and the smallest text, as a part of the height. */
const look = (page: Page) =>
  page.evaluate(() => {
    const beyond = ['html', 'main', '[data-figure-slot][data-shown="true"]'].map((at) => {
      const box = document.querySelector(at);
      return box === null ? 0 : box.scrollHeight - box.clientHeight;
    });
    let smallest = 1;
    for (const element of document.querySelectorAll('main :is(h1, h2, p, li, dt, dd, td, th, button, text)')) {
      const { width, height } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && element.closest('[data-shown="false"]') === null;
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
      if (isSeen && hasText)
        smallest = Math.min(smallest, Number.parseFloat(getComputedStyle(element).fontSize) / innerHeight);
    }
    return { beyond: Math.max(...beyond), smallest };
  });

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
] as const)
  test(`no page and no lesson's figure goes beyond a stage of ${width} × ${height}, nor below 1/30 of it in type`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const [at, ready] of PAGES) {
      await page.goto('about:blank');
      await page.goto(`${at}&stage=1&theme=light`);
      await expect(page.locator(ready).first()).toBeVisible();
      await expect.poll(async () => (await look(page)).beyond, { message: at }).toBeLessThanOrEqual(1);
      expect((await look(page)).smallest, at).toBeGreaterThanOrEqual(1 / 30);
    }
  });

/**
 * The part of the stage's height that the visible figure draws on; the texts over its provenance; whether modelling has
 * finished.
 */
const drawn = (page: Page) =>
  page.evaluate(() => {
    const slot = document.querySelector('[data-figure-slot][data-shown="true"]');
    if (slot === null) return { share: 0, over: ['no figure'], isModelled: false };
    const stage = slot.getBoundingClientRect();
    const marks = [...slot.querySelectorAll('*')].flatMap((element) => {
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
      const isMark = text || ['canvas', 'path', 'rect', 'circle', 'line'].includes(element.localName);
      const box = element.getBoundingClientRect();
      if (!isMark || box.width < 1 || box.height < 1) return [];
      return getComputedStyle(element).visibility === 'hidden' ? [] : [{ element, box, text }];
    });
    let covered = 0;
    let end = stage.top;
    for (const { box } of marks.sort((a, b) => a.box.top - b.box.top)) {
      const [top, bottom] = [Math.max(box.top, end), Math.min(box.bottom, stage.bottom)];
      covered += Math.max(0, bottom - top);
      end = Math.max(end, bottom);
    }
    const over = [...slot.querySelectorAll('[data-provenance]')].flatMap((badge) => {
      const own = badge.getBoundingClientRect();
      return marks.flatMap(({ element, box, text }) => {
        const [left, right] = [Math.max(own.left, box.left), Math.min(own.right, box.right)];
        const [top, bottom] = [Math.max(own.top, box.top), Math.min(own.bottom, box.bottom)];
        const isOver = text && !badge.contains(element) && right - left > 4 && bottom - top > 4;
        // Text that its own box has cut off does not count.
        const isSeen = isOver && document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(element);
        return isSeen ? [element.textContent ?? ''] : [];
      });
    });
    // Bars appear one after another; a published table has many points, and they change only a chart's lines.
    const isModelled = slot.querySelector('[data-view="ask"] [data-phase="running"]') === null;
    return { share: covered / stage.height, over, isModelled };
  });

const LESSONS = readdirSync(path('scenarios/lessons')).flatMap((file) => /^\d+-(.*)\.en\.md$/.exec(file)?.[1] ?? []);
/** Rows of two or three sessions leave more than half of it empty, but never two thirds. */
const LEAST = 0.35;
for (const lesson of LESSONS)
  test(`on stage each figure of ${lesson} has the height that there is, and nothing lies over its provenance`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`/#/lessons/${lesson}?step=1&stage=1`);
    const bar = page.getByRole('navigation', { name: t('lessons.nav') });
    const steps = Number(/of (\d+)/.exec((await bar.getByText(/^Step 1 of \d+$/).textContent()) ?? '')?.[1]);
    expect(steps).toBeGreaterThan(4);
    for (let step = 1; step <= steps; step++) {
      if (step > 1) await page.keyboard.press('ArrowRight');
      await expect(bar.getByText(`Step ${step} of ${steps}`)).toBeVisible();
      await expect
        .poll(
          async () => {
            const { share, ...also } = await drawn(page);
            return { atLeast: Math.min(LEAST, share), ...also };
          },
          { message: `step ${step}`, timeout: RUN_MS },
        )
        .toEqual({ atLeast: LEAST, over: [], isModelled: true });
    }
  });

test('the ladder names the commit messages where their gains are drawn: on its page, not on stage', async ({
  page,
}) => {
  const published = page.locator('figure').first().locator('[data-provenance="published"]');
  for (const [stage, count] of [
    ['', 1],
    ['&stage=1', 0],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`/#/lab/ladder?v=1&idle=100&writers=3${stage}`);
    await expect(page.locator('figure [data-design="csn"] svg').first()).toBeVisible();
    await expect(published).toHaveCount(count);
    if (stage === '') await unfold(page, t('ui.figure.table'));
    await expect(page.getByText(t('ladder.head.gains')).first()).toBeVisible({ visible: stage === '' });
  }
});

/** A page of each path, and a lesson. */
const ALL = ['/', ...new Set(Object.keys(EVERY_PAGE).map((hash) => hash.slice(1)))];
test('no page that goes on stage is taken away while a file that only the stage needs is on its way', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const held: (() => Promise<void>)[] = [];
  let isHeld = false;
  let asked = 0;
  const loading = page.getByText(t('shell.loading'), { exact: true }).filter({ visible: true });
  await page.route('**/assets/*.js', async (route) => {
    if (isHeld) held.push(() => route.continue());
    else await route.continue();
  });
  for (const at of ALL) {
    await page.goto('about:blank');
    await page.goto(`/#${at}`);
    await expect(page.locator('main').getByRole('heading', { level: 1 }).first(), at).toBeVisible();
    // On a busy machine a figure's own files may come late: they are not the stage's, and are not held.
    const drawn = EVERY_PAGE[`#${at}`]?.selector;
    if (drawn !== undefined) await expect(page.locator(drawn).first(), at).toBeAttached();
    await expect(loading, at).toHaveCount(0);
    isHeld = true;
    await page.keyboard.press('f');
    await expect(page.locator('html')).toHaveAttribute('data-stage', '');
    await expect(loading, at).toHaveCount(0);
    await expect(page.locator('main').getByText(/\w/).filter({ visible: true }).first(), at).toBeVisible();
    isHeld = false;
    asked += held.length;
    await Promise.all(held.splice(0).map((go) => go()));
  }
  expect(asked, 'files were held').toBeGreaterThan(0);
});

test('on every page of the stage B makes the picture dark, and a hand with no keyboard finds the way off', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const dark = page.getByRole('status', { name: t('lessons.blank') });
  const leave = page.getByRole('button', { name: /^stop presenting/i });
  for (const at of ALL) {
    await page.goto('about:blank');
    await page.goto(`/#${at}${at.includes('?') ? '&' : '?'}stage=1`);
    await expect(page.locator('main').getByRole('heading', { level: 1 }).first(), at).toBeAttached();
    await expect(async () => {
      // Its code is fetched with the page, and the key may come before it.
      if (!(await dark.isVisible())) await page.keyboard.press('b');
      await expect(dark, at).toBeVisible({ timeout: 500 });
    }).toPass();
    const box = await dark.boundingBox();
    expect(box, at).toEqual({ x: 0, y: 0, ...page.viewportSize() });
    await page.keyboard.press('b');
    await expect(dark, at).toBeHidden();
    await page.keyboard.press('.');
    await expect(dark, at).toBeVisible();
    await page.keyboard.press('x');
    await expect(dark, at).toBeHidden();
    await expect(async () => {
      // It goes again when the pointer rests. A click may have come about though its answer came too late.
      if ((await page.locator('html[data-stage]').count()) > 0) {
        await page.mouse.move(300, 300);
        await page.mouse.move(340, 320);
        await leave.click({ timeout: 2_000 });
      }
      await expect(page.locator('html'), at).not.toHaveAttribute('data-stage', { timeout: 2_000 });
    }, at).toPass();
  }
});

test('P leads back the way that N came: from the cache lines to Measure and the Lab, if the walk began there', async ({
  page,
}) => {
  await page.goto('/#/lab?v=1&stage=1');
  const on = (name: string) => expect(page.locator(`main[data-page="${name}"] [data-phase]`).first()).toBeVisible();
  await on('lab');
  await page.keyboard.press('n');
  await on('measure');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/lab\/lines.*step=\d/);
  await page.keyboard.press('p');
  await on('measure');
  await page.keyboard.press('p');
  await on('lab');
});
