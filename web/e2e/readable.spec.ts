/**
 * Everything that readers need is legible: locked or disabled parts, parts that an arrow or the clock passes, parts
 * that a bar could cover; and Esc leaves a stage.
 */
import '../src/base/messages/en/index.ts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';

const { t } = messagesIn('en');

test.describe.configure({ mode: 'parallel' });

const PROJECTOR = { width: 1280, height: 720 };
const LARGE = { width: 1920, height: 1080 };
/** WCAG’s, for text. */
const CONTRAST = 4.5;

/** The contrast between a text and its background, with the opacity of all around it. */
const contrastOf = (element: Locator): Promise<number> =>
  element.evaluate((own) => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (pen === null) return 0;
    const rgba = (colour: string): readonly number[] => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      return [...pen.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (parts: readonly number[]): number => {
      const [r = 0, g = 0, b = 0] = parts.map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const around: Element[] = [];
    for (let at: Element | null = own; at !== null; at = at.parentElement) around.push(at);
    const grounds = around.map((at) => rgba(getComputedStyle(at).backgroundColor));
    const paper = grounds.findLast(([, , , alpha]) => alpha === 255) ?? [255, 255, 255];
    const opacity = around.reduce((all, at) => all * Number(getComputedStyle(at).opacity), 1);
    const mixed = (top: readonly number[]): readonly number[] =>
      paper.slice(0, 3).map((part, i) => part + ((top[i] ?? 0) - part) * opacity);
    const ground = mixed(grounds.find(([, , , alpha]) => alpha === 255) ?? paper);
    const [high = 0, low = 0] = [luminance(mixed(rgba(getComputedStyle(own).color))), luminance(ground)].sort(
      (a, b) => b - a,
    );
    return (high + 0.05) / (low + 0.05);
  });

for (const theme of ['light', 'dark'])
  test(`a button that cannot be pressed yet can be read, ${theme}`, async ({ page }) => {
    for (const [id, name] of [
      ['will-it-wait', t('exercise.check')],
      ['three-versions', t('exercise.undo')],
    ] as const) {
      await page.goto(`/#/exercises/${id}?v=1&seed=1&theme=${theme}`);
      const button = page.getByRole('button', { name });
      await expect(button).toBeDisabled();
      expect(await contrastOf(button), name).toBeGreaterThan(CONTRAST);
    }
  });

test('an answer that was typed and judged looks like no field any more', async ({ page }) => {
  await page.goto('/#/lessons/two-stamps?v=1&step=7');
  const field = page.getByRole('textbox');
  await expect(page.getByRole('button', { name: t('lessons.question.showMe') })).toBeEnabled();
  const edge = (): Promise<string> => field.evaluate((own) => getComputedStyle(own).borderTopColor);
  const before = await edge();
  await field.pressSequentially('1 100');
  await page.getByRole('button', { name: t('lessons.question.check') }).click();
  await expect(field).toBeDisabled();
  // A hairline holds it together, fainter than a field's edge.
  expect(await edge()).not.toBe(before);
});

test('Esc leaves the stage, and first closes what lies over it', async ({ page }) => {
  await page.goto('/#/lessons/two-stamps?v=1&step=3');
  await expect(page.getByRole('button', { name: t('shell.present') })).toBeVisible();
  await page.keyboard.press('f');
  await expect(page).toHaveURL(/stage=1/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/stage=1/);
  await page.goto('/#/play?v=1&spec=first-updater-wins&at=0&stage=1');
  await page.locator('[data-tick]').waitFor();
  await page.locator('[data-kind="run"]').first().hover();
  const note = page.locator('[popover]:popover-open');
  await expect(note).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await expect(page).toHaveURL(/stage=1/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/stage=1/);
});

const bottomOf = async (what: Locator): Promise<number> => {
  const box = await what.boundingBox();
  return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
};

const LAB = [
  ...['lab', 'lab/measure', 'play/server', 'play/standby', 'lab/cliff', 'lab/model', 'lab/ladder', 'lab/lines'],
  ...['lab/layout', 'lab/litmus', 'calculator', 'simplified', 'glossary'],
];
test('nothing lies over the ways to the Lab’s other pages', async ({ page }) => {
  const links = page.getByRole('navigation').locator('a:visible');
  const covered = () =>
    links.evaluateAll((all) =>
      all.flatMap((own) => {
        const { left, right, top, height } = own.getBoundingClientRect();
        const isHit = (x: number) => document.elementFromPoint(x, top + height / 2) === own;
        return isHit(left + 2) && isHit(right - 2) && isHit((left + right) / 2) ? [] : [own.textContent];
      }),
    );
  for (const at of LAB)
    for (const lang of ['en', 'zh']) {
      await page.goto(`/#/${at}?v=1&lang=${lang}`);
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`));
      await expect(page.locator('main h1, main h2, main h3').first()).toBeVisible();
      if (at === 'lab/lines') await expect(page.getByTestId('lines-settings')).toBeVisible();
      for (const width of [1024, PROJECTOR.width, LARGE.width]) {
        await page.setViewportSize({ width, height: PROJECTOR.height });
        await expect.poll(covered, `${at} in ${lang} at ${width}`).toEqual([]);
      }
    }
});

test('a lesson’s cache lines have their buttons above the bar, at both sizes', async ({ page }) => {
  for (const size of [PROJECTOR, LARGE]) {
    await page.setViewportSize(size);
    await page.goto('/#/lessons/the-walk?v=1&step=2');
    const controls = page.getByRole('group', { name: t('lines.control.label') }).filter({ visible: true });
    await expect(controls).toBeVisible();
    await expect(page.locator('[data-stop]').filter({ visible: true })).toBeVisible();
    const bar = await page.getByRole('navigation', { name: t('lessons.nav') }).boundingBox();
    expect(await bottomOf(controls), String(size.width)).toBeLessThan(bar?.y ?? 0);
  }
});

test('the clock goes by behind the times on the ruler', async ({ page }) => {
  await page.setViewportSize(PROJECTOR);
  await page.goto('/#/lab/lines?v=1&view=lines&op=3&by=access&detail=all&stage=1&theme=light');
  const end = page.getByTestId('ruler').getByText(/^491/);
  await expect(end).toBeVisible();
  const clip = (await end.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
  const stop = page.locator('[data-stop]');
  const alone = await page.screenshot({ clip });
  // The clock begins just before the words; the next stops are behind them.
  for (let i = 0; i < 4; i++) {
    const before = await stop.getAttribute('data-stop');
    await page.keyboard.press('ArrowRight');
    await expect(stop).not.toHaveAttribute('data-stop', before ?? '');
    expect(alone.equals(await page.screenshot({ clip })), `stop ${i + 1}`).toBe(true);
  }
});

test('an embed that is refused keeps its words off the frame’s edge', async ({ page }) => {
  await page.goto('/#/embed/play?v=99');
  const heading = page.getByRole('heading', { name: t('shell.badAddress.title') });
  await expect(heading).toBeVisible();
  expect((await heading.boundingBox())?.x).toBeGreaterThan(8);
});

const onStage = async (page: Page, at: string): Promise<void> => {
  await page.goto(`/#${at}&stage=1`);
  await expect(page.locator('[data-mark^="row "]').filter({ visible: true }).first()).toBeVisible();
};

test('an arrow that passes a caption is not seen between its words, and column names keep clear of the title', async ({
  page,
}) => {
  await page.setViewportSize(LARGE);
  await onStage(page, '/lessons/two-stamps?v=1&step=3');
  const row = page
    .locator('[data-mark^="row "] text')
    .filter({ hasText: /set-up/, visible: true })
    .first();
  const halo = await row.evaluate((own) => {
    const { strokeWidth, fontSize, paintOrder } = getComputedStyle(own);
    return paintOrder.startsWith('stroke') ? Number.parseFloat(strokeWidth) / Number.parseFloat(fontSize) : 0;
  });
  expect(halo).toBeGreaterThan(0.5);
  const title = page.getByRole('heading', { name: /^Heap page 0/ }).filter({ visible: true });
  const name = page.getByText('t_xmin', { exact: true }).filter({ visible: true }).first();
  const nameBox = await name.boundingBox();
  const letters = await title.evaluate((own) => {
    const range = document.createRange();
    range.selectNodeContents(own);
    return range.getBoundingClientRect().bottom;
  });
  expect(nameBox?.y ?? 0).toBeGreaterThan(letters);
});
