/**
 * The cache-line view in Chromium with 12,500 connections and 48 cores, two designs on one clock: the main thread's
 * work per frame while a snapshot plays, from a Chromium trace, and the time of a single step.
 */
import type { Page } from '@playwright/test';
import { p95 } from '../../node/measure.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { withSite } from '../browser.ts';
import { ensureReady } from '../setup.mjs';
import { kindsNote, traceFrames } from './part-frames.ts';
import { judge, type PartAnswer } from './report.ts';

const PART = 'cache-lines';
const MAX_WORK_MS = 8;
const CORES = 48;
const CONNECTIONS = 12_500;
const ADDRESS = `#/lab/lines?v=1&left=pg13&right=dense&machine=epyc-7742&active=${CORES}&idle=${CONNECTIONS - CORES}`;
const STEPS = 60;

/** From the key until the frame in which the clock has moved. */
async function stepMs(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    const root = document.querySelector('[data-stop]');
    if (root === null) throw new Error('there is no figure');
    const took = new Promise<number>((resolve) => {
      let began = 0;
      addEventListener('keydown', () => (began = performance.now()), { capture: true, once: true });
      const watcher = new MutationObserver(() => {
        watcher.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - began));
      });
      watcher.observe(root, { attributeFilter: ['data-stop'] });
    });
    Object.assign(globalThis, { xipTook: took });
  });
  await page.keyboard.press(key);
  return await page.evaluate(() => (globalThis as unknown as { readonly xipTook: Promise<number> }).xipTook);
}

export async function cacheLinesPart(seconds: number, progress: (text: string) => void): Promise<PartAnswer> {
  progress(`${PART}: building the page`);
  await ensureReady({ site: true, chromium: true, quiet: true });
  const { work, kinds, steps, readyMs } = await withSite(async ({ browser, page, url }) => {
    const began = performance.now();
    await page.goto(`${url}/${ADDRESS}`);
    await page.locator('[data-phase="ready"]:not([data-busy])').waitFor({ timeout: 120_000 });
    const ready = performance.now() - began;
    progress(`${PART}: playing for ${seconds} s`);
    await page.keyboard.press(' ');
    await page.waitForTimeout(1000);
    const traced = await traceFrames(browser, page, () => page.waitForTimeout(seconds * 1000));
    await page.keyboard.press(' ');
    progress(`${PART}: single steps`);
    const own: number[] = [];
    // A step is a miss, of which there may be few: back and on again.
    for (let i = 0; i < STEPS; i++) own.push(await stepMs(page, i % 2 === 0 ? 'ArrowLeft' : 'ArrowRight'));
    return { ...traced, steps: own, readyMs: ready };
  });
  const of = `${CONNECTIONS.toLocaleString('en')} connections, ${CORES} cores`;
  const wall = work.map(({ wallMs }) => wallMs);
  return {
    findings: [
      judge(
        { part: PART, what: 'main-thread work per frame, p95', unit: ' ms', limits: { max: MAX_WORK_MS }, of },
        wall.length === 0 ? null : quartilesOf([p95(wall)]),
      ),
      judge({ part: PART, what: 'the same, median', unit: ' ms', of }, quartilesOf(wall)),
      judge(
        { part: PART, what: 'the same, processor time, p95', unit: ' ms', of },
        quartilesOf([p95(work.map(({ cpuMs }) => cpuMs))]),
      ),
      judge({ part: PART, what: 'a step, p95', unit: ' ms', of }, quartilesOf([p95(steps)])),
      judge({ part: PART, what: 'until the first picture', unit: ' ms', of }, quartilesOf([readyMs])),
    ],
    notes: [`${PART}: ${work.length} frames; ${kindsNote(kinds)}.`],
    data: { wallMs: wall, steps, readyMs },
  };
}
