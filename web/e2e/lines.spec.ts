/**
 * The cache-line page as a reader uses it: step by access, another design, keys, a link that restores the same state,
 * and a picture to save; painted by a worker, and on the page if there is no worker.
 */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { overflow } from '../tools/photograph.ts';
import { axe } from './axe.ts';
import { inkOf, type Pixels, pixelsOf, type Rgb, rgbOf } from './pixels.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');

const page$ = (page: Page) => page.locator('[data-phase="ready"]:not([data-busy])');
const count = (page: Page, design: string, what: string) =>
  page.getByTestId(`counters-${design}`).locator(`[data-count="${what}"] dd`);
const number = async (page: Page, design: string, what: string) =>
  Number((await count(page, design, what).innerText()).replaceAll(',', ''));
const place = async (page: Page) => ({
  operation: await page$(page).getAttribute('data-operation'),
  stop: await page$(page).getAttribute('data-stop'),
});
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Radios lie invisibly over their words. */
const unit = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true });

const ALL = { left: 0, right: 1, top: 0, bottom: 1 };
const PARTS = ['cores', 'lens', 'cone', 'memory'].flatMap((part) => [`${part}-pg13`, `${part}-dense`]);
/** Waits for the painter, and returns the present pixels. */
async function painted(page: Page, part: string): Promise<Pixels> {
  await expect(page.locator('[data-painting]')).toHaveCount(0);
  return pixelsOf(await page.getByTestId(part).locator('canvas').screenshot());
}
async function hues(page: Page, tokens: readonly string[]): Promise<readonly Rgb[]> {
  const found = await page.evaluate(
    (names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()),
    tokens,
  );
  return found.map(rgbOf);
}
const workers = (page: Page) => page.workers().filter((worker) => worker.url().includes('painter'));

async function open(page: Page, address = ''): Promise<void> {
  await page.goto(`/#/lab/lines?v=1&view=lines&detail=all${address}`);
  await expect(page$(page)).toBeVisible();
  await expect(page.getByTestId('cache-lines')).toBeVisible();
}

test('from the Lab by the story: a snapshot access by access, counters running; at its end they stand at what it met', async ({
  page,
}) => {
  const seen = await watch(page);
  await page.goto('/#/lab/measure');
  await page.getByTestId('lab-next').click();
  await page.getByRole('link', { name: t('linesStory.every') }).click();
  await expect(page$(page)).toBeVisible();
  await expect(page.getByTestId('cache-lines')).toBeVisible();
  // The engine computes the events: three neighbours wrote, three lines are fetched.
  await expect(page.getByTestId('finding')).toHaveText(
    'In 13, A refetches three lines: three neighbours wrote their xmin, which the horizon needs.',
  );
  await expect(page.getByText('modelled').first()).toBeVisible();
  // At first the caches and what moves; then the memory, its counters and the unit of a step.
  await expect(page.getByTestId('lines-key')).toContainText(t('lines.key.changed'));
  await expect(page.getByTestId('counters-pg13').locator('dd')).toHaveCount(2);
  await expect(page.getByTestId('memory-pg13')).toHaveCount(0);
  await button(page, t('lines.control.details')).click();
  await expect(button(page, t('lines.control.details'))).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('lines-key')).toContainText(t('lines.key.e'));
  await expect(page).toHaveURL(/detail=all/);
  await unit(page, 'access');
  const before = {
    ...(await place(page)),
    ns: await number(page, 'pg13', 'ns'),
    lines: await number(page, 'pg13', 'lines'),
  };
  for (let i = 0; i < 4; i++) await button(page, t('lines.control.on')).click();
  const after = await place(page);
  expect(Number(after.stop)).toBe(Number(before.stop) + 4);
  expect(await number(page, 'pg13', 'ns')).toBeGreaterThan(before.ns);
  await button(page, t('lines.control.back')).click();
  expect(Number((await place(page)).stop)).toBe(Number(before.stop) + 3);

  await unit(page, 'snapshot');
  await button(page, t('lines.control.on')).click();
  await expect(page$(page)).toHaveAttribute('data-stop', 'end');
  // 19 lines of PGXACT, 7 of pgprocnos, the lock’s and the counter’s.
  await expect(count(page, 'pg13', 'lines')).toHaveText('28');
  await expect(count(page, 'pg13', 'horizon')).toHaveText('3');
  await expect(count(page, 'pg14', 'horizon')).toHaveText('0');
  await expect(count(page, 'pg14', 'false')).toHaveText('0');
  expect(await number(page, 'pg14', 'ns')).toBeLessThan(await number(page, 'pg13', 'ns'));
  expect(seen.faults).toEqual([]);
});

