/**
 * Home at 1280 × 720 while it races with 10,000 idle connections: what the page's main thread does in a frame, from a
 * Chromium trace, and how far apart frames are, by the timestamps that requestAnimationFrame hands out.
 * Targets are 95th percentiles; the race leaves a core to the page (its default) where there is more than one.
 */
import type { Page } from '@playwright/test';
import { messagesIn } from '../../src/base/messages/index.ts';
import { withSite } from '../browser.ts';
import { Fault } from '../proc.mjs';
import { ensureReady } from '../setup.mjs';
import { type Finding, judge, type Limits, type PartAnswer } from './report.ts';
import { p95 } from './stats.ts';
import { frameWork, type TraceEvent, workByKind } from './trace.ts';

const PART = 'frames';
const MAX_WORK_MS = 6;
const MAX_INTERVAL_MS = 17;
const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
const { t } = messagesIn('en');

/** The slider stands at its end, and the race measures there. */
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
  await page.waitForFunction(
    () => Number.parseFloat(document.querySelector('[data-testid="ratio"]')?.textContent ?? '') > 0,
    undefined,
    { timeout: 30_000 },
  );
}

interface TraceFile {
  readonly traceEvents: readonly TraceEvent[];
}
const isTrace = (value: unknown): value is TraceFile =>
  typeof value === 'object' && value !== null && 'traceEvents' in value && Array.isArray(value.traceEvents);

/** Timestamps of all frames for so long, and how much was measured meanwhile. */
async function watchFrames(page: Page, forMs: number): Promise<{ stamps: number[]; transactions: number }> {
  return await page.evaluate(async (limit) => {
    const count = () =>
      Number(document.querySelector('[data-testid="transactions"]')?.getAttribute('data-transactions') ?? 0);
    const before = count();
    const stamps: number[] = [];
    await new Promise<void>((resolve) => {
      const frame = (now: number) => {
        stamps.push(now);
        if (now - (stamps[0] ?? now) < limit) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
    return { stamps, transactions: count() - before };
  }, forMs);
}

export async function framesPart(seconds: number, progress: (text: string) => void): Promise<PartAnswer> {
  progress('frames: building the page');
  await ensureReady({ site: true, chromium: true, quiet: true });
  progress(`frames: racing for ${seconds} s`);
  const { work, kinds, seen, cores } = await withSite(async ({ browser, page, url }) => {
    await raceAtTheEnd(page, url);
    await page.waitForTimeout(1500);
    // Once without the trace, which costs time itself, for the interval; once with it, for the work.
    const watched = await watchFrames(page, seconds * 1000);
    await browser.startTracing(page, { categories: CATEGORIES });
    await watchFrames(page, seconds * 1000);
    const file: unknown = JSON.parse((await browser.stopTracing()).toString('utf8'));
    if (!isTrace(file)) throw new Fault('Chromium’s trace has no events.');
    const frames = frameWork(file.traceEvents);
    return {
      work: frames,
      kinds: workByKind(file.traceEvents, frames.length),
      seen: watched,
      cores: await page.evaluate(() => navigator.hardwareConcurrency),
    };
  });
  const intervals = seen.stamps.slice(1).map((at, i) => at - (seen.stamps[i] ?? at));
  const wall = work.map((frame) => frame.wallMs);
  const cpu = work.map((frame) => frame.cpuMs);
  const late = intervals.filter((ms) => ms > 1.5 * (1000 / 60)).length;
  return {
    findings: [
      percentile('main-thread work per frame, p95', wall, { max: MAX_WORK_MS }),
      percentile('the same, processor time only, p95', cpu),
      percentile('frame interval by requestAnimationFrame, p95', intervals, { max: MAX_INTERVAL_MS }),
    ],
    notes: [
      `frames: ${seen.transactions.toLocaleString('en')} transactions were measured meanwhile on ${cores} cores; ${late} of ${intervals.length} frames came late.`,
      `frames: mean wall time in a frame: ${kinds.map(([kind, ms]) => `${kind} ${ms.toFixed(2)} ms`).join(', ')}.`,
      ...(cores < 2 ? ['frames: one core: none is left for the page.'] : []),
    ],
    data: { wallMs: wall, cpuMs: cpu, intervalMs: intervals, transactions: seen.transactions },
  };
}

function percentile(what: string, values: readonly number[], limits?: Limits): Finding {
  const value = p95(values);
  const middle = { q1: p95(values.slice(0, values.length / 2)), q3: p95(values.slice(values.length / 2)) };
  const [q1, q3] = [Math.min(middle.q1, middle.q3), Math.max(middle.q1, middle.q3)];
  const asked = { part: PART, what, unit: ' ms', of: 'frames', ...(limits && { limits }) };
  return judge(asked, values.length === 0 ? null : { q1, median: value, q3, n: values.length });
}
