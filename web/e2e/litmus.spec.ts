/** The litmus page as a reader uses it: the interleaving that breaks, move by move; then real threads, and a stop. */
import '../src/base/messages/en/index.ts';
import { expect, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { overflow } from '../tools/photograph.ts';
import { axe } from './axe.ts';
import { plainHost, watch } from './site.ts';
import { typeInto } from './typing.ts';

const { t } = messagesIn('en');

test('from the Lab: the checker’s interleaving loses the row, real threads do so too, and the sound protocol never does', async ({
  page,
}) => {
  test.slow();
  const { faults } = await watch(page);
  await page.goto('/#/lab');
  await page
    .getByRole('navigation', { name: t('shell.labNav') })
    .getByRole('link', { name: t('shell.page.litmus') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: t('litmus.page.title') })).toBeVisible();
  const title = page.getByRole('heading', { level: 2, name: t('litmus.title.hole') });
  await expect(title).toBeVisible();

  // The hole, a move at a time: after the last one the query finds its row gone.
  const next = page.getByRole('button', { name: t('litmus.next'), exact: true });
  const sentence = page.locator('[data-move]');
  await expect(sentence).toHaveAttribute('data-move', 'start');
  await next.click();
  await expect(sentence).not.toHaveAttribute('data-move', 'start');
  await page.getByRole('button', { name: t('litmus.back'), exact: true }).click();
  await expect(sentence).toHaveAttribute('data-move', 'start');
  await next.focus();
  while (await next.isEnabled()) await page.keyboard.press('Enter');
  await expect(sentence).toHaveAttribute('data-move', 'read.gone');
  await expect(page).toHaveURL(/step=\d+/);

  // On real threads, with a pause that even one core cannot miss. A stop is at once, and keeps what was counted.
  await typeInto(page.getByLabel(t('litmus.pause'), { exact: true }), '10000');
  await typeInto(page.getByLabel(t('litmus.runs'), { exact: true }), '100000000');
  const panel = page.getByTestId('litmus-run');
  const broken = page.locator('[data-outcome="neither"]');
  await panel.getByRole('button', { name: t('litmus.run') }).click();
  await expect(panel).toHaveAttribute('data-phase', 'running');
  await expect(broken).toHaveAttribute('data-seen', /^[1-9]/);
  await panel.getByRole('button', { name: t('litmus.stop') }).click();
  await expect(panel).toHaveAttribute('data-phase', 'stopped');
  const counted = await broken.getAttribute('data-seen');
  await expect(page.locator('[data-provenance="measured"]')).toHaveCount(1);

  // The second look: forbidden, and not seen; and the sentence gives a bound, not a proof.
  await page.getByRole('switch', { name: t('litmus.look') }).click();
  await expect(page.getByRole('heading', { level: 2, name: t('litmus.title.sound') })).toBeVisible();
  await expect(broken).toBeDisabled();
  await typeInto(page.getByLabel(t('litmus.pause'), { exact: true }), '0');
  await typeInto(page.getByLabel(t('litmus.runs'), { exact: true }), '3000');
  await panel.getByRole('button', { name: t('litmus.run') }).click();
  await expect(panel).toHaveAttribute('data-phase', 'done');
  await expect(broken).toHaveAttribute('data-seen', '0');
  // The bound is a third of the runs in which both threads were awake; on a busy machine they may be too few for one, or nothing shows that the threads overlapped.
  await expect(page.getByTestId('litmus-measured')).toHaveText(
    /^Not seen in [\d,]+ runs?[.]( If runs are independent, that is at 95 % confidence rarer than one run in (1,000|\d{2,3})[.])?$|^In 3,000 runs here, no outcome shows/,
  );
  // What the other variant has counted is still there.
  await page.getByRole('switch', { name: t('litmus.look') }).click();
  await expect(broken).toHaveAttribute('data-seen', counted ?? '');
  expect(faults).toEqual([]);
});

test.describe('without isolation', () => {
  test.use({ serviceWorkers: 'block' });
  test('the model’s verdict and its interleavings are shown, and the page says why nothing runs', async ({ page }) => {
    const host = await plainHost();
    try {
      await page.goto(`${host.url}/#/lab/litmus?v=1&test=buffer&fence=0`);
      await expect(page.getByTestId('missing')).toContainText(t('litmus.still'));
      await expect(page.getByTestId('litmus-run')).toHaveCount(0);
      await expect(page.locator('[data-outcome="neither"]')).toBeEnabled();
      await page.getByRole('button', { name: t('litmus.next'), exact: true }).click();
      await expect(page.locator('[data-move^="store."]')).toBeVisible();
    } finally {
      await host.close();
    }
  });
});

for (const [theme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const)
  test(`no finding of axe and no overflow at ${width} px, ${theme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/#/lab/litmus?v=1&step=6&theme=${theme}`);
    await expect(page.locator('[data-outcome]')).toHaveCount(4);
    expect((await axe(page).analyze()).violations).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });
