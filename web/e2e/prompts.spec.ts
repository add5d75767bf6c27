/** SQL typed under the lanes, key by key: a database is chosen, two sessions get in each other's way, nothing is lost. */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { loadLanguages } from '../src/base/messages/folders.node.ts';
import { DEFAULT_LANG, isLang, type Lang, messagesIn } from '../src/base/messages/index.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';
import { pasteInto } from './typing.ts';

await loadLanguages();
const { t } = messagesIn('en');

const prompt = (page: Page, session: string, lang: Lang = DEFAULT_LANG) =>
  page.getByRole('textbox', { name: messagesIn(lang).t('prompt.of', { session }) });
const answer = (page: Page, session: string) =>
  page.getByRole('log', { name: t('prompt.answer', { session }), exact: true });
const tick = (page: Page, value: number) =>
  expect(page.locator('[data-tick]')).toHaveAttribute('data-tick', String(value));

async function begin(page: Page, database: string): Promise<void> {
  await page.goto('/#/play?v=1');
  await page.getByLabel(t('stage.depth'), { exact: true }).selectOption(t('stage.depth.all'));
  await page.getByRole('button', { name: t('stage.new'), exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: database }).click();
  await expect(prompt(page, 'A')).toBeFocused();
  await tick(page, 0);
}
/** Types a statement key by key and presses Enter. */
async function type(page: Page, session: string, sql: string): Promise<void> {
  await prompt(page, session).click();
  await page.keyboard.type(sql);
  await page.keyboard.press('Enter');
}

test('nobody who types is offered a teardown: the tables that they made stay', async ({ page }) => {
  await begin(page, t('prompt.db.accounts'));
  await type(page, 'A', 'create table mine (id int);');
  await tick(page, 1);
  const bar = page.getByRole('region', { name: t('stage.bar') });
  await expect(bar.getByRole('button', { name: t('lanes.controls.finish') })).toHaveAttribute('data-reason', 'typed');
  await expect(bar.getByRole('button', { name: t('lanes.controls.teardown') })).toHaveCount(0);
});

test('two sessions meet at a row: one waits while the other goes on, and the link finds it all again', async ({
  page,
}) => {
  const seen = await watch(page);
  await begin(page, t('prompt.db.accounts'));
  await type(page, 'A', 'begin;');
  await tick(page, 1);
  await type(page, 'A', 'update accounts set balance = balance - 100 where id = 1;');
  await tick(page, 2);
  await type(page, 'B', 'update accounts set balance = balance + 50 where id = 1;');
  await tick(page, 3);
  await expect(answer(page, 'B')).toHaveText(t('prompt.waiting', { others: ['A'] }));
  // The letters that are shortcuts elsewhere are text here, and what is typed ahead runs when the wait is over.
  await type(page, 'B', 'select 1;');
  await expect(prompt(page, 'B')).toHaveValue('');
  await expect(answer(page, 'B')).toContainText(t('prompt.then', { sql: 'select 1;' }));
  await tick(page, 3);
  await type(page, 'A', 'select balance from accounts where id = 1;');
  await expect(answer(page, 'A')).toHaveText(/ balance \n-+\n +400\n\(1 row\)/);
  await type(page, 'A', 'commit;');
  await tick(page, 6);
  await expect(answer(page, 'B')).toContainText('(1 row)');
  await expect.poll(() => page.url()).toContain('at=6');
  expect((await axe(page).analyze()).violations).toEqual([]);

  await page.goto('about:blank');
  await page.goBack();
  await tick(page, 6);
  await expect(answer(page, 'A')).toHaveText('COMMIT');
  await expect(answer(page, 'B')).toContainText('(1 row)');
  expect(seen.faults).toEqual([]);
});

