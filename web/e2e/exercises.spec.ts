/**
 * A student: from the list to a wrong prediction, the engine's reason, the right one; a goal reached by keyboard alone;
 * a fault, hunted by clicking. Everything is kept. A teacher: an own file with faults, then without, then a link.
 */
import '../src/base/messages/en/index.ts';
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { PROGRESS_KEY } from '../src/viewmodel/record/progress.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');

test('predict, be wrong, read why, be right; make it happen by keyboard; hunt a fault', async ({ page }) => {
  const seen = await watch(page);
  await page.goto('/#/exercises?v=1&theme=light');
  await expect(page.getByRole('link', { name: /Who sees which version/ })).toHaveAttribute(
    'href',
    '#/exercises/who-sees-it',
  );
  await page.goto('/#/exercises/who-sees-it?v=1&theme=light&seed=2');
  const versions = page.getByRole('checkbox');
  await expect(versions).toHaveCount(4);
  // By keyboard: tick the version that has been replaced, and answer.
  await versions.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('exercise.wrong'))).toBeVisible();
  // Below the answer; the stage may ask about the same version.
  await expect(page.getByRole('heading', { name: /Why does C not see \(0,1\)/ }).last()).toBeVisible();
  await expect(page.getByText(/732 had ended before this snapshot/).last()).toBeVisible();
  // The answer has been shown: this variant is spent, and the mark asks for a new one.
  await expect(page.getByRole('button', { name: t('exercise.check') })).toBeDisabled();
  const found = await axe(page).analyze();
  expect(found.violations).toEqual([]);
  await page.getByRole('button', { name: t('exercise.another') }).click();
  await expect(page).toHaveURL(/seed=3/);
  await expect(page.getByText(t('exercise.practising'))).toHaveCount(0);
  await expect(versions).toHaveCount(4);
  for (const i of [1, 2]) await versions.nth(i).check();
  await page.getByRole('button', { name: t('exercise.check') }).click();
  await expect(page.getByText(t('exercise.right'), { exact: true })).toBeVisible();
  // A reader who comes back to a variant whose answer was shown sees a note about it.
  await page.goto('/#/exercises/who-sees-it?v=1&theme=light&seed=2');
  await expect(page.getByText(t('exercise.practising'))).toBeVisible();
  await expect(versions).toHaveCount(4);
  for (const i of [1, 2]) await versions.nth(i).check();
  await page.getByRole('button', { name: t('exercise.check') }).click();
  await expect(page.getByText(t('exercise.practice'))).toBeVisible();

  // By keyboard alone: each step is a button, and the page says what has been reached.
  await page.goto('/#/exercises/standby-slot?v=1&theme=light&seed=1');
  for (const step of ['query', 'make_slot', 'query_end', 'one', 'two', 'vacuum']) {
    const button = page.locator(`[data-step="${step}"]`);
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toBeDisabled();
    await expect(page.locator('[data-phase="ready"]').first()).toBeVisible();
  }
  await expect(page.getByRole('status').filter({ hasText: t('exercise.right') })).toBeVisible();

  await page.goto('/#/exercises/hunt-hidden-commit?v=1&theme=light&seed=1');
  await expect(page.getByText(t('exercise.hunt.same'))).toBeVisible();
  for (const step of ['look', 'write', 'look_again']) {
    await page.locator(`[data-step="${step}"]`).click();
    await expect(page.locator(`[data-step="${step}"]`)).toBeDisabled();
    await expect(page.locator('[data-phase="ready"]').first()).toBeVisible();
  }
  await expect(page.getByText(t('exercise.hunt.found', { step: 'look_again' }))).toBeVisible();
  // The page shows the stale snapshot, and why it decides as it does; a sound server's is next to it.
  const side = (name: 'faulty' | 'sound') => page.locator(`[data-evidence="${name}"]`);
  await expect(side('faulty').locator('[data-snapshot]')).toContainText('xmin 732, xmax 732');
  await expect(side('sound').locator('[data-snapshot]')).toContainText('xmin 733, xmax 733');
  await expect(side('faulty').getByRole('heading', { name: 'Why does B see (0,1)?' })).toBeVisible();
  await expect(side('sound').getByRole('heading', { name: 'Why does B not see (0,1)?' })).toBeVisible();
  // Both are side by side, visible without scrolling.
  const [one, other] = [await side('faulty').boundingBox(), await side('sound').boundingBox()];
  expect([one?.y, (one?.y ?? 0) + (one?.height ?? 0) < 720]).toEqual([other?.y, true]);
  // The figure's own eyes and reasons are also the faulty server's.
  const stage = page.getByRole('region', { name: t('exercise.stage') });
  await expect(stage.getByRole('heading', { name: 'Why does B see (0,1)?' })).toBeVisible();

  const deeds = async (): Promise<unknown> =>
    JSON.parse((await page.evaluate((key) => localStorage.getItem(key), PROGRESS_KEY)) ?? '[]');
  await expect.poll(deeds).toMatchObject([
    { id: 'who-sees-it', seed: 2, answer: 'rows:1', isRight: false },
    { id: 'who-sees-it', seed: 3, answer: 'rows:2,3', isRight: true },
    { id: 'standby-slot', seed: 1, isRight: true },
    { id: 'hunt-hidden-commit', seed: 1, isRight: true },
  ]);
  await page.goto('/#/exercises?v=1&theme=light');
  await expect(page.getByRole('link', { name: /Who sees which version/ })).toContainText(t('exercise.standing.right'));
  expect(seen.faults).toEqual([]);
});

