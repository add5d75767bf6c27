/** What moves at a step: every event is seen happening, can be cut short and played backwards, and ends in what a jump shows. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import '../src/base/messages/en/index.ts';
import { frame, isAtRest, recorded, stopClock, withOwnClock } from '../tools/filming.ts';

const { t } = messagesIn('en');

test.describe.configure({ mode: 'parallel' });

const stage = (page: Page) => page.locator('[data-tick]');
const film = (page: Page) => page.locator('[data-film]');
const tickIs = (page: Page, tick: number) => expect(stage(page)).toHaveAttribute('data-tick', String(tick));

/** Opens a step of a scenario. From then on the page's time stands still. */
async function open(page: Page, scenario: string, at: number): Promise<void> {
  await withOwnClock(page);
  await page.goto(`/#/play?v=1&spec=${scenario}${at === 0 ? '' : `&at=${at}`}`);
  await tickIs(page, at);
  await page.evaluate(() => document.fonts.ready);
  await stopClock(page);
}

/** Frames until the film is over. */
async function playOut(page: Page): Promise<number> {
  let frames = 0;
  for (; !(await isAtRest(page)); frames++) await frame(page);
  return frames;
}

/** The figures, element by element, without what differs from one document to the next: ids, and what has been read out. */
const drawn = (page: Page): Promise<readonly string[]> =>
  stage(page).evaluate((root) =>
    [root, ...root.querySelectorAll('*')].map((element) => {
      const attributes = [...element.attributes]
        .filter(({ name, value }) => !/^(id|for|aria-(labelledby|describedby|controls))$/.test(name) && value !== '')
        .map(({ name, value }) => `${name}="${value}"`);
      const own = [...element.childNodes].filter((node) => node instanceof Text).map((node) => node.textContent);
      const text = element.hasAttribute('aria-live') ? '' : own.join('');
      return `${element.tagName} ${attributes.sort().join(' ')} ${text}`;
    }),
  );

async function drawnByJump(browser: Browser, scenario: string, at: number): Promise<readonly string[]> {
  const page = await browser.newPage();
  try {
    await page.goto(`/#/play?v=1&spec=${scenario}${at === 0 ? '' : `&at=${at}`}`);
    await tickIs(page, at);
    await page.evaluate(() => document.fonts.ready);
    return await drawn(page);
  } finally {
    await page.close();
  }
}

/** The scenario, and the step after which the event comes. */
const EVENTS = {
  'INSERT, an xid': ['first-look', 1],
  'a snapshot for one statement': ['first-look', 3],
  COMMIT: ['first-look', 4],
  UPDATE: ['update-makes-a-version', 1],
  DELETE: ['delete-is-a-mark', 2],
  'a row lock': ['row-locks', 0],
  ROLLBACK: ['aborted-writer', 2],
  'a wait': ['first-updater-wins', 4],
  'a wake-up': ['first-updater-wins', 5],
} as const;

for (const [event, [scenario, at]] of Object.entries(EVENTS)) {
  test(`${event} is seen in at least 8 frames, none of them with more than half of the change`, async ({
    page,
    context,
  }) => {
    await open(page, scenario, at);
    const canvas = await context.newPage();
    const shots = await recorded(page, canvas, async () => {
      await page.keyboard.press('.');
      await tickIs(page, at + 1);
    });
    const all = shots.reduce((sum, { changed }) => sum + changed, 0);
    expect(shots.filter(({ changed }) => changed > 0).length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...shots.map(({ changed }) => changed / all))).toBeLessThanOrEqual(0.5);
    expect(shots.at(-1)?.ms ?? 0).toBeLessThanOrEqual(600 + 2 * 17);
  });

  test(`${event}, forwards or backwards, ends in what a jump shows`, async ({ page, browser }) => {
    await open(page, scenario, at);
    await page.keyboard.press('.');
    await tickIs(page, at + 1);
    await expect(film(page)).toHaveAttribute('data-film', 'playing');
    await playOut(page);
    await expect(film(page).locator('> *')).toHaveCount(0);
    const jumped = await drawnByJump(browser, scenario, at + 1);
    expect(await drawn(page)).toEqual(jumped);
    await page.keyboard.press(',');
    await tickIs(page, at);
    await expect(film(page)).toHaveAttribute('data-film', 'playing');
    expect(await playOut(page)).toBeGreaterThanOrEqual(8);
    const before = await drawnByJump(browser, scenario, at);
    expect(await drawn(page)).toEqual(before);
  });
}

test('a step needs no time: a second press ends the film and plays its own', async ({ page }) => {
  await open(page, 'update-makes-a-version', 1);
  for (let at = 2; at <= 4; at++) {
    await page.keyboard.press('.');
    await tickIs(page, at);
    await expect(film(page)).toHaveAttribute('data-film', 'playing');
    await expect(film(page).locator('> svg')).toHaveCount(1);
  }
  for (let at = 3; at >= 2; at--) {
    await page.keyboard.press(',');
    await tickIs(page, at);
    await expect(film(page)).toHaveAttribute('data-film', 'playing');
  }
  await playOut(page);
  await expect(film(page).locator('> *')).toHaveCount(0);
});

test('a jump is not played: by the ruler, by Finish', async ({ page }) => {
  await open(page, 'update-makes-a-version', 1);
  await page.getByRole('slider', { name: t('lanes.timeline.label') }).focus();
  await page.keyboard.press('ArrowRight');
  await tickIs(page, 2);
  await expect(film(page)).toHaveAttribute('data-film', 'rest');
  await page.keyboard.press('z');
  await tickIs(page, 5);
  await expect(film(page)).toHaveAttribute('data-film', 'rest');
});

test('a figure in a lesson plays its steps, too', async ({ page }) => {
  await withOwnClock(page);
  // It is fetched when the page is quiet.
  const motion = page.waitForResponse(/play-motion/);
  await page.goto('/#/lessons/two-stamps?v=1&step=2');
  await motion;
  await stopClock(page);
  const slot = page.locator('[data-figure-slot][data-shown="true"]');
  const figure = slot.locator('[data-tick]');
  const button = (name: string) => slot.getByRole('button', { name, exact: true });
  await expect(async () => {
    await button(t('stage.figure.back')).click();
    await expect(figure).toHaveAttribute('data-tick', '1');
    await button(t('stage.figure.step')).click();
    await expect(figure).toHaveAttribute('data-tick', '2');
    await expect(figure.locator('[data-film="playing"]')).toHaveCount(1, { timeout: 1000 });
  }).toPass();
});

test('with reduced motion nothing moves: each phase is a frame around its marks, held for 400 ms', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'first-look', 1);
  await page.keyboard.press('.');
  await tickIs(page, 2);
  const looks: string[] = [];
  while (!(await isAtRest(page))) {
    looks.push(
      await film(page).evaluate((layer) => {
        const marks = [...layer.querySelectorAll('svg > *')];
        const moving = marks.filter((mark) => getComputedStyle(mark).transform !== 'none' || mark.tagName !== 'rect');
        const shown = marks.flatMap((mark, i) => (getComputedStyle(mark).visibility === 'visible' ? [i] : []));
        return `${moving.length} move; ${shown.join()}`;
      }),
    );
    await page.clock.runFor(100);
  }
  // An xid, a snapshot, the pen, the new version, its stamp: one after the other, each for four tenths of a second.
  const phases = [...new Set(looks)];
  expect(phases).toEqual(['0 move; 0', '0 move; 1', '0 move; 2', '0 move; 3', '0 move; 4']);
  for (const phase of phases) {
    const count = looks.filter((look) => look === phase).length;
    expect([4, 5]).toContain(count);
  }
});