test('a link to what was typed opens with every answer and prompt whole, and with the steps that the verdict speaks of', async ({
  page,
}) => {
  await begin(page, t('prompt.db.accounts'));
  const run: readonly (readonly [session: string, sql: string])[] = [
    ['A', 'begin;'],
    ['A', 'select balance from accounts where id = 1;'],
    ['B', 'begin;'],
    ['B', 'select balance from accounts where id = 1;'],
    ['A', 'update accounts set balance = 400 where id = 1;'],
    ['B', 'update accounts set balance = 450 where id = 1;'],
    ['A', 'commit;'],
    ['B', 'commit;'],
  ];
  for (const [i, [session, sql]] of run.entries()) {
    await type(page, session, sql);
    await tick(page, i + 1);
  }
  await expect.poll(() => page.url()).toContain('at=8');
  const link = page.url();
  for (const depth of ['rows', 'ids'])
    for (const at of [6, 8]) {
      await page.goto('about:blank');
      await page.goto(`${link.replace(/at=8/, `at=${at}`)}&depth=${depth}`);
      await tick(page, at);
      for (const session of ['A', 'B']) {
        await expect(answer(page, session)).toBeInViewport({ ratio: 1 });
        await expect(prompt(page, session)).toBeInViewport({ ratio: 1 });
        expect(await isAbove(answer(page, session), prompt(page, session))).toBe(true);
      }
      if (at === 6) continue;
      await expect(page.locator('[data-verdict="anomaly"]')).toBeAttached();
      const lanes = page.getByRole('group', { name: t('lanes.cards') });
      for (const told of ['500', 'balance = 400', 'balance = 450'])
        await expect(lanes.locator('[data-told]').filter({ hasText: told })).toBeInViewport({ ratio: 0.95 });
    }
});
async function isAbove(upper: Locator, lower: Locator): Promise<boolean> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
  return above !== null && below !== null && above.y + above.height <= below.y;
}

test('from Home to a seen wait, typed by hand on a first visit: every answer is in sight', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: t('home.ways.type'), exact: true }).click();
  await tick(page, 0);
  await type(page, 'A', 'begin;');
  await tick(page, 1);
  await type(page, 'A', 'update accounts set balance = 0 where id = 1;');
  await tick(page, 2);
  await expect(answer(page, 'A').getByText('UPDATE 1')).toBeInViewport({ ratio: 1 });
  await type(page, 'B', 'select balance from accounts where id = 1;');
  await tick(page, 3);
  await expect(answer(page, 'B').getByText(/\(1 row\)/)).toBeInViewport();
  await type(page, 'B', 'update accounts set balance = 1 where id = 1;');
  await tick(page, 4);
  await expect(answer(page, 'B').getByText(t('prompt.waiting', { others: ['A'] }))).toBeInViewport({ ratio: 1 });
  await type(page, 'A', '\\?');
  // Below the prompts, as wide as they are together.
  await expect(page.locator('ul[role="status"]')).toBeInViewport();
});

test('Ctrl-C cancels what waits, and the link keeps it; without a wait it clears the line', async ({ page }) => {
  await begin(page, t('prompt.db.accounts'));
  await type(page, 'A', 'begin;');
  await tick(page, 1);
  await type(page, 'A', 'delete from accounts;');
  await tick(page, 2);
  await type(page, 'B', 'delete from accounts;');
  await tick(page, 3);
  await page.keyboard.press('Control+c');
  await tick(page, 4);
  await expect(answer(page, 'B')).toHaveText('ERROR:  canceling statement due to user request');
  await page.keyboard.type('select 1');
  await page.keyboard.press('Control+c');
  await expect(prompt(page, 'B')).toHaveValue('');
  await type(page, 'B', 'select 1;');
  await expect(answer(page, 'B')).toContainText('(1 row)');
  await expect.poll(() => page.url()).toMatch(/c1.*at=5|at=5.*c1/);
  await page.goto('about:blank');
  await page.goBack();
  await tick(page, 5);
  await page.getByRole('button', { name: t('stage.moves.back'), exact: true }).click();
  await tick(page, 4);
  await expect(answer(page, 'B')).toHaveText('ERROR:  canceling statement due to user request');
  // A phone has no such key.
  await page.getByRole('button', { name: t('stage.moves.back'), exact: true }).click();
  await tick(page, 3);
  await page.getByRole('button', { name: t('prompt.cancel'), exact: true }).click();
  await tick(page, 4);
});

