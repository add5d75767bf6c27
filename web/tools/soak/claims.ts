/**
 * `npm run soak -- --claims`: does a page announce a finding on a busy machine that a quiet one contradicts? Starts
 * busy loops (eight, or `--load N`), opens each page ten times, and prints every sentence that was announced. A
 * contrary one is a fault.
 *
 * A page has an address, the action that starts its run, the place of its sentences, and a test for sentences that a
 * quiet machine contradicts.
 */
import '../../src/base/messages/en/index.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { Fault, say } from '../../node/proc.mjs';
import { messagesIn } from '../../src/base/messages/index.ts';
import { withSite } from '../browser.ts';

const { t } = messagesIn('en');
/** A loop ends by itself, whatever happens to this process. */
const LOOP_MS = 45 * 60_000;
const LOOK_MS = 200;

interface ClaimsPage {
  readonly name: string;
  readonly hash: string;
  readonly start: (page: Page) => Promise<unknown>;
  /** The time that a reader stays. */
  readonly seconds: number;
  /** All announcements at a moment. */
  readonly read: (page: Page) => Promise<readonly string[]>;
  /** Whether a quiet machine contradicts it. */
  readonly contrary: (sentence: string) => boolean;
}

const nothing = async () => {};
const texts = (selector: string) => (page: Page) => page.locator(selector).allTextContents();
const press = (testId: string) => (page: Page) => page.getByTestId(testId).getByRole('button').first().click();

const NS = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 } as const;
/** 14.2 µs → 14 200; null if nothing is measured. */
export function nsIn(text: string): number | null {
  const found = /([\d.,]+)\s*(ns|µs|ms|s)\b/u.exec(text);
  const unit = Object.entries(NS).find(([name]) => name === found?.[2])?.[1];
  return found?.[1] === undefined || unit === undefined ? null : Number(found[1].replaceAll(',', '')) * unit;
}
const DROP = /([\d.,]+)(?:–([\d.,]+))? times (?:slower )?\(([^)]*)\)/gu;
/** Every drop that the cliff's title announces, by its shape. */
export const dropsIn = (title: string): ReadonlyMap<string, { readonly least: number; readonly most: number }> =>
  new Map(
    [...title.matchAll(DROP)].map(([, least = '', most = least, shape = '']) => [
      shape,
      { least: Number(least.replaceAll(',', '')), most: Number(most.replaceAll(',', '')) },
    ]),
  );
/** With 128 buffers no page has to be read: on a quiet machine its readers lose least, and none becomes faster. */
export function contraryDrop(title: string): boolean {
  const drops = dropsIn(title);
  const [old, fits] = [drops.get(t('cliff.shape.pg16')), drops.get(t('cliff.shape.pg17:128'))];
  return (
    [...drops.values()].some(({ least }) => least < 1) ||
    (fits !== undefined && old !== undefined && fits.least > old.most)
  );
}

/**
 * The title, and among the costs measured here the one that compares the designs: a snapshot with 1,000 idle
 * connections.
 */
async function ladderSays(page: Page): Promise<readonly string[]> {
  const cost = async (design: string) =>
    (await page.locator(`tr[data-design="${design}"] [title="${t('ladder.cost.measured')}"]`).allTextContents())[0];
  const [before, after] = [await cost('pg13'), await cost('pg14')].map((text) => nsIn(text ?? ''));
  const measured = before == null || after == null ? [] : [`measured: 13 ${before} ns, 14 ${after} ns`];
  return [...(await texts('figure h2')(page)), ...measured];
}
export function contraryCost(sentence: string): boolean {
  const [, before, after] = /^measured: 13 ([\d.]+) ns, 14 ([\d.]+) ns$/.exec(sentence) ?? [];
  return before !== undefined && Number(after) >= Number(before);
}

export const PAGES: readonly ClaimsPage[] = [
  {
    name: 'Home',
    hash: '#/',
    start: nothing,
    seconds: 25,
    read: texts('figure h2, [data-testid="ratio"]'),
    // 14 is never slower than 13 on a quiet machine, and 13 loses with 10,000.
    contrary: (said) =>
      /13 runs .* as fast|With 10,000 idle connections, 13 and 14 are still equally fast|^0[.]\d+×/.test(said),
  },
  {
    name: 'Lab sweep',
    hash: '#/lab?v=1&mode=sweep&designs=pg13,pg14&active=1&idle=0,10000&seconds=1',
    start: (page) => page.getByRole('button', { name: t('lab.start.sweep') }).click(),
    seconds: 20,
    read: texts('figure h2'),
    // No design gets faster with idle connections.
    contrary: (said) => /13 keeps (9\d|1\d\d) ?%|keeps 1(0[1-9]|[1-9]\d) ?%|14 keeps [0-6]?\d ?%/.test(said),
  },
  {
    name: 'Ladder',
    hash: '#/lab/ladder?v=1&machine=core-i5-10310u&idle=1000&writers=3',
    start: press('ladder-measure'),
    seconds: 25,
    read: ladderSays,
    contrary: contraryCost,
  },
  {
    name: 'Cliff',
    hash: '#/lab/cliff',
    start: press('cliff-measure'),
    seconds: 45,
    read: texts('figure h2'),
    contrary: contraryDrop,
  },
];

export interface Announced {
  readonly page: string;
  readonly opening: number;
  readonly sentence: string;
  readonly contrary: boolean;
}

function startLoops(count: number): readonly ChildProcess[] {
  const loop = `const end = Date.now() + ${LOOP_MS}; while (Date.now() < end && process.ppid === ${process.pid}) for (let i = 0; i < 1e7; i++);`;
  return Array.from({ length: count }, () => spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }));
}

async function watch(page: Page, of: ClaimsPage): Promise<ReadonlySet<string>> {
  const said = new Set<string>();
  const until = performance.now() + of.seconds * 1000;
  while (performance.now() < until) {
    for (const text of await of.read(page)) said.add(text.trim());
    await sleep(LOOK_MS);
  }
  return said;
}

export interface ClaimsRun {
  readonly openings: number;
  /** The number of busy loops next to the pages. */
  readonly load: number;
  /** Names of pages; all if empty. */
  readonly only: readonly string[];
}

export async function claims({ openings, load, only }: ClaimsRun): Promise<readonly Announced[]> {
  const loops = startLoops(load);
  const announced: Announced[] = [];
  try {
    await withSite(async ({ browser, url }) => {
      for (const of of PAGES.filter(({ name }) => only.length === 0 || only.includes(name))) {
        for (let opening = 1; opening <= openings; opening++) {
          const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' });
          context.setDefaultTimeout(120_000);
          const page = await context.newPage();
          await page.goto(`${url}/${of.hash}`);
          await page.locator('figure h2').first().waitFor();
          await of.start(page);
          for (const sentence of await watch(page, of)) {
            const contrary = of.contrary(sentence);
            announced.push({ page: of.name, opening, sentence, contrary });
            say(`${of.name} ${opening}: ${contrary ? 'CONTRARY ' : ''}${sentence}`);
          }
          await context.close();
        }
      }
    });
  } finally {
    for (const loop of loops) loop.kill();
  }
  const wrong = announced.filter(({ contrary }) => contrary);
  if (wrong.length > 0) throw new Fault(`${wrong.length} findings contradict a quiet machine's.`);
  return announced;
}
