/** The Playground in a hall, and its output for a slide: stage mode, and the saved picture. */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { packText } from '../src/viewmodel/stage/packed-text.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');
const stage = (page: Page) => page.locator('[data-tick]');
const tick = async (page: Page, value: number) => await expect(stage(page)).toHaveAttribute('data-tick', String(value));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
async function open(page: Page, address: string): Promise<void> {
  await page.goto(`/#/play?v=1&${address}`);
  await expect(stage(page)).toBeVisible();
}

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
] as const)
  for (const theme of ['light', 'dark'])
    test(`on stage all is in sight, and no letter is smaller than 1/30 of the height: ${width} px, ${theme}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      const told = ['first-updater-wins&at=5', 'queue-for-a-row&at=6', 'first-look&at=2'];
      // Long errors.
      for (const spec of [...told, 'unique-key-race&at=5', 'prepared-transaction&at=5']) {
        // Another document: the figures are those of this spec.
        await page.goto('about:blank');
        await open(page, `spec=${spec}&stage=1&theme=${theme}`);
        const figures = await page.getByRole('radio').all();
        expect(figures.length).toBeGreaterThan(2);
        for (const figure of figures) {
          await figure.check({ force: true });
          const seen = await page.evaluate((targetsName) => {
            const texts = [...document.querySelectorAll('main *')]
              .filter((element) =>
                [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
              )
              .filter(
                (element) => element.checkVisibility() && element.closest('.visually-hidden, [aria-live]') === null,
              )
              .map((element) => ({
                size: Number.parseFloat(getComputedStyle(element).fontSize),
                text: element.textContent ?? '',
              }));
            const root = document.documentElement;
            const targets = [...document.querySelectorAll(`[aria-label="${targetsName}"] > *`)];
            const bar = document.querySelector('[role="radiogroup"], fieldset')?.getBoundingClientRect();
            return {
              smallest: texts.sort((a, b) => a.size - b.size)[0],
              wider: root.scrollWidth - innerWidth,
              higher: root.scrollHeight - innerHeight,
              below: (bar?.bottom ?? Number.POSITIVE_INFINITY) - innerHeight,
              under: Math.max(0, ...targets.map((target) => target.getBoundingClientRect().bottom - (bar?.top ?? 0))),
            };
          }, t('lanes.targets'));
          expect(seen.smallest?.size, `${spec}: ${seen.smallest?.text}`).toBeGreaterThanOrEqual(height / 30);
          expect([seen.wider, seen.higher], spec).toEqual([0, 0]);
          expect(seen.below).toBeLessThanOrEqual(0);
          expect(seen.under, `${spec}: who moves next`).toBe(0);
        }
      }
    });

test('on stage the arrows and a remote’s keys step, V changes the figure, and the black slide’s key does nothing', async ({
  page,
}) => {
  await open(page, 'spec=first-updater-wins&at=2&stage=1');
  await page.keyboard.press('ArrowRight');
  await tick(page, 3);
  await page.keyboard.press('PageDown');
  await tick(page, 4);
  await page.keyboard.press('PageUp');
  await tick(page, 3);
  await page.keyboard.press('ArrowLeft');
  await tick(page, 2);
  for (const key of ['.', 'b']) await page.keyboard.press(key);
  await tick(page, 2);
  await expect(stage(page)).toHaveAttribute('data-figure', 'rows');
  await page.keyboard.press('v');
  await expect(stage(page)).toHaveAttribute('data-figure', 'xids');
  // In the picker of figures the arrows belong to the picker.
  await page.getByRole('radio').nth(1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(stage(page)).toHaveAttribute('data-figure', 'why');
  await tick(page, 2);
  await page.keyboard.press('f');
  await expect(page.locator('html')).not.toHaveAttribute('data-stage');
  await expect(stage(page)).not.toHaveAttribute('data-figure');
  await page.keyboard.press('.');
  await tick(page, 3);
});

test('on stage the key that each session’s card shows moves it, and b stays a remote’s', async ({ page }) => {
  await open(page, 'spec=first-look&stage=1');
  const keys = page.locator('[data-kind="run"] kbd');
  await expect(keys).toHaveText(['A', '⇧B']);
  await page.keyboard.press('b');
  const dark = page.getByRole('status', { name: t('lessons.blank') });
  await expect(dark).toBeVisible();
  // The key that brings the picture back does nothing else.
  await page.keyboard.press('Shift+B');
  await expect(dark).toHaveCount(0);
  await tick(page, 0);
  await page.keyboard.press('Shift+B');
  await tick(page, 1);
  await expect(page.locator('[data-card]')).toHaveCount(1);
  await page.keyboard.press('a');
  await tick(page, 2);
});

const HOSTILE = `#: title: <script>alert(1)</script> ]]> & "quoted"
setup { CREATE TABLE t (id int, note text); INSERT INTO t VALUES (1, ']]> & <img src=x>'); }
session a step a1 { BEGIN; } step a2 { UPDATE t SET note = '<script>' WHERE id = 1; } step a3 { COMMIT; }
session b step b1 { UPDATE t SET note = 'b' WHERE id = 1; }
session c step c1 { SELECT 1; }
session d step d1 { SELECT 1; }
session e step e1 { SELECT '</svg><script>alert(1)</script>'; }
session "f <&>" step f1 { SELECT note FROM t; }
permutation a1 a2 b1 e1 f1 a3 c1 d1`;

for (const [name, address] of [
  ['two sessions', 'spec=first-look&at=2&theme=dark'],
  ['three sessions', 'spec=first-updater-wins&at=5&theme=light'],
  ['six sessions of a hostile spec', `text=${packText(HOSTILE)}&at=5&theme=dark`],
  ['three sessions, on a phone', 'spec=first-updater-wins&at=5&theme=light'],
  ['rows alone', 'spec=first-updater-wins&at=5&theme=light&depth=rows'],
] as const)
  test(`the picture stands alone: ${name}`, async ({ page }) => {
    const seen = await watch(page);
    if (name.includes('phone')) await page.setViewportSize({ width: 390, height: 844 });
    await open(page, address);
    const isPlain = address.includes('depth=rows');
    if (name.includes('phone') || isPlain) await page.getByText(t('stage.options'), { exact: true }).click();
    await button(page, t('stage.save')).click();
    const saved = async (label: string): Promise<Buffer> => {
      const download = page.waitForEvent('download');
      await button(page, label).click();
      return await readFile(await (await download).path());
    };
    const svg = (await saved(t('stage.save.svg'))).toString('utf8');
    const png = await saved(t('stage.save.png'));
    expect(seen.faults).toEqual([]);

    const other = await page.context().newPage();
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.url()));
    const found = await other.evaluate(
      async ([text, pixels]) => {
        const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
        const load = async (url: string) => {
          const image = new Image();
          image.src = url;
          await image.decode();
          return image;
        };
        const drawn = await load(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`);
        const photo = await load(`data:image/png;base64,${pixels}`);
        const canvas = document.createElement('canvas');
        canvas.width = photo.naturalWidth;
        canvas.height = photo.naturalHeight;
        const context = canvas.getContext('2d');
        context?.drawImage(photo, 0, 0);
        // The largest share of one colour: paper. All else is drawing.
        const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
        const counts = new Map<number, number>();
        for (let i = 0; i < data.length; i += 4) {
          const colour = ((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0);
          counts.set(colour, (counts.get(colour) ?? 0) + 1);
        }
        const elements = [...parsed.querySelectorAll('*')];
        return {
          root: parsed.documentElement.localName,
          broken: parsed.querySelectorAll('parsererror').length,
          kinds: [...new Set(elements.map(({ localName }) => localName))],
          links: elements.flatMap((element) =>
            [...element.attributes].filter(
              ({ name: what, value }) => /href|src/.test(what) || /url\((?!["']?#)/.test(value),
            ),
          ).length,
          styles: [...parsed.querySelectorAll('style')].map(({ textContent }) => textContent),
          texts: [...parsed.querySelectorAll('text')].map(({ textContent }) => textContent),
          size: [drawn.naturalWidth, drawn.naturalHeight],
          png: [photo.naturalWidth, photo.naturalHeight],
          colours: counts.size,
          paper: Math.max(...counts.values()) / (data.length / 4),
        };
      },
      [svg, png.toString('base64')] as const,
    );
    expect(found.root).toBe('svg');
    expect(found.broken).toBe(0);
    expect(found.links).toBe(0);
    for (const kind of ['script', 'foreignObject', 'image', 'iframe', 'a']) expect(found.kinds).not.toContain(kind);
    // It carries its letters, and nothing else in its styles.
    for (const style of found.styles)
      expect(
        style.replaceAll(/@font-face\s*{[^}]*src:\s*url\(["']?data:font\/woff2;base64,[^)]*\)[^}]*}/g, '').trim(),
      ).toBe('');
    const [width = 0, height = 0] = found.size;
    expect(width).toBeGreaterThanOrEqual(1600);
    expect(height / width).toBeGreaterThanOrEqual(9 / 16 - 0.001);
    expect(found.png).toEqual([2 * width, 2 * height]);
    expect(found.colours).toBeGreaterThan(50);
    expect(found.paper).toBeLessThan(0.97);
    expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([]);
    expect(found.texts).toContain(t('lanes.title') + t('stage.picture.lanesHint'));
    expect(found.texts).toContain('xipscope');
    // As deep as the page.
    const isAxis = (text: string | null) => text?.startsWith(t('stage.axis')) === true;
    expect(found.texts.some(isAxis)).toBe(!isPlain);
    expect(found.texts.includes('t_xmin')).toBe(!isPlain);
    expect(found.texts.some((text) => text?.includes('PostgreSQL 17 rules'))).toBe(true);
  });
