/** What moves at a step: every event is seen happening, can be cut short and played backwards, and ends in what a jump shows. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import '../src/base/messages/en/index.ts';
import { frame, isAtRest, recorded, type Shot, stopClock, withOwnClock } from '../tools/filming.ts';
import { settling } from './site.ts';

const { t } = messagesIn('en');

test.describe.configure({ mode: 'parallel' });

const stage = (page: Page) => page.locator('[data-tick]');
const film = (page: Page) => page.locator('[data-film]');
const tickIs = (page: Page, tick: number) => expect(stage(page)).toHaveAttribute('data-tick', String(tick));

/** The whole page; a box with these figures; the stage. */
type Place = 'page' | 'box' | 'stage';
const addressOf = (scenario: string, at: number, place: Place = 'page', more = ''): string =>
  `/#/${place === 'box' ? 'embed/' : ''}play?v=1&spec=${scenario}${at === 0 ? '' : `&at=${at}`}${more}${place === 'stage' ? '&stage=1' : ''}`;

const rests = new WeakMap<Page, () => Promise<void>>();
/**
 * Call before `goto`. The page is at rest and can play: motion is fetched only once the page has been quiet for a while,
 * and on a fast machine a page is at rest before that. (`settling` watches a page once.)
 */
function rest(page: Page): () => Promise<void> {
  const settled = rests.get(page) ?? settling(page);
  rests.set(page, settled);
  const motion = page.waitForResponse(/play-motion/);
  return async () => {
    await motion;
    await settled();
  };
}

/** Opens a step of a scenario. From then on the page's time stands still. */
const open = (page: Page, scenario: string, at: number): Promise<void> => openAt(page, addressOf(scenario, at), at);
async function openAt(page: Page, address: string, at: number, figure?: string): Promise<void> {
  const settled = rest(page);
  await withOwnClock(page);
  await openStill(page, address, at, figure);
  await settled();
  await stopClock(page);
}
/** @param figure on stage: the one to go to */
async function openStill(page: Page, address: string, at: number, figure?: string): Promise<void> {
  await page.goto(address);
  await tickIs(page, at);
  if (figure !== undefined)
    await expect(async () => {
      if ((await stage(page).getAttribute('data-figure')) !== figure) await page.keyboard.press('v');
      await expect(stage(page)).toHaveAttribute('data-figure', figure, { timeout: 500 });
    }).toPass();
  await page.evaluate(() => document.fonts.ready);
}

/** Frames until the film is over. */
async function playOut(page: Page): Promise<number> {
  let frames = 0;
  for (; !(await isAtRest(page)); frames++) await frame(page);
  return frames;
}

/** The figures, element by element, without what differs from one document to the next: ids, and what has been read out. */
const drawn = (figures: Locator): Promise<readonly string[]> =>
  figures.evaluate((root) =>
    [root, ...root.querySelectorAll('*')].map((element) => {
      const attributes = [...element.attributes]
        .filter(({ name, value }) => !/^(id|for|aria-(labelledby|describedby|controls))$/.test(name) && value !== '')
        .map(({ name, value }) => `${name}="${value}"`);
      const own = [...element.childNodes].filter((node) => node instanceof Text).map((node) => node.textContent);
      const text = element.hasAttribute('aria-live') ? '' : own.join('');
      return `${element.tagName} ${attributes.sort().join(' ')} ${text}`;
    }),
  );