test('a wrong statement is an error in its session, with a caret, and all else stays', async ({ page }) => {
  await begin(page, t('prompt.db.seats'));
  await type(page, 'A', 'selec * from seats;');
  await expect(answer(page, 'A')).toContainText('ERROR:  syntax error at or near "selec"');
  await expect(answer(page, 'A')).toContainText('LINE 1: selec * from seats;\n        ^');
  await type(page, 'A', 'listen news;');
  await expect(answer(page, 'A')).toContainText('not supported');
  await expect(prompt(page, 'A')).toHaveValue('listen news;');
  await tick(page, 1);
  // Typing replaces it.
  await page.keyboard.type('table seats;');
  await expect(prompt(page, 'A')).toHaveValue('table seats;');
  await type(page, 'B', 'table seats;');
  await expect(answer(page, 'B')).toContainText('(4 rows)');
});

test('the arrows recall, Shift Enter makes a line, Tab completes, and \\d looks', async ({ page }) => {
  await begin(page, t('prompt.db.doctors'));
  await type(page, 'A', 'select 1;');
  await tick(page, 1);
  await type(page, 'A', 'select 2;');
  await tick(page, 2);
  await page.keyboard.type('abc');
  await page.keyboard.press('ArrowUp');
  await expect(prompt(page, 'A')).toHaveValue('select 2;');
  await page.keyboard.press('ArrowUp');
  await expect(prompt(page, 'A')).toHaveValue('select 1;');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(prompt(page, 'A')).toHaveValue('abc');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('sele');
  await page.keyboard.press('Tab');
  await page.keyboard.type('on_');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('from doc');
  await page.keyboard.press('Tab');
  await expect(prompt(page, 'A')).toHaveValue('select on_call \nfrom doctors ');
  await page.keyboard.press('Enter');
  await tick(page, 3);
  await expect(answer(page, 'A')).toContainText('(3 rows)');
  await page.keyboard.type('\\d doctors');
  await page.keyboard.press('Enter');
  await expect(answer(page, 'A')).toContainText('Table "public.doctors"');
  await tick(page, 3);
});

