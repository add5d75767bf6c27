/** The cache-line page as a person uses it: step by access, another design, keys, and a link that finds the same state. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { overflow } from './photograph.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');

const page$ = (page: Page) => page.locator('[data-phase="ready"]:not([data-busy])');
const count = (page: Page, design: string, what: string) =>
  page.getByTestId(`counters-${design}`).locator(`[data-count="${what}"] dd`);
const number = async (page: Page, design: string, what: string) =>
  Number((await count(page, design, what).innerText()).replaceAll(',', ''));
const place = async (page: Page) => ({
  operation: await page$(page).getAttribute('data-operation'),
  stop: await page$(page).getAttribute('data-stop'),
});
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Radios lie over their words without being seen. */
const unit = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true });

async function open(page: Page, address = ''): Promise<void> {
  await page.goto(`/#/lab/lines?v=1${address}`);
  await expect(page$(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByTestId('cache-lines')).toBeVisible();
}

test('from the Lab: a snapshot access by access, counters running; at its end they stand at what it met', async ({
  page,
}) => {
  const seen = await watch(page);
  await page.goto('/#/lab');
  await page.getByRole('link', { name: t('lines.link.here') }).click();
  await expect(page$(page)).toBeVisible({ timeout: 30_000 });
  // What happens is computed: three neighbours wrote, three lines are fetched.
  await expect(page.getByTestId('finding')).toHaveText(
    '13: three neighbours wrote their xmin, so A must fetch three lines it only wanted to read.',
  );
  await expect(page.getByText('modelled').first()).toBeVisible();
  const before = {
    ...(await place(page)),
    ns: await number(page, 'pg13', 'ns'),
    lines: await number(page, 'pg13', 'lines'),
  };
  for (let i = 0; i < 4; i++) await button(page, t('lines.control.on')).click();
  const after = await place(page);
  expect(Number(after.stop)).toBe(Number(before.stop) + 4);
  expect(await number(page, 'pg13', 'ns')).toBeGreaterThan(before.ns);
  await button(page, t('lines.control.back')).click();
  expect(Number((await place(page)).stop)).toBe(Number(before.stop) + 3);

  await unit(page, 'snapshot');
  await button(page, t('lines.control.on')).click();
  await expect(page$(page)).toHaveAttribute('data-stop', 'end');
  // 19 lines of PGXACT, 7 of pgprocnos, the lock's and the counter's; dense: 7 of xids and four more, besides its own xmin's.
  await expect(count(page, 'pg13', 'lines')).toHaveText('28');
  await expect(count(page, 'pg13', 'horizon')).toHaveText('3');
  await expect(count(page, 'dense', 'horizon')).toHaveText('0');
  await expect(count(page, 'dense', 'false')).toHaveText('0');
  expect(await number(page, 'dense', 'ns')).toBeLessThan(await number(page, 'pg13', 'ns'));
  expect(seen.faults).toEqual([]);
});

test('another design, another machine; the link opens the same state', async ({ page, context }) => {
  await open(page, '&by=miss');
  await page.getByLabel(t('lines.panel.left')).selectOption('globalvis');
  await expect(page.getByTestId('counters-globalvis')).toBeVisible();
  await expect(page$(page)).toBeVisible();
  await page.getByTestId('lines-settings').locator('summary').click();
  await page.getByLabel(t('lines.settings.machine')).selectOption('epyc-7742');
  await expect(page.getByText('EPYC 7742').first()).toBeVisible();
  await expect(page$(page)).toBeVisible();
  await button(page, t('lines.control.on')).click();
  await expect.poll(() => page.url()).toMatch(/left=globalvis.*machine=epyc-7742.*at=\d+/);
  await page.waitForTimeout(400);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(page$(other)).toBeVisible({ timeout: 30_000 });
  expect(await place(other)).toEqual(await place(page));
  for (const what of ['ns', 'lines', 'misses', 'true', 'false', 'horizon'])
    expect(await number(other, 'globalvis', what)).toBe(await number(page, 'globalvis', what));
  await expect(other.getByTestId('finding')).toHaveText(await page.getByTestId('finding').innerText());
});

test('with the keyboard alone: steps, units, play and pause', async ({ page }) => {
  await open(page);
  const start = Number((await place(page)).stop);
  await page.keyboard.press('ArrowRight');
  expect(Number((await place(page)).stop)).toBe(start + 1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(Number((await place(page)).stop)).toBe(start - 1);
  await page.keyboard.press('2');
  await page.keyboard.press('ArrowRight');
  expect(Number((await place(page)).stop)).toBeGreaterThanOrEqual(start);
  await page.keyboard.press('Home');
  await expect(page$(page)).toHaveAttribute('data-stop', '0');
  await page.keyboard.press(' ');
  await expect(button(page, t('lines.control.pause'))).toBeVisible();
  await expect.poll(async () => Number((await place(page)).stop)).toBeGreaterThan(5);
  await page.keyboard.press(' ');
  await expect(button(page, t('lines.control.play'))).toBeVisible();
  // The ruler is a slider for who cannot see it, and says what happens.
  await expect(page.getByRole('slider', { name: t('lines.ruler.label') })).toHaveAttribute(
    'aria-valuetext',
    /\d+.*ns: A/,
  );
});

test('what is wrong in a link is said in words; a core too many is brought within the machine', async ({ page }) => {
  await page.goto('/#/lab/lines?v=1&active=1');
  await expect(page.getByText(/active/).first()).toBeVisible();
  await open(page, '&machine=apple-m1-pro&active=64');
  await expect(page.getByText('8 cores').first()).toBeVisible();
});

for (const [theme, size] of [
  ['light', { width: 1280, height: 800 }],
  ['dark', { width: 360, height: 740 }],
] as const) {
  test(`${theme} at ${size.width}: nothing wider than the window, no accessibility finding; words beside the picture`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await open(page, `&theme=${theme}`);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByTestId('lines-words').locator('summary').click();
    await expect(page.getByTestId('lines-words')).toContainText('PGXACT: 19 lines');
    expect(await page.getByTestId('lines-simplified').locator('li').count()).toBeGreaterThan(3);
    const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
  });
}
