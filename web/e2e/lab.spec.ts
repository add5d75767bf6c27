/** Journeys through the Lab, with the real engine and real threads. Tests wait for states, never for times. */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { SIMPLIFIED } from '../src/viewmodel/lab/simplified.ts';
import { axe } from './axe.ts';
import { plainHost, unfold, watch } from './site.ts';
import { typeInto } from './typing.ts';

const { t } = messagesIn('en');

/** Short turns and no other work: a test needs numbers, not accurate ones. */
const FAST = 'workload=snapshot&other=0&slice=5';
const SWEEP = `/#/lab?v=1&mode=sweep&designs=pg13,pg14&active=1&idle=0,2000&seconds=0.2&${FAST}`;
const RUN = `/#/lab?v=1&mode=run&designs=pg13,pg14&active=1&idle=2000&${FAST}`;

const panel = (page: Page) => page.getByTestId('lab-run');
const phase = (page: Page, name: string) => expect(panel(page)).toHaveAttribute('data-phase', name);
const start = (page: Page) => panel(page).getByRole('button').click();
const stop = (page: Page) =>
  panel(page)
    .getByRole('button', { name: t('lab.stop') })
    .click();
const bodyRows = (page: Page) =>
  page.getByRole('table', { name: t('lab.table.measured') }).locator('tbody tr', { hasNotText: t('lab.table.empty') });
const numberOf = async (page: Page, row: number, column: number): Promise<number> =>
  Number((await bodyRows(page).nth(row).locator('td').nth(column).innerText()).replaceAll(',', ''));
/** Columns of the table. */
const IDLE = 1;
const TPS = 3;

test('a single run of two designs shows numbers of both, live, and what it was measured with', async ({ page }) => {
  const { faults } = await watch(page);
  await page.goto(RUN);
  await start(page);
  await phase(page, 'running');
  await expect(bodyRows(page)).toHaveCount(2);
  await expect.poll(() => numberOf(page, 0, TPS)).toBeGreaterThan(0);
  await expect.poll(() => numberOf(page, 1, TPS)).toBeGreaterThan(0);
  for (const design of ['pg13', 'pg14']) await expect(page.locator(`[data-series="${design}"] path`)).toBeAttached();
  const badge = page.locator('[data-provenance="measured"]');
  await expect(badge).toContainText(/N = [\d,]+ turns/);
  await expect(badge).toContainText(/clock/);
  await expect(badge).toContainText(/1 thread on \d+ cores?/);
  await expect(badge).toContainText(t('lab.facts.isolated'));
  await stop(page);
  await phase(page, 'stopped');
  await expect(bodyRows(page)).toHaveCount(2);
  expect(faults).toEqual([]);
});

test('a changed field takes effect at once; bad input is explained and the run goes on', async ({ page }) => {
  await page.goto(RUN);
  await start(page);
  await expect(bodyRows(page)).toHaveCount(2);
  await unfold(page, t('lab.settings'));
  const idle = page.getByRole('textbox', { name: t('lab.field.idle'), exact: true });
  await typeInto(idle, '100');
  await expect.poll(() => numberOf(page, 0, IDLE)).toBe(100);

  await typeInto(idle, '-5');
  await expect(page.getByText(t('errors.stillRunning', { value: '100' }))).toBeVisible();
  await phase(page, 'running');
  expect(await numberOf(page, 0, IDLE)).toBe(100);

  // Valid alone, invalid together with the others.
  await typeInto(idle, '12500');
  await expect(page.getByText(/12,501 connections together; at most 12,500/)).toBeVisible();
  await phase(page, 'running');
  // Typed key by key: the last valid number is 1,250.
  await expect.poll(() => numberOf(page, 0, IDLE)).toBe(1250);

  await typeInto(idle, '300');
  await expect.poll(() => numberOf(page, 0, IDLE)).toBe(300);
});

/** Whether the first point is certain enough for scaling other curves depends on the machine; the badge says which. */
const SCALED_OR_NOT = new RegExp(
  [t('lab.published.normalised'), t('lab.published.absolute'), t('lab.modelled.absolute')].join('|'),
);

test('the published curves stay until the point that they are scaled to has been measured', async ({ page }) => {
  // Slow enough that the first point is still being measured.
  await page.goto(
    SWEEP.replace('workload=snapshot&other=0', 'workload=readonly&other=5').replace('seconds=0.2', 'seconds=60'),
  );
  const crosses = page.locator('[data-series="published-pg13"]');
  await expect(crosses).toBeAttached();
  await start(page);
  await phase(page, 'running');
  await expect(crosses).toBeAttached();
  await expect(page.locator('[data-provenance="published"]')).toContainText(t('lab.published.absolute'));
  await page.keyboard.press('Space');
  await phase(page, 'stopped');
});

