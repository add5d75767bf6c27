/**
 * The race's lines, which a worker draws on a canvas: they are really visible, where `raceDrawing` puts them, as sharp
 * as the screen, also in saved pictures, and the page draws lines if no worker can. Fixed data come from the gallery,
 * live ones from Home.
 */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, type PageScreenshotOptions, test } from '@playwright/test';
import { ISOLATION_HEADERS } from '../node/serve.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import type { RaceDrawing, Which } from '../src/viewmodel/race/race-drawing.ts';
import { atRest, type PhotoTheme, stateUrl, THEMES } from '../tools/photograph.ts';
import { apart, inkOf, type Pixels, pixelsOf, type Rgb, rgbOf } from './pixels.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');
const race = (page: Page) => page.getByTestId('race');
const canvas = (page: Page) => page.getByTestId('race-canvas');
const svgLines = (page: Page) => page.getByTestId('race-lines').locator('path[data-design]');
const drawers = (page: Page) => page.workers().filter((worker) => worker.url().includes('race-canvas-worker'));

/**
 * The place of the last seconds of the lines and their end marks, and of nothing else that has a hue. A disturbed
 * machine may squeeze a line to almost nothing; its mark is still there.
 */
const LINES = { left: 0.29, right: 0.378, top: 0, bottom: 1 };

/** Home, with enough measured for a ratio. */
async function openHome(page: Page, query = ''): Promise<void> {
  await page.goto(`/#/?v=1&idle=10000${query}`);
  await expect(page.getByTestId('end-pg13')).toBeVisible();
}

/** As in a browser without a canvas outside the page. Call before the first `goto`. */
const without = (page: Page, what: 'OffscreenCanvas' | 'transferControlToOffscreen') =>
  page.addInitScript((name) => {
    Reflect.deleteProperty(globalThis, name);
    Reflect.deleteProperty(HTMLCanvasElement.prototype, name);
  }, what);

async function huesOf(page: Page): Promise<Readonly<Record<Which, Rgb>>> {
  const [slow, fast] = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ['--design-pg13', '--design-pg14'].map((token) => style.getPropertyValue(token).trim());
  });
  return { slow: rgbOf(slow ?? ''), fast: rgbOf(fast ?? '') };
}

interface Heard {
  readonly look?: { readonly inset: { readonly x: number; readonly y: number } };
  readonly drawing?: { readonly drawing: RaceDrawing };
}
/** Records the page's messages to its workers, the last of each kind. Call before the first `goto`. */
const overhear = (page: Page) =>
  page.addInitScript(() => {
    const heard: Record<string, unknown> = {};
    Reflect.set(globalThis, 'xipHeard', heard);
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, ...sent: unknown[]) {
      const [message] = sent;
      if (typeof message === 'object' && message !== null && Reflect.get(message, 'kind') === 'tell')
        heard[String(Reflect.get(message, 'method'))] = Reflect.get(message, 'question');
      Reflect.apply(post, this, sent);
    };
  });
const overheard = (page: Page): Promise<Heard> =>
  page.evaluate(() => {
    // The canvas itself, among the sent data, cannot be passed to the test.
    const { look, drawing }: Heard = Reflect.get(globalThis, 'xipHeard');
    return { ...(look && { look }), ...(drawing && { drawing }) };
  });

/** For each end mark: whether the pixel in its middle has the design's hue. */
async function marksSeen(page: Page): Promise<Partial<Record<Which, boolean>>> {
  const { look, drawing } = await overheard(page);
  if (look === undefined || drawing === undefined) return {};
  const hues = await huesOf(page);
  const { inset } = look;
  const { marks } = drawing.drawing;
  const seen = pixelsOf(await canvas(page).screenshot());
  const pixel = (x: number, y: number) => seen.at(Math.round(inset.x + x), Math.round(inset.y + y));
  return Object.fromEntries(marks.map(({ which, x, y }) => [which, apart(pixel(x, y), hues[which]) < 24]));
}

