/**
 * Records what moves at a step, frame by frame, on a clock that is set by hand: the same frames on every machine. Used
 * by `npm run film` and by the motion's end-to-end tests.
 */
import type { Page } from '@playwright/test';
import { atRest } from './photograph.ts';

/** Of a screen with 60 frames a second, in ms. */
const FRAME_MS = 1000 / 60;
/** Longer than any step, also where each phase is held. */
const MOST_FRAMES = 400;

export interface Shot {
  /** Since the new picture is there; the first one is the picture before. */
  readonly ms: number;
  readonly png: Buffer;
  /** Pixels that differ from the shot before. */
  readonly changed: number;
}

/** Before the page is opened: its clock can be stopped later. */
export const withOwnClock = (page: Page): Promise<void> => page.clock.install();

/** From here on time passes only in `recorded`. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1000);
}

/** The step that a page shows: of the Playground, of the cache lines' story. */
export const STEP = '[data-tick], [data-step]';

/** Presses the key, and waits for the picture of another step. */
export async function stepBy(page: Page, key: string): Promise<void> {
  const shown = (marks: string) => {
    const { tick, step } = document.querySelector<HTMLElement>(marks)?.dataset ?? {};
    return tick ?? step;
  };
  const was = await page.evaluate(shown, STEP);
  await page.keyboard.press(key);
  await page.waitForFunction(
    ([before, marks]) => {
      const { tick, step } = document.querySelector<HTMLElement>(marks)?.dataset ?? {};
      return (tick ?? step) !== before;
    },
    [was, STEP] as const,
    { polling: 20 },
  );
}

/** Opens what can be filmed, and stops its clock once all is there; motion is fetched when the page is quiet. */
export async function openStopped(page: Page, address: string): Promise<void> {
  await withOwnClock(page);
  await page.goto(address);
  await page.locator(STEP).first().waitFor();
  await atRest(page);
  await page.waitForTimeout(1500);
  await stopClock(page);
}

const FILM = '[data-film]';
export const isAtRest = (page: Page): Promise<boolean> =>
  page.evaluate((film) => document.querySelector(film)?.getAttribute('data-film') !== 'playing', FILM);

/** Endless animations of the style sheets keep their first look: they are not the step's. */
const hold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (!(animation instanceof CSSAnimation)) continue;
      animation.pause();
      animation.currentTime = 0;
    }
  });

async function shot(page: Page, clip: Clip | undefined): Promise<Buffer> {
  await hold(page);
  return await page.screenshot({ caret: 'initial', ...(clip === undefined ? {} : { clip }) });
}

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One frame more. */
export const frame = (page: Page): Promise<void> => page.clock.runFor(FRAME_MS);

/**
 * A step, from the picture before to the picture after.
 * @param step makes it, and waits until its picture is there
 * @param canvas a page for comparing pictures
 * @param clip the part of the window to record; default: all of it
 * @param every records every nth frame only
 */
export async function recorded(
  page: Page,
  canvas: Page,
  step: () => Promise<void>,
  clip?: Clip,
  every = 1,
): Promise<readonly Shot[]> {
  const pngs = [await shot(page, clip)];
  await step();
  pngs.push(await shot(page, clip));
  for (let i = 0; i < MOST_FRAMES && !(await isAtRest(page)); i++) {
    for (let k = 0; k < every; k++) await frame(page);
    pngs.push(await shot(page, clip));
  }
  const changed = await changes(canvas, pngs);
  return pngs.map((png, i) => ({ png, ms: Math.max(0, i - 1) * every * FRAME_MS, changed: changed[i] ?? 0 }));
}

/** For each picture the number of pixels that one can see to differ from the one before. */
const changes = (canvas: Page, pngs: readonly Buffer[]): Promise<readonly number[]> =>
  canvas.evaluate(
    async (texts) => {
      const counts: number[] = [];
      let last: Uint32Array | null = null;
      for (const text of texts) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        // Read by the processor, it is drawn by it, too: half the time.
        const pen = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
        pen?.drawImage(image, 0, 0);
        const now = new Uint32Array(pen?.getImageData(0, 0, image.width, image.height).data.buffer ?? []);
        let count = 0;
        for (let i = 0; last !== null && i < now.length; i++) {
          const [one = 0, other = 0] = [now[i], last[i]];
          if (one === other) continue;
          let by = 0;
          for (let bits = 0; bits < 24; bits += 8) by += Math.abs(((one >> bits) & 255) - ((other >> bits) & 255));
          if (by > 24) count++;
        }
        counts.push(count);
        last = now;
      }
      return counts;
    },
    pngs.map((png) => png.toString('base64')),
  );
