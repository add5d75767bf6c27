/** SERIALIZABLE in the Playground: two doctors, step by step, until one of them has to roll back. */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');
const tick = async (page: Page, value: number) =>
  await expect(page.locator('[data-tick]')).toHaveAttribute('data-tick', String(value));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const graph = (page: Page) => page.getByRole('region', { name: t('conflicts.title') });
const arrows = (page: Page) => graph(page).locator('[data-edge]');
const state = async (page: Page, letter: string, value: string) =>
  await expect(graph(page).locator(`[data-node="${letter}"]`)).toHaveAttribute('data-state', value);

test('the doctors, step by step: locks, arrows, the doomed one, and a sentence that names the two reads', async ({
  page,
}) => {
  const watched = await watch(page);
  await page.goto('/#/play?v=1&spec=doctors-serializable');
  await tick(page, 0);
  await expect(graph(page)).toContainText(t('conflicts.none'));
  const step = async (to: number) => {
    await button(page, t('stage.moves.step')).click();
    await tick(page, to);
  };
  await step(1);
  await state(page, 'A', 'runs');
  await expect(page.locator('[data-siread="table doctors"]')).toContainText('A');
  await step(2);
  await expect(page.locator('[data-siread="table doctors"]')).toContainText('AB');
  await expect(arrows(page)).toHaveCount(0);
  await step(3);
  await expect(arrows(page)).toHaveCount(1);
  await step(4);
  await expect(arrows(page)).toHaveCount(2);
  await expect(graph(page).locator('[data-edge][data-lit="true"]')).toHaveCount(0);
  await step(5);
  await state(page, 'A', 'committed');
  await state(page, 'B', 'doomed');
  await expect(graph(page).locator('[data-edge][data-lit="true"]')).toHaveCount(2);
  await step(6);
  await state(page, 'B', 'rolled-back');
  const sentence = graph(page).locator('[data-verdict="pivot-commit"]');
  await expect(sentence).toContainText('B read in step 2 what A later changed in step 3');
  await expect(sentence).toContainText('A read in step 1 what B later changed in step 4');
  await expect(sentence).toContainText('A committed first, so B must roll back');
  await expect(graph(page).locator('[data-alarm="none"]')).toContainText('No false alarm');
  await button(page, t('stage.moves.back')).click();
  await tick(page, 5);
  await state(page, 'B', 'doomed');
  expect(watched.faults).toEqual([]);
});

test('typed at the prompts, key by key, on a first visit: one doctor fails, and the sentence names both reads', async ({
  page,
}) => {
  await page.goto('/#/play');
  await page.locator('summary', { hasText: t('stage.options') }).click();
  await button(page, t('stage.new')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('prompt.db.doctors') })
    .click();
  await tick(page, 0);
  let typed = 0;
  const type = async (session: string, sql: string): Promise<void> => {
    await page.getByRole('textbox', { name: t('prompt.of', { session }) }).click();
    await page.keyboard.type(sql);
    await page.keyboard.press('Enter');
    await tick(page, ++typed);
  };
  for (const session of ['A', 'B']) {
    await type(session, 'begin isolation level serializable;');
    await type(session, 'select count(*) from doctors where on_call;');
  }
  await type('A', "update doctors set on_call = false where name = 'Alice';");
  await type('B', "update doctors set on_call = false where name = 'Bob';");
  await type('A', 'commit;');
  await type('B', 'commit;');
  await expect(page.getByRole('log', { name: t('prompt.answer', { session: 'B' }), exact: true })).toContainText(
    'could not serialize access due to read/write dependencies among transactions',
  );
  const sentence = graph(page).locator('[data-verdict="pivot-commit"]');
  await expect(sentence).toContainText(/B read .* what A later changed/);
  await expect(sentence).toContainText(/A read .* what B later changed/);
  await expect(sentence).toContainText('A committed first, so B must roll back');
  await expect(graph(page).locator('[data-alarm="none"]')).toContainText('No false alarm');
});

test('a false alarm: the figure names an order that fits', async ({ page }) => {
  await page.goto('/#/play?v=1&spec=false-alarm&perm=1&at=4');
  await tick(page, 4);
  await expect(graph(page).locator('[data-alarm]')).toHaveCount(0);
  await page.goto('/#/play?v=1&spec=false-alarm&perm=1&at=6');
  await tick(page, 6);
  await expect(graph(page).locator('[data-alarm="fits"]')).toContainText('the order A, B');
});

test('without SERIALIZABLE there is no such figure, and nothing of it is fetched', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/#/play?v=1&spec=first-updater-wins');
  await tick(page, 0);
  await button(page, t('stage.moves.step')).click();
  await tick(page, 1);
  await expect(graph(page)).toHaveCount(0);
  expect(asked.filter((url) => /conflict|siread|ssi-state/i.test(url))).toEqual([]);
});
