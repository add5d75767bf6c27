/**
 * A page looks the same whatever was open before it in the tab. Every address is opened twice, in a fresh tab and on a
 * walk through all of them, and the two pictures are compared. The walk goes forwards and backwards, so that each page
 * comes after every other one: a style, a font or a class that one page leaves behind shows on the page that it
 * affects.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { apart, pixelsOf } from './pixels.ts';

test.describe.configure({ mode: 'parallel' });

/** A page of every kind, and lessons with every kind of figure. */
const ADDRESSES = [
  '#/lessons',
  '#/lessons/two-stamps?step=3',
  '#/lessons/the-walk?step=8',
  '#/lessons/why-so-many-are-idle?step=4',
  '#/lessons/ping-pong?step=3',
  '#/lessons/the-horizon?step=2',
  '#/lessons/density?step=4',
  '#/lessons/the-cliff?step=6',
  '#/lessons/on-a-standby?step=3',
  '#/play?spec=first-look&at=3',
  '#/play/standby?spec=standby-late-commit',
  '#/play/server',
  '#/lab',
  '#/lab/measure',
  '#/lab/lines',
  '#/lab/layout',
  '#/lab/ladder',
  '#/lab/cliff',
  '#/lab/litmus',
  '#/calculator',
  '#/exercises',
  '#/exercises/who-sees-it?seed=1',
  '#/exercises/late-snapshot?seed=1',
  '#/exercises/lines-of-a-walk?seed=1',
  '#/record',
  '#/teacher',
] as const;

/** Edges sometimes differ by a shade, which nobody sees; a style that affects another page changes ink and paper. */
const SHADE = 32;
/** A word in another weight changes a few hundred pixels. */
const SAME_PICTURE_PIXELS = 50;

/** Moving parts say nothing about styles. */
const moving = (page: Page): Locator[] => [page.locator('[data-live]')];

async function picture(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0);
  return await page.screenshot({ animations: 'disabled', caret: 'hide', mask: moving(page) });
}

/**
 * The number of differing pixels: 0 for the same picture. A pixel that stands one row higher or lower in the other
 * picture is the same: where a line of text begins between two pixels, its layer's history decides which one Chromium
 * paints it on.
 */
function differing(a: Buffer, b: Buffer): number {
  if (a.equals(b)) return 0;
  const [one, other] = [pixelsOf(a), pixelsOf(b)];
  if (one.width !== other.width || one.height !== other.height) return Number.POSITIVE_INFINITY;
  const same = (x: number, y: number): boolean =>
    [0, -1, 1].some((by) => {
      const row = Math.min(Math.max(y + by, 0), one.height - 1);
      return apart(one.at(x, y), other.at(x, row)) <= SHADE;
    });
  let count = 0;
  for (let y = 0; y < one.height; y++) for (let x = 0; x < one.width; x++) if (!same(x, y)) count++;
  return count;
}

async function walk(page: Page, addresses: readonly string[]): Promise<void> {
  await page.goto(`/#/lessons?theme=light`);
  for (const address of addresses) {
    // The same visitor, so that the stored data (steps read, attempts) are the same.
    const alone = await page.context().newPage();
    await alone.goto(`/${address}`);
    await page.goto(`/${address}`);
    for (const at of [alone, page]) {
      await expect(at.locator('main h1, main h2').first()).toBeAttached();
      await at.evaluate(() => document.fonts.ready);
    }
    // Both keep drawing for a while; their final pictures are the same.
    let pictures: { readonly alone: Buffer; readonly after: Buffer } | undefined;
    await expect
      .configure({ soft: true })
      .poll(
        async () => {
          pictures = { alone: await picture(alone), after: await picture(page) };
          return differing(pictures.alone, pictures.after);
        },
        { message: `pixels of ${address} that differ after other pages` },
      )
      .toBeLessThan(SAME_PICTURE_PIXELS);
    if (pictures !== undefined && differing(pictures.alone, pictures.after) >= SAME_PICTURE_PIXELS)
      for (const [name, body] of Object.entries(pictures))
        await test.info().attach(`${address} ${name}`, { body, contentType: 'image/png' });
    await alone.close();
  }
}

for (const [order, addresses] of [
  ['forwards', ADDRESSES],
  ['backwards', ADDRESSES.toReversed()],
] as const) {
  test(`a walk through all pages ${order}: each looks as it does when it is opened alone`, async ({ page }) => {
    test.setTimeout(60_000 + ADDRESSES.length * 35_000);
    await walk(page, addresses);
  });
}