test('another design, another machine; the link opens the same state', async ({ page, context }) => {
  await open(page, '&by=miss');
  await page.getByLabel(t('lines.panel.left')).selectOption('globalvis');
  await expect(page.getByTestId('counters-globalvis')).toBeVisible();
  await expect(page$(page)).toBeVisible();
  await page.getByTestId('lines-settings').locator('summary').click();
  await page.getByLabel(t('lines.settings.machine')).selectOption('epyc-7742');
  await expect(page.getByText('EPYC 7742').locator('visible=true').first()).toBeVisible();
  await expect(page$(page)).toBeVisible();
  await button(page, t('lines.control.on')).click();
  // The address line follows the state after a moment.
  const { stop } = await place(page);
  await expect(page).toHaveURL(new RegExp(`left=globalvis.*machine=epyc-7742.*at=${stop}(&|$)`));
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(page$(other)).toBeVisible();
  expect(await place(other)).toEqual(await place(page));
  for (const what of ['ns', 'lines', 'misses', 'true', 'false', 'horizon'])
    expect(await number(other, 'globalvis', what)).toBe(await number(page, 'globalvis', what));
  await expect(other.getByTestId('finding')).toHaveText(await page.getByTestId('finding').innerText());
});

test('with the keyboard alone: steps, units, play and pause', async ({ page }) => {
  await open(page, '&by=access');
  const start = Number((await place(page)).stop);
  await page.keyboard.press('ArrowRight');
  expect(Number((await place(page)).stop)).toBe(start + 1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(Number((await place(page)).stop)).toBe(start);
  await page.keyboard.press('2');
  await page.keyboard.press('ArrowRight');
  expect(Number((await place(page)).stop)).toBeGreaterThanOrEqual(start);
  await page.keyboard.press('Home');
  await expect(page$(page)).toHaveAttribute('data-stop', '0');
  await page.keyboard.press(' ');
  await expect(button(page, t('lines.control.pause'))).toBeVisible();
  await expect.poll(async () => Number((await place(page)).stop)).toBeGreaterThan(5);
  await page.keyboard.press(' ');
  await expect(button(page, t('lines.control.play'))).toBeVisible();
  // When the clock has stopped, the page announces what happens there.
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: /^\d+.*ns: A/ })).toBeAttached();
  // For screen readers the ruler is a slider, and says what happens.
  await expect(page.getByRole('slider', { name: t('lines.ruler.label') })).toHaveAttribute(
    'aria-valuetext',
    /\d+.*ns: A/,
  );
});

test('what is wrong in a link is said in words; a core too many is brought within the machine', async ({ page }) => {
  await page.goto('/#/lab/lines?v=1&view=lines&active=1');
  await expect(page.getByText(/active/).first()).toBeVisible();
  await open(page, '&machine=apple-m1-pro&active=64');
  await expect(page.getByText(/connections, 8 of them active/).first()).toBeVisible();
});

for (const [theme, size] of [
  ['light', { width: 1280, height: 800 }],
  ['dark', { width: 360, height: 740 }],
] as const) {
  test(`${theme} at ${size.width}: nothing wider than the window, no accessibility finding; words beside the picture`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await open(page, `&theme=${theme}`);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByTestId('lines-words').locator('summary').click();
    await expect(page.getByTestId('lines-words')).toContainText('PGXACT: 19 lines');
    expect(await page.getByTestId('lines-simplified').getByRole('listitem').count()).toBeGreaterThan(3);
    const { violations } = await axe(page).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
  });
}

