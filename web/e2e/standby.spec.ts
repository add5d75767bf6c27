/**
 * The standby's page by keyboard: the primary is stepped, replay goes record by record, a snapshot is held, and the
 * link restores it all.
 */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { STANDBY_EXAMPLES } from '../src/viewmodel/standby/place.ts';
import { overflow } from '../tools/photograph.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');
const ready = (page: Page) => expect(page.locator('[data-phase="ready"] figure svg[role="img"]')).toBeVisible();
const words = async (page: Page): Promise<readonly string[]> => {
  const list = page.locator('[data-part="standby"] li');
  if (!(await list.first().isVisible())) await page.getByText(t('stage.words'), { exact: true }).click();
  return list.allInnerTexts();
};
const replayed = (page: Page, at: number, end: number) =>
  expect(page.getByText(t('standby.replay.value', { at, end }), { exact: true })).toBeVisible();

test('by keyboard: step the primary, replay up to a record, hold a snapshot, replay on; a new tab has it all', async ({
  page,
  context,
}) => {
  const seen = await watch(page);
  await page.goto('/#/play/standby?v=1&theme=light&spec=standby-late-commit&from=0');
  await ready(page);
  await replayed(page, 2, 2);
  for (const key of ['a', 'a', 'b']) await page.keyboard.press(key);
  await replayed(page, 2, 5);
  // Two records later: the standby knows that both xids run, and so does the snapshot that is taken here.
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await replayed(page, 4, 5);
  await page.keyboard.press('s');
  const held = page.getByRole('row', { name: /query on the standby, begun at record 4/ }).first();
  await expect(held).toContainText('732');
  const before = await held.innerText();
  await page.keyboard.press('a');
  await replayed(page, 4, 6);
  await expect(
    page.getByRole('heading', { name: /733 has committed on the primary.* 2 records behind/ }),
  ).toBeVisible();
  const slider = page.getByRole('slider', { name: t('standby.replay.position') });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await replayed(page, 5, 6);
  await expect(page.getByRole('heading', { name: /732 has committed on the primary.* 1 record behind/ })).toBeVisible();
  await page.keyboard.press('End');
  await replayed(page, 6, 6);
  await expect(page.getByRole('heading', { name: t('standby.finding.nobody') })).toBeVisible();
  // The old snapshot stays the same: it sees the row as it was before the payment.
  expect(await held.innerText()).toBe(before);
  const old = page.getByRole('row', { name: /\(0,1\)/ });
  await expect(old.getByText(t('standby.rows.sees'), { exact: true })).toHaveCount(1);
  await expect(page.locator('[aria-live]', { hasText: t('standby.replay.value', { at: 6, end: 6 }) })).toHaveCount(1);
  await expect(page).toHaveURL(/replay=6.*snaps=4/);

  const said = await words(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await ready(other);
  await replayed(other, 6, 6);
  await expect.poll(() => words(other)).toEqual(said);
  expect(seen.faults).toEqual([]);
});

test('an example shows the 64th subtransaction; the Playground has the same state, and leads back', async ({
  page,
}) => {
  await page.goto('/#/play/standby?v=1');
  await ready(page);
  await page.getByRole('button', { name: t('standby.example', { id: '64' }) }).click();
  await ready(page);
  await page.getByRole('button', { name: t('standby.replay.next') }).click();
  await expect(page.getByRole('heading', { name: /64 subxids of 732 have left/ })).toBeVisible();
  await page.getByLabel(t('standby.ask')).selectOption('740');
  await expect(page.getByRole('cell', { name: /pg_subtrans leads from 740 to 732/ })).toBeVisible();
  await expect(page).toHaveURL(/xid=740/);
  await page.getByRole('link', { name: t('standby.toPlayground') }).click();
  await expect(page).toHaveURL(/#\/play\?.*spec=standby-64-subtransactions.*at=4/);
  await page.getByRole('link', { name: t('standby.fromPlayground') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('standby.title') })).toBeVisible();
  await ready(page);
});

test('at 1280 × 720 no row of a snapshot lies under the bars, of each example with two held if it can', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/#/play/standby?v=1&theme=light');
  await ready(page);
  for (const { id, address } of STANDBY_EXAMPLES) {
    await page.getByRole('button', { name: t('standby.example', { id }) }).click();
    // Until then a key is the example's before.
    const { source } = address;
    await expect(page).toHaveURL(new RegExp(`spec=${source?.kind === 'shipped' ? source.id : '?'}&`));
    await ready(page);
    const take = page.getByRole('button', { name: t('standby.snapshot.take') });
    if (id === 'pending') {
      // Its standby does not know who runs.
      await expect(take).toBeDisabled();
    } else {
      for (const key of id === '64' ? ['s', 'l', 's'] : ['s', 'j', 's']) {
        if (key === 's') await expect(take).toBeEnabled();
        await page.keyboard.press(key);
      }
      await expect(page).toHaveURL(/snaps=\d+,\d+/);
    }
    const bar = (await page.getByRole('slider', { name: t('standby.replay.position') }).boundingBox())?.y ?? 0;
    const rows = page.locator('figure svg[role="img"] g[data-xid] rect');
    const bottoms = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(bottoms.length, id).toBeGreaterThan(2);
    expect(Math.max(...bottoms), id).toBeLessThan(bar);
  }
});

test('on a phone both servers and the next record are in the window, and the examples are one list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#/play/standby?v=1&theme=light');
  await ready(page);
  const next = page.getByRole('button', { name: t('standby.replay.next') });
  const bar = (await next.boundingBox())?.y ?? 0;
  for (const name of ['standby.lane.primary', 'standby.lane.standby'] as const) {
    const server = page.locator('figure svg[role="img"] text').filter({ hasText: t(name) });
    const { y = 0, height = 0 } = (await server.first().boundingBox()) ?? {};
    expect(y + height, name).toBeLessThan(bar);
  }
  await page
    .getByLabel(t('standby.examples'))
    .last()
    .selectOption({ label: t('standby.example', { id: '64' }) });
  await expect(page).toHaveURL(/spec=standby-64-subtransactions/);
});

for (const theme of ['light', 'dark'])
  test(`no finding of axe and no overflow, ${theme}`, async ({ page }) => {
    await page.goto(`/#/play/standby?v=1&theme=${theme}`);
    await ready(page);
    const found = await axe(page).analyze();
    expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    for (const width of [360, 390, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      // The drawing is as wide as its box a frame after the window is.
      await expect.poll(() => overflow(page), `${width} px`).toBeLessThanOrEqual(0);
    }
  });
