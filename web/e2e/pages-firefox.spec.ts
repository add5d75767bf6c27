/**
 * Every page in Firefox: its figure is drawn, without an error of the page. A worker that Firefox leaves hanging as it
 * starts (see race-firefox.spec) gives an empty figure; that page is then opened in a new Firefox.
 */
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { EVERY_PAGE } from './every-page.ts';
import { newTab, PATIENCE_MS, withFirefox } from './firefox.ts';

/** For one page on a busy machine. */
const SHOWN_MS = 15_000;
const FIREFOXES = 4;

test('every page is shown in Firefox, without an error', async ({ baseURL }, { outputDir }) => {
  test.setTimeout(FIREFOXES * PATIENCE_MS + 2 * Object.keys(EVERY_PAGE).length * SHOWN_MS);
  let left = Object.keys(EVERY_PAGE);
  for (let nth = 0; nth < FIREFOXES && left.length > 0; nth++)
    left = await withFirefox(join(outputDir, `pages-${nth}`), async (firefox) => {
      const missing: string[] = [];
      for (const address of left) {
        const { page, errors } = await newTab(firefox);
        await page.goto(`${baseURL ?? ''}/${address}`);
        const shown = await page
          .waitForSelector(EVERY_PAGE[address]?.selector ?? 'main', { timeout: SHOWN_MS })
          .catch(() => null);
        if (shown === null) missing.push(address);
        expect.soft(errors, address).toEqual([]);
        await page.close();
      }
      return missing;
    });
  expect(left).toEqual([]);
});
