/**
 * Home in Firefox: no page error, and the race's lines are painted by the worker. Playwright opens no page in a Firefox that
 * it has not built itself, so WebDriver BiDi drives the system's.
 */
import { mkdir } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { type Browser, launch } from 'puppeteer-core';
import { FIREFOX, firefoxPath } from '../tools/setup.mjs';
import { inkOf, pixelsOf, rgbOf } from './pixels.ts';

const PATIENCE_MS = 60_000;

test('in Firefox the race runs without an error of the page, and its worker paints both lines', async ({ baseURL }, {
  outputDir,
}) => {
  test.setTimeout(4 * PATIENCE_MS);
  const executablePath = firefoxPath();
  if (executablePath === undefined) throw new Error(`There is no Firefox to try Home in. ${FIREFOX.else}`);
  await mkdir(outputDir, { recursive: true });
  const firefox: Browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // Firefox refuses a home that is another user's.
    env: { ...process.env, HOME: outputDir },
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
  });
  try {
    const page = await firefox.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.setViewport({ width: 1280, height: 720 });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(`${baseURL ?? ''}/#/?v=1&idle=10000`);
    // The labels at the ends come with the first numbers, and the canvas goes away when its worker fails.
    await page.waitForSelector('[data-testid="end-pg13"]');
    const hues = await page.evaluate(() =>
      ['--design-pg13', '--design-pg14'].map((name) =>
        getComputedStyle(document.documentElement).getPropertyValue(name).trim(),
      ),
    );
    const painted = async (): Promise<readonly number[]> => {
      const canvas = await page.$('[data-testid="race-canvas"]');
      const box = await canvas?.boundingBox();
      if (box == null) return [];
      const pixels = pixelsOf(Buffer.from(await page.screenshot({ clip: box })));
      return hues.map((hue) => inkOf(pixels, rgbOf(hue), { left: 0, right: 1, top: 0, bottom: 1 }));
    };
    await expect.poll(async () => (await painted()).filter((ink) => ink > 20).length, { timeout: PATIENCE_MS }).toBe(2);
    // Where no worker draws, the lines are SVG.
    expect(await page.$('[data-testid="race-lines"] path[data-design]')).toBeNull();
    expect(errors).toEqual([]);
  } finally {
    await firefox.close();
  }
});
