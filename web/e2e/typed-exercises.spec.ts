/**
 * Typed exercises, key by key: a wrong try and the goals it leaves open, a right one and its record, also on a phone's
 * width; the stage shows the typed statements to the room.
 */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { PROGRESS_KEY } from '../src/viewmodel/record/progress.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');

const prompt = (page: Page, session: string) => page.getByRole('textbox', { name: t('prompt.of', { session }) });
const log = (page: Page, session: string) =>
  page.getByRole('log', { name: t('prompt.answer', { session }), exact: true });
const verdict = (page: Page) => page.locator('[role="status"][data-right]');
const goal = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** Types statements key by key, each with its Enter, and waits until the stage shows them. */
async function type(page: Page, ...lines: readonly (readonly [session: string, sql: string])[]): Promise<void> {
  for (const [session, sql] of lines) {
    await prompt(page, session).click();
    await page.keyboard.type(sql);
    const before = Number(await page.locator('[data-tick]').first().getAttribute('data-tick'));
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-tick]').first()).toHaveAttribute('data-tick', String(before + 1));
  }
}

/** The variant's own values are in the task: `fare`, 10, 70. */
async function values(page: Page): Promise<{ readonly thing: string; readonly old: string; readonly new: string }> {
  const task = page.getByText(/The table .* has one row/);
  await expect(task).toBeVisible();
  const [, thing = '', old = '', made = ''] =
    /The table (\w+) has .* is (\d+)\. .* returns (\d+) once/.exec((await task.innerText()).replace(/\s+/g, ' ')) ?? [];
  expect([thing, old, made]).not.toContain('');
  return { thing, old, new: made };
}

test('a wrong try says what is missing, the right one is solved and kept, and a room sees what was typed', async ({
  page,
}) => {
  const seen = await watch(page);
  await page.goto('/#/exercises/wait-and-see?v=1&theme=light&seed=1');
  const own = await values(page);
  const waits = t('exercise.typed.waits', { step: 'B' });
  const waited = t('exercise.typed.waited', { step: 'B', rows: own.new });
  await expect(goal(page, waited)).toHaveAttribute('data-reached', 'false');
  // Nobody waits for a plain SELECT.
  await type(page, ['A', `update ${own.thing} set amount = ${own.new};`], ['B', `select * from ${own.thing};`]);
  await expect(log(page, 'B')).toContainText(own.new);
  await expect(verdict(page)).toHaveText(t('exercise.typed.missing'));
  await expect(page.locator('[data-solved]')).toHaveAttribute('data-solved', 'false');
  // No session can be added: the task says which there are.
  await expect(page.getByRole('button', { name: t('prompt.add') })).toHaveCount(0);
  await page.getByRole('button', { name: t('exercise.restart') }).click();
  await expect(page.locator('[data-tick]').first()).toHaveAttribute('data-tick', '0');
  await expect(verdict(page)).toHaveText('');

  await type(
    page,
    ['A', 'begin;'],
    ['A', `update ${own.thing} set amount = ${own.new};`],
    ['B', `select amount from ${own.thing} for update;`],
  );
  await expect(log(page, 'B')).toHaveText(t('prompt.waiting', { others: ['A'] }));
  await expect(goal(page, waits).first()).toHaveAttribute('data-reached', 'true');
  await expect(goal(page, waited)).toHaveAttribute('data-reached', 'false');
  await type(page, ['A', 'commit;']);
  await expect(page.locator('[data-solved]')).toHaveAttribute('data-solved', 'true');
  await expect(verdict(page)).toHaveText(t('exercise.right'));
  const found = await axe(page).analyze();
  expect(found.violations).toEqual([]);
  const deeds = async (): Promise<unknown> =>
    JSON.parse((await page.evaluate((key) => localStorage.getItem(key), PROGRESS_KEY)) ?? '[]');
  const answer = `typed:${JSON.stringify([
    '0 begin;',
    `0 update ${own.thing} set amount = ${own.new};`,
    `1 select amount from ${own.thing} for update;`,
    '0 commit;',
  ])}`;
  await expect.poll(deeds).toMatchObject([{ id: 'wait-and-see', seed: 1, answer, isRight: true }]);

  // On stage there are no prompts; what was typed is there, and the verdict.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('f');
  await expect(page.getByText(t('exercise.typed.onStage'))).toBeVisible();
  await expect(page.locator('main [data-solved="true"]')).toBeVisible();
  await expect(page.getByText(`select amount from ${own.thing} for update`)).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  expect(seen.faults).toEqual([]);
});

test('on a phone: at REPEATABLE READ both leave, at SERIALIZABLE one is refused', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#/exercises/one-is-refused?v=1&theme=light&seed=1');
  const task = page.getByText(/doctors \d+ and \d+/);
  await expect(task).toBeVisible();
  const [, first = '', second = ''] = /doctors (\d+) and (\d+)/.exec(await task.innerText()) ?? [];
  const attempt = (level: string) =>
    [
      ['A', `begin isolation level ${level};`],
      ['A', 'select * from doctor;'],
      ['B', `begin isolation level ${level};`],
      ['B', 'select * from doctor;'],
      ['A', `update doctor set on_call = 0 where id = ${first};`],
      ['B', `update doctor set on_call = 0 where id = ${second};`],
      ['A', 'commit;'],
      ['B', 'commit;'],
    ] as const;
  await type(page, ...attempt('repeatable read'));
  await expect(verdict(page)).toHaveText(t('exercise.typed.missing'));
  const committed = t('exercise.goal.committed', { table: 'doctor', rows: `${first} 0, ${second} 1` });
  await expect(goal(page, committed)).toHaveAttribute('data-reached', 'false');
  await expect(page.locator('[data-solved]')).toHaveAttribute('data-solved', 'false');
  await page.getByRole('button', { name: t('exercise.restart') }).click();
  await expect(page.locator('[data-tick]').first()).toHaveAttribute('data-tick', '0');
  await type(page, ...attempt('serializable'));
  await expect(page.locator('[data-solved]')).toHaveAttribute('data-solved', 'true');
  // Nothing is wider than the phone.
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