test('a sweep over two short points draws both, fills the table, and lies beside the published curves', async ({
  page,
}) => {
  await page.goto(SWEEP.replace('workload=snapshot&other=0', 'workload=readonly&other=5'));
  await expect(page.locator('[data-series="published-pg13"]')).toBeAttached();
  await start(page);
  await phase(page, 'done');
  await expect(bodyRows(page)).toHaveCount(4);
  for (const design of ['pg13', 'pg14', 'published-pg13', 'published-pg14']) {
    await expect(page.locator(`[data-series="${design}"]`)).toBeAttached();
  }
  await expect(page.locator('[data-series="pg13"] line')).toHaveCount(2);
  await expect(page.locator('[data-provenance="published"]')).toContainText(SCALED_OR_NOT);
});

test('measured, modelled and published lie on one chart, each by its name; a layer goes with its machine', async ({
  page,
}) => {
  await page.goto(`${SWEEP.replace('workload=snapshot&other=0', 'workload=readonly&other=5')}&machine=core-i5-10310u`);
  const layer = page.getByTestId('model-layer');
  await expect(layer).toHaveAttribute('data-model', 'done');
  // Nothing measured yet: both are shown in their own transactions per second.
  await expect(page.locator('[data-provenance="modelled"]')).toContainText(t('lab.modelled.absolute'));
  await start(page);
  await phase(page, 'done');
  await expect(layer).toHaveAttribute('data-model', 'done');
  for (const design of ['pg13', 'pg14'])
    for (const series of [design, `modelled-${design}`, `published-${design}`])
      await expect(page.locator(`[data-series="${series}"]`)).toBeAttached();
  for (const kind of ['measured', 'modelled', 'published']) {
    await expect(page.locator(`figure [data-provenance="${kind}"]`)).toHaveCount(1);
    await expect(page.getByText(t(`lab.sweep.key.${kind as 'measured'}`), { exact: true })).not.toHaveCount(0);
  }
  await expect(page.locator('[data-provenance="modelled"]')).toContainText(SCALED_OR_NOT);
  const words = page.locator('figure').getByText(/measured here for .*Modelled for .*Published for /);
  await expect(words.first()).toBeAttached();
  await layer.getByRole('combobox').selectOption('none');
  await expect(page.locator('[data-series="modelled-pg13"]')).toHaveCount(0);
  await expect(page.locator('[data-provenance="modelled"]')).toHaveCount(0);
  await expect(page).toHaveURL(/machine=none/);
  await expect(page.locator('[data-series="published-pg13"]')).toBeAttached();
});

test('stop keeps the points that were measured', async ({ page }) => {
  // Long enough that a click on a busy machine comes before the end.
  const points = 'idle=0,100,200,300,400,500,600,700,800,900,1000';
  await page.goto(SWEEP.replace('idle=0,2000', points).replace('seconds=0.2', 'seconds=1'));
  await start(page);
  await expect(bodyRows(page).nth(1)).toBeVisible();
  await stop(page);
  await phase(page, 'stopped');
  const kept = await bodyRows(page).count();
  expect(kept).toBeGreaterThanOrEqual(2);
  expect(kept).toBeLessThan(22);
  await expect(panel(page)).toContainText(t('lab.phase.stopped'));
  await expect(bodyRows(page)).toHaveCount(kept);
});

test('the CSV has as many rows as the table, and SVG and PNG can be saved', async ({ page }) => {
  await page.goto(SWEEP);
  await start(page);
  await phase(page, 'done');
  const save = async (format: string) => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: t('ui.file.saveAs', { format }) }).click();
    return await readFile(await (await coming).path());
  };
  const lines = (await save('CSV')).toString('utf8').trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^provenance,design,active,idle,mostlyIdle,/);
  const measured = lines.filter((line) => line.startsWith('measured,'));
  expect(measured).toHaveLength(await bodyRows(page).count());
  for (const line of measured) expect(line).toMatch(/^measured,pg1[34],1,/);
  // The model's results so far come after them, under their own name.
  for (const line of lines.slice(1 + measured.length)) expect(line).toMatch(/^modelled,pg1[34],1,/);
  expect((await save('SVG')).toString('utf8')).toContain('<svg');
  expect((await save('PNG')).subarray(1, 4).toString()).toBe('PNG');
});