test('a variant is answered once: a second check is refused, and practice on a later visit is no try', async ({
  page,
}) => {
  const check = page.getByRole('button', { name: t('exercise.check') });
  const deeds = (): Promise<unknown> =>
    page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]'), PROGRESS_KEY);
  // A choice about a step, one about counted lines, and versions; each time the first option is wrong.
  for (const [id, seed, role] of [
    ['will-it-wait', 1, 'radio'],
    ['lines-density', 2, 'radio'],
    ['who-sees-it', 2, 'checkbox'],
  ] as const) {
    const first = page.getByRole(role).first();
    await page.goto(`/#/exercises/${id}?v=1&lang=en&seed=${seed}`);
    await first.check();
    await check.click();
    await expect(page.getByText(t('exercise.wrong'))).toBeVisible();
    await expect(check).toBeDisabled();
    await expect(first).toBeDisabled();
    const before = await deeds();
    await page.reload();
    await expect(page.getByText(t('exercise.practising'))).toBeVisible();
    await first.check();
    await check.click();
    await expect(page.getByText(t('exercise.wrong'))).toBeVisible();
    await expect(check).toBeDisabled();
    expect(await deeds()).toEqual(before);
    await page.getByRole('button', { name: t('exercise.another') }).click();
    await expect(page.getByText(t('exercise.wrong'))).toHaveCount(0);
    await expect(first).toBeEnabled();
  }
});

test('what was answered on stage stands on the page, too: a choice, and an order', async ({ page }) => {
  await page.goto('/#/exercises/will-it-wait?v=1&lang=en&seed=2&stage=1');
  await expect(page.getByRole('radio')).toHaveCount(3);
  await page.keyboard.press('2');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();

  await page.goto('/#/exercises/late-snapshot?v=1&lang=en&seed=1');
  await expect.poll(() => orderOn(page)).toHaveLength(6);
  const begun = await orderOn(page);
  await page.keyboard.press('f');
  await expect(page.getByRole('banner')).toBeHidden();
  await page.keyboard.press('3');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Not quite: “read” returned 10/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => orderOn(page)).toEqual([0, 2, 1, 3, 4, 5].map((i) => begun[i]));
});

