/**
 * Where things move, at 1280 × 720: Home while it races with 10,000 idle connections, the Playground and the cache
 * lines' story while one step by a key follows the other. The main thread's work per frame is from a Chromium trace, the
 * intervals are by the timestamps that requestAnimationFrame gets. Targets are 95th percentiles; the race leaves a core
 * to the page (its default) if there is more than one.
 *
 * A headless Chromium has no screen: its frames are begun by a timer of 60 Hz, so an interval shows whether the page was
 * ready for its turn, not what a display would have shown.
 */
import '../../src/base/messages/en/index.ts';
import type { Browser, Page } from '@playwright/test';
import { p95 } from '../../node/measure.ts';
import { Fault } from '../../node/proc.mjs';
import { messagesIn } from '../../src/base/messages/index.ts';
import { type Site, withSite } from '../browser.ts';
import { ensureReady } from '../setup.mjs';
import { type Finding, judge, type Limits, type PartAnswer } from './report.ts';
import { type FrameWork, frameWork, type TraceEvent, workByKind } from './trace.ts';

/**
 * Frames of a page: their intervals, by the timestamps that requestAnimationFrame gets, and the main thread's work in
 * each, from a Chromium trace.
 */

const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
/** A frame that comes later than half a frame after its turn. */
const LATE_MS = 1.5 * (1000 / 60);

interface TraceFile {
  readonly traceEvents: readonly TraceEvent[];
}
const isTrace = (value: unknown): value is TraceFile =>
  typeof value === 'object' && value !== null && 'traceEvents' in value && Array.isArray(value.traceEvents);

