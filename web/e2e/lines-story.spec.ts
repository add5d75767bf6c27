/** The cache lines' story: acts, every core's buttons, what moves at a step, and slots that keep their places. */
import '../src/base/messages/en/index.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { frame, isAtRest, recorded, stopClock, withOwnClock } from '../tools/filming.ts';
import { overflow } from '../tools/photograph.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');

test.describe.configure({ mode: 'parallel' });

const story = (page: Page) => page.getByTestId('lines-story');
const shown = (page: Page) => page.locator('[data-phase="ready"]:not([data-busy])');
const stepIs = (page: Page, step: number) => expect(shown(page)).toHaveAttribute('data-step', String(step));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const core = (page: Page, name: string) => page.getByRole('group', { name: t('linesStory.do.label', { name }) });

async function open(page: Page, more = ''): Promise<void> {
  await page.goto(`/#/lab/lines?v=1${more}`);
  await expect(shown(page)).toBeVisible();
  await expect(page.getByTestId('story-caches-right')).toBeVisible();
}
const at = (page: Page, step: number, more = ''): Promise<void> => open(page, `&view=story&step=${step}${more}`);

/** Where a step of the story is: A reads 1; B, C, D write 2 to 4; A reads again 5 to 7. */
const EVENTS = { 'reads from its own cache': 0, 'copies die': 1, 'a miss': 4 } as const;
const SIZES = [
  ['', { width: 1280, height: 720 }],
  ['', { width: 1920, height: 1080 }],
  ['&stage=1', { width: 1280, height: 720 }],
] as const;

test('chips tell the acts; the totals stand from the first frame; the numbers are the engine’s', async ({ page }) => {
  const seen = await watch(page);
  await open(page);
  await stepIs(page, 1);
  const totals = () =>
    Promise.all(
      ['left', 'right'].map(async (side) =>
        Number.parseInt((await page.getByTestId(`story-total-${side}`).innerText()).replaceAll(',', ''), 10),
      ),
    );
  const first = await totals();
  const [slow = 0, fast = 0] = first;
  await expect(page.getByTestId('story-total-left')).toContainText(t('linesStory.total', { who: 'A', when: 'end' }));
  expect(slow).toBeGreaterThan(3 * fast);
  await button(page, t('linesStory.act.writes')).click();
  await stepIs(page, 4);
  await expect(button(page, t('lines.control.play'))).toBeVisible();
  await expect(page.getByTestId('story-head')).toHaveText(/D releases its snapshot and writes its own xmin/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('story-head')).toHaveText(/In 13 it waits for three of 28 lines, in 14 for none/);
  await expect(page.getByTestId('story-note-left')).toHaveText(/from [BCD], (same L3|other socket)/);
  expect(await totals()).toEqual(first);
  await expect(page.getByTestId('story-total-left')).toContainText(t('linesStory.total', { who: 'A', when: 'now' }));
  await page.getByRole('button', { name: 'dense', exact: true }).click();
  await expect(page.getByLabel(t('lines.panel.right'))).toHaveValue('dense');
  await expect.poll(async () => (await totals())[1]).not.toBe(first[1]);
  expect(seen.faults).toEqual([]);
});

test('a person lets cores act: both designs follow, the address keeps it, and it can be taken back', async ({
  page,
  context,
}) => {
  await at(page, 7);
  await expect(core(page, 'B').getByRole('button', { name: t('linesStory.do.idle') })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await core(page, 'B')
    .getByRole('button', { name: t('linesStory.do.snapshot') })
    .click();
  await expect(page.getByTestId('story-head')).toHaveText(/^B takes a snapshot/);
  await core(page, 'B')
    .getByRole('button', { name: t('linesStory.do.xid') })
    .click();
  await expect(page.getByTestId('story-head')).toHaveText(/^B gets an xid and writes/);
  await expect(page).toHaveURL(/do=b\.snapshot,b\.xid|do=b\.snapshot%2Cb\.xid/);
  await expect(button(page, t('lines.control.play'))).toBeVisible();
  await expect(story(page)).toHaveAttribute('data-film', 'rest');
  await expect(page).toHaveURL(new RegExp(`step=${await shown(page).getAttribute('data-step')}(&|$)`));
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByTestId('story-head')).toHaveText(await page.getByTestId('story-head').innerText());
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page).not.toHaveURL(/do=/);
  await stepIs(page, 7);
});

