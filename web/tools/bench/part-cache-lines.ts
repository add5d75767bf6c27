/**
 * The cache-line view in Chromium with 12,500 connections and 48 cores, two designs on one clock: the main thread's
 * work per frame while a snapshot plays, from a Chromium trace, and the time of a single step.
 */
import type { Page } from '@playwright/test';
import { p95 } from '../../node/measure.ts';
import { Fault } from '../../node/proc.mjs';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { withSite } from '../browser.ts';
import { ensureReady } from '../setup.mjs';
import { judge, type PartAnswer } from './report.ts';
import { frameWork, type TraceEvent, workByKind } from './trace.ts';

const PART = 'cache-lines';
const MAX_WORK_MS = 8;
const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
const CORES = 48;
const CONNECTIONS = 12_500;
const ADDRESS = `#/lab/lines?v=1&left=pg13&right=dense&machine=epyc-7742&active=${CORES}&idle=${CONNECTIONS - CORES}`;
const STEPS = 60;

interface TraceFile {
  readonly traceEvents: readonly TraceEvent[];
}
const isTrace = (value: unknown): value is TraceFile =>
  typeof value === 'object' && value !== null && 'traceEvents' in value && Array.isArray(value.traceEvents);

/** From the key until the frame in which the clock has moved. */
async function stepMs(page: Page): Promise<number> {
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
  await page.keyboard.press('ArrowRight');
  return await page.evaluate(() => (globalThis as unknown as { readonly xipTook: Promise<number> }).xipTook);
}

export async function cacheLinesPart(seconds: number, progress: (text: string) => void): Promise<PartAnswer> {
  progress(`${PART}: building the page`);
  await ensureReady({ site: true, chromium: true, quiet: true });
  const { work, kinds, steps, frames, readyMs } = await withSite(async ({ browser, page, url }) => {
    const began = performance.now();
    await page.goto(`${url}/${ADDRESS}`);
    await page.locator('[data-phase="ready"]:not([data-busy])').waitFor({ timeout: 120_000 });
    const ready = performance.now() - began;
    progress(`${PART}: playing for ${seconds} s`);
    await page.keyboard.press(' ');
    await page.waitForTimeout(1000);
    await browser.startTracing(page, { categories: CATEGORIES });
    await page.waitForTimeout(seconds * 1000);
    const file: unknown = JSON.parse((await browser.stopTracing()).toString('utf8'));
    if (!isTrace(file)) throw new Fault('Chromium’s trace has no events.');
    await page.keyboard.press(' ');
    const all = frameWork(file.traceEvents);
    progress(`${PART}: single steps`);
    const own: number[] = [];
    for (let i = 0; i < STEPS; i++) own.push(await stepMs(page));
    return {
      work: all,
      kinds: workByKind(file.traceEvents, all.length),
      steps: own,
      frames: all.length,
      readyMs: ready,
    };
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
      judge({ part: PART, what: 'a step by access, p95', unit: ' ms', of }, quartilesOf([p95(steps)])),
      judge({ part: PART, what: 'until the first picture', unit: ' ms', of }, quartilesOf([readyMs])),
    ],
    notes: [
      `${PART}: ${frames} frames; mean wall time in a frame: ${kinds.map(([kind, ms]) => `${kind} ${ms.toFixed(2)} ms`).join(', ')}.`,
    ],
    data: { wallMs: wall, steps, readyMs },
  };
}
