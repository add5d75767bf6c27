/**
 * A lesson on stage in Chromium: the time from a presenter's key to the first frame in which the step has its words and
 * its figure is at the step's position; and whether any frame on the way had no figure. A step's neighbours are
 * prepared in advance, so each step is taken once they are ready, as by a speaker who has talked meanwhile.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { p95 } from '../../node/measure.ts';
import { Fault } from '../../node/proc.mjs';
import { at } from '../../node/tree.mjs';
import type { Lesson } from '../../src/scenario/lesson.ts';
import { parseLesson } from '../../src/scenario/lesson-parse.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { deckAt, figureOf, tickOf } from '../../src/viewmodel/lesson/deck.ts';
import { type Site, withSite } from '../browser.ts';
import { ensureReady } from '../setup.mjs';
import { judge, type PartAnswer } from './report.ts';

const PART = 'stage';
const MAX_STEP_MS = 100;
/** One lesson whose figures are all the Playground's, and one that goes from page to page of the Lab. */
const LESSONS = ['01-two-stamps', '05-ping-pong'] as const;

interface Step {
  readonly ms: number;
  readonly blank: boolean;
}

/** Each step of a lesson by the remote's key, forward and then back. */
async function stepsOf({ page, url }: Site, file: string): Promise<readonly Step[]> {
  const lesson = await lessonIn(file);
  const id = file.replace(/^\d+-/, '');
  const { steps } = lesson;
  await page.goto('about:blank');
  await page.goto(`${url}/#/lessons/${id}?step=1&stage=1&lang=en`);
  const taken: Step[] = [];
  let from = 0;
  const order = [...steps.keys()].slice(1);
  for (const [key, to] of [
    ...order.map((step) => ['PageDown', step] as const),
    ...order.map((step) => ['PageUp', steps.length - 1 - step] as const),
  ]) {
    await neighboursReady(page, deckAt(steps, from, true).filter(({ measures }) => !measures).length);
    from = to;
    const figure = figureOf(steps, to)?.at ?? '';
    const tick = figure.startsWith('#/play?') ? tickOf(figure) : null;
    taken.push(await timed(page, key, to + 1, tick));
  }
  return taken;
}

async function lessonIn(file: string): Promise<Lesson> {
  const name = `${file}.en.md`;
  const parsed = parseLesson(await readFile(at('scenarios', 'lessons', name), 'utf8'));
  if (!parsed.ok) throw new Fault(`${name}: ${parsed.error[0]?.message ?? 'not a lesson'}`);
  return parsed.value;
}

/**
 * All figures of the step and its neighbours are drawn, except those that measure and therefore wait without a size.
 */
async function neighboursReady(page: Page, count: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const slots = [...document.querySelectorAll('[data-figure-slot]:not([data-measures])')];
    const stands = (slot: Element): boolean =>
      slot.querySelector('[data-tick], figure') !== null &&
      // The model has answered, if it was asked.
      slot.querySelector('[data-testid="model-run"]:is([data-phase="ready"], [data-phase="running"])') === null;
    return slots.length === wanted && slots.every(stands);
  }, count);
  await page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve, 250), { timeout: 2000 })),
  );
}

/**
 * @param step from 1
 * @param tick the position of a Playground figure; null: another kind of figure
 */
async function timed(page: Page, key: string, step: number, tick: number | null): Promise<Step> {
  await page.evaluate(
    ({ wanted, stands }) => {
      const slot = (): Element | null => document.querySelector('[data-figure-slot][data-shown="true"]');
      const isThere = (): boolean =>
        document.querySelector(`[data-lesson][data-step="${wanted}"]`) !== null &&
        slot()?.querySelector(stands === null ? 'svg, canvas' : `[data-tick="${stands}"]`) != null;
      // Icons are not figures. The model's bars are not SVG: each is marked as a picture.
      const isBlank = (): boolean =>
        ![...(slot()?.querySelectorAll('svg, canvas, span[role="img"]') ?? [])].some((one) => {
          const { width, height } = one.getBoundingClientRect();
          return one.matches('span') ? width > 60 && height > 0 : height > 60;
        });
      const answer = new Promise<Step>((resolve) => {
        addEventListener(
          'keydown',
          ({ timeStamp }) => {
            let blank = false;
            const look = (): void => {
              // This frame shows the document's present contents; it is on the screen when the next one begins.
              blank ||= isBlank();
              if (isThere()) requestAnimationFrame(() => resolve({ ms: performance.now() - timeStamp, blank }));
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      });
      Object.assign(globalThis, { xipStep: answer });
    },
    { wanted: step, stands: tick },
  );
  await page.keyboard.press(key);
  return await page.evaluate(() => (globalThis as unknown as { readonly xipStep: Promise<Step> }).xipStep);
}

export async function stagePart(progress: (text: string) => void): Promise<PartAnswer> {
  progress(`${PART}: building the page`);
  await ensureReady({ site: true, chromium: true, quiet: true });
  const taken = await withSite(async (site) => {
    const all: Step[] = [];
    for (const file of LESSONS) {
      progress(`${PART}: all steps of ${file}, there and back`);
      all.push(...(await stepsOf(site, file)));
    }
    return all;
  });
  const times = taken.map(({ ms }) => ms);
  const blank = taken.filter((step) => step.blank).length;
  const of = `${taken.length} steps of two lessons in Chromium`;
  return {
    findings: [
      judge(
        { part: PART, what: 'a step on stage, p95', unit: ' ms', limits: { max: MAX_STEP_MS }, of },
        quartilesOf([p95(times)]),
      ),
      judge({ part: PART, what: 'the same, median', unit: ' ms', of }, quartilesOf(times)),
      judge(
        { part: PART, what: 'steps with a frame without a figure', unit: '', limits: { max: 0 }, of },
        quartilesOf([blank]),
      ),
    ],
    notes: [`${PART}: the slowest step took ${Math.max(...times).toFixed(0)} ms.`],
    data: taken,
  };
}
