/** The page in Chinese: texts from files outside the interface's texts are Chinese, too. */
import '../src/base/messages/en/index.ts';
import { expect, test } from '@playwright/test';
import { loadLanguages } from '../src/base/messages/folders.node.ts';
import { isLang, messagesIn } from '../src/base/messages/index.ts';
import { axe } from './axe.ts';
import { typeInto } from './typing.ts';

await loadLanguages();
const ZH: string = 'zh';
if (!isLang(ZH)) throw new Error(`no folder ${ZH}`);
const { t } = messagesIn(ZH);

test('a scenario says in Chinese what it is about, and is found by it', async ({ page }) => {
  await page.goto('/#/play?v=1&spec=update-makes-a-version&lang=zh&theme=dark');
  await expect(page.getByText('更新把旧版本留在原处').first()).toBeVisible();
  await page.getByRole('button', { name: /update-makes-a-version/ }).click();
  const list = page.getByRole('dialog', { name: t('source.gallery.title') });
  await typeInto(list.getByRole('searchbox'), '互相等待');
  await expect(list.getByRole('button', { name: /互相等待的两个人/ })).toBeVisible();
  const { violations } = await axe(page).analyze();
  expect(violations).toEqual([]);
});

test('an exercise asks in Chinese', async ({ page }) => {
  await page.goto('/#/exercises/who-sees-it?seed=1&lang=zh');
  await expect(page.getByRole('heading', { level: 1, name: '谁看见哪个版本？' })).toBeVisible();
  await expect(page.getByText('两个会话修改')).toBeVisible();
});