/** What a page that was opened at this step shows, once all of it has come. */
async function isAsJumped(page: Page, browser: Browser, filmed: Filmed, at: number): Promise<void> {
  const other = await browser.newPage({ viewport: filmed.size });
  try {
    await openStill(other, filmed.address(at), at, filmed.figure);
    await expect.poll(() => drawn(stage(other))).toEqual(await drawn(stage(page)));
  } finally {
    await other.close();
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

interface Filmed {
  readonly name: string;
  /** Of the picture at a tick. */
  readonly address: (at: number) => string;
  readonly at: number;
  readonly keys: readonly [on: string, back: string];
  readonly size: { readonly width: number; readonly height: number };
  /** On stage: the figure to go to. */
  readonly figure?: string;
}

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
] as const;

/** Figures that have to be asked for: in a box these, on stage this one. */
const ASKED = {
  'slots that fill': ['subxid-overflow', 1, 'subxids,xids', '&perm=2', 'subxids'],
  'the 65th subxid': ['subxid-overflow', 2, 'subxids,subtrans', '&perm=2', 'subtrans'],
  'a flag that turns': ['subxid-overflow', 3, 'xids,subxids', '&perm=2', 'xids'],
  'a lookup in pg_subtrans': ['subtrans-pages', 7, 'xids,subtrans', '', 'subtrans'],
  VACUUM: ['hot-and-pruning', 8, 'rows,horizons', '', 'rows'],
  'a SIREAD lock': ['siread-promotion', 1, 'rows', '', 'rows'],
  'SIREAD locks that become one': ['siread-promotion', 2, 'rows', '', 'rows'],
  'an rw-conflict': ['doctors-serializable', 2, 'conflicts,rows', '', 'conflicts'],
  'a doomed transaction': ['doctors-serializable', 4, 'conflicts', '', 'conflicts'],
  'a safe snapshot': ['receipts-and-report', 5, 'conflicts', '&perm=5', 'conflicts'],
} as const;

/**
 * Each event is filmed on the page and on stage, at one size here and at the other one there; with `XIP_FILMS=all` at
 * both, which took thirteen minutes of one worker.
 */
const both = process.env.XIP_FILMS === 'all';
const isFilmed = (event: number, size: number, place: number): boolean => both || (event + size + place) % 2 === 0;

/** @param films on the page, on stage */
const chosen = (event: number, size: number, films: readonly [Filmed, Filmed]): readonly Filmed[] =>
  films.filter((_, place) => isFilmed(event, size, place));

const FILMED: readonly Filmed[] = [
  ...Object.entries(EVENTS).flatMap(([name, [scenario, at]], event) =>
    SIZES.flatMap((size, i) =>
      chosen(event, i, [
        {
          name: `${name}, on the page at ${size.width}`,
          address: (tick) => addressOf(scenario, tick),
          at,
          keys: ['.', ','],
          size,
        },
        {
          name: `${name}, on stage at ${size.width}`,
          address: (tick) => addressOf(scenario, tick, 'stage'),
          at,
          keys: ['ArrowRight', 'ArrowLeft'],
          size,
        },
      ]),
    ),
  ),
  ...Object.entries(ASKED).flatMap(([name, [scenario, at, show, more, figure]], event) =>
    SIZES.flatMap((size, i) =>
      chosen(event, i, [
        {
          name: `${name}, in a box at ${size.width}`,
          address: (tick) => addressOf(scenario, tick, 'box', `${more}&show=${show}`),
          at,
          keys: ['.', ','],
          size,
        },
        {
          name: `${name}, on stage at ${size.width}`,
          address: (tick) => addressOf(scenario, tick, 'stage', more),
          at,
          keys: ['ArrowRight', 'ArrowLeft'],
          size,
          figure,
        },
      ]),
    ),
  ),
];

for (const filmed of FILMED) {
  const { name, address, at, keys, size, figure } = filmed;
  const [on, back] = keys;
  test(`${name} is seen in at least 8 frames, none with more than half of the change, and ends in what a jump shows, forwards or backwards`, async ({
    page,
    context,
    browser,
  }) => {
    await page.setViewportSize(size);
    await openAt(page, address(at), at, figure);
    const canvas = await context.newPage();
    const shots = await recorded(page, canvas, async () => {
      await page.keyboard.press(on);
      await tickIs(page, at + 1);
      await expect(film(page)).toHaveAttribute('data-film', 'playing');
    });
    await canvas.close();
    seenWell(shots);
    await expect(film(page).locator('> *')).toHaveCount(0);
    await isAsJumped(page, browser, filmed, at + 1);
    await page.keyboard.press(back);
    await tickIs(page, at);
    await expect(film(page)).toHaveAttribute('data-film', 'playing');
    expect(await playOut(page)).toBeGreaterThanOrEqual(8);
    await isAsJumped(page, browser, filmed, at);
  });
}

/** A step is at least 8 frames, of which none has more than half of the change, and no longer than it may be. */
function seenWell(shots: readonly Shot[]): void {
  const all = shots.reduce((sum, { changed }) => sum + changed, 0);
  expect(shots.filter(({ changed }) => changed > 0).length).toBeGreaterThanOrEqual(8);
  expect(Math.max(...shots.map(({ changed }) => changed / all))).toBeLessThanOrEqual(0.5);
  expect(shots.at(-1)?.ms ?? 0).toBeLessThanOrEqual(600 + 2 * 17);
}

/** The standby's page: `.` writes records, `l` replays one, `j` takes it back. */
const STANDBY = {
  'a record that is written': [4, 5, '.', '5.5', ',', '4.5'],
  'a record that is replayed': [3, 2, 'l', '3.3', 'j', '3.2'],
  'a commit that is replayed': [3, 4, 'l', '3.5', 'j', '3.4'],
} as const;

for (const [event, [name, [at, replay, on, then, back, first]]] of Object.entries(STANDBY).entries())
  for (const [i, size] of SIZES.entries())
    for (const place of ['', '&stage=1']) {
      if (!isFilmed(event, i, place === '' ? 0 : 1)) continue;
      const where = `${place === '' ? 'on the page' : 'on stage'} at ${size.width}`;
      const keyOf = (key: string) => (place === '' ? key : ({ '.': 'ArrowRight', ',': 'ArrowLeft' }[key] ?? key));
      const address = (step: string) => {
        const [tick, to] = step.split('.');
        return `/#/play/standby?v=1&spec=standby-late-commit&at=${tick}&replay=${to}${place}`;
      };
      const figure = (page: Page) => page.locator('[data-step]');
      const stepIs = (page: Page, step: string) => expect(figure(page)).toHaveAttribute('data-step', step);
      const ready = async (page: Page, step: string) => {
        await page.goto(address(step));
        await stepIs(page, step);
        await page.evaluate(() => document.fonts.ready);
      };
      const picture = (page: Page) => drawn(figure(page).locator('> svg'));

      test(`${name}, ${where}, is seen, and ends in what a jump shows, forwards and backwards`, async ({
        page,
        context,
      }) => {
        expect(first).toBe(`${at}.${replay}`);
        await page.setViewportSize(size);
        const settled = rest(page);
        await withOwnClock(page);
        await ready(page, first);
        await settled();
        await stopClock(page);
        const [canvas, other] = [await context.newPage(), await context.newPage()];
        await other.setViewportSize(size);
        const shots = await recorded(page, canvas, async () => {
          await page.keyboard.press(keyOf(on));
          await stepIs(page, then);
        });
        seenWell(shots);
        await expect(film(page).locator('> *')).toHaveCount(0);
        await ready(other, then);
        await expect.poll(() => picture(other)).toEqual(await picture(page));
        await page.keyboard.press(keyOf(back));
        await stepIs(page, first);
        await expect(film(page)).toHaveAttribute('data-film', 'playing');
        expect(await playOut(page)).toBeGreaterThanOrEqual(8);
        await ready(other, first);
        await expect.poll(() => picture(other)).toEqual(await picture(page));
      });
    }

test('on the standby’s page a second press ends the film; with reduced motion each phase is a frame', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const settled = rest(page);
  await withOwnClock(page);
  await page.goto('/#/play/standby?v=1&spec=standby-late-commit&at=3&replay=2');
  await page.locator('[data-step="3.2"]').waitFor();
  await settled();
  await stopClock(page);
  for (const step of ['3.3', '3.4']) {
    await page.keyboard.press('l');
    await expect(page.locator('[data-step]')).toHaveAttribute('data-step', step);
    await expect(film(page)).toHaveAttribute('data-film', 'playing');
    await expect(film(page).locator('> svg')).toHaveCount(1);
    await expect(film(page).locator('svg > :not(rect)')).toHaveCount(0);
  }
  await page.clock.runFor(2000);
  await expect(film(page).locator('> *')).toHaveCount(0);
});

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

