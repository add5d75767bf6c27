/**
 * `npm run gallery`: photographs every state of the gallery, and the real pages after a few seconds of running, at
 * three sizes in both themes, into build/gallery. For people to look at; the checks are in web/e2e/gallery.spec.ts.
 *
 *   npm run gallery -- [word…]     only those with one of the words in their name
 */
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { say } from '../node/proc.mjs';
import { HOST, listen, staticServer } from '../node/serve.mjs';
import { buildDir, siteDir } from '../node/tree.mjs';
import { atRest, galleryIds, SIZES, sizeName, stateUrl, THEMES } from './photograph.ts';
import { chromiumPath } from './setup.mjs';

const OUT = `${buildDir}/gallery`;
/** Long enough for the race to have drawn a line. */
const RUNNING_MS = 6000;
const PAGES = [
  { name: 'page-home', hash: '#/?v=1&idle=10000' },
  { name: 'page-home-stage', hash: '#/?v=1&idle=10000&stage=1' },
  { name: 'page-lab', hash: '#/lab?v=1' },
] as const;

const words = process.argv.slice(2);
const isWanted = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));

const server = staticServer(process.env.XIP_SITE_DIR ?? siteDir);
const port = await listen(server, 0, true);
const executablePath = chromiumPath();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});
try {
  await mkdir(OUT, { recursive: true });
  const context = await browser.newContext({ baseURL: `http://${HOST}:${port}` });
  const page = await context.newPage();
  const ids = (await galleryIds(page)).filter(isWanted);
  let count = 0;
  for (const theme of THEMES) {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const id of ids) {
        await page.goto(stateUrl(id, theme));
        await atRest(page);
        await page.screenshot({ path: `${OUT}/${id}-${theme}-${sizeName(size)}.png`, fullPage: true });
        count++;
      }
      for (const { name, hash } of PAGES.filter((each) => isWanted(each.name))) {
        await page.goto(`/?${name}-${theme}${hash}&theme=${theme}`);
        await page.waitForTimeout(RUNNING_MS);
        await atRest(page);
        const file = `${OUT}/${name}-${theme}-${sizeName(size)}`;
        await page.screenshot({ path: `${file}.png` });
        await page.screenshot({ path: `${file}-whole.png`, fullPage: true });
        count += 2;
      }
    }
  }
  say(`${count} photographs are in ${OUT}`);
} finally {
  await browser.close();
  server.close();
}
