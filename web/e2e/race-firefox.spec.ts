/**
 * Home in Firefox: no page error, and the race's lines are painted by the worker.
 *
 * Firefox 153 leaves a worker hanging as it starts, without an error, in one of five to thirty openings, and everything
 * after it waits. Then the page must say that the race cannot run and show the published curves, or draw the lines
 * itself; and the test opens Home in a new Firefox, to see the race with running workers.
 */
import '../src/base/messages/en/index.ts';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from 'puppeteer-core';
import { messagesIn } from '../src/base/messages/index.ts';
import { newTab, PATIENCE_MS, withFirefox } from './firefox.ts';
import { inkOf, pixelsOf, rgbOf } from './pixels.ts';

const { t } = messagesIn('en');
/** The chance that all of them hang is less than one in a thousand. */
const OPENINGS = 5;

const CANVAS = '[data-testid="race-canvas"]';
const SVG_LINES = '[data-testid="race-lines"] path[data-design]';

/** The race's final appearance. */
type Seen = 'painted by the worker' | 'drawn by the page' | 'cannot run';

async function huesOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    ['--design-pg13', '--design-pg14'].map((name) =>
      getComputedStyle(document.documentElement).getPropertyValue(name).trim(),
    ),
  );
}

/** Both designs' hues are on the canvas. */
async function isPainted(page: Page, hues: readonly string[]): Promise<boolean> {
  const canvas = await page.$(CANVAS);
  const box = await canvas?.boundingBox();
  if (box == null) return false;
  const pixels = pixelsOf(Buffer.from(await page.screenshot({ clip: box })));
  return hues.every((hue) => inkOf(pixels, rgbOf(hue), { left: 0, right: 1, top: 0, bottom: 1 }) > 20);
}

async function seen(page: Page): Promise<Seen> {
  const which = await page.waitForSelector('[data-testid="end-pg13"], [data-testid="missing"]');
  if (await which?.evaluate((element) => element.getAttribute('data-testid') === 'missing')) {
    expect(await page.$eval('[data-testid="missing"]', (note) => note.textContent)).toContain(t('errors.labSlow'));
    await page.waitForSelector('[data-testid="published-curves"] path');
    return 'cannot run';
  }
  const hues = await huesOf(page);
  let result: Seen | undefined;
  await expect
    .poll(
      async () => {
        if ((await page.$(SVG_LINES)) !== null) result = 'drawn by the page';
        else if (await isPainted(page, hues)) result = 'painted by the worker';
        return result;
      },
      { timeout: PATIENCE_MS },
    )
    .toBeDefined();
  return result ?? 'cannot run';
}

const openHome = (home: string, url: string): Promise<Seen> =>
  withFirefox(home, async (firefox) => {
    const { page, errors } = await newTab(firefox);
    await page.goto(url);
    const result = await seen(page);
    expect(errors).toEqual([]);
    return result;
  });

test('in Firefox the race runs without an error of the page, and its worker paints both lines', async ({ baseURL }, {
  outputDir,
}) => {
  test.setTimeout(OPENINGS * 2 * PATIENCE_MS);
  const all: Seen[] = [];
  while (all.length < OPENINGS && all.at(-1) !== 'painted by the worker')
    all.push(await openHome(join(outputDir, `home-${all.length}`), `${baseURL ?? ''}/#/?v=1&idle=10000`));
  expect(all).toContain('painted by the worker');
});
