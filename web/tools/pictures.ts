/**
 * `npm run pictures`: the pictures of README.md, in both themes, into web/docs. Each shows a real page once the page
 * itself reports that it is ready; Home races for some seconds first, so let nothing else run meanwhile.
 *
 *   npm run pictures -- [name…]     only these
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { say } from '../node/proc.mjs';
import { at } from '../node/tree.mjs';
import { withSite } from './browser.ts';

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

const names = process.argv.slice(2);
await mkdir(at('web', 'docs'), { recursive: true });
await withSite(async ({ page, url }) => {
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
      const file = `${name}-${theme}.webp`;
      await writeFile(at('web', 'docs', file), Buffer.from(webp, 'base64'));
      say(`web/docs/${file}: ${Math.round((webp.length * 3) / 4 / 1024)} kB`);
    }
});