test('on stage every step keeps its result, both while later steps run and after an answer is shown', async ({
  page,
}) => {
  await page.goto('/#/exercises/write-skew?v=1&lang=en&seed=1&stage=1');
  const step = (name: string) => page.locator(`button[data-step="${name}"]`);
  for (const name of ['begin_a', 'begin_b', 'count_b', 'count_a', 'leave_a']) {
    await expect(step(name)).toBeEnabled();
    await page.keyboard.press((await step(name).locator('kbd').textContent()) ?? '');
    await expect(step(name)).toBeDisabled();
  }
  await expect(step('count_a')).toContainText('→ 2');
  await expect(step('count_b')).toContainText('→ 2');

  await page.goto('/#/exercises/read-twice?v=1&lang=en&seed=1&stage=1');
  const before = page.getByRole('listitem').filter({ hasText: '→' });
  await expect(before).not.toHaveCount(0);
  const came = await before.allTextContents();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-told="true"][data-phase="ready"]')).toBeVisible();
  // The requested step has reached them.
  await expect.poll(async () => (await before.allTextContents()).slice(0, came.length)).toEqual(came);
  await expect(before).toHaveCount(came.length + 1);
});

/** The steps of an order, as shown on the page. */
const orderOn = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('button', { name: /: later$/ })
    .evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? '').replace(': later', '')));

test('an order in which the reader begins after the commit is refused, and the words of the task that it breaks are told', async ({
  page,
}) => {
  await page.goto('/#/exercises/late-snapshot?v=1&theme=light&seed=1');
  await expect.poll(() => orderOn(page)).toEqual(['open', 'write', 'begin', 'read', 'commit', 'end']);
  const earlier = (step: string) => page.getByRole('button', { name: t('exercise.order.up', { step }) });
  for (let i = 0; i < 2; i++) await earlier('commit').click();
  await expect.poll(() => orderOn(page)).toEqual(['open', 'write', 'commit', 'begin', 'read', 'end']);
  await page.getByRole('button', { name: t('exercise.order.run') }).click();
  const reason = t('exercise.claim.after', { step: 'commit', other: 'begin' });
  const words = 'begins before the writer’s commit';
  await expect(page.getByText(t('exercise.claim.broken', { reason, words }))).toBeVisible();
  await expect(page.getByText(t('exercise.right'), { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: t('exercise.order.down', { step: 'commit' }) }).click();
  await page.getByRole('button', { name: t('exercise.order.run') }).click();
  await expect(page.getByText(t('exercise.right'), { exact: true })).toBeVisible();
});

test('a verdict goes with its order; the run of an order can be walked, and is one try however often it is run', async ({
  page,
}) => {
  await page.goto('/#/exercises/late-snapshot?v=1&lang=en&seed=1');
  const run = page.getByRole('button', { name: t('exercise.order.run') });
  const wrong = page.getByText(/^Not quite: “read” returned 10/);
  const ticks = page.locator('[data-mark="goals"] [data-reached="true"]');
  const deeds = (): Promise<unknown> =>
    page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]').length, PROGRESS_KEY);
  await run.click();
  await expect(wrong).toBeVisible();
  await expect(ticks).toHaveCount(2);
  // All six steps of the run are there, not only each session's last one.
  await expect(page.locator('[data-part="lanes"] [data-card]')).toHaveCount(6);
  const at = (tick: number, step: string) => page.getByText(t('exercise.run.at', { step, at: tick, of: 6 }));
  await expect(at(6, 'end')).toBeVisible();
  const walk = page.getByRole('group', { name: t('exercise.run') });
  for (const [tick, step] of [
    [5, 'commit'],
    [4, 'read'],
  ] as const) {
    await walk.getByRole('button', { name: t('stage.moves.back') }).click();
    await expect(at(tick, step)).toBeVisible();
  }
  await expect(page.locator('[data-tick="4"]')).toBeVisible();
  await walk.getByRole('button', { name: t('stage.moves.step') }).click();
  await expect(at(5, 'commit')).toBeVisible();
  // Walking changes nothing about the verdict; another order withdraws it.
  await expect(wrong).toBeVisible();
  await page.getByRole('button', { name: t('exercise.order.up', { step: 'commit' }) }).click();
  await expect(wrong).toHaveCount(0);
  await expect(ticks).toHaveCount(0);
  await page.getByRole('button', { name: t('exercise.order.down', { step: 'commit' }) }).click();
  await expect(ticks).toHaveCount(0);
  await run.click();
  await expect(wrong).toBeVisible();
  await expect(ticks).toHaveCount(2);
  expect(await deeds()).toBe(1);
  // On stage the arrows walk, and the order that is arranged there stands on the page.
  await page.keyboard.press('f');
  await expect(page.locator('footer').getByText(t('exercise.run.at', { step: 'end', at: 6, of: 6 }))).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(at(5, 'commit')).toBeVisible();
  await page.keyboard.press('3');
  await page.keyboard.press('ArrowUp');
  await expect(wrong).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => orderOn(page)).toEqual(['open', 'begin', 'write', 'read', 'commit', 'end']);
});

