/** The Playground for a first visitor: how much a first look shows, and how a person asks for more. */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');

test.describe.configure({ mode: 'parallel' });

const depth = (page: Page) => page.getByLabel(t('stage.depth'), { exact: true }).filter({ visible: true });
const tick = (page: Page, value: number) =>
  expect(page.locator('[data-tick]')).toHaveAttribute('data-tick', String(value));
const moves = (page: Page) => page.getByRole('group', { name: t('lanes.targets') }).getByRole('button');

/** Words with a letter or a digit, and what can be pressed, chosen or followed: in the header and on the page, as far as it can be seen. */
const firstLook = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      const isDrawn = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      return isDrawn && width > 1 && height > 1 && element.closest('.visually-hidden') === null;
    };
    const roots = [...document.querySelectorAll('body header, body main')].filter(
      (one, _, all) => !all.some((other) => other !== one && other.contains(one)),
    );
    const words: string[] = [];
    for (const root of roots) {
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || parent.closest('option') !== null || !isSeen(parent)) continue;
        words.push(...(node.nodeValue ?? '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)));
      }
    }
    // A list shows the words of its choice.
    for (const list of document.querySelectorAll('select'))
      if (isSeen(list)) words.push(...(list.selectedOptions[0]?.text ?? '').split(/\s+/));
    const control = 'a[href], button, input, select, textarea, summary, [role="button"], [role="slider"]';
    const controls = roots.flatMap((root) => [...root.querySelectorAll(control)]).filter(isSeen);
    const size = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return { name: element.getAttribute('aria-label') ?? element.textContent ?? '', area: width * height, height };
    };
    return { words: words.length, controls: controls.map(size) };
  });

test('a first look has at most 140 words and 22 controls, and the largest control answers “who moves next?”', async ({
  page,
}) => {
  const seen = await watch(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/#/play?v=1');
  await tick(page, 0);
  // With the glossary's underlines, which come last.
  await expect(page.locator('main header').getByRole('button', { name: 'snapshot' })).toBeVisible();
  const { words, controls } = await firstLook(page);
  expect(words).toBeLessThanOrEqual(140);
  expect(controls.length).toBeLessThanOrEqual(22);
  const [answers, others] = [true, false].map((isMove) =>
    controls.filter(({ name }) => name.startsWith('Run next') === isMove),
  );
  expect(answers).toHaveLength(2);
  const most = (of: 'area' | 'height') => Math.max(...(others ?? []).map((one) => one[of]));
  for (const one of answers ?? []) {
    expect(one.area).toBeGreaterThan(most('area'));
    expect(one.height).toBeGreaterThan(most('height'));
  }
  // All of it is in the first window, and the answer is one click.
  for (const one of await moves(page).all()) await expect(one).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(t('lanes.targets'), { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('t_xmin')).toHaveCount(0);
  await moves(page).first().click();
  await tick(page, 1);
  await page.getByRole('button', { name: t('stage.moves.back'), exact: true }).click();
  await tick(page, 0);
  expect((await axe(page).analyze()).violations).toEqual([]);
  expect(seen.faults).toEqual([]);
});

test('a person asks for ids, then for everything; the next visit begins there, and an old address shows everything', async ({
  page,
}) => {
  const axis = page.getByRole('heading', { name: new RegExp(`^${t('stage.axis')}`) });
  const snapshots = page.getByRole('heading', { name: new RegExp(`^${t('stage.snapshots')}`) });
  const url = () => page.url();
  await page.goto('/#/play?v=1');
  await tick(page, 0);
  await expect(depth(page)).toHaveValue('rows');
  await expect(axis).toHaveCount(0);
  await depth(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(depth(page)).toHaveValue('ids');
  await expect(axis).toBeVisible();
  await expect(snapshots).toHaveCount(0);
  await expect.poll(url).toContain('depth=ids');
  await page.reload();
  await expect(axis).toBeVisible();
  await expect(snapshots).toHaveCount(0);
  // Another visit, by the name in the header.
  await page.getByRole('link', { name: t('shell.nav.home'), exact: true }).click();
  await page
    .getByRole('link', { name: t('shell.nav.play'), exact: true })
    .first()
    .click();
  await expect(depth(page)).toHaveValue('ids');
  await depth(page).selectOption(t('stage.depth.all'));
  await expect(snapshots).toBeVisible();
  await expect(page.getByText(t('stage.more'), { exact: true })).toBeVisible();
  await expect.poll(url).not.toContain('depth=');
  // An address of before there was a choice, for somebody who has chosen less.
  await depth(page).selectOption(t('stage.depth.rows'));
  await expect.poll(url).toContain('depth=rows');
  await page.goto('/#/play?v=1&spec=first-look&at=3');
  await tick(page, 3);
  await expect(axis).toBeVisible();
  await expect(snapshots).toBeVisible();
  await expect(page.getByText('t_xmin').first()).toBeVisible();
});

test('where nothing can be stored, the page opens and the choice holds as long as the page', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });
  const seen = await watch(page);
  await page.goto('/#/play?v=1');
  await tick(page, 0);
  await expect(depth(page)).toHaveValue('rows');
  await depth(page).selectOption(t('stage.depth.all'));
  await expect(page.getByText('t_xmin').first()).toBeVisible();
  await page.getByRole('link', { name: t('shell.nav.home'), exact: true }).click();
  await page
    .getByRole('link', { name: t('shell.nav.play'), exact: true })
    .first()
    .click();
  await expect(depth(page)).toHaveValue('all');
  expect(seen.faults).toEqual([]);
});

