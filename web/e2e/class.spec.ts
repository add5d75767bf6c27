/** An assignment from the teacher's page to the teacher's page: the link, a student's way through it, the file, the table. */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';
import { typeInto } from './typing.ts';

const { t } = messagesIn('en');

const NAME = 'Ada Lovelace';
/** Versions that are visible in the variant that this name draws, as places from 0. */
const VISIBLE = [1, 3];
const [LESSON, SEES, LOST] = ['Two stamps on every row', 'Who sees which version?', 'Lose an update'];

async function isAccessible(page: Page): Promise<void> {
  const { violations } = await axe(page).analyze();
  expect(violations).toEqual([]);
}
const bar = (page: Page) => page.getByRole('navigation', { name: t('class.bar.label') });

test('a teacher makes a link; a student types a name, does one exercise, is led to the next and hands in; the teacher’s page reads the file', async ({
  page,
}) => {
  const seen = await watch(page);
  await page.goto('/#/teacher?v=1&theme=light');
  await page.getByText(t('class.make.open'), { exact: true }).click();
  // In the order of the curriculum, whatever the order of the clicks.
  for (const title of [LOST, SEES, LESSON]) await page.getByRole('checkbox', { name: title }).check();
  const link = page.getByLabel(/^The link, with/);
  await expect(link).toHaveValue(/#\/class\?v=1&set=two-stamps,who-sees-it,lost-update&seed=by-name$/);
  await isAccessible(page);

  await page.goto(await link.inputValue());
  await expect(page.getByRole('link', { name: SEES })).toHaveCount(0);
  await typeInto(page.getByLabel(t('record.name')), NAME);
  await expect(page.getByRole('link', { name: SEES })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: SEES }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/who-sees-it\?.*seed=464310/);
  await expect(bar(page)).toContainText(t('class.bar.all', { done: 0, of: 3 }));
  const versions = page.getByRole('checkbox');
  await expect(versions).toHaveCount(4);
  for (const at of VISIBLE) {
    await versions.nth(at).focus();
    await page.keyboard.press('Space');
  }
  await page.getByRole('button', { name: t('exercise.check') }).focus();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText(t('class.bar.all', { done: 1, of: 3 }));
  await isAccessible(page);

  // On to the exercise behind it, and from there to the lesson before it.
  await bar(page)
    .getByRole('link', { name: t('class.bar.next', { title: LOST ?? '' }) })
    .click();
  await expect(page).toHaveURL(/lost-update\?.*seed=464310/);
  await bar(page)
    .getByRole('link', { name: t('class.bar.next', { title: LESSON ?? '' }) })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(LESSON ?? '');
  await expect(bar(page)).toBeVisible();

  await bar(page)
    .getByRole('link', { name: t('class.bar.all', { done: 1, of: 3 }) })
    .click();
  await expect(page.locator('[data-done="1"][data-items="3"]')).toBeVisible();
  await expect(page.locator('[data-code]')).toHaveText(/^0101-/);
  await isAccessible(page);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: t('record.save') }).click();
  const file = await readFile(await (await waiting).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({
    format: 'xipscope-record',
    version: 1,
    name: NAME,
    deeds: [{ kind: 'exercise', id: 'who-sees-it', seed: 464_310, isRight: true }],
  });

  await page.goto('/#/teacher?v=1&theme=light');
  await page
    .locator('[data-opens="files"]')
    .setInputFiles([{ name: 'ada.json', mimeType: 'application/json', buffer: Buffer.from(file) }]);
  await expect(page.locator('[data-state="checked"][data-records="1"]')).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(`^${NAME}`) });
  await expect(row).toContainText(t('teacher.cell.exercise', { right: true, tries: 1, hints: 0, differing: 0 }));
  await expect(row).toContainText(t('teacher.code.fits'));
  // With an assignment of six, too, the table needs no more than the window.
  await page.goto('/#/teacher?v=1&theme=light&set=two-stamps,who-sees-it,lost-update,late-snapshot,deadlock,recheck');
  await page
    .locator('[data-opens="files"]')
    .setInputFiles([{ name: 'ada.json', mimeType: 'application/json', buffer: Buffer.from(file) }]);
  await expect(page.locator('[data-state="checked"][data-records="1"]')).toBeVisible();
  const table = page.getByRole('region', { name: t('teacher.table') });
  await expect(table.getByRole('columnheader')).toHaveCount(16);
  await expect.poll(() => table.evaluate((own) => own.scrollWidth - own.clientWidth)).toBe(0);
  expect(seen.faults).toEqual([]);
});

test('another name has other variants and none of the first one’s answers; the bar can be hidden', async ({ page }) => {
  await page.goto('/#/class?v=1&set=who-sees-it&seed=by-name');
  const field = page.getByLabel(t('record.name'));
  await typeInto(field, NAME);
  await page.getByRole('link', { name: SEES, exact: true }).click();
  const versions = page.getByRole('checkbox');
  await expect(versions).toHaveCount(4);
  for (const at of VISIBLE) await versions.nth(at).check();
  await page.getByRole('button', { name: t('exercise.check') }).click();
  await bar(page)
    .getByRole('link', { name: t('class.bar.handIn') })
    .click();
  await expect(page.getByText(t('class.allDone'))).toBeVisible();
  await typeInto(field, 'Alan Turing');
  await expect(page.locator('[data-done="0"]')).toBeVisible();
  await expect(page.getByText(t('class.handInFirst'))).toBeVisible();
  await page.getByRole('link', { name: SEES, exact: true }).click();
  await bar(page)
    .getByRole('button', { name: t('class.bar.leave') })
    .click();
  await expect(bar(page)).toHaveCount(0);
  await page.reload();
  await expect(versions).toHaveCount(4);
  await expect(bar(page)).toHaveCount(0);
});

test('a link that names what is not here says which name, and the rest works; one that cannot be read says where', async ({
  page,
}) => {
  await page.goto('/#/class?v=1&set=who-see-it,lost-update&seed=3');
  await expect(
    page.getByText(t('class.unknown.one', { at: 1, name: 'who-see-it', near: 'who-sees-it' })),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: LOST, exact: true })).toHaveAttribute('href', /lost-update\?seed=3$/);
  await isAccessible(page);
  await page.goto('/#/class?v=1&set=lost-update,Lost&seed=3');
  await expect(page.getByText(t('class.fault.name', { at: 2, name: 'Lost' }))).toBeVisible();
  await page.goto('/#/class?v=1&set=lost-update&seed=mine');
  await expect(page.getByText(t('class.fault.seed', { text: 'mine', max: 999_999 }))).toBeVisible();
});