test('a step cannot pass one of its own session, and is told why; an order that is right is right', async ({
  page,
}) => {
  await page.goto('/#/exercises/non-repeatable?v=1&theme=light&seed=1');
  await expect.poll(() => orderOn(page)).toEqual(['open', 'begin', 'write', 'first', 'second', 'commit', 'end']);
  const earlier = (step: string) => page.getByRole('button', { name: t('exercise.order.up', { step }) });
  // The first edition accepted this: the transaction ends before the second read.
  for (let i = 0; i < 3; i++) await earlier('end').click();
  const refused = t('exercise.order.cannotPass', { step: 'end', other: 'second', who: 'reader' });
  await expect(page.getByText(refused)).toBeVisible();
  await expect.poll(() => orderOn(page)).toEqual(['open', 'begin', 'write', 'first', 'second', 'end', 'commit']);
  for (let i = 0; i < 2; i++) await earlier('commit').click();
  await expect(page.getByText(refused)).toHaveCount(0);
  await expect.poll(() => orderOn(page)).toEqual(['open', 'begin', 'write', 'first', 'commit', 'second', 'end']);
  await page.getByRole('button', { name: t('exercise.order.run') }).click();
  await expect(page.getByText(t('exercise.right'), { exact: true })).toBeVisible();
});

test('a step that is moved in an order keeps the focus, and its place is told', async ({ page }) => {
  await page.goto('/#/exercises/late-snapshot?v=1&theme=light&seed=1');
  const up = page.getByRole('button', { name: t('exercise.order.up', { step: 'open' }) });
  const down = page.getByRole('button', { name: t('exercise.order.down', { step: 'begin' }) });
  for (const step of ['begin', 'begin']) {
    await page.getByRole('button', { name: t('exercise.order.up', { step }) }).focus();
    await page.keyboard.press('Enter');
  }
  // The first step has no button to move up: the focus is on the button that moves it back down.
  await expect(down).toBeFocused();
  await expect(page.getByText(t('exercise.order.moved', { step: 'begin', at: 1, of: 6 }))).toBeAttached();
  await expect(up).toBeEnabled();
});

test('where a prediction is asked nothing looks as if a session could be moved', async ({ page }) => {
  await page.goto('/#/exercises/who-sees-it?v=1&theme=light&seed=2');
  await expect(page.locator('[data-phase="ready"]').first()).toBeVisible();
  await expect(page.locator('[data-part="lanes"]')).toBeVisible();
  await expect(page.getByText(t('lanes.next.run'))).toHaveCount(0);
  // Nor does a click on what was made lead to where no button leads back from.
  const made = page.locator('[data-part="lanes"] [data-card]');
  const cards = await made.count();
  expect(cards).toBeGreaterThan(1);
  const band = page.locator('[data-part="lanes"] [data-kind="setup"]');
  for (const part of [band, made.first()]) {
    const box = await part.boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 6);
    await expect(made).toHaveCount(cards);
  }
});

