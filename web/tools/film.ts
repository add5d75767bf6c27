/**
 * `npm run film -- ADDRESS`: records steps of the Playground, a lesson, an exercise or the cache lines' story as film
 * strips, a PNG sheet for each step with every frame's time and its share of the step's changed pixels. For people to look at.
 *
 *   npm run film -- '#/play?v=1&spec=first-look&at=1' --steps 2
 *
 *   --steps N        default 1          --key KEY        makes a step; default . (, steps back, ArrowRight on stage)
 *   --size 1280x720                     --theme dark     default light
 *   --reduced        with reduced motion
 *   --every N        every Nth frame, default 3 (the first and the last are there in any case)
 *   --of SELECTOR    records this element alone
 *   --out FILE       default build/film/step-1.png, step-2.png …; FILE gets the step's number, too
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Fault, main, say } from '../node/proc.mjs';
import { HOST, listen, staticServer } from '../node/serve.mjs';
import { buildDir, siteDir } from '../node/tree.mjs';
import { openStopped, recorded, type Shot, stepBy } from './filming.ts';
import { chromiumPath } from './setup.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    steps: { type: 'string', default: '1' },
    key: { type: 'string', default: '.' },
    size: { type: 'string', default: '1280x720' },
    theme: { type: 'string', default: 'light' },
    reduced: { type: 'boolean', default: false },
    of: { type: 'string' },
    every: { type: 'string', default: '3' },
    out: { type: 'string', default: `${buildDir}/film/step.png` },
  },
});

/** Frames side by side, and the width of each, in px. */
const COLUMNS = 3;
const WIDTH = 640;

async function sheet(canvas: Page, shots: readonly Shot[], path: string): Promise<void> {
  const all = shots.reduce((sum, { changed }) => sum + changed, 0) || 1;
  const every = Number(options.every);
  const kept = shots.flatMap((shot, i) =>
    i <= 1 || i === shots.length - 1 || i % every === 0
      ? [{ ...shot, name: i === 0 ? 'before' : `${Math.round(shot.ms)} ms` }]
      : [],
  );
  const figures = kept.map(
    ({ png, name, changed }) =>
      `<figure><figcaption>${name}, ${((100 * changed) / all).toFixed(1)} %</figcaption><img width="${WIDTH}" src="data:image/png;base64,${png.toString('base64')}"></figure>`,
  );
  const style = `body{margin:8px;display:grid;grid-template-columns:repeat(${COLUMNS},${WIDTH}px);gap:8px;font:14px sans-serif}figure{margin:0}img{display:block;border:1px solid #999}`;
  await canvas.setContent(`<style>${style}</style>${figures.join('')}`);
  await mkdir(dirname(path), { recursive: true });
  await canvas.screenshot({ path, fullPage: true });
}

async function film(browser: Browser, baseURL: string, address: string): Promise<void> {
  const [width = 1280, height = 720] = options.size.split('x').map(Number);
  const context = await browser.newContext({ baseURL, viewport: { width, height }, serviceWorkers: 'block' });
  const [page, canvas] = [await context.newPage(), await context.newPage()];
  await canvas.setViewportSize({ width: COLUMNS * (WIDTH + 8) + 16, height: 600 });
  await page.emulateMedia({
    colorScheme: options.theme === 'dark' ? 'dark' : 'light',
    reducedMotion: options.reduced ? 'reduce' : 'no-preference',
  });
  await openStopped(page, `/${address}`);
  const clip = options.of === undefined ? null : await page.locator(options.of).first().boundingBox();
  for (let i = 1; i <= Number(options.steps); i++) {
    const shots = await recorded(page, canvas, () => stepBy(page, options.key), clip ?? undefined);
    const path = options.out.replace(/(\.png)?$/, `-${i}.png`);
    await sheet(canvas, shots, path);
    const all = shots.reduce((sum, { changed }) => sum + changed, 0) || 1;
    const most = Math.max(...shots.map(({ changed }) => changed / all));
    const moving = shots.filter(({ changed }) => changed > 0).length;
    say(`${path}: ${moving} frames with a change, the largest has ${Math.round(100 * most)} % of it`);
  }
}

await main(async () => {
  const [address] = positionals;
  if (address === undefined)
    throw new Fault('film: no address. For example: npm run film -- "#/play?v=1&spec=first-look"');
  const server = staticServer(process.env.XIP_SITE_DIR ?? siteDir);
  const port = await listen(server, 0, true);
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });
  try {
    await film(browser, `http://${HOST}:${port}`, address);
  } finally {
    await browser.close();
    server.close();
  }
});
