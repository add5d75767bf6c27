/**
 * The classic anomalies, typed from nothing, key by key: each is named with its reads and writes, and where one button can
 * prevent it, that button is pressed.
 */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { loadLanguages } from '../src/base/messages/folders.node.ts';
import { isLang, type Messages, messagesIn } from '../src/base/messages/index.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';

await loadLanguages();

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 720 };

interface Case {
  readonly name: string;
  readonly lang: 'en' | 'zh';
  readonly size: typeof PHONE;
  readonly database: 'prompt.db.accounts' | 'prompt.db.doctors';
  readonly typed: readonly (readonly [session: string, sql: string])[];
  readonly anomaly: 'lost-update' | 'read-skew' | 'write-skew' | 'phantom';
  readonly clauses: readonly Parameters<typeof clauseIn>[1][];
  readonly remedy: 'atomic' | 'repeatable-read' | 'serializable';
}
const clauseIn = (
  { t }: Messages,
  [kind, one, oneStep, other, otherStep]: readonly [
    'missed' | 'missed-search' | 'saw' | 'over',
    string,
    number,
    string,
    number,
  ],
): string => t('verdict.clause', { kind, one, oneStep, other, otherStep });

const LOST: Omit<Case, 'name' | 'lang' | 'size'> = {
  database: 'prompt.db.accounts',
  typed: [
    ['A', 'begin;'],
    ['B', 'begin;'],
    ['A', 'select balance from accounts where id = 1;'],
    ['B', 'select balance from accounts where id = 1;'],
    ['A', 'update accounts set balance = 400 where id = 1;'],
    ['A', 'commit;'],
    ['B', 'update accounts set balance = 450 where id = 1;'],
    ['B', 'commit;'],
  ],
  anomaly: 'lost-update',
  clauses: [
    ['missed', 'B', 4, 'A', 5],
    ['over', 'B', 7, 'A', 5],
  ],
  remedy: 'atomic',
};
const SKEW: Omit<Case, 'name' | 'lang' | 'size'> = {
  database: 'prompt.db.doctors',
  typed: [
    ['A', 'begin isolation level repeatable read;'],
    ['B', 'begin isolation level repeatable read;'],
    ['A', 'select name from doctors where on_call;'],
    ['B', 'select name from doctors where on_call;'],
    ['A', "update doctors set on_call = false where name = 'Alice';"],
    ['B', "update doctors set on_call = false where name = 'Bob';"],
    ['A', 'commit;'],
    ['B', 'commit;'],
  ],
  anomaly: 'write-skew',
  clauses: [
    ['missed', 'A', 3, 'B', 6],
    ['missed', 'B', 4, 'A', 5],
  ],
  remedy: 'serializable',
};
const CASES: readonly Case[] = [
  { name: 'a lost update', lang: 'en', size: DESK, ...LOST },
  { name: 'a lost update on a phone, in Chinese', lang: 'zh', size: PHONE, ...LOST },
  { name: 'write skew', lang: 'en', size: DESK, ...SKEW },
  { name: 'write skew on a phone, in Chinese', lang: 'zh', size: PHONE, ...SKEW },
  {
    name: 'read skew',
    lang: 'en',
    size: DESK,
    database: 'prompt.db.accounts',
    typed: [
      ['A', 'begin;'],
      ['A', 'select balance from accounts where id = 1;'],
      ['B', 'begin;'],
      ['B', 'update accounts set balance = balance - 100 where id = 1;'],
      ['B', 'update accounts set balance = balance + 100 where id = 2;'],
      ['B', 'commit;'],
      ['A', 'select balance from accounts where id = 2;'],
      ['A', 'commit;'],
    ],
    anomaly: 'read-skew',
    clauses: [
      ['missed', 'A', 2, 'B', 4],
      ['saw', 'A', 7, 'B', 5],
    ],
    remedy: 'repeatable-read',
  },
  {
    name: 'a phantom',
    lang: 'en',
    size: DESK,
    database: 'prompt.db.accounts',
    typed: [
      ['A', 'begin;'],
      ['A', 'select count(*) from accounts where balance > 200;'],
      ['B', "insert into accounts values (4, 'Dan', 900);"],
      ['A', 'select count(*) from accounts where balance > 200;'],
      ['A', 'commit;'],
    ],
    anomaly: 'phantom',
    clauses: [
      ['missed-search', 'A', 2, 'B', 3],
      ['saw', 'A', 4, 'B', 3],
    ],
    remedy: 'repeatable-read',
  },
];

