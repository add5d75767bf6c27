/** The cliff's page as a reader uses it: real servers at once, measured lines at a click, and both in one table. */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { CLIFF_PASSES, CLIFF_POINTS, CLIFF_SHAPES } from '../src/viewmodel/cliff/cliff.ts';
import { cliffModelConfigs } from '../src/viewmodel/cliff/cliff-modelled.ts';
import { PAIR_POINTS } from '../src/viewmodel/cliff/cliff-pair.ts';
import { overflow } from '../tools/photograph.ts';
import { axe } from './axe.ts';
import { computed, plainHost, unfold, watch } from './site.ts';
import { typeInto } from './typing.ts';

const { t } = messagesIn('en');
const MODELLED = cliffModelConfigs({ readers: 1, otherWorkUs: 0 }).length;
const ALL = CLIFF_PASSES * CLIFF_POINTS;

test('from the Lab: real servers are there at once, and a click measures all shapes on both sides of 64', async ({
  page,
}) => {
  test.slow();
  const { faults } = await watch(page);
  await page.goto('/#/lab');
  await page
    .getByRole('navigation', { name: t('shell.labNav') })
    .getByRole('link', { name: t('shell.page.cliff') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: t('cliff.page.title') })).toBeVisible();
  await expect(page.locator('[data-provenance="real"]')).toHaveCount(1);
  await expect(page.locator('[data-provenance="measured"]')).toHaveCount(0);
  await expect(page.locator('g[data-series^="real-"]')).toHaveCount(3);
  await page.getByTestId('cliff-measure').getByRole('button').click();
  await computed(page.locator(`[data-measured="${ALL}"]`), page.locator('[data-measured]'), 'data-measured');
  for (const shape of CLIFF_SHAPES) await expect(page.locator(`g[data-series="${shape}"]`)).toHaveCount(1);
  // The published pair comes last: then both figures name the source of their measured part.
  await expect(page.locator(`[data-pairs="${PAIR_POINTS}"]`)).toBeVisible();
  await expect(page.locator('[data-provenance="measured"]')).toHaveCount(2);
  await expect(page.locator('[data-pair^="measured"]')).toHaveCount(2);
  // Counted, so it does not depend on the machine: 100 lookups, and a page read for each unless all pages fit.
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).first();
  const cells = async (name: string) => (await row(name).getByRole('cell').allInnerTexts()).slice(4, 6);
  await expect.poll(() => cells(t('cliff.shape.pg16'))).toEqual(['100', '100']);
  expect((await cells(t('cliff.shape.pg17:128')))[0]).toBe('100');
  expect(Number((await cells(t('cliff.shape.pg17:128')))[1])).toBeLessThan(1);
  // Other settings, other figures: none of the old ones stays.
  await unfold(page, t('lab.settings'));
  await typeInto(page.getByLabel(t('cliff.field.readers'), { exact: true }), '2');
  await expect(page.locator('[data-measured="0"]')).toBeVisible();
  await expect(page).toHaveURL(/readers=2/);
  expect(faults).toEqual([]);
});

