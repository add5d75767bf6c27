/**
 * `npm run soak -- --claims`: does a page announce a finding on a busy machine that a quiet one contradicts? Starts eight
 * busy loops of its own, opens each page ten times, and prints every sentence that was announced. A contrary one is a fault.
 *
 * A page is an address, what starts its run, where its sentences are, and which sentences a quiet machine contradicts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { messagesIn } from '../../src/base/messages/index.ts';
import { withSite } from '../browser.ts';
import { Fault, say } from '../proc.mjs';

const { t } = messagesIn('en');
const LOOPS = 8;
/** A loop ends by itself, whatever happens to this process. */
const LOOP_MS = 45 * 60_000;
const LOOK_MS = 200;

interface ClaimsPage {
  readonly name: string;
  readonly hash: string;
  readonly start: (page: Page) => Promise<unknown>;
  /** How long a person stays. */
  readonly seconds: number;
  /** Where findings are announced. */
  readonly sentences: string;
  /** On a quiet machine 14 is never slower than 13, no design gains by idle connections, and 13 loses with 10,000. */
  readonly contrary: RegExp;
}

const nothing = async () => {};
export const PAGES: readonly ClaimsPage[] = [
  {
    name: 'Home',
    hash: '#/',
    start: nothing,
    seconds: 25,
    sentences: 'figure h2, [data-testid="ratio"]',
    contrary: /13 runs .* as fast|With 10,000 idle connections, 13 and 14 still run together|^0[.]\d+×/,
  },
  {
    name: 'Lab sweep',
    hash: '#/lab?v=1&mode=sweep&designs=pg13,pg14&active=1&idle=0,10000&seconds=1',
    start: (page) => page.getByRole('button', { name: t('lab.start.sweep') }).click(),
    seconds: 20,
    sentences: 'figure h2',
    contrary: /13 keeps (9\d|1\d\d) ?%|keeps 1(0[1-9]|[1-9]\d) ?%|14 keeps [0-6]?\d ?%/,
  },
];

export interface Announced {
  readonly page: string;
  readonly opening: number;
  readonly sentence: string;
  readonly contrary: boolean;
}

function startLoops(): readonly ChildProcess[] {
  const loop = `const end = Date.now() + ${LOOP_MS}; while (Date.now() < end && process.ppid === ${process.pid}) for (let i = 0; i < 1e7; i++);`;
  return Array.from({ length: LOOPS }, () => spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }));
}

async function watch(page: Page, of: ClaimsPage): Promise<ReadonlySet<string>> {
  const said = new Set<string>();
  const until = performance.now() + of.seconds * 1000;
  while (performance.now() < until) {
    for (const text of await page.locator(of.sentences).allTextContents()) said.add(text.trim());
    await sleep(LOOK_MS);
  }
  return said;
}

export async function claims(openings: number): Promise<readonly Announced[]> {
  const loops = startLoops();
  const announced: Announced[] = [];
  try {
    await withSite(async ({ browser, url }) => {
      for (const of of PAGES) {
        for (let opening = 1; opening <= openings; opening++) {
          const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' });
          context.setDefaultTimeout(120_000);
          const page = await context.newPage();
          await page.goto(`${url}/${of.hash}`);
          await page.locator('figure h2').first().waitFor();
          await of.start(page);
          for (const sentence of await watch(page, of)) {
            const contrary = of.contrary.test(sentence);
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
