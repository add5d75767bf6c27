/** A student hands in a record; a teacher reads it together with a changed one and a file that is not a record. */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { recordText } from '../src/viewmodel/record/record.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';
import { typeInto } from './typing.ts';

const { t } = messagesIn('en');

async function saved(page: Page, button: string): Promise<string> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return await readFile(await (await waiting).path(), 'utf8');
}
async function isAccessible(page: Page): Promise<void> {
  const { violations } = await axe(page).analyze();
  expect(violations).toEqual([]);
}

const middle = (box: { y: number; height: number } | null): number =>
  box === null ? Number.NaN : box.y + box.height / 2;

test('a record is downloaded; the teacher’s page judges it again, names the changed one and the broken one, and writes CSV', async ({
  page,
}) => {
  const seen = await watch(page);
  // One wrong attempt, and a right one at the next variant: the first one has been explained.
  await page.goto('/#/exercises/who-sees-it?v=1&theme=light&seed=2');
  const versions = page.getByRole('checkbox');
  await expect(versions).toHaveCount(4);
  const check = page.getByRole('button', { name: t('exercise.check') });
  await versions.first().check();
  await check.click();
  await expect(page.getByText(t('exercise.wrong'))).toBeVisible();
  await page.getByRole('button', { name: t('exercise.another') }).click();
  await expect(page).toHaveURL(/seed=3/);
  await expect(page.getByText(t('exercise.wrong'))).toHaveCount(0);
  await expect(versions).toHaveCount(4);
  await versions.nth(1).check();
  await versions.nth(2).check();
  await check.click();
  await expect(page.getByText(t('exercise.right'), { exact: true })).toBeVisible();

  await page.goto('/#/record?v=1&theme=light');
  await typeInto(page.getByLabel(t('record.name')), '=Ann <b>');
  const code = page.locator('[data-code]');
  await expect(code).toHaveText(/^0101-/);
  await isAccessible(page);
  const typed = (await code.textContent()) ?? '';
  const file = await saved(page, t('record.save'));
  expect(JSON.parse(file)).toMatchObject({ format: 'xipscope-record', name: '=Ann <b>', code: typed });

  // What came of a button is said beside it.
  const told = page.getByRole('status').filter({ hasText: 'saved to your downloads' });
  const [button, words] = [
    await page.getByRole('button', { name: t('record.save') }).boundingBox(),
    await told.boundingBox(),
  ];
  expect(Math.abs(middle(button) - middle(words))).toBeLessThan(10);

  await page.goto('/#/teacher?v=1&theme=light');
  const json = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await page
    .locator('[data-opens="files"]')
    .setInputFiles([
      json('ann.json', file),
      json('bob.json', file.replace('=Ann <b>', 'Bob').replace('"isRight":false', '"isRight":true')),
      json('broken.json', file.replace('"seed":2', '"seed":"2"')),
    ]);
  await expect(page.locator('[data-state="checked"][data-records="2"]')).toBeVisible();
  await expect(page.getByText(/line \d+, column \d+: deeds\[0\]\.seed/)).toBeVisible();
  const rows = page.getByRole('region', { name: t('teacher.table') }).getByRole('row');
  // Below each of the two is a row of what there is to look at.
  await expect(rows).toHaveCount(5);
  // Opened after Ann, but listed first: the record's claim differs from the engine's judgement.
  await expect(rows.nth(1)).toContainText('Bob');
  const ann = page.getByRole('row', { name: /^=Ann/ });
  await expect(ann).toContainText(t('teacher.cell.exercise', { right: true, tries: 2, hints: 0, differing: 0 }));
  await expect(ann).toContainText(t('teacher.code.fits'));
  const notes = rows.nth(2);
  await expect(notes).toContainText(t('teacher.note.changed'));
  await expect(notes).toContainText(t('teacher.note.differs', { tries: 1 }));
  expect((await notes.boundingBox())?.height).toBeLessThan(120);
  await expect(notes).toContainText(t('teacher.note.shared', { tries: 1, file: 'ann.json', name: '=Ann <b>' }));
  // Both files have the same wrong answer; the engine finds it in both, whatever one of them claims.
  const question = page
    .getByRole('region', { name: t('teacher.questions') })
    .getByRole('row')
    .nth(1);
  await expect(question).toContainText(/2\s*2 · 100%\s*0 · 0%/);
  await expect(question.getByRole('link', { name: '(2 records)' })).toHaveAttribute(
    'href',
    /^#\/exercises\/who-sees-it\?seed=\d+$/,
  );
  await page.getByRole('button', { name: t('teacher.sort', { by: t('teacher.name') }) }).click();
  await expect(rows.nth(1)).toContainText('=Ann');
  const field = page.getByLabel(t('teacher.check.label'));
  await expect(field).toHaveAttribute('placeholder', typed.replaceAll(/[^-]/g, '0'));
  await typeInto(field, typed.toLowerCase());
  await page.getByRole('button', { name: t('teacher.check.do'), exact: true }).click();
  await expect(page.getByText(t('teacher.check.fits', { file: 'ann.json', name: '=Ann <b>' }))).toBeVisible();
  await isAccessible(page);
  const csv = (await saved(page, t('teacher.csv'))).split('\r\n');
  expect(csv[0]).toMatch(/^\ufeffname,file,code,.*,exercise_who-sees-it$/);
  expect(csv[2]).toMatch(
    new RegExp(`^'=Ann <b>,ann\\.json,${typed.replaceAll(/[*$]/g, '\\$&')},fits,1,1,0,1,2,0,0,2,.*,1$`),
  );
  expect(csv[1]).toMatch(/^Bob,bob\.json,.*,changed,1,1,0,1,2,1,0,2,.*,1$/);
  expect(seen.faults).toEqual([]);
});