test('a teacher’s own file: faults with their lines, then an exercise, then a link that is the file', async ({
  page,
}) => {
  const seen = await watch(page);
  const template = readFileSync(new URL('../../scenarios/templates/my-exercise.en.md', import.meta.url), 'utf8');
  const open = (name: string, text: string) =>
    page
      .getByTestId('exercise-file')
      .setInputFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(text, 'utf8') });
  await page.goto('/#/exercises?v=1&theme=light');
  await open('mine.md', template.replace('what: rows', 'what: <img src=x onerror="globalThis.xipRan=1">'));
  await expect(page.getByRole('alert')).toContainText('mine.md');
  await expect(page.getByText(/cannot be asked; what can be asked/)).toBeVisible();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  // Faults that only the server notices, when the step runs, are also shown with their line.
  for (const [right, wrong, says] of [
    ['UPDATE account', 'UPDAT account', /21.*syntax error at or near "UPDAT"/s],
    ['FROM account', 'FROM acount', /24.*relation "acount" does not exist/s],
  ] as const) {
    await open('mine.md', template.replace(right, wrong));
    await expect(page.getByRole('alert')).toContainText(says);
    await expect(page.getByRole('alert')).not.toContainText(/tries/);
    // Each variant would have the same fault, so the page offers none.
    await expect(page.getByRole('button', { name: t('exercise.another') })).toHaveCount(0);
  }
  await open('mine.md', template);
  await expect(page.getByRole('heading', { name: 'Before or after the commit?' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  await expect(page).toHaveURL(/text=[A-Za-z0-9_-]+&seed=\d+/);
  // The link contains the file: another reader gets the same exercise.
  await page.reload();
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  expect(seen.faults).toEqual([]);
});

test('a wrong prediction shows what is right, and what the asked step does', async ({ page }) => {
  await page.goto('/#/exercises/deleted-but-there?v=1&lang=en&seed=1');
  const option = page.locator('[data-mark="answers"] label');
  await expect(option.first()).toBeVisible();
  // The prices that are asked for are there to be read.
  await expect(page.getByText(/Items 1, 2 and 3 cost \d+, \d+ and \d+\./)).toBeVisible();
  await expect(page.locator('[data-right="true"]')).toHaveCount(0);
  await expect(page.locator('[data-part="rows"]')).toHaveCount(0);
  const before = Number(await page.locator('[data-tick]').first().getAttribute('data-tick'));
  const right = page.locator('label[data-right]');
  for (let i = 0; ; i++) {
    await option.nth(i).getByRole('radio').check();
    await page.getByRole('button', { name: t('exercise.check') }).click();
    await expect(right).toHaveCount(1);
    if ((await option.nth(i).getAttribute('data-right')) === null) break;
    // That was the right one: a second try in another visit is practice.
    await page.reload();
  }
  await expect(page.getByText(t('exercise.wrong'))).toBeVisible();
  await expect(page.locator(`[data-tick="${before + 1}"]`).first()).toBeVisible();
  await expect(page.locator('[data-part="rows"]')).toBeVisible();
});

test('a schedule that is used up and misses its goal is said to be wrong', async ({ page }) => {
  await page.goto('/#/exercises/lost-update?v=1&lang=en&seed=1');
  const verdict = page.getByText(/^Not quite[.:] /);
  const steps = ['read_a', 'write_a', 'end_a', 'read_b', 'write_b', 'end_b', 'look'];
  for (const [i, name] of steps.entries()) {
    const step = page.locator(`button[data-step="${name}"]`);
    await expect(step).toBeEnabled();
    await expect(verdict).toHaveCount(0);
    // The keys that the cards show are the sessions', too.
    if (i === 0) await page.keyboard.press('a');
    else await step.click();
    await expect(step).toBeDisabled();
  }
  await expect(verdict).toBeVisible();
  await page.getByRole('button', { name: t('exercise.undo') }).click();
  await expect(verdict).toHaveCount(0);
});

test('that a step cannot pass another is no longer said once the order has been run', async ({ page }) => {
  await page.goto('/#/exercises/late-snapshot?v=1&theme=light&seed=1');
  await expect.poll(() => orderOn(page)).toEqual(['open', 'write', 'begin', 'read', 'commit', 'end']);
  const said = page.getByRole('status').filter({ hasText: 'cannot pass' });
  await page.getByRole('button', { name: t('exercise.order.up', { step: 'write' }) }).click();
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: t('exercise.order.run') }).click();
  await expect(page.getByText(/^Not quite: /)).toBeVisible();
  await expect(said).toHaveCount(0);
});
