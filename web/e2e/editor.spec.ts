/**
 * The Playground's editor as a reader uses it: input is text and moves nothing, faults are reported, and the last
 * figure that could be drawn stays.
 */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { watch } from './site.ts';
import { pasteInto } from './typing.ts';

const { t } = messagesIn('en');
const PLACE = '/#/play?v=1&spec=first-look&theme=light&at=2';

const stage = (page: Page) => page.locator('[data-tick]');
/** CodeMirror's field, in its shadow root. */
const editor = (page: Page) => page.locator('.cm-content');
const firstLine = (page: Page) => page.locator('.cm-line').first();
const edit = async (page: Page): Promise<void> => {
  await page.goto(PLACE);
  await expect(stage(page)).toHaveAttribute('data-tick', '2');
  await page.getByRole('button', { name: t('stage.edit'), exact: true }).click();
  await expect(editor(page)).toContainText('title');
  await editor(page).click();
};

test('what is typed into the editor is text: no key of it moves the scenario, plays, or goes on stage', async ({
  page,
}) => {
  const seen = await watch(page);
  await edit(page);
  const address = page.url();
  await page.keyboard.press('ControlOrMeta+Home');
  // A comment, so that the spec still runs: a statement, then each letter, digit and sign that is a key of the page.
  const typed = '# create table abc, 123 now. abcdefghijklmnopqrstuvwxyz 0123456789 ABCDEFGH ,.,. ';
  await page.keyboard.type(typed);
  await expect(firstLine(page)).toHaveText(new RegExp(`^${typed.replaceAll('.', '\\.').trimEnd()} ?#: title`));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await expect(firstLine(page)).toHaveText(new RegExp(`^ +${typed.replaceAll('.', '\\.').trim()}`));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Escape');
  await expect(editor(page)).toBeFocused();
  await expect(stage(page)).toHaveAttribute('data-tick', '2');
  expect(page.url()).toBe(address);
  await expect(page.locator('header').first()).toBeVisible();

  // If no field has the focus, the same keys are the page's.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(editor(page)).not.toBeFocused();
  await page.keyboard.press(',');
  await expect(stage(page)).toHaveAttribute('data-tick', '1');
  expect(seen.faults).toEqual([]);
});

test('the browser’s and an input method’s keys are no shortcuts', async ({ page, context }) => {
  await edit(page);
  await page.getByRole('button', { name: t('stage.edit'), exact: true }).click();
  await page.locator('body').click({ position: { x: 4, y: 300 } });
  for (const modifier of ['Control', 'Alt', 'Meta']) await page.keyboard.press(`${modifier}+,`);
  await expect(stage(page)).toHaveAttribute('data-tick', '2');
  // In the editor an input method composes a word from keys; only the result is text.
  await page.getByRole('button', { name: t('stage.edit'), exact: true }).click();
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+Home');
  const session = await context.newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'zai', selectionStart: 3, selectionEnd: 3 });
  await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  await expect(stage(page)).toHaveAttribute('data-tick', '2');
});