test('the saved picture of the cliff is its chart, not the strip above it', async ({ page }) => {
  await page.goto('/#/lab/cliff?v=1');
  await expect(page.locator('g[data-series^="real-"]')).toHaveCount(3);
  const figure = page.getByRole('figure').filter({ has: page.locator('g[data-series^="real-"]') });
  const download = page.waitForEvent('download');
  await figure.getByRole('button', { name: t('ui.file.saveAs', { format: 'SVG' }) }).click();
  const svg = await readFile(await (await download).path(), 'utf8');
  expect(svg.match(/data-series="real-/g)).toHaveLength(3);
  expect(svg).not.toContain('data-filled');
});

test('a slider fills the strip of 64 slots one by one; the 65th savepoint tips it, and chart and address follow', async ({
  page,
}) => {
  await page.goto('/#/lab/cliff?v=1&savepoints=63');
  const slider = page.getByRole('slider', { name: t('cliff.strip.label') });
  const at = async (savepoints: number) => {
    await expect(page.locator('[data-savepoints]')).toHaveAttribute('data-savepoints', String(savepoints));
    await expect(page.locator('rect[data-filled]')).toHaveCount(Math.min(64, savepoints));
    await expect(page.locator(`[data-cursor="${savepoints}"]`)).toBeVisible();
    await expect(page.getByText(t('cliff.strip.says', { savepoints }))).toBeVisible();
  };
  await at(63);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await at(64);
  await expect(page.locator('[data-over]')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await at(65);
  await expect(page.locator('[data-over]')).toBeVisible();
  await expect(page).toHaveURL(/savepoints=65/);
});

test('on stage the arrows move the slider without a focus, from one telling number to the next', async ({ page }) => {
  await page.goto('/#/lab/cliff?v=1&savepoints=64&stage=1');
  const at = page.locator('[data-savepoints]');
  await expect(at).toHaveAttribute('data-savepoints', '64');
  await page.keyboard.press('ArrowRight');
  await expect(at).toHaveAttribute('data-savepoints', '65');
  await page.keyboard.press('ArrowLeft');
  await expect(at).toHaveAttribute('data-savepoints', '64');
  await expect(page).toHaveURL(/#\/lab\/cliff/);
  for (const next of ['65', '100', '130']) {
    await page.keyboard.press('ArrowRight');
    await expect(at).toHaveAttribute('data-savepoints', next);
    // The title follows the slider.
    await expect(page.getByRole('heading', { level: 2, name: `${next} savepoints overflow 64 slots` })).toBeVisible();
  }
});

test('runs that cannot be compared meet at 60 savepoints, in the lesson as on the page', async ({ page }) => {
  for (const [at, step] of [
    ['/#/lab/cliff?v=1', null],
    ['/#/lessons/the-cliff?step=7', t('cliff.axis.share')],
  ] as const) {
    await page.goto(at);
    const lines = page.locator('g[data-series^="real-"]');
    await expect(lines).toHaveCount(3);
    if (step !== null) await expect(page.getByText(step)).toBeVisible();
    // All runs have the same height at 60 savepoints, though their rates differ by a factor of six.
    const crosses = await lines.evaluateAll((groups) =>
      groups.map((group) =>
        [...group.querySelectorAll('path')].slice(1).map((path) => {
          const { x, y, width, height } = path.getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        }),
      ),
    );
    const at60 = crosses.flatMap((points) => points.slice(-2, -1));
    expect(at60).toHaveLength(3);
    for (const { x, y } of at60) {
      expect(x).toBeCloseTo(at60[0]?.x ?? Number.NaN, 0);
      expect(y).toBeCloseTo(at60[0]?.y ?? Number.NaN, 0);
    }
  }
});

test('modelled at a click: lines of another machine, the published pair, and where the time goes', async ({ page }) => {
  test.slow();
  const { faults } = await watch(page);
  await page.goto('/#/lab/cliff?v=1&machine=epyc-7742');
  // Published figures appear at once; the counted and modelled ones say how to get them.
  await expect(page.locator('[data-pair="published"]')).toBeVisible();
  await unfold(page, t('cliff.profile.name'));
  await expect(page.getByRole('row', { name: /LWLockAttemptLock/ })).toContainText('10.6 %');
  await expect(page.getByText(t('cliff.profile.empty')).first()).toBeVisible();
  await page.getByRole('button', { name: t('cliff.model.start') }).click();
  await computed(page.locator(`[data-modelled="${MODELLED}"]`), page.getByTestId('model-run'), 'data-rows');
  for (const shape of CLIFF_SHAPES) await expect(page.locator(`g[data-series="modelled-${shape}"]`)).toHaveCount(1);
  await expect(page.locator('[data-pair^="modelled"]')).toHaveCount(2);
  await expect(page.locator('[data-pair^="measured"]')).toHaveCount(0);
  await expect(page.locator('[data-provenance="modelled"]')).toHaveCount(3);
  // With 60 savepoints no reader looks up a parent, wherever the window is cut.
  const parents = page.getByRole('row', { name: new RegExp(t('cliff.counted.parents')) }).getByRole('cell');
  await expect(parents.nth(1)).toHaveText('0.00');
  expect(Number((await parents.nth(2).innerText()).replaceAll(',', ''))).toBeGreaterThan(1);
  expect(faults).toEqual([]);
});

test.describe('without isolation', () => {
  test.use({ serviceWorkers: 'block' });
  test('real servers are shown, and the page says why nothing is measured', async ({ page }) => {
    const host = await plainHost();
    try {
      await page.goto(`${host.url}/#/lab/cliff?v=1`);
      await expect(page.getByTestId('missing')).toBeVisible();
      await expect(page.locator('g[data-series^="real-"]')).toHaveCount(3);
    } finally {
      await host.close();
    }
  });
});

for (const theme of ['light', 'dark'])
  for (const width of [360, 1280])
    test(`no finding of axe and no overflow at ${width} px, ${theme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/#/lab/cliff?v=1&theme=${theme}`);
      await expect(page.locator('g[data-series^="real-"]')).toHaveCount(3);
      expect((await axe(page).analyze()).violations).toEqual([]);
      expect(await overflow(page)).toBe(0);
    });
