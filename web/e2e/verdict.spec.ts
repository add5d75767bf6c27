/**
 * The classic anomalies, typed from nothing with keys alone: each is named with its reads and writes, and where one button
 * can prevent it, that button is pressed. What is saved is the spec that real servers are asked about (node/pg/anomalies.ts).
 */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ANOMALIES_TYPED, specOf, statementsOf, type TypedAnomaly } from '../node/pg/anomalies.ts';
import { loadLanguages } from '../src/base/messages/folders.node.ts';
import { isLang, type Messages, messagesIn } from '../src/base/messages/index.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';

await loadLanguages();

const VISITS = [
  { on: 'on a desk, in English', lang: 'en', size: { width: 1280, height: 720 }, isPhone: false },
  { on: 'on a phone, in Chinese', lang: 'zh', size: { width: 390, height: 844 }, isPhone: true },
] as const;

const tick = (page: Page, value: number) =>
  expect(page.locator('[data-tick]')).toHaveAttribute('data-tick', String(value));

/** Goes there with the Tab key. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let i = 0; i < 200; i++) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The Tab key does not reach ${String(target)}`);
}
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function typeAll(page: Page, { t }: Messages, one: TypedAnomaly): Promise<void> {
  await press(page, page.getByRole('button', { name: t('stage.new'), exact: true }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: t(`prompt.db.${one.database}`) }));
  const prompt = (session: string) => page.getByRole('textbox', { name: t('prompt.of', { session }) });
  await expect(prompt('A')).toBeFocused();
  for (const [i, { session, sql }] of statementsOf(one).entries()) {
    await tabTo(page, prompt(session), session === 'A' ? 'Shift+Tab' : 'Tab');
    await page.keyboard.type(sql);
    await page.keyboard.press('Enter');
    await tick(page, i + 1);
  }
}

/** The anomaly's name is in the window: in the bar, or above it as long as the verdict's own heading is not. */
async function seenWithoutScrolling(page: Page, { t }: Messages, name: string): Promise<void> {
  const region = page.getByRole('region', { name: t('verdict.title') });
  const stageBar = page.getByRole('region', { name: t('stage.bar'), exact: true });
  const line = stageBar.getByRole('button', { name });
  const isSeen = async (): Promise<boolean> => {
    const box = await region.getByRole('heading').boundingBox();
    const bar = await stageBar.boundingBox();
    return box !== null && bar !== null && box.y >= 0 && box.y + box.height <= bar.y;
  };
  await expect.poll(async () => (await line.isVisible()) || (await isSeen())).toBe(true);
  if (!(await line.isVisible())) return;
  // Tab would scroll a phone's page on its way there.
  await line.click();
  await expect(region).toBeFocused();
  await expect.poll(isSeen).toBe(true);
}

async function savedSpec(page: Page, { t }: Messages): Promise<string> {
  await press(page, page.locator('summary', { hasText: t('stage.options') }));
  await press(page, page.getByRole('button', { name: t('stage.save'), exact: true }));
  const saved = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name: t('source.save.spec') }));
  const text = await readFile(await (await saved).path(), 'utf8');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return text;
}

for (const { on, lang, size, isPhone } of VISITS)
  for (const one of ANOMALIES_TYPED)
    test(`${one.name}, ${on}: named with its reads and writes, and prevented`, async ({ page }) => {
      if (!isLang(lang)) throw new Error(lang);
      const m = messagesIn(lang);
      const { t } = m;
      await page.setViewportSize(size);
      const seen = await watch(page);
      await page.goto(`/#/play?v=1&lang=${lang}`);
      await typeAll(page, m, one);
      expect(await savedSpec(page, m)).toBe(specOf(one, t(`prompt.db.${one.database}`), t('prompt.about')));
      const region = page.getByRole('region', { name: t('verdict.title') });
      expect((await axe(page).analyze()).violations).toEqual([]);
      const { verdict } = one;
      if ('waited' in verdict) {
        const { order, waited, step, on: others } = verdict;
        await expect(region).toContainText(t('verdict.order', { order }));
        await press(page, region.locator('summary', { hasText: t('verdict.prevented') }));
        await expect(region).toContainText(t('verdict.prevented.waited', { session: waited, step, on: others }));
      } else {
        const { anomaly, remedy, clauses } = verdict;
        await expect(region.getByRole('heading')).toContainText(t('verdict.name', { anomaly }));
        await seenWithoutScrolling(page, m, t('verdict.name', { anomaly }));
        const told = clauses.map(([kind, who, oneStep, other, otherStep]) =>
          t('verdict.clause', { kind, one: who, oneStep, other, otherStep }),
        );
        await expect(region).toContainText(t('verdict.clauses', { clauses: told }));
        // A phone draws the last cards alone.
        if (!isPhone) await expect(page.locator('div[data-told]')).not.toHaveCount(0);
        await expect(page.locator('path[data-told]')).not.toHaveCount(0);
        await press(page, region.getByRole('button', { name: t('verdict.try', { remedy }) }));
        await expect(region).toContainText(t('verdict.tried', { remedy }));
        const named = region.getByRole('heading').filter({ hasText: t('verdict.name', { anomaly }) });
        await expect(named).toHaveCount(0);
        await expect(page.locator('[data-told]')).toHaveCount(0);
        await expect.poll(() => region.getAttribute('data-verdict')).toMatch(/^(order|alone)$/);
        // Going back brings the typed statements back.
        await press(page, region.getByRole('button', { name: t('verdict.back') }));
        await expect(region).toContainText(t('verdict.clauses', { clauses: told }));
        await tick(page, one.typed.length);
      }
      expect(seen.faults).toEqual([]);
    });