test('the caches alone: a fetched line is framed in every cache, keys go on, D shows the details and folds them', async ({
  page,
}) => {
  for (const stage of ['', '&stage=1']) {
    await page.goto(`/#/lab/lines?v=1&view=lines${stage}`);
    await expect(page$(page)).toBeVisible();
    const seen = await painted(page, 'cores-pg13');
    const [ink = [0, 0, 0]] = await hues(page, ['--ink']);
    expect(inkOf(seen, ink, { ...ALL, top: 0.4 })).toBeGreaterThan(100);
    const { y = 0, height = 0 } = (await page.getByTestId('cache-lines').boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(720);
    const { stop } = await place(page);
    await page.keyboard.press('ArrowRight');
    await expect(page$(page)).not.toHaveAttribute('data-stop', stop ?? '');
    await page.keyboard.press('d');
    await expect(page.getByTestId('memory-pg13')).toBeVisible();
    await page.keyboard.press('d');
    await expect(page.getByTestId('memory-pg13')).toHaveCount(0);
  }
});

for (const [what, address] of [
  ['four cores', ''],
  ['48 cores and 12,500 connections', '&machine=epyc-7742&active=48&idle=12452'],
] as const) {
  test(`the whole figure with its controls is in a window of 1280 × 720: ${what}`, async ({ page }) => {
    await open(page, address);
    const figure = await page.getByTestId('cache-lines').boundingBox();
    expect(figure?.y).toBeGreaterThan(0);
    expect((figure?.y ?? 0) + (figure?.height ?? 0)).toBeLessThanOrEqual(720);
    // Nothing overlaps: counters and memory end above the ruler.
    const ruler = await page.getByTestId('ruler').boundingBox();
    for (const part of ['counters-pg13', 'counters-dense', 'memory-dense']) {
      const box = await page.getByTestId(part).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((ruler?.y ?? 0) + 1);
    }
  });
}

test('on stage the writers’ lines are there in their hues, and all of the figure is in the window', async ({
  page,
}) => {
  await open(page, '&stage=1');
  const seen = await painted(page, 'memory-dense');
  // Below the arrays: a row each for B, C and D.
  const below = { ...ALL, top: 0.6 };
  for (const hue of await hues(page, ['--session-b', '--session-c', '--session-d']))
    expect(inkOf(seen, hue, below)).toBeGreaterThan(300);
  const figure = await page.getByTestId('cache-lines').boundingBox();
  expect((figure?.y ?? 0) + (figure?.height ?? 0)).toBeLessThanOrEqual(720);
});

test('a step changes what is painted; a step back paints the same again', async ({ page }) => {
  const seen = await watch(page);
  await open(page, '&by=miss');
  await expect.poll(() => workers(page).length).toBe(1);
  const shot = async () => {
    await expect(page.locator('[data-painting]')).toHaveCount(0);
    return (await page.getByTestId('cores-pg13').locator('canvas').screenshot()).toString('base64');
  };
  const first = await shot();
  await page.keyboard.press('ArrowRight');
  const next = await shot();
  expect(next).not.toBe(first);
  await page.keyboard.press('ArrowLeft');
  expect(await shot()).toBe(first);
  expect(seen.faults).toEqual([]);
});

test.describe('where no worker can paint', () => {
  test.use({ serviceWorkers: 'block' });
  const ways = {
    'for want of OffscreenCanvas': (page: Page) =>
      page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'OffscreenCanvas')),
    'for want of a way to hand a canvas over': (page: Page) =>
      page.addInitScript(() => void Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen')),
    'as its script does not come': (page: Page) => page.route(/painter-worker/, (route) => route.abort()),
  } as const;
  for (const [why, take] of Object.entries(ways)) {
    test(`${why}, the page paints the same`, async ({ page, context }) => {
      await open(page);
      await expect.poll(() => workers(page).length).toBe(1);
      const other = await context.newPage();
      await take(other);
      await open(other, '&by=access');
      await expect.poll(() => workers(other).length).toBe(0);
      const session = await hues(page, ['--session-a', '--session-b', '--session-c', '--session-d', '--ink']);
      for (const part of [...PARTS, 'ruler-canvas']) {
        const [theirs, own] = [await painted(page, part), await painted(other, part)];
        expect([own.width, own.height]).toEqual([theirs.width, theirs.height]);
        for (const hue of session) {
          const wanted = inkOf(theirs, hue, ALL);
          expect(Math.abs(inkOf(own, hue, ALL) - wanted), part).toBeLessThanOrEqual(3 + wanted * 0.02);
        }
      }
      // And it keeps running.
      const before = Number((await place(other)).stop);
      await other.keyboard.press('ArrowRight');
      expect(Number((await place(other)).stop)).toBe(before + 1);
      expect(inkOf(await painted(other, 'ruler-canvas'), session[4] ?? [0, 0, 0], ALL)).toBeGreaterThan(500);
    });
  }
});

test('the figure is taken along as SVG and as PNG', async ({ page }) => {
  await open(page);
  const taken = async (format: 'SVG' | 'PNG') => {
    const coming = page.waitForEvent('download');
    await button(page, t('ui.file.saveAs', { format })).click();
    const file = await coming;
    await expect(page.getByText(t('ui.file.saved', { file: file.suggestedFilename() }))).toBeVisible();
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };
  const svg = await taken('SVG');
  expect(svg.name).toMatch(/^cache-lines-pg13-dense-\d+-ns\.svg$/);
  const text = svg.content.toString('utf8');
  for (const words of ['PGXACT', 'xids[]', 'modelled', 'xipscope', 'wrote']) expect(text).toContain(words);
  // A browser can read it as a picture, and it contains the writers' hues.
  expect(
    await page.evaluate(
      (xml) => new DOMParser().parseFromString(xml, 'image/svg+xml').querySelector('parsererror')?.textContent ?? '',
      text,
    ),
  ).toBe('');
  const png = await taken('PNG');
  const pixels = pixelsOf(png.content);
  expect([pixels.width, pixels.height]).toEqual([3200, 1800]);
  for (const hue of await hues(page, ['--session-b', '--session-c', '--session-d', '--design-pg13', '--design-dense']))
    expect(inkOf(pixels, hue, ALL)).toBeGreaterThan(2000);
});