test('on stage every core’s buttons have keys, and another theme does not stop what plays', async ({ page }) => {
  await at(page, 7, '&stage=1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('q');
  await expect(page.getByTestId('story-head')).toHaveText(/^C takes a snapshot/);
  await button(page, t('lines.control.play'))
    .or(button(page, t('lines.control.pause')))
    .waitFor();
  await at(page, 1, '&stage=1');
  await page.keyboard.press(' ');
  await expect(button(page, t('lines.control.pause'))).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(button(page, t('lines.control.pause'))).toBeVisible();
  await expect.poll(async () => Number(await shown(page).getAttribute('data-step'))).toBeGreaterThan(2);
});

for (const [event, step] of Object.entries(EVENTS))
  for (const [more, size] of SIZES)
    test(`${event}, at ${size.width}${more}: at least 8 frames change, none more than half, within 600 ms`, async ({
      page,
      context,
    }) => {
      await page.setViewportSize(size);
      await withOwnClock(page);
      await at(page, step, more);
      await page.evaluate(() => document.fonts.ready);
      await stopClock(page);
      const shots = await recorded(page, await context.newPage(), async () => {
        await page.keyboard.press('ArrowRight');
        await stepIs(page, step + 1);
      });
      const all = shots.reduce((sum, { changed }) => sum + changed, 0);
      expect(shots.filter(({ changed }) => changed > 0).length).toBeGreaterThanOrEqual(8);
      expect(Math.max(...shots.map(({ changed }) => changed / all))).toBeLessThanOrEqual(0.5);
      expect(shots.at(-1)?.ms ?? 0).toBeLessThanOrEqual(600 + 2 * 17);
    });

async function playOut(page: Page): Promise<number> {
  let frames = 0;
  for (; !(await isAtRest(page)); frames++) await frame(page);
  return frames;
}
/** The figure as it is drawn, element by element, with the films' layers, which must be empty. Ids differ from page to page. */
const drawn = (page: Page): Promise<readonly string[]> =>
  story(page).evaluate((figure) =>
    [figure, ...figure.querySelectorAll('*')].map((element) => {
      const attributes = [...element.attributes]
        .filter(({ name }) => !['id', 'name', 'for'].includes(name))
        .map(({ name, value }) => `${name}="${value}"`);
      const own = [...element.childNodes].filter((node) => node instanceof Text).map((node) => node.textContent);
      return `${element.tagName} ${attributes.sort().join(' ')} ${own.join('')}`;
    }),
  );
async function drawnByJump(browser: Browser, step: number): Promise<readonly string[]> {
  const page = await browser.newPage();
  try {
    await at(page, step);
    await page.evaluate(() => document.fonts.ready);
    return await drawn(page);
  } finally {
    await page.close();
  }
}
for (const [event, step] of Object.entries(EVENTS))
  test(`${event}, forwards or backwards, ends in what a jump shows`, async ({ page, browser }) => {
    await withOwnClock(page);
    await at(page, step);
    await page.evaluate(() => document.fonts.ready);
    await stopClock(page);
    await page.keyboard.press('ArrowRight');
    await stepIs(page, step + 1);
    await expect(story(page)).toHaveAttribute('data-film', 'playing');
    await playOut(page);
    expect(await drawn(page)).toEqual(await drawnByJump(browser, step + 1));
    await page.keyboard.press('ArrowLeft');
    await expect(story(page)).toHaveAttribute('data-film', 'playing');
    expect(await playOut(page)).toBeGreaterThanOrEqual(8);
    await stepIs(page, step);
    expect(await drawn(page)).toEqual(await drawnByJump(browser, step));
  });

test('a second press ends the film and plays its own; with reduced motion phases are frames that stand still', async ({
  page,
}) => {
  await withOwnClock(page);
  await at(page, 1);
  await stopClock(page);
  for (const step of [2, 3, 4]) {
    await page.keyboard.press('ArrowRight');
    await stepIs(page, step);
    await expect(story(page)).toHaveAttribute('data-film', 'playing');
  }
  await playOut(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.keyboard.press('ArrowRight');
  const looks = new Set<string>();
  while (!(await isAtRest(page))) {
    looks.add(
      await story(page).evaluate((figure) => {
        const marks = [...figure.querySelectorAll('div > svg > *')].filter(
          (mark) => mark.tagName === 'rect' && mark.parentElement?.getAttribute('width') === '100%',
        );
        const moving = marks.filter((mark) => getComputedStyle(mark).transform !== 'none');
        return `${moving.length}: ${marks.map((mark) => (getComputedStyle(mark).visibility === 'visible' ? 1 : 0)).join('')}`;
      }),
    );
    await page.clock.runFor(100);
  }
  expect([...looks].every((look) => look.startsWith('0: '))).toBe(true);
  expect(looks.size).toBeGreaterThanOrEqual(3);
});

test('nothing moves from step to step, nor when the settings open', async ({ page }) => {
  await at(page, 0);
  const places = () =>
    page.evaluate(() =>
      ['[data-testid="story-caches-left"]', '[data-testid="story-caches-right"]', 'input[type="range"]'].map((what) => {
        const box = document.querySelector(what)?.getBoundingClientRect();
        return `${box?.x} ${box?.y} ${box?.width} ${box?.height}`;
      }),
    );
  const first = await places();
  for (let step = 1; step <= 7; step++) {
    await page.keyboard.press('ArrowRight');
    await stepIs(page, step);
    expect(await places(), `step ${step}`).toEqual(first);
  }
  await page.getByTestId('lines-settings').click();
  await expect(page.getByLabel(t('lines.settings.machine'))).toBeVisible();
  expect(await places()).toEqual(first);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel(t('lines.settings.machine'))).toHaveCount(0);
});

for (const [more, size] of [
  ['&theme=light', { width: 390, height: 844 }],
  ['&theme=dark&lang=zh', { width: 390, height: 844 }],
  ['&theme=dark', { width: 1280, height: 720 }],
  ['&stage=1', { width: 1280, height: 720 }],
  ['&stage=1', { width: 1920, height: 1080 }],
] as const)
  test(`figure and steps fit one window of ${size.width} × ${size.height} ${more}; cells are 14 px or more`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await at(page, 5, more);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const figure = await story(page).boundingBox();
    const steps = await page.locator('input[type="range"]').boundingBox();
    const isPhone = size.width < 400;
    const top = isPhone ? (figure?.y ?? 0) : 0;
    expect((steps?.y ?? 0) + (steps?.height ?? 0) - top).toBeLessThanOrEqual(size.height);
    expect((figure?.y ?? 0) + (figure?.height ?? 0) - top).toBeLessThanOrEqual(size.height);
    const cells = await page
      .locator('[data-cell]')
      .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().width + 1.5));
    expect(Math.min(...cells)).toBeGreaterThan(13.99);
    if (more.includes('stage')) return;
    const { violations } = await axe(page).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
  });

test('each chip’s number is its key, on stage, too; 5 tells the same with the other design', async ({ page }) => {
  await open(page, '&stage=1');
  const pressed = (name: string) => page.getByRole('button', { name, exact: true, pressed: true });
  await expect(pressed('14')).toBeVisible();
  for (const name of ['dense', '14']) {
    await page.keyboard.press('5');
    await expect(pressed(name)).toBeVisible();
    await stepIs(page, 1);
  }
});

test('what cores cannot do is said in words', async ({ page }) => {
  await page.goto('/#/lab/lines?v=1&view=story&do=b.idle');
  await expect(page.getByText(/b\.idle/).first()).toBeVisible();
});