const tick = (page: Page, value: number) =>
  expect(page.locator('[data-tick]')).toHaveAttribute('data-tick', String(value));

async function typeAll(
  page: Page,
  { t }: Messages,
  database: Case['database'],
  typed: Case['typed'],
  lang: Case['lang'],
) {
  await page.goto(`/#/play?v=1&lang=${lang}`);
  await page.getByRole('button', { name: t('stage.new'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t(database) })
    .click();
  await expect(page.getByRole('textbox', { name: t('prompt.of', { session: 'A' }) })).toBeFocused();
  for (const [i, [session, sql]] of typed.entries()) {
    await page.getByRole('textbox', { name: t('prompt.of', { session }) }).focus();
    await page.keyboard.type(sql);
    await page.keyboard.press('Enter');
    await tick(page, i + 1);
  }
}

for (const { name, lang, size, database, typed, anomaly, clauses, remedy } of CASES)
  test(`${name}: named, with its reads and writes; the button tries what prevents it, and leads back`, async ({
    page,
  }) => {
    if (!isLang(lang)) throw new Error(lang);
    const m = messagesIn(lang);
    const { t } = m;
    await page.setViewportSize(size);
    const seen = await watch(page);
    await typeAll(page, m, database, typed, lang);
    const verdict = page.getByRole('region', { name: t('verdict.title') });
    await expect(verdict.getByRole('heading')).toContainText(t('verdict.name', { anomaly }));
    const sentence = t('verdict.clauses', { clauses: clauses.map((one) => clauseIn(m, one)) });
    await expect(verdict).toContainText(sentence);
    // A phone draws the last cards alone.
    if (size === DESK) await expect(page.locator('div[data-told]')).not.toHaveCount(0);
    await expect(page.locator('path[data-told]')).not.toHaveCount(0);
    const button = verdict.getByRole('button', { name: t('verdict.try', { remedy }) });
    await expect(button).toBeVisible();
    expect((await axe(page).analyze()).violations).toEqual([]);
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(verdict).toContainText(t('verdict.tried', { remedy }));
    await expect(verdict.getByRole('heading')).toHaveCount(0);
    await expect(page.locator('[data-told]')).toHaveCount(0);
    await expect.poll(() => verdict.getAttribute('data-verdict')).toMatch(/^(order|alone)$/);
    // What was typed is not lost.
    await verdict.getByRole('button', { name: t('verdict.back') }).click();
    await expect(verdict).toContainText(sentence);
    await tick(page, typed.length);
    expect(seen.faults).toEqual([]);
  });

test('a dirty write is prevented: the verdict says who waited', async ({ page }) => {
  const m = messagesIn('en');
  const { t } = m;
  await typeAll(
    page,
    m,
    'prompt.db.accounts',
    [
      ['A', 'begin;'],
      ['B', 'begin;'],
      ['A', 'update accounts set balance = 0 where id = 1;'],
      ['B', 'update accounts set balance = 1 where id = 1;'],
      ['A', 'commit;'],
      ['B', 'commit;'],
    ],
    'en',
  );
  const verdict = page.getByRole('region', { name: t('verdict.title') });
  await expect(verdict).toContainText(t('verdict.order', { order: ['A', 'B'] }));
  await verdict.getByText(t('verdict.prevented')).click();
  await expect(verdict).toContainText(t('verdict.prevented.waited', { session: 'B', step: 4, on: ['A'] }));
});