test('on a phone the choice is in sight, and every page’s header fits in two lines', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#/play?v=1');
  await tick(page, 0);
  await expect(page.getByText(t('lanes.targets'), { exact: true })).toBeInViewport({ ratio: 1 });
  for (const one of await moves(page).all()) await expect(one).toBeInViewport({ ratio: 1 });
  const header = page.getByRole('banner').first();
  expect((await header.boundingBox())?.height).toBeLessThanOrEqual(96);
  await expect(depth(page)).toBeInViewport({ ratio: 1 });
  // A choice closes the options.
  await page.getByText(t('stage.options'), { exact: true }).click();
  await page.getByLabel(t('stage.rules'), { exact: true }).selectOption({ index: 1 });
  await expect(page.getByLabel(t('stage.rules'), { exact: true })).toBeHidden();
  await depth(page).selectOption(t('stage.depth.all'));
  await expect(page.getByText('t_xmin').first()).toBeVisible();
});

test('nobody is asked who moves next once everybody has finished', async ({ page }) => {
  const question = page.getByText(t('lanes.targets'), { exact: true });
  await page.goto('/#/play?v=1');
  await tick(page, 0);
  await expect(question).toBeVisible();
  const top = async () => (await moves(page).first().boundingBox())?.y;
  const before = await top();
  await page.keyboard.press('z');
  await expect(page.getByText(t('headline.verdict.finished')).first()).toBeVisible();
  await expect(moves(page).first()).toHaveText(t('lanes.next.none'));
  await expect(question).toHaveCount(0);
  // Its line stays: the cards keep their place.
  await expect.poll(top).toBe(before);
  await page.keyboard.press(',');
  await expect(question).toBeVisible();
});

test('after a run without an anomaly its rows’ sentence ends above the bar, and four sessions leave no empty column', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const side = page.getByRole('complementary', { name: t('stage.side') });
  const bottom = async () => {
    const box = await side
      .getByRole('paragraph')
      .filter({ hasText: /visible\.$/ })
      .boundingBox();
    return box === null ? Number.NaN : box.y + box.height;
  };
  for (const spec of ['deadlock', 'queue-for-a-row']) {
    await page.goto(`/#/play?v=1&spec=${spec}&depth=rows`);
    await tick(page, 0);
    await page.keyboard.press('z');
    await expect(page.getByText(t('headline.verdict.finished')).first()).toBeVisible();
    await expect(side.getByRole('region', { name: t('verdict.title') })).toBeVisible();
    const bar = await depth(page).boundingBox();
    await expect.poll(bottom).toBeLessThan(bar?.y ?? 0);
    const right = async (one: typeof side) => {
      const box = await one.boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0));
    };
    await expect.poll(() => right(side)).toBe(await right(page.locator('[data-tick]')));
  }
});