test('the address holds the form, and a reload restores it', async ({ page }) => {
  await page.goto('/#/lab/measure?v=1&mode=run');
  await unfold(page, t('lab.settings'));
  await typeInto(page.getByRole('textbox', { name: t('lab.field.idle'), exact: true }), '777');
  await page.getByRole('combobox', { name: t('lab.field.workload') }).selectOption('snapshot');
  await page.getByRole('checkbox', { name: 'dense' }).check();
  await expect(page).toHaveURL(/idle=777.*workload=snapshot|workload=snapshot.*idle=777/);
  await expect(page).toHaveURL(/designs=pg13,dense,pg14/);
  await page.reload();
  await unfold(page, t('lab.settings'));
  await expect(page.getByRole('textbox', { name: t('lab.field.idle'), exact: true })).toHaveValue('777');
  await expect(page.getByRole('combobox', { name: t('lab.field.workload') })).toHaveValue('snapshot');
  await expect(page.getByRole('checkbox', { name: 'dense' })).toBeChecked();
});

test('more threads than cores are allowed, warned of and labelled', async ({ page }) => {
  await page.goto(RUN);
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  const active = Math.min(64, cores + 1);
  await unfold(page, t('lab.settings'));
  await typeInto(page.getByRole('textbox', { name: t('lab.field.active'), exact: true }), String(active));
  await expect(page.getByText(t('lab.oversubscribed.warning', { active, cores }))).toBeVisible();
  await start(page);
  await expect(bodyRows(page).first()).toContainText(t('lab.oversubscribed'));
});

test('the whole journey by keyboard: Space runs and stops', async ({ page }) => {
  await page.goto(RUN);
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Space');
  await phase(page, 'running');
  await page.keyboard.press('Space');
  await phase(page, 'stopped');
});

test.describe('without isolation', () => {
  test.use({ serviceWorkers: 'block' });
  test('a sentence says what is missing, and the published curves are drawn', async ({ page }) => {
    const host = await plainHost();
    try {
      await page.goto(`${host.url}/#/lab/measure?v=1`);
      await expect(page.getByTestId('missing')).toContainText(t('capability.noServiceWorker.what'));
      await expect(page.locator('[data-series="published-pg13"]')).toBeAttached();
      await expect(page.locator('[data-series="published-pg14"]')).toBeAttached();
      await expect(panel(page)).toHaveCount(0);
    } finally {
      await host.close();
    }
  });
});

test('every simplification that the C code owns up to is listed, each once, with its file', async ({ page }) => {
  // Home links there, from the figure that the notes are about.
  await page.goto('/#/?v=1');
  await page.getByRole('link', { name: t('home.reads.simplified') }).click();
  const notes = page.getByTestId('simplified').getByRole('listitem');
  await expect(notes).toHaveCount(SIMPLIFIED.length);
  for (const { key, file } of SIMPLIFIED) {
    const note = notes.filter({ hasText: t(key) });
    await expect(note).toHaveCount(1);
    await expect(note).toContainText(file);
  }
});

for (const mode of ['run', 'sweep']) {
  test(`on stage no text is smaller than 1/30 of the height: ${mode}`, async ({ page }) => {
    await page.goto(
      `/#/lab?v=1&mode=${mode}&designs=pg13,pg14&active=1&idle=${mode === 'run' ? 2000 : '0,2000'}&seconds=0.2&${FAST}&stage=1`,
    );
    await start(page);
    // On stage there is no table: the drawing has the measured points.
    await expect(page.locator('figure [data-series="pg14"]')).toBeAttached();
    const smallest = await page.evaluate(() => {
      const sizes = [...document.querySelectorAll('figure *')]
        .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
        .filter((element) => element.checkVisibility() && element.closest('.visually-hidden') === null)
        .map((element) => ({ size: Number.parseFloat(getComputedStyle(element).fontSize), text: element.textContent }));
      return sizes.sort((a, b) => a.size - b.size)[0];
    });
    expect(smallest?.size, smallest?.text ?? '').toBeGreaterThanOrEqual(720 / 30);
  });
}

for (const width of [360, 1280]) {
  test(`nothing sticks out and nothing is inaccessible at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const theme of ['light', 'dark']) {
      await page.goto(`/?${theme}#/lab?v=1&mode=sweep&idle=0,100&theme=${theme}`);
      await expect(page.locator('[data-series="published-pg13"]')).toBeAttached();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const { violations } = await axe(page).analyze();
      expect(violations).toEqual([]);
    }
  });
}