test('what is typed next to a prompt runs no shortcut: it goes into the prompt', async ({ page }) => {
  await begin(page, t('prompt.db.accounts'));
  await type(page, 'A', 'begin;');
  await tick(page, 1);
  await type(page, 'A', 'update accounts set balance = 0;');
  await tick(page, 2);
  await type(page, 'B', 'delete from accounts;');
  await tick(page, 3);
  // From prompt to prompt, past buttons and answers.
  await page.keyboard.press('Shift+Tab');
  await expect(prompt(page, 'A')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(prompt(page, 'B')).toBeFocused();
  // After Esc, too: f presents, and the others are sessions' keys.
  await page.keyboard.press('Escape');
  await page.keyboard.type('abf');
  await expect(prompt(page, 'B')).toHaveValue('abf');
  await tick(page, 3);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  // On a button of the session: t and z are shortcuts elsewhere.
  await page.keyboard.press('Escape');
  await page
    .locator('[data-session="B"]')
    .getByRole('button', { name: t('prompt.edit') })
    .focus();
  await page.keyboard.type('tz');
  await expect(prompt(page, 'B')).toHaveValue('tz');
  await tick(page, 3);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  // SQL typed on the button goes to the last prompt: its blanks add no session.
  await expect(page.getByRole('button', { name: t('prompt.add') })).toBeFocused();
  await page.keyboard.type('select 1;');
  await expect(prompt(page, 'B')).toHaveValue('select 1;');
  await expect(prompt(page, 'C')).toHaveCount(0);
});

test('a session that was added by mistake is taken away again', async ({ page }) => {
  await begin(page, t('prompt.db.accounts'));
  await type(page, 'A', 'begin;');
  await tick(page, 1);
  await page.getByRole('button', { name: t('prompt.add') }).click();
  await expect(prompt(page, 'C')).toBeFocused();
  await page.getByRole('button', { name: t('prompt.remove', { session: 'C' }), exact: true }).click();
  await expect(prompt(page, 'C')).toHaveCount(0);
  await tick(page, 1);
  await expect(answer(page, 'A')).toContainText('BEGIN');
});

test('an earlier statement is changed, a session is added, and the saved file is a spec', async ({ page }) => {
  await begin(page, t('prompt.db.queue'));
  await type(page, 'A', "update jobs set state = 'a' where id = 1;");
  await tick(page, 1);
  await type(page, 'B', 'select state from jobs where id = 1;');
  await expect(answer(page, 'B')).toContainText(' a\n');
  await page
    .locator('[data-session="A"]')
    .getByRole('button', { name: t('prompt.edit') })
    .click();
  await expect(prompt(page, 'A')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type("update jobs set state = 'z' where id = 1;");
  await page.keyboard.press('Enter');
  await expect(answer(page, 'B')).toContainText(' z\n');
  await page.getByRole('button', { name: t('prompt.add') }).click();
  await type(page, 'C', 'delete from jobs;');
  await tick(page, 3);
  await page.getByRole('button', { name: t('stage.save'), exact: true }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('source.save.spec') }).click();
  // Named after its table, and so is the tab.
  expect((await saved).suggestedFilename()).toBe('jobs.spec');
  await expect(page).toHaveTitle(t('shell.documentTitle', { page: 'jobs' }));
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toContain("step a1 { update jobs set state = 'z' where id = 1; }");
  expect(text).toContain('permutation a1 b1 c1');
});

test('the prompts keep their place above the bar, whatever is answered and drawn', async ({ page }) => {
  await begin(page, t('prompt.db.doctors'));
  const top = () => prompt(page, 'A').evaluate((field) => Math.round(field.getBoundingClientRect().top));
  const before = await top();
  await type(page, 'A', 'begin isolation level serializable;');
  await tick(page, 1);
  await type(page, 'A', 'select * from doctors;');
  await expect(answer(page, 'A')).toContainText('(3 rows)');
  expect(await top()).toBe(before);
  // Nobody has a next step, so no card says so; the answer has its room.
  await expect(page.getByText(t('lanes.next.none'), { exact: true })).toHaveCount(0);
  const isHidden = () =>
    page.getByRole('group', { name: t('prompt.group') }).evaluate((group) => {
      const add = group.querySelector('p:last-of-type > button') ?? group;
      const { left, bottom } = add.getBoundingClientRect();
      return document.elementFromPoint(left + 4, bottom - 2) !== add;
    });
  expect(await isHidden()).toBe(false);
  await page.getByRole('button', { name: t('stage.moves.back'), exact: true }).click();
  await tick(page, 1);
  await expect(page.getByText(t('lanes.next.run'))).toBeVisible();
  expect(await top()).toBe(before);
  // A link has one more line above.
  await expect.poll(() => page.url()).toContain('at=1');
  await page.goto('about:blank');
  await page.goBack();
  await tick(page, 1);
  expect(await isHidden()).toBe(false);
});

test('what is pasted becomes lanes; a fault keeps the dialog and the picture', async ({ page }) => {
  await page.goto('/#/play?v=1&spec=first-look');
  await tick(page, 0);
  const title = page.locator('h1');
  const before = await title.textContent();
  await page.getByRole('button', { name: t('stage.new'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: t('prompt.paste.label') });
  const open = dialog.getByRole('button', { name: t('prompt.paste.open') });
  const paste = async (text: string) => {
    await pasteInto(page, field, text);
    await open.click();
  };
  await paste('session a\nstep a1 { SELECT 1;\nsession b\nstep b1 { SELECT 2; }\npermutation a1 b1');
  await expect(dialog).toContainText('a } is missing before it');
  await paste('-- T1\nselect 1;\n-- T2\nlisten news;');
  await expect(dialog.getByRole('region', { name: t('prompt.paste.faults') })).toContainText(/4.*not supported/s);
  expect(await title.textContent()).toBe(before);
  expect((await axe(page).analyze()).violations).toEqual([]);
  await paste(`create table t (id int primary key, v int); insert into t values (1, 10);
begin; -- T1
update t set v = 11; -- T1
update t set v = 12; -- T2, BLOCKS
commit; -- T1`);
  await expect(dialog).toHaveCount(0);
  await expect(title).toHaveText(t('prompt.paste.title'));
  for (const now of [1, 2, 3]) {
    await page.getByRole('button', { name: t('stage.moves.step'), exact: true }).click();
    await tick(page, now);
  }
  await expect(answer(page, 'T2')).toHaveText(t('prompt.waiting', { others: ['T1'] }));
  await type(page, 'T1', 'rollback;');
  await tick(page, 4);
  await expect(answer(page, 'T2')).toHaveText('UPDATE 1');
});

test('what stands above the first prompt is the set-up, and → runs what follows', async ({ page }) => {
  await page.goto('/#/play?v=1&depth=rows');
  await page.getByRole('button', { name: t('stage.new'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  const pasted = '-- set-up\nCREATE TABLE t (id int);\nA=# BEGIN;\nA=*# INSERT INTO t VALUES (1);\nB=# SELECT 1;';
  await pasteInto(page, dialog.getByRole('textbox', { name: t('prompt.paste.label') }), pasted);
  await dialog.getByRole('button', { name: t('prompt.paste.open') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(t('stage.picture.step', { tick: 0, steps: 3 }))).toBeVisible();
  for (const now of [1, 2, 3]) {
    await page.keyboard.press('ArrowRight');
    await tick(page, now);
  }
  await expect(answer(page, 'A')).toContainText('INSERT 0 1');
  await expect(answer(page, 'B')).toContainText('(1 row)');
});

for (const [name, theme] of [
  ['zh', 'dark'],
  ['en', 'light'],
] as const)
  test(`on a phone a prompt is as wide as the page, in ${name} and ${theme}`, async ({ page }) => {
    const lang: string = name;
    if (!isLang(lang)) throw new Error(`no folder ${lang}`);
    const { t: own } = messagesIn(lang);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/#/play?v=1&lang=${lang}&theme=${theme}`);
    await page.getByRole('button', { name: own('stage.new'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: own('prompt.db.empty') })
      .click();
    await prompt(page, 'B', lang).click();
    await page.keyboard.type('select 1 as one');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-session="B"] pre')).toContainText('(1 row)');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect((await axe(page).analyze()).violations).toEqual([]);
  });

for (const stage of [false, true])
  test(`in lesson 13 the remedy is typed${stage ? ' on stage' : ''}: B waits before it has read, then reads what A wrote`, async ({
    page,
  }) => {
    const seen = await watch(page);
    await page.goto(`/#/lessons/anomalies?step=10${stage ? '&stage=1' : ''}`);
    const lock = 'select balance from accounts where id = 1 for update;';
    for (const session of ['A', 'B']) {
      await type(page, session, 'begin;');
      await expect(answer(page, session)).toHaveText('BEGIN');
      await type(page, session, lock);
    }
    await expect(answer(page, 'A')).toContainText('500');
    await expect(answer(page, 'B')).toHaveText(t('prompt.waiting', { others: ['A'] }));
    await type(page, 'A', 'update accounts set balance = 400 where id = 1; commit;');
    await expect(answer(page, 'B')).toContainText('400');
    await expect(page.locator('[data-shown="true"] [data-tick]')).toHaveAttribute('data-tick', '6');
    if (stage) {
      // A tall answer takes nothing from the cards: each ends above the line that is now.
      await type(page, 'A', 'select balance, id, owner from accounts, generate_series(1, 9) g;');
      await expect(answer(page, 'A')).toContainText('(27 rows)');
      const lanes = page.locator('[data-shown="true"] [data-part="lanes"]');
      const bottom = await lanes.evaluate((own) => own.getBoundingClientRect().bottom);
      const cards = lanes.locator('div[data-kind]');
      await expect(cards).toHaveCount(2);
      for (const card of await cards.all())
        expect(await card.evaluate((own) => own.getBoundingClientRect().bottom)).toBeLessThanOrEqual(bottom);
    }
    expect(seen.faults).toEqual([]);
  });
