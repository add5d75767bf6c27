/**
 * Every page in Firefox: its figure is there, without an error of the page. A worker that Firefox leaves hanging as it starts
 * (see race-firefox.spec) gives an empty figure; that page is then opened in a new Firefox.
 */
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { newTab, PATIENCE_MS, withFirefox } from './firefox.ts';

/** For one page on a machine that has much else to do. */
const SHOWN_MS = 15_000;
const FIREFOXES = 4;

const READY = '[data-phase="ready"]';
/** A page of every kind, and lessons with every kind of figure, with what is seen when it is there. */
const PAGES: Readonly<Record<string, string>> = {
  '#/lessons': 'main h1',
  '#/lessons/two-stamps?step=3': READY,
  '#/lessons/the-walk?step=8': 'main figure svg',
  '#/lessons/why-so-many-are-idle?step=4': 'main figure svg',
  '#/lessons/ping-pong?step=3': READY,
  '#/lessons/the-horizon?step=2': READY,
  '#/lessons/density?step=4': READY,
  '#/lessons/the-cliff?step=6': READY,
  '#/lessons/on-a-standby?step=3': READY,
  '#/play?spec=first-look&at=3': READY,
  '#/play/standby?spec=standby-late-commit': READY,
  '#/play/server?sample=1': '[data-state="shown"]',
  '#/lab': READY,
  '#/lab/lines': READY,
  '#/lab/ladder': READY,
  '#/lab/cliff': READY,
  '#/lab/model': '[data-testid="model-run"]:not([data-rows="0"])',
  '#/calculator': 'main figure svg',
  '#/exercises': 'main h1',
  '#/exercises/who-sees-it?seed=1': READY,
  '#/exercises/late-snapshot?seed=1': READY,
  '#/exercises/lines-of-a-walk?seed=1': READY,
  '#/record': 'main h1',
  '#/teacher': 'main h1',
};

test('every page is shown in Firefox, without an error', async ({ baseURL }, { outputDir }) => {
  test.setTimeout(FIREFOXES * PATIENCE_MS + 2 * Object.keys(PAGES).length * SHOWN_MS);
  let left = Object.keys(PAGES);
  for (let nth = 0; nth < FIREFOXES && left.length > 0; nth++)
    left = await withFirefox(join(outputDir, `pages-${nth}`), async (firefox) => {
      const missing: string[] = [];
      for (const address of left) {
        const { page, errors } = await newTab(firefox);
        await page.goto(`${baseURL ?? ''}/${address}`);
        const shown = await page.waitForSelector(PAGES[address] ?? 'main', { timeout: SHOWN_MS }).catch(() => null);
        if (shown === null) missing.push(address);
        expect.soft(errors, address).toEqual([]);
        await page.close();
      }
      return missing;
    });
  expect(left).toEqual([]);
});
