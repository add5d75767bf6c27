/**
 * The layout bench as a newcomer uses it: beats 13 with a few moves by keyboard, mouse and buttons, takes a move back,
 * names the field that hurts, opens a link to the same layout, and pastes a table of their own.
 */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { MAX_LAYOUT_TEXT } from '../src/viewmodel/layout/format.ts';
import { unpackText } from '../src/viewmodel/stage/packed-text.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';
import { pasteInto, typeInto } from './typing.ts';

const { t } = messagesIn('en');

const ready = (page: Page) => expect(page.locator('[data-phase="ready"]')).toBeVisible();
const tile = (page: Page, field: string) => page.locator(`button[data-field="${field}"]`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const nsOf = async (page: Page, id: string) =>
  Number(await page.locator(`[data-result="${id}"]`).getAttribute('data-ns'));
const home = (page: Page, field: string) => tile(page, field).locator('xpath=ancestor::section').locator('b').first();
const layoutIn = (page: Page): string => {
  const packed = /[?&]layout=([\w-]+)/.exec(page.url())?.[1] ?? '';
  const text = unpackText(packed, MAX_LAYOUT_TEXT);
  return text.ok ? text.value : '';
};
const met = (page: Page, challenge: string) => page.locator(`[data-challenge="${challenge}"][data-met]`);

test('a newcomer beats 13 with its own fields, and the link holds the layout', async ({ page }) => {
  const { faults } = await watch(page);
  await page.goto('/#/lab/layout?v=1&lang=en');
  await ready(page);
  expect(await nsOf(page, 'yours')).toBe(await nsOf(page, 'pg13'));
  await expect(met(page, 'beat-13')).toHaveCount(0);

  // By keyboard: the tile keeps the focus through its move, and the page says where it is now.
  await tile(page, 'TransamVariables.nextXid').focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByTestId('layout-said')).toContainText('nextXid is now in XidGenLock');
  await expect(tile(page, 'TransamVariables.nextXid')).toBeFocused();
  await ready(page);
  await expect(met(page, 'beat-13')).toBeVisible();
  await expect(page.getByTestId('layout-goal')).toContainText(/Done: \d+ ns less .*nextXid miss/);
  await expect(page.getByTestId('layout-said')).toContainText(/takes \d+ ns less, because accesses to nextXid/);
  await button(page, t('layout.tool.undo')).click();
  await expect(home(page, 'TransamVariables.nextXid')).toHaveText('TransamVariables');
  await ready(page);
  // A finished challenge stays finished, and the page no longer says why.
  await expect(met(page, 'beat-13')).toBeVisible();
  await expect(page.getByTestId('layout-goal')).not.toContainText('Done:');

  // By mouse onto the other lock’s line, and by button into a struct of its own.
  await tile(page, 'TransamVariables.latestCompletedXid').dragTo(tile(page, 'ProcArrayLock.state'), {
    targetPosition: { x: 30, y: 8 },
  });
  await expect(tile(page, 'TransamVariables.latestCompletedXid')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('layout-detail')).toContainText('is now in ProcArrayLock');
  await expect(home(page, 'TransamVariables.latestCompletedXid')).toHaveText('ProcArrayLock');
  await tile(page, 'TransamVariables.nextXid').click();
  await button(page, t('layout.tool.split')).click();
  await expect(home(page, 'TransamVariables.nextXid')).toHaveText('nextXid');
  await ready(page);
  await expect.poll(async () => (await nsOf(page, 'yours')) / (await nsOf(page, 'pg13'))).toBeLessThan(0.95);

  // The address follows the layout by a moment.
  await expect.poll(() => layoutIn(page)).toContain('{"name":"nextXid"');
  const [url, ns] = [page.url(), await nsOf(page, 'yours')];
  await page.goto('about:blank');
  await page.goto(url);
  await ready(page);
  expect(await nsOf(page, 'yours')).toBe(ns);
  expect((await axe(page).analyze()).violations).toEqual([]);
  expect(faults).toEqual([]);
});

test('from 13 to 14 move by move: by a button on the page, by the arrows on stage, with the bars at once', async ({
  page,
}) => {
  await page.goto('/#/lab/layout?v=1&lang=en');
  const steps = page.getByTestId('layout-steps');
  await expect(steps).toContainText(t('layout.step.pg13'));
  const of13 = await nsOf(page, 'pg13');
  await steps.getByRole('radio', { name: 'xmin moved' }).check({ force: true });
  await expect(steps).toContainText(t('layout.step.xmin-moved'));
  await expect(tile(page, 'PGPROC.xmin')).toHaveAttribute('data-tone', 'own');
  expect(await nsOf(page, 'yours')).toBeLessThan(of13);
  await page.goto('about:blank');
  await page.goto('/#/lab/layout?v=1&lang=en&stage=1');
  await expect(steps).toContainText(t('layout.step.pg13'));
  for (const step of ['xmin-moved', 'dense', 'pg14'] as const) {
    await page.keyboard.press('ArrowRight');
    await expect(steps).toContainText(t(`layout.step.${step}`));
  }
  expect(await nsOf(page, 'yours')).toBe(await nsOf(page, 'pg14'));
  await page.keyboard.press('ArrowLeft');
  await expect(steps).toContainText(t('layout.step.dense'));
});