test('who hands in twice is one student, and a mark in the row opens the answers behind it', async ({ page }) => {
  const deed = (seed: number, answer: string, isRight: boolean) => ({
    ...{ kind: 'exercise' as const, id: 'who-sees-it', seed, part: 0, answer, isRight, hints: 0 },
    begun: `2026-11-30T01:0${seed}:00.000Z`,
    at: `2026-11-30T01:0${seed}:30.000Z`,
  });
  // Where the first edition asked something else, this answer was right.
  const [wrong, forged] = [deed(2, 'rows:', false), deed(7, 'rows:1,2', true)];
  const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  const [older, newer] = [[wrong], [wrong, forged]].map((deeds) => recordText({ name: 'Ann', deeds }, ''));
  await page.goto('/#/teacher?v=1&theme=light');
  await page
    .locator('[data-opens="files"]')
    .setInputFiles([
      file('1.json', older ?? ''),
      file('2.json', newer ?? ''),
      file('cut.json', (newer ?? '').slice(0, -40)),
    ]);
  await expect(page.locator('[data-state="checked"][data-records="1"]')).toBeVisible();
  await expect(
    page.getByText(t('teacher.older', { files: [{ file: '1.json', newest: '2.json' }], more: 0 })),
  ).toBeVisible();
  await expect(page.getByText(/cut off in line \d+; ask Ann for it again/)).toBeVisible();
  const table = page.getByRole('region', { name: t('teacher.table') });
  // Ann, and what there is to look at.
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table).toContainText(t('teacher.note.differs', { tries: 1 }));
  const mark = table.getByRole('button', { name: /^not right in 2 tries/ });
  await mark.focus();
  await page.keyboard.press('Enter');
  const tries = page.getByRole('dialog').getByRole('listitem');
  await expect(tries).toHaveCount(2);
  await expect(tries.first()).toContainText(t('teacher.tries.verdict', { right: false, by: 'engine' }));
  await expect(tries.last()).toContainText(t('teacher.tries.verdict', { right: false, by: 'against' }));
  await expect(tries.last().getByRole('link')).toHaveAttribute('href', '#/exercises/who-sees-it?seed=7');
  await isAccessible(page);
  await page.keyboard.press('Escape');
  await expect(mark).toBeFocused();
});