/** Timestamps of all frames for this long, in milliseconds. While it watches, the page has a frame at each turn. */
export async function watchFrames(page: Page, forMs: number): Promise<readonly number[]> {
  return await page.evaluate(async (limit) => {
    const stamps: number[] = [];
    await new Promise<void>((resolve) => {
      const frame = (now: number) => {
        stamps.push(now);
        if (now - (stamps[0] ?? now) < limit) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
    return stamps;
  }, forMs);
}

export const intervalsOf = (stamps: readonly number[]): readonly number[] =>
  stamps.slice(1).map((at, i) => at - (stamps[i] ?? at));
export const lateOf = (intervals: readonly number[]): number => intervals.filter((ms) => ms > LATE_MS).length;

export interface TracedFrames {
  readonly work: readonly FrameWork[];
  /** Milliseconds of a mean frame by Chromium's kinds of work. */
  readonly kinds: readonly (readonly [kind: string, ms: number])[];
}

/** All trace events of the page while `meanwhile` runs. */
export async function traceEvents(
  browser: Browser,
  page: Page,
  meanwhile: () => Promise<unknown>,
): Promise<readonly TraceEvent[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await meanwhile();
  const file: unknown = JSON.parse((await browser.stopTracing()).toString('utf8'));
  if (!isTrace(file)) throw new Fault('Chromium’s trace has no events.');
  return file.traceEvents;
}

/** The work of all frames while `meanwhile` runs. */
export async function traceFrames(
  browser: Browser,
  page: Page,
  meanwhile: () => Promise<unknown>,
): Promise<TracedFrames> {
  const events = await traceEvents(browser, page, meanwhile);
  const work = frameWork(events);
  return { work, kinds: workByKind(events, work.length) };
}

export const kindsNote = (kinds: TracedFrames['kinds']): string =>
  `mean wall time in a frame: ${kinds.map(([kind, ms]) => `${kind} ${ms.toFixed(2)} ms`).join(', ')}`;

/** The 95th percentile of a figure of frames; its range is that of the run's two halves. */
export function framesFinding(
  asked: { readonly part: string; readonly what: string; readonly of: string; readonly limits?: Limits },
  values: readonly number[],
): Finding {
  const middle = values.length / 2;
  const halves = [p95(values.slice(0, middle)), p95(values.slice(middle))];
  const range = { q1: Math.min(...halves), median: p95(values), q3: Math.max(...halves), n: values.length };
  return judge({ ...asked, unit: ' ms' }, values.length === 0 ? null : range);
}

const PART = 'frames';
/** Also used for the Playground. */
export const MAX_WORK_MS = 6;
export const MAX_INTERVAL_MS = 17;
const { t } = messagesIn('en');

/** Moves the slider to its end, and waits until the race measures there. */
export async function raceAtTheEnd(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/?v=1&idle=0`);
  const race = page.getByTestId('race');
  await race.waitFor();
  await page.waitForFunction(
    () => document.querySelector('[data-testid="race"]')?.getAttribute('data-status') === 'running',
    undefined,
    { timeout: 30_000 },
  );
  const slider = page.getByRole('slider', { name: t('home.idle.label') });
  await slider.focus();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('[data-testid="end-pg13"]') !== null, undefined, {
    timeout: 30_000,
  });
}

/** The number of measured transactions so far, from the page. */
const transactions = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Number(document.querySelector('[data-testid="transactions"]')?.getAttribute('data-transactions') ?? 0),
  );

interface Stepped {
  readonly name: string;
  readonly hash: string;
  readonly keys: readonly string[];
}
/** Each step of one way, and back. */
const STEPPED: readonly Stepped[] = [
  {
    name: 'Playground',
    hash: '#/play?v=1&spec=first-look',
    keys: ['.', '.', '.', '.', '.', '.', ',', ',', ',', ',', ',', ','],
  },
  {
    name: 'cache lines',
    hash: '#/lab/lines?v=1&view=story&step=0',
    keys: [...Array<string>(7).fill('ArrowRight'), ...Array<string>(7).fill('ArrowLeft')],
  },
];
/** A step's film is over after 600 ms. */
const STEP_EVERY_MS = 650;

/** Frames while a step by a key follows the other: once without the trace, and once with it. */
async function steppedFrames({ browser, page, url }: Site, { hash, keys }: Stepped) {
  await page.goto('about:blank');
  await page.goto(`${url}/${hash}`);
  await page.locator('[data-film="rest"]').waitFor({ timeout: 60_000 });
  // Motion is fetched when the page is quiet.
  await page.waitForTimeout(1500);
  const all = async (): Promise<readonly number[]> => {
    const watched = watchFrames(page, keys.length * STEP_EVERY_MS);
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(STEP_EVERY_MS);
    }
    return await watched;
  };
  const intervals = intervalsOf(await all());
  return { ...(await traceFrames(browser, page, all)), intervals };
}

/** The three figures of a place. */
function placeFindings(place: string, work: readonly FrameWork[], intervals: readonly number[]): readonly Finding[] {
  return [
    percentile(
      `${place}: main-thread work per frame, p95`,
      work.map((frame) => frame.cpuMs),
      MAX_WORK_MS,
    ),
    percentile(
      `${place}: the same by the clock, with its waiting for a core, p95`,
      work.map((frame) => frame.wallMs),
    ),
    percentile(`${place}: frame interval by requestAnimationFrame, p95`, intervals, MAX_INTERVAL_MS),
  ];
}

export async function framesPart(seconds: number, progress: (text: string) => void): Promise<PartAnswer> {
  progress('frames: building the page');
  await ensureReady({ site: true, chromium: true, quiet: true });
  const { work, kinds, stamps, measured, cores, stepped } = await withSite(async (site) => {
    const { browser, page, url } = site;
    const steps = [];
    for (const one of STEPPED) {
      progress(`frames: steps of ${one.name}`);
      steps.push({ ...one, ...(await steppedFrames(site, one)) });
    }
    progress(`frames: racing for ${seconds} s`);
    await raceAtTheEnd(page, url);
    await page.waitForTimeout(1500);
    // Once without the trace, which itself costs time, for the interval; once with it, for the work.
    const before = await transactions(page);
    const watched = await watchFrames(page, seconds * 1000);
    const after = await transactions(page);
    const traced = await traceFrames(browser, page, () => watchFrames(page, seconds * 1000));
    return {
      ...traced,
      stamps: watched,
      measured: after - before,
      stepped: steps,
      cores: await page.evaluate(() => navigator.hardwareConcurrency),
    };
  });
  const intervals = intervalsOf(stamps);
  return {
    findings: [
      ...placeFindings('Home', work, intervals),
      ...stepped.flatMap((one) => placeFindings(one.name, one.work, one.intervals)),
    ],
    notes: [
      `frames: ${measured.toLocaleString('en')} transactions were measured meanwhile on ${cores} cores; ${lateOf(intervals)} of ${intervals.length} frames came late.`,
      `frames: Home: ${kindsNote(kinds)}.`,
      ...stepped.map(
        (one) =>
          `frames: ${one.name}: ${lateOf(one.intervals)} of ${one.intervals.length} frames came late; the longest frame has ${Math.max(0, ...one.work.map(({ cpuMs }) => cpuMs)).toFixed(1)} ms of processor time; ${kindsNote(one.kinds)}.`,
      ),
      ...(cores < 2 ? ['frames: one core: none is left for the page.'] : []),
    ],
    data: { work, intervalMs: intervals, transactions: measured, stepped },
  };
}

const percentile = (what: string, values: readonly number[], max?: number) =>
  framesFinding({ part: PART, what, of: 'frames', ...(max !== undefined && { limits: { max } }) }, values);