test('naming the field that hurts is checked, and an own table is read or refused by name', async ({ page }) => {
  await page.goto('/#/lab/layout?v=1&lang=en');
  await ready(page);
  await page.locator('[data-challenge="what-hurts"]').click();
  await expect(page.getByTestId('layout-said')).toContainText('“read only”');
  await expect(page.getByTestId('layout-settings').locator('summary')).toContainText('read only');
  await ready(page);
  await tile(page, 'PGXACT.xid').click();
  await button(page, t('layout.hurts')).click();
  await expect(page.getByTestId('layout-goal')).toContainText('Not xid');
  await expect(page.getByTestId('layout-goal')).toContainText(t('layout.goal.what-hurts'));
  await tile(page, 'PGXACT.vacuumFlags').click();
  await button(page, t('layout.hurts')).click();
  await expect(met(page, 'what-hurts')).toBeVisible();
  await page.locator('[data-challenge="beat-13"]').click();
  await ready(page);
  await expect(met(page, 'what-hurts')).toBeVisible();

  const json = page.getByTestId('layout-json');
  await json.locator('summary').click();
  const area = json.getByRole('textbox');
  await typeInto(area, '{"format": "xipscope-layout/1", "color": 1}');
  await button(page, t('layout.json.apply')).click();
  await expect(json.getByRole('alert')).toContainText('there is no member “color” here');
  await json.locator('input[type="file"]').setInputFiles({
    name: 'slot.c',
    mimeType: 'text/plain',
    buffer: Buffer.from('struct slot { int counter; };'),
  });
  await expect(json.getByRole('alert')).toContainText('slot.c was not taken over. This is C');
  const own = {
    format: 'xipscope-layout/1',
    structs: [{ name: 'slot', count: 8, fields: [{ name: 'counter', size: 8 }] }],
    access: [{ field: 'counter', kind: 'write', by: 'owner', rate: 1 }],
  };
  await pasteInto(page, area, JSON.stringify(own));
  await button(page, t('layout.json.apply')).click();
  await expect(json.getByRole('status')).toHaveText(t('layout.said.taken', { file: null }));
  await ready(page);
  const before = await nsOf(page, 'yours');
  expect(before).toBe(await nsOf(page, 'given'));
  await page.getByRole('button', { name: t('layout.tool.padOf', { name: 'slot' }) }).click();
  await ready(page);
  await expect.poll(() => nsOf(page, 'yours')).toBeLessThan(before);
});

/** A finger, as the browser sees it. */
async function touchOf(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  return {
    down: (x: number, y: number) => send('touchStart', x, y),
    to: (x: number, y: number) => send('touchMove', x, y),
    up: () => send('touchEnd', 0, 0),
  };
}

test('a swipe that begins on a tile scrolls the page, and a finger that rests takes the tile', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto('/#/lab/layout?v=1&lang=en');
  await ready(page);
  const nextXid = tile(page, 'TransamVariables.nextXid');
  await nextXid.scrollIntoViewIfNeeded();
  const at = async () => {
    const box = await nextXid.boundingBox();
    if (box === null) throw new Error('no tile');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const scrolled = () => page.evaluate(() => scrollY);
  const finger = await touchOf(page);
  const before = await scrolled();
  const from = await at();
  await finger.down(from.x, from.y);
  for (let i = 1; i <= 10; i++) await finger.to(from.x, from.y - 12 * i);
  await finger.up();
  await expect.poll(scrolled).toBeGreaterThan(before + 40);
  await expect(page.getByTestId('layout-detail')).not.toContainText('Moving');

  // High enough that its target is in the window, too.
  await nextXid.evaluate((own) => scrollBy(0, own.getBoundingClientRect().top - 200));
  // The swipe has run out: a finger that comes while the page still rolls only stops it.
  const frames = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect
    .poll(async () => {
      const one = await scrolled();
      await frames();
      return (await scrolled()) - one;
    })
    .toBe(0);
  const home = await at();
  const still = await scrolled();
  await finger.down(home.x, home.y);
  await expect(page.getByTestId('layout-detail')).toContainText('Moving nextXid');
  // Over a struct that has other entries the page says so before the drop.
  const target = await tile(page, 'PGPROC.lxid').boundingBox();
  if (target === null) throw new Error('no target');
  for (let i = 1; i <= 10; i++) await finger.to(home.x, home.y + ((target.y + 6 - home.y) * i) / 10);
  await expect(page.getByTestId('layout-detail')).toContainText('nextXid cannot go into PGPROC');
  await finger.up();
  expect(await scrolled()).toBe(still);
  await expect(page.getByTestId('layout-said')).toContainText('cannot go into PGPROC');
  await context.close();
});

test('while a replay runs the old figures are marked, nothing moves, and Ctrl+Z takes a move back', async ({
  page,
}) => {
  await page.goto('/#/lab/layout?v=1&lang=en');
  await ready(page);
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-field], [data-result]')].map((one) => {
        const { top } = one.getBoundingClientRect();
        return Math.round(top + scrollY);
      }),
    );
  const phase = page.locator('[data-phase]');
  const isOld = () => page.locator('h2 [data-old]').count();
  const still = await places();
  await page.getByTestId('layout-settings').locator('summary').click();
  await page.getByLabel(t('layout.settings.protocol')).selectOption('MESI');
  await expect(phase).toHaveAttribute('data-phase', 'counting');
  await expect(page.locator('[data-result="pg13"]')).toHaveAttribute('data-old', 'true');
  expect(await isOld()).toBe(1);
  await expect(page.getByText(t('layout.replaying'), { exact: true })).toBeVisible();
  await page.getByTestId('layout-settings').locator('summary').click();
  expect(await places()).toEqual(still);
  await ready(page);
  expect(await isOld()).toBe(0);
  await expect(page.locator('[data-old]')).toHaveCount(0);

  await tile(page, 'TransamVariables.nextXid').focus();
  await page.keyboard.press('ArrowUp');
  await expect(home(page, 'TransamVariables.nextXid')).toHaveText('XidGenLock');
  await page.keyboard.press('Control+z');
  await expect(home(page, 'TransamVariables.nextXid')).toHaveText('TransamVariables');
});