test('a text with faults leaves the last figure and the editor’s height as they were; mended, it runs', async ({
  page,
}) => {
  await edit(page);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('stage.nothingOpen'));
  const height = async (): Promise<number> => (await page.locator('.cm-editor').boundingBox())?.height ?? 0;
  const before = await height();
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('permutation nobody');
  await page.keyboard.press('ControlOrMeta+Enter');
  // Visible at once, without scrolling.
  await expect(page.getByRole('listitem').filter({ hasText: 'undefined step “nobody”' })).toBeInViewport();
  await expect(page.getByText(t('stage.kept'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(stage(page)).toHaveAttribute('data-tick', '2');
  // The hint below it names one more key, and may take one more line.
  expect(await height()).toBeGreaterThan(before * 0.9);
  expect(before).toBeGreaterThan(180);
  // The figure still works.
  await page
    .getByRole('group', { name: t('lanes.controls.label') })
    .getByRole('button', { name: /^Step/ })
    .click();
  await expect(stage(page)).toHaveAttribute('data-tick', '3');
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  for (let i = 0; i < 'permutation nobody'.length; i++) await page.keyboard.press('Backspace');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(t('stage.kept'))).toBeHidden();
  await expect(page).toHaveURL(/text=/);
  // It is no longer the shipped one, and does not have its name.
  await expect(page.getByRole('button', { name: t('stage.newFile') })).toBeVisible();
});

test('a forgotten } is named where it is missing, and an invalid ; looks like one', async ({ page }) => {
  await edit(page);
  const text = `session alice
step a1 { SELECT 1;
session bob
step b1 { SELECT 2; }
step b2 { SELECT 3; }`;
  await pasteInto(page, editor(page), text);
  await page.keyboard.press('ControlOrMeta+Enter');
  const fault = page.getByRole('listitem').filter({ hasText: 'a } is missing before it' });
  await expect(fault).toContainText('begins in line 2');
  await expect(fault).toContainText('“session”');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('; ');
  const sign = firstLine(page).locator('span').first();
  await expect(sign).toHaveText(';');
  await expect(sign).not.toHaveCSS('text-decoration-line', 'line-through');
});

test('a draft outlives another page, a reload and the closed editor, until it has run or is dropped', async ({
  page,
}) => {
  const isHeld = async (): Promise<void> => {
    await expect(firstLine(page)).toHaveText(/^# my own {2}#: title/);
    await expect(page.getByText(t('stage.draft'))).toBeVisible();
    await expect(stage(page)).toHaveAttribute('data-tick', '2');
  };
  await edit(page);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('# my own  ');
  await isHeld();
  await page.getByRole('link', { name: t('shell.nav.lab'), exact: true }).click();
  await expect(page).toHaveURL(/#\/lab/);
  await page.goBack();
  await isHeld();
  await page.reload();
  await isHeld();
  const source = page.getByRole('region', { name: t('stage.source') });
  await source.getByRole('button', { name: t('ui.close') }).click();
  await expect(editor(page)).toBeHidden();
  await page.getByRole('button', { name: t('stage.edit'), exact: true }).click();
  await isHeld();

  await page.getByRole('button', { name: t('stage.draft.drop') }).click();
  await expect(firstLine(page)).toHaveText(/^#: title/);
  await expect(page.getByText(t('stage.draft'))).toBeHidden();
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('# run ');
  await expect(page.getByText(t('stage.draft'))).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/text=/);
  await expect(page.getByText(t('stage.draft'))).toBeHidden();
  // Nor is the scenario that it began from a draft any more.
  await page.goto('about:blank');
  await page.goto(PLACE);
  await expect(stage(page)).toHaveAttribute('data-tick', '2');
  await page.getByRole('button', { name: t('stage.edit'), exact: true }).click();
  await expect(firstLine(page)).toHaveText(/^#: title/);
  await expect(page.getByText(t('stage.draft'))).toBeHidden();
});

test('a link that was copied, and the files to save, say that a draft is not in them', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await edit(page);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('# my own ');
  await page.getByRole('button', { name: t('stage.link') }).click();
  await expect(page.getByText(t('stage.linkCopied.draft'))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain('text=');
  await page.getByRole('button', { name: t('stage.save'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('stage.save.title') });
  await expect(dialog.getByText(t('stage.save.draft'))).toBeVisible();
  await dialog.getByRole('button', { name: t('stage.link') }).click();
  await expect(dialog.getByText(t('stage.linkCopied.draft'))).toBeVisible();
  await dialog.getByRole('button', { name: t('ui.close') }).click();

  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/text=/);
  await page.getByRole('button', { name: t('stage.link') }).click();
  await expect(page.getByText(t('stage.linkCopied'), { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('text=');
});

test('what a server refuses is not counted among the remarks', async ({ page }) => {
  await edit(page);
  const said = async (text: string): Promise<string> => {
    await pasteInto(page, editor(page), text);
    await page.keyboard.press('ControlOrMeta+Enter');
    const list = page.getByRole('region', { name: /^This text/ });
    await expect(list.getByRole('listitem').last()).toContainText('line 2');
    return (await list.getAttribute('aria-label')) ?? '';
  };
  const of = (refused: number, remarks: number): string => t('source.problems.warnings', { refused, remarks });
  const one = 'session s step a { SELECT 1; }\n';
  expect(await said(`${one}step b { SELEC 2; } permutation a b`)).toBe(of(1, 0));
  expect(await said(`${one}step b { SELEC 2; } step c { SELECT 3; } permutation a b`)).toBe(of(1, 1));
  expect(of(1, 0)).not.toContain('remark');
  // If the set-up fails, nothing runs.
  await pasteInto(page, editor(page), `setup { SELEC 1; } ${one}step b { SELEC 2; }`);
  await page.keyboard.press('ControlOrMeta+Enter');
  const name = t('source.problems.setupFailed', { refused: 2, remarks: 0 });
  await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  expect(of(1, 1)).toContain('a server refuses 1 thing in it; 1 remark more');
});
