/**
 * Texts of 64 kB from outside, entered as a reader enters them: the longest single task of the page's main thread
 * meanwhile, in processor time, so that a busy machine does not count. Next to each a short text of the same kind: the
 * page's cost of drawing any answer. The law is 50 ms; tests check that nothing is parsed on the main thread, this
 * shows the rest.
 */
import type { Page } from '@playwright/test';
import { repetitive, SIGNS } from '../../src/scenario/repetitive.fake.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { type Site, withSite } from '../browser.ts';
import { ensureReady } from '../setup.mjs';
import { traceEvents } from './part-frames.ts';
import { judge, type PartAnswer } from './report.ts';
import { longestTaskMs } from './trace.ts';

const PART = 'untrusted';
const LIMIT_MS = 50;
const CHARS = 63_900;
/** By this time workers have answered, or their time limit has ended them. */
const SETTLE_MS = 3000;
const HEAD = '---\ntitle: a\nlesson: b\n---\n';

const fill = (unit: string): string => unit.repeat(Math.floor(CHARS / unit.length));
const drawn = (signs: Parameters<typeof repetitive>[1]): readonly string[] =>
  [1, 2, 3].map((seed) => repetitive(seed, signs, CHARS - HEAD.length));

interface Way {
  readonly what: string;
  readonly at: string;
  readonly short: string;
  readonly long: readonly string[];
  hand(page: Page, text: string): Promise<void>;
}
const file =
  (input: string, name: string) =>
  (page: Page, text: string): Promise<void> =>
    page
      .locator(input)
      .first()
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

const WAYS: readonly Way[] = [
  {
    what: 'an address',
    at: '#/record?v=1&lang=en',
    short: '#/?idle=x',
    long: [
      `#/?idle=${fill('1')}x`,
      `#/play${fill('/')}x`,
      `#/lab?idle=${Array.from({ length: 11_000 }, (_, i) => i).join(',')}`,
      `#/play?moves=${fill('1-')}`,
      ...drawn(SIGNS.address).map((value) => `#/lab?designs=${value}`),
    ],
    hand: (page, text) =>
      page.evaluate((hash) => {
        location.hash = hash;
      }, text),
  },
  {
    what: 'a message to an embed',
    at: '#/embed/play?v=1&lang=en&spec=first-look',
    short: 'x',
    long: [fill('a'), fill('{"xipscope":1,"do":"step"}')],
    hand: (page, text) => page.evaluate((data) => postMessage({ xipscope: 1, do: data, to: data }), text),
  },
  {
    what: 'a spec, pasted into the editor',
    at: '#/play?v=1&lang=en&spec=first-look',
    short: 'session a\n',
    long: [
      `session s step a { SELECT ${fill('/*').slice(40)} }`,
      fill('a '),
      fill('session s\n'),
      ...drawn(SIGNS.spec),
    ],
    hand: async (page, text) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await page.locator('.cm-content').click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('ControlOrMeta+v');
    },
  },
  {
    what: 'an exercise’s file',
    at: '#/exercises?v=1&lang=en',
    short: `${HEAD}a\n`,
    long: [fill('*_'), fill('[a]: b\n').slice(0, 20_000), fill('# a\n').slice(0, 11_000), ...drawn(SIGNS.markdown)].map(
      (text) => HEAD + text,
    ),
    hand: file('[data-testid="exercise-file"]', 'a.md'),
  },
  {
    what: 'a record',
    at: '#/teacher?v=1&lang=en',
    short: '[',
    long: [fill('['), fill('{"a":'), `[${fill('{},').slice(0, -1)}]`, ...drawn(SIGNS.json)],
    hand: file('[data-opens="files"]', 'a.json'),
  },
  {
    what: 'a server’s state',
    at: '#/play/server?v=1&lang=en',
    short: '[',
    long: [fill('['), fill('{"a":'), `[${fill('{},').slice(0, -1)}]`, ...drawn(SIGNS.json)],
    hand: file('input[type="file"]', 'a.json'),
  },
];

async function blockedMs({ browser, page, url }: Site, way: Way, text: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(`${url}/${way.at}`);
  if (way.what.startsWith('a spec')) {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.locator('.cm-content').waitFor();
  }
  await page.waitForTimeout(SETTLE_MS);
  const events = await traceEvents(browser, page, async () => {
    // Frames show which thread is the page's.
    await page.evaluate(() => new Promise((frame) => requestAnimationFrame(frame)));
    await way.hand(page, text);
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate(() => new Promise((frame) => requestAnimationFrame(frame)));
  });
  return longestTaskMs(events) ?? Number.NaN;
}

export async function untrustedPart(progress: (text: string) => void): Promise<PartAnswer> {
  progress(`${PART}: building the page`);
  await ensureReady({ site: true, chromium: true, quiet: true });
  const found = await withSite(async (site) => {
    const all: { readonly what: string; readonly short: number; readonly long: readonly number[] }[] = [];
    for (const way of WAYS) {
      progress(`${PART}: ${way.what}`);
      const short = await blockedMs(site, way, way.short);
      const long: number[] = [];
      for (const text of way.long) long.push(await blockedMs(site, way, text));
      all.push({ what: way.what, short, long });
    }
    return all;
  });
  return {
    findings: found.map(({ what, long }) =>
      judge(
        {
          part: PART,
          what: `${what}: the main thread’s longest task`,
          unit: ' ms',
          limits: { max: LIMIT_MS },
          of: 'texts',
        },
        // The worst of them is judged: one text is enough to block a page.
        quartilesOf([Math.max(...long)]),
      ),
    ),
    notes: found.map(
      ({ what, short, long }) =>
        `${what}: ${long.map((ms) => ms.toFixed(0)).join(', ')} ms for 64 kB each; ${short.toFixed(0)} ms for a short one`,
    ),
    data: found,
  };
}