/** Pixels between the heights of the end marks: below a mark's size the slow one steps aside. */
async function marksApart(page: Page): Promise<number> {
  const { drawing } = await overheard(page);
  const [slow, fast] = drawing?.drawing.marks ?? [];
  return slow === undefined || fast === undefined ? 0 : Math.abs(slow.y - fast.y);
}
const MARK_PX = 14;

test.describe('live, on a canvas', () => {
  for (const theme of THEMES) {
    test(`both lines end in their hues where the drawing says, in ${theme}`, async ({ page }) => {
      await overhear(page);
      await openHome(page, `&theme=${theme}`);
      // On a disturbed machine a quarter of a second of 14 may be as slow as one of 13, and its mark covers the other.
      await expect(async () => {
        if ((await race(page).getAttribute('data-status')) === 'paused') await page.keyboard.press('Space');
        await expect(race(page)).toHaveAttribute('data-status', 'running');
        await expect.poll(() => marksApart(page)).toBeGreaterThan(MARK_PX);
        await page.keyboard.press('Space');
        await expect(race(page)).toHaveAttribute('data-status', 'paused');
        await atRest(page);
        expect(await marksApart(page)).toBeGreaterThan(MARK_PX);
      }).toPass();
      await expect.poll(() => marksSeen(page)).toEqual({ slow: true, fast: true });
      await expect(svgLines(page)).toHaveCount(0);
    });
  }

  for (const format of ['SVG', 'PNG']) {
    test(`a saved ${format} contains both lines, and then the canvas goes on`, async ({ page }) => {
      await openHome(page);
      const hues = await huesOf(page);
      const blank = await page.context().newPage();
      await expect(async () => {
        const coming = page.waitForEvent('download');
        await page
          .getByRole('figure')
          .first()
          .getByRole('button', { name: t('ui.file.saveAs', { format }) })
          .click();
        const saved = await readFile(await (await coming).path());
        if (format === 'SVG') await blank.setContent(`<body style="margin: 0">${saved.toString('utf8')}`);
        const seen = pixelsOf(format === 'SVG' ? await blank.locator('svg').first().screenshot() : saved);
        expect(inkOf(seen, hues.slow, LINES)).toBeGreaterThan(8);
        expect(inkOf(seen, hues.fast, LINES)).toBeGreaterThan(8);
      }).toPass();
      await expect(svgLines(page)).toHaveCount(0);
      await expect(canvas(page)).toBeVisible();
    });
  }

  test('one worker draws, through other sizes and themes; it ends with the page and begins anew with the next', async ({
    page,
  }) => {
    await openHome(page);
    await expect.poll(() => drawers(page).length).toBe(1);
    const [first] = drawers(page);
    await page.setViewportSize({ width: 900, height: 700 });
    await page.getByRole('button', { name: t('shell.theme.toDark') }).click();
    await page.setViewportSize({ width: 1280, height: 720 });
    await atRest(page);
    expect(drawers(page)).toEqual([first]);
    for (let visit = 0; visit < 3; visit++) {
      await page.evaluate(() => location.assign('#/lab/measure?v=1'));
      await expect.poll(() => drawers(page).length).toBe(0);
      await page.evaluate(() => location.assign('#/?v=1'));
      await expect.poll(() => drawers(page).length).toBe(1);
    }
  });
});

/** The drawing worker's requested frames and received messages, from now on. */
async function countFrames(page: Page): Promise<() => Promise<{ readonly frames: number; readonly messages: number }>> {
  await expect.poll(() => drawers(page).length).toBe(1);
  const [worker] = drawers(page);
  if (worker === undefined) throw new Error('nobody draws');
  await worker.evaluate(() => {
    const counts = { frames: 0, messages: 0 };
    Reflect.set(globalThis, 'xipCounts', counts);
    const ask = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (callback) => {
      counts.frames++;
      return ask(callback);
    };
    globalThis.addEventListener('message', () => {
      counts.messages++;
    });
  });
  return () => worker.evaluate(() => Reflect.get(globalThis, 'xipCounts'));
}

