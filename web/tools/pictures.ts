/**
 * `npm run pictures`: the pictures of README.md, in both themes, into web/docs. Each shows a real page once the page
 * itself reports that it is ready; Home races for some seconds first, so let nothing else run meanwhile. Two of them
 * move: steps as `npm run film` records them. Who wants no movement gets the still picture.
 *
 *   npm run pictures -- [name…]     only these
 */
import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { say } from '../node/proc.mjs';
import { at } from '../node/tree.mjs';
import { withSite } from './browser.ts';
import { openStopped, recorded, stepBy } from './filming.ts';
import { animatedWebp, type Picture, partsOf } from './moving.ts';

const WIDTH = 1280;
const HEIGHT = 720;
/** As small as GitHub shows them, and sharp enough for a modern screen. */
const QUALITY = 0.8;
const PICTURES = [
  { name: 'home', hash: '#/?v=1&idle=10000', ready: '[data-testid="race"][data-status="running"]', thenMs: 20_000 },
  {
    name: 'playground',
    hash: '#/play?v=1&spec=first-look&moves=0-1-0&at=2',
    ready: 'main [data-phase="ready"] [data-tick="2"]',
    thenMs: 0,
  },
  {
    name: 'lines',
    hash: '#/lab/lines?v=1&view=story&left=pg13&right=dense&machine=xeon-gold-5215-2s&idle=96&place=spread&step=2',
    ready: '[data-testid="story-caches-left"]',
    thenMs: 0,
  },
] as const;

/** Steps by a key, from this address on. */
const FILMS = [
  { name: 'playground-film', hash: '#/play?v=1&spec=first-look&at=1', key: '.', steps: 5 },
  {
    name: 'lines-film',
    hash: '#/lab/lines?v=1&view=story&left=pg13&right=dense&machine=xeon-gold-5215-2s&idle=96&place=spread&step=1',
    key: 'ArrowRight',
    steps: 6,
  },
] as const;
/** Every third frame, shown twice as long as it takes: Play at ½×. */
const EVERY = 3;
const FILM_MS = 2 * EVERY * (1000 / 60);
/** Between the steps, for reading, and after the last one. */
const HELD_MS = 1600;
const END_MS = 3000;

async function moving(page: Page, canvas: Page, { key, steps }: (typeof FILMS)[number]): Promise<Buffer> {
  const shown: Picture[] = [];
  for (let i = 1; i <= steps; i++) {
    const shots = await recorded(page, canvas, () => stepBy(page, key), undefined, EVERY);
    const held = i === steps ? END_MS : HELD_MS;
    const last = shots.length - 1;
    // What was before is the end of the step before.
    shown.push(...shots.slice(i === 1 ? 0 : 1).map(({ png }) => ({ png, ms: FILM_MS })));
    if (i === 1) shown[0] = { png: shots[0]?.png ?? Buffer.alloc(0), ms: HELD_MS };
    shown[shown.length - 1] = { png: shots[last]?.png ?? Buffer.alloc(0), ms: held };
  }
  return animatedWebp(WIDTH, HEIGHT, await partsOf(canvas, shown));
}

async function keep(file: string, bytes: Buffer): Promise<void> {
  await writeFile(at('web', 'docs', file), bytes);
  say(`web/docs/${file}: ${Math.round(bytes.length / 1024)} kB`);
}

const names = process.argv.slice(2);
await mkdir(at('web', 'docs'), { recursive: true });
await withSite(async ({ browser, page, url }) => {
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
  for (const { name, hash, ready, thenMs } of PICTURES.filter((one) => names.length === 0 || names.includes(one.name)))
    for (const theme of ['light', 'dark'] as const) {
      await page.goto('about:blank');
      await page.goto(`${url}/${hash}&theme=${theme}&lang=en`);
      await page.locator(ready).first().waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      // A worker's drawing arrives a frame later; the race needs time to draw its lines.
      await page.waitForTimeout(Math.max(1500, thenMs));
      const png = (await page.screenshot()).toString('base64');
      // The browser that drew it encodes it as WebP, so no library is needed.
      const webp = await page.evaluate(
        async ({ data, quality }) => {
          const image = new Image();
          image.src = `data:image/png;base64,${data}`;
          await image.decode();
          const canvas = document.createElement('canvas');
          canvas.width = image.width;
          canvas.height = image.height;
          canvas.getContext('2d')?.drawImage(image, 0, 0);
          return canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
        },
        { data: png, quality: QUALITY },
      );
      await keep(`${name}-${theme}.webp`, Buffer.from(webp, 'base64'));
    }
  for (const film of FILMS.filter(({ name }) => names.length === 0 || names.includes(name)))
    for (const theme of ['light', 'dark'] as const) {
      // A clock belongs to a whole context.
      const [context, canvas] = [await browser.newContext({ serviceWorkers: 'block' }), await page.context().newPage()];
      const own = await context.newPage();
      await own.setViewportSize({ width: WIDTH, height: HEIGHT });
      await openStopped(own, `${url}/${film.hash}&theme=${theme}&lang=en`);
      await keep(`${film.name}-${theme}.webp`, await moving(own, canvas, film));
      await Promise.all([context.close(), canvas.close()]);
    }
});