test('a row that gives way for another takes along what is in it: nothing of it is drawn twice', async ({ page }) => {
  const address = addressOf('update-makes-a-version', 1, 'box', '&show=lanes,xids,rows');
  await openAt(page, address, 1);
  await page.keyboard.press('.');
  await tickIs(page, 2);
  // The one copy of the set-up's xid is that of the version that is copied.
  await expect(film(page)).toHaveAttribute('data-film', 'playing');
  expect((await film(page).textContent())?.match(/731/g)).toHaveLength(1);
});

test('the arrows of a deadlock pulse and snap back above the cards that have come since', async ({ page }) => {
  await openAt(page, addressOf('deadlock', 4, 'box', '&show=lanes,xids,rows'), 4);
  await page.keyboard.press('.');
  await tickIs(page, 5);
  const ends = () =>
    film(page)
      .locator('path')
      .evaluateAll((all) =>
        all
          .filter((path) => getComputedStyle(path).visibility === 'visible' && path.getAttribute('d')?.endsWith('v14z'))
          .map((path) => path.getBoundingClientRect().bottom),
      );
  const seen: number[] = [];
  let last = 0;
  for (; !(await isAtRest(page)); await frame(page)) {
    const now = await ends();
    seen.push(...now);
    last = now.length;
  }
  const cards = await page
    .locator('[data-mark^="card "]')
    .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().y));
  expect(seen.length).toBeGreaterThan(8);
  expect(Math.max(...seen)).toBeLessThanOrEqual(Math.min(...cards));
  expect(last).toBe(0);
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
    await button(t('stage.figure.previous')).click();
    await expect(figure).toHaveAttribute('data-tick', '1');
    await button(t('stage.figure.next')).click();
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