/** The shifts of the SVG's lines in the frames of the next `samples` samples. */
const shiftsOf = (page: Page, samples: number): Promise<readonly string[]> =>
  page.evaluate(async (wanted) => {
    const line = () => document.querySelector('[data-testid="race-lines"] path[data-design]');
    const seen = new Set<string | null>();
    const shifts = new Set<string>();
    while (seen.size <= wanted) {
      await new Promise(requestAnimationFrame);
      seen.add(line()?.getAttribute('d') ?? null);
      const flowing = line()?.parentElement?.parentElement;
      if (flowing instanceof SVGElement) shifts.add(flowing.style.transform);
    }
    return [...shifts];
  }, samples);

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  const flows = reducedMotion === 'no-preference';
  test.describe(`prefers-reduced-motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });
    test(`the canvas is ${flows ? '' : 'not '}drawn between samples`, async ({ page }) => {
      await openHome(page);
      const counts = await countFrames(page);
      await expect.poll(async () => (await counts()).messages).toBeGreaterThan(8);
      const { frames, messages } = await counts();
      if (flows) expect(frames).toBeGreaterThan(messages);
      else expect(frames).toBeLessThanOrEqual(messages);
    });
    test(`the SVG is ${flows ? '' : 'not '}shifted between samples`, async ({ page }) => {
      await without(page, 'OffscreenCanvas');
      await openHome(page);
      const shifts = await shiftsOf(page, 6);
      if (flows) expect(shifts.length).toBeGreaterThan(2);
      else expect(shifts).toEqual(['']);
    });
  });
}

test.describe('where no worker can draw', () => {
  test.use({ serviceWorkers: 'block' });
  /** Both lines, in their hues, and no canvas. */
  async function seesSvgLines(page: Page): Promise<void> {
    await openHome(page);
    await expect(canvas(page)).toHaveCount(0);
    await expect(svgLines(page)).toHaveCount(2);
    const hues = await huesOf(page);
    await expect(async () => {
      const seen = pixelsOf(await race(page).screenshot());
      expect(inkOf(seen, hues.slow, LINES)).toBeGreaterThan(8);
      expect(inkOf(seen, hues.fast, LINES)).toBeGreaterThan(8);
    }).toPass();
  }
  for (const what of ['OffscreenCanvas', 'transferControlToOffscreen'] as const) {
    test(`for want of ${what}, the lines are drawn as SVG`, async ({ page }) => {
      const { faults } = await watch(page);
      await without(page, what);
      await seesSvgLines(page);
      expect(drawers(page)).toEqual([]);
      expect(faults).toEqual([]);
    });
  }
  test('for want of its script, the lines are drawn as SVG', async ({ page }) => {
    await page.route('**/race-canvas-worker*', (route) => route.abort());
    await seesSvgLines(page);
  });
  test('for want of an answer, as Firefox leaves a worker at times, the lines are drawn as SVG', async ({ page }) => {
    await page.route('**/race-canvas-worker*', (route) =>
      route.fulfill({ contentType: 'text/javascript', headers: ISOLATION_HEADERS, body: '' }),
    );
    await seesSvgLines(page);
  });
});

interface Window {
  readonly theme: PhotoTheme;
  readonly scale: number;
  readonly width?: number;
}
/** The gallery's race with one change, in a separate window. */
async function openFixed(browser: Browser, window: Window, draws: 'canvas' | 'svg'): Promise<Page> {
  const { theme, scale, width = 1280 } = window;
  const context = await browser.newContext({ viewport: { width, height: 720 }, deviceScaleFactor: scale });
  const page = await context.newPage();
  if (draws === 'svg') await without(page, 'OffscreenCanvas');
  await page.goto(stateUrl('race-apart', theme));
  await expect(page.getByTestId('ratio')).toBeVisible();
  await atRest(page);
  return page;
}

/** Of the pixels with ink on either picture, the share that differs clearly. */
function difference(a: Pixels, b: Pixels): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  const paper = a.at(0, 0);
  let [inked, different] = [0, 0];
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      const [p, q] = [a.at(x, y), b.at(x, y)];
      if (apart(p, paper) > 40 || apart(q, paper) > 40) inked++;
      if (apart(p, q) > 80) different++;
    }
  }
  return inked === 0 ? 1 : different / inked;
}

type Photograph = (clip: NonNullable<PageScreenshotOptions['clip']>) => Promise<Buffer>;
/** Waits until the canvas looks as the SVG in a new window like `like`, up to a hundredth of its ink: half a pixel is 0.07. */
async function looksLikeSvg(
  browser: Browser,
  page: Page,
  like: Window,
  photograph: Photograph = (clip) => page.screenshot({ clip }),
): Promise<void> {
  const other = await openFixed(browser, like, 'svg');
  const box = await canvas(page).boundingBox();
  const em = await page
    .getByTestId('race')
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  // Without the words of the change, at the bottom: a canvas has no tabular figures.
  const clip = {
    x: Math.round(box?.x ?? 0),
    y: Math.round(box?.y ?? 0),
    width: Math.floor(box?.width ?? 0),
    height: Math.round((box?.height ?? 0) - 5 * em),
  };
  const wanted = pixelsOf(await other.screenshot({ clip }));
  await expect
    .poll(async () => difference(pixelsOf(await photograph(clip)), wanted), {
      message: `the canvas like the SVG: ${JSON.stringify(like)}`,
    })
    .toBeLessThan(0.01);
  await other.context().close();
}

test.describe('fixed data: the canvas shows to the pixel what the SVG shows', () => {
  for (const scale of [1, 1.25, 1.5, 2]) {
    test(`with ${scale} device pixels to a pixel`, async ({ browser }) => {
      const page = await openFixed(browser, { theme: 'light', scale }, 'canvas');
      await looksLikeSvg(browser, page, { theme: 'light', scale });
      await page.context().close();
    });
  }

  test('after the theme was switched, the window made narrow and wide, and its pixels made small', async ({
    browser,
  }) => {
    const page = await openFixed(browser, { theme: 'light', scale: 1 }, 'canvas');
    // One session for both: a photograph by another one resets the window to its initial pixel ratio.
    const screen = await page.context().newCDPSession(page);
    const photograph: Photograph = async (clip) =>
      Buffer.from((await screen.send('Page.captureScreenshot', { clip: { ...clip, scale: 1 } })).data, 'base64');
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
    await looksLikeSvg(browser, page, { theme: 'dark', scale: 1 }, photograph);
    for (const width of [390, 1000]) {
      await page.setViewportSize({ width, height: 720 });
      await looksLikeSvg(browser, page, { theme: 'dark', scale: 1, width }, photograph);
    }
    const metrics = { width: 1000, height: 720, deviceScaleFactor: 2, mobile: false };
    await screen.send('Emulation.setDeviceMetricsOverride', metrics);
    await looksLikeSvg(browser, page, { theme: 'dark', scale: 2, width: 1000 }, photograph);
    await page.context().close();
  });

  test('the words of a change are on both', async ({ browser }) => {
    const like = { theme: 'light', scale: 1 } as const;
    const [drawn, svg] = [await openFixed(browser, like, 'canvas'), await openFixed(browser, like, 'svg')];
    const words = svg.getByTestId('race-lines').getByText('10,000');
    const clip = (await words.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const ink: Rgb = rgbOf(
      await svg.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ink').trim()),
    );
    const all = { left: 0, right: 1, top: 0, bottom: 1 };
    const wanted = inkOf(pixelsOf(await svg.screenshot({ clip })), ink, all);
    expect(wanted).toBeGreaterThan(30);
    await expect
      .poll(async () => inkOf(pixelsOf(await drawn.screenshot({ clip })), ink, all))
      .toBeGreaterThan(0.6 * wanted);
    for (const page of [drawn, svg]) await page.context().close();
  });
});
