/**
 * How the chapters `fit-….spec.ts` look at a page: each opens views, waits until they have settled, and asks geometry.ts
 * for their faults in each window. A chapter is a file of its own because one worker runs a file.
 */
import { expect, type Page } from '@playwright/test';
import { faultsOf, type Law, measure } from './geometry.ts';

export const SHOWN = '[data-figure-slot][data-shown="true"]';
/** A step's subject may have to be counted first, in a worker, and the machine may be busy. */
export const MARK_MS = 60_000;
/** A model's run of some dozens of points, beside other tests' runs. */
export const RUN_MS = 600_000;
/**
 * A figure has settled when nothing in it has changed for this many frames; one that never settles is checked as it is.
 */
const STILL_FRAMES = 15;
const MOST_FRAMES = 150;
const LOOKS = 6;

export interface View extends Law {
  readonly at: string;
  /** A selector that is visible once the figure is drawn. */
  readonly ready: string;
  readonly figure: string;
}

/** The ways from here are gone by then, on a busy machine, too. */
const EXIT_MS = 20_000;

export async function goTo(page: Page, view: View): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, view.at);
  await expect(page.locator(view.ready).filter({ visible: true }).first(), view.at).toBeVisible();
  // A step's subject may have to be counted first; if it never appears, the check below reports it.
  for (const mark of view.decisive)
    await page
      .locator(`${view.figure} [data-mark="${mark}"]`)
      .filter({ visible: true })
      .first()
      .waitFor({ timeout: MARK_MS })
      .catch(() => undefined);
}

/** Resolves when the page has been still for some frames. */
const still = (page: Page): Promise<void> =>
  page.evaluate(
    ([enough, most]) =>
      new Promise<void>((done) => {
        let quiet = 0;
        let frames = 0;
        const changes = new MutationObserver(() => {
          quiet = 0;
        });
        changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        const look = (): void => {
          quiet += 1;
          frames += 1;
          if (document.fonts.status === 'loading') quiet = 0;
          if (quiet < enough && frames < most) {
            requestAnimationFrame(look);
            return;
          }
          changes.disconnect();
          done();
        };
        requestAnimationFrame(look);
      }),
    [STILL_FRAMES, MOST_FRAMES] as const,
  );

/**
 * The faults of a view that has settled. A fault that is still there at the next look counts; one that disappears came
 * from drawing.
 */
export async function standing(page: Page, view: View): Promise<readonly string[]> {
  let faults: readonly string[] = [];
  let last = 'never looked at';
  for (let look = 0; look < LOOKS; look++) {
    // The ways from here lie over the stage for some seconds when it opens, and go.
    if (view.stage) await expect(page.locator('[data-stage-exit]')).toHaveCount(0, { timeout: EXIT_MS });
    await still(page);
    faults = faultsOf(await measure(page, { figure: view.figure }), view);
    const now = faults.join();
    if (now === '' || now === last) break;
    last = now;
  }
  return faults;
}

export const PROJECTOR = { width: 1280, height: 720 };
export const LARGE = { width: 1920, height: 1080 };
/** On stage at a projector's size and a large one; on the page where there is least room. */
const WINDOWS: readonly (readonly [stage: boolean, sizes: readonly { width: number; height: number }[]])[] = [
  [true, [PROJECTOR, LARGE]],
  [false, [PROJECTOR]],
];

/**
 * Each view is opened once and checked in all sizes, so its subject is counted once. The page is loaded once: what it
 * has modelled on stage, it has for the page.
 */
export async function allFit(page: Page, views: (stage: boolean) => readonly View[], windows = WINDOWS): Promise<void> {
  const found: string[] = [];
  for (const [stage, sizes] of windows) {
    // A page between the two, so that nothing that is on stage is still there.
    await page.goto('/#/about:nothing');
    for (const view of views(stage)) {
      for (const [i, size] of sizes.entries()) {
        await page.setViewportSize(size);
        if (i === 0) await goTo(page, view);
        const faults = await standing(page, view);
        const where = `${view.at.replace(/&stage=1/, '')} ${stage ? 'on stage' : 'on the page'} at ${size.width}`;
        if (faults.length > 0) found.push(`${where}\n      ${faults.join('\n      ')}`);
      }
    }
  }
  expect(found, found.join('\n')).toEqual([]);
}

export const stageOf = (stage: boolean): string => (stage ? '&stage=1' : '');
