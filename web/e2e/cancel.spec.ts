/**
 * A click cancels engine work that never ends: making a variant, judging an order, trying the variants of an own
 * exercise, checking a class's records. These tests run the site's own worker with a few lines added that keep it busy
 * for ever on demand. Cancel ends that worker, and the next try starts a new one.
 */
import '../src/base/messages/en/index.ts';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ISOLATION_HEADERS } from '../node/serve.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { PROGRESS_KEY } from '../src/viewmodel/record/progress.ts';
import { watch } from './site.ts';
import { typeInto } from './typing.ts';

const { t } = messagesIn('en');

/** Every worker that starts from now on is busy from its first question on; all others work. */
const IS_BUSY = 'self.onmessage = () => { for (;;); };';
/** Static imports, so that the worker's own reader is loaded before any question. */
const whenTold = (file: string): string =>
  `import './${file}?own'; new BroadcastChannel('busy').onmessage = () => { for (;;); };`;

const isStageWorker = /\/stage-worker-[^/?]*\.js$/;
async function instead(page: Page, body: (file: string) => string): Promise<void> {
  await page.route(isStageWorker, (route) =>
    route.fulfill({
      headers: { ...ISOLATION_HEADERS, 'Content-Type': 'text/javascript' },
      body: body(basename(route.request().url())),
    }),
  );
}
/** Workers that start after this call work normally. */
const mended = (page: Page) => page.unroute(isStageWorker);

const cancel = (page: Page) => page.getByRole('button', { name: t('ui.cancel'), exact: true });
const again = (page: Page) => page.getByRole('button', { name: t('ui.tryAgain'), exact: true });
const runOrder = (page: Page) => page.getByRole('button', { name: t('exercise.order.run') });

test('a variant that is never made is given up, and made by the next try', async ({ page }) => {
  const seen = await watch(page);
  await instead(page, () => IS_BUSY);
  await page.goto('/#/exercises/late-snapshot?v=1&lang=en&seed=1');
  await expect(page.getByText(t('exercise.loading'))).toBeVisible();
  await cancel(page).click();
  await expect(page.getByText(t('exercise.cancelled'))).toBeVisible();
  await expect(page.getByText(t('exercise.loading'))).toHaveCount(0);
  await mended(page);
  await again(page).click();
  await expect(runOrder(page)).toBeVisible();
  expect(seen.faults).toEqual([]);
});

test('an order that is never judged is given up: it is no try, and the next one is judged', async ({ page }) => {
  const seen = await watch(page);
  await instead(page, whenTold);
  await page.goto('/#/exercises/late-snapshot?v=1&lang=en&seed=1');
  await expect(runOrder(page)).toBeVisible();
  await expect(page.locator('[data-kind="order"][data-phase="ready"]')).toBeVisible();
  await page.evaluate(() => new BroadcastChannel('busy').postMessage('from now on'));
  await runOrder(page).click();
  await expect(page.getByText(t('exercise.judging'))).toBeVisible();
  await cancel(page).click();
  await expect(page.getByText(t('exercise.judgingCancelled'))).toBeVisible();
  await expect(page.getByText(t('exercise.judging'))).toHaveCount(0);
  await expect(page.locator('[data-kind="order"][data-phase="ready"]')).toBeVisible();
  await runOrder(page).click();
  // This order is wrong, and the page says so.
  await expect(page.getByText(t('exercise.judgingCancelled'))).toHaveCount(0);
  const deeds = (): Promise<unknown> =>
    page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]'), PROGRESS_KEY);
  await expect.poll(deeds).toMatchObject([{ id: 'late-snapshot', isRight: false }]);
  expect(seen.faults).toEqual([]);
});

test('trying the variants of one’s own exercise is given up, and begun again', async ({ page }) => {
  const seen = await watch(page);
  const template = readFileSync(new URL('../../scenarios/templates/my-exercise.en.md', import.meta.url));
  await page.goto('/#/exercises?v=1&lang=en');
  await page
    .getByTestId('exercise-file')
    .setInputFiles({ name: 'mine.md', mimeType: 'text/markdown', buffer: template });
  const check = page.getByRole('button', { name: t('exercise.own.check', { count: 20 }) });
  await expect(check).toBeVisible();
  await expect(page.locator('[data-phase="ready"]').first()).toBeVisible();
  await instead(page, () => IS_BUSY);
  await check.click();
  await expect(page.getByText(t('exercise.own.checking', { done: 0, count: 20 }))).toBeVisible();
  await cancel(page).click();
  await expect(page.getByText(t('exercise.own.cancelled', { done: 0, count: 20 }))).toBeVisible();
  await mended(page);
  await check.click();
  await expect(page.getByText(/^Variants 1 to 20: /)).toBeVisible();
  expect(seen.faults).toEqual([]);
});

test('the check of a class’s records is given up: the table stands, and the check can be had again', async ({
  page,
}) => {
  const seen = await watch(page);
  await page.goto('/#/exercises/who-sees-it?v=1&lang=en&seed=2');
  const versions = page.getByRole('checkbox');
  await expect(versions).toHaveCount(4);
  await versions.first().check();
  await page.getByRole('button', { name: t('exercise.check') }).click();
  await expect(page.getByText(t('exercise.wrong'))).toBeVisible();
  await page.goto('/#/record?v=1&lang=en');
  await typeInto(page.getByLabel(t('record.name')), 'Ann');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('record.save') }).click();
  const file = { name: 'ann.json', mimeType: 'application/json', buffer: readFileSync(await (await download).path()) };

  await instead(page, () => IS_BUSY);
  await page.goto('/#/teacher?v=1&lang=en');
  await page.locator('[data-opens="files"]').setInputFiles(file);
  await expect(page.locator('[data-state="checking"]')).toBeVisible();
  await cancel(page).click();
  await expect(page.locator('[data-state="cancelled"]')).toBeVisible();
  await expect(page.getByText(t('teacher.cancelled', { done: 0, of: 1 }))).toBeVisible();
  await expect(page.getByRole('row', { name: /^Ann/ })).toBeVisible();
  await mended(page);
  await again(page).click();
  await expect(page.locator('[data-state="checked"]')).toBeVisible();
  expect(seen.faults).toEqual([]);
});
