/**
 * Everything fits: no text over another, none cut; on stage nothing scrolls; and a step's subject is visible. Every
 * step of every lesson, every exercise, the Lab, the Playground, the standby and the server, on the page and on stage.
 */
import '../src/base/messages/en/index.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { at as path } from '../node/tree.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { parseLesson } from '../src/scenario/lesson-parse.ts';
import { kindAsked } from '../src/viewmodel/exercise/kinds.ts';
import { parseExercise } from '../src/viewmodel/exercise/parse.ts';
import { figureOf } from '../src/viewmodel/lesson/deck.ts';
import { packText } from '../src/viewmodel/stage/packed-text.ts';
import { faultsOf, type Law, measure } from './geometry.ts';
import { spinning } from './site.ts';

const { t } = messagesIn('en');
const SHOWN = '[data-figure-slot][data-shown="true"]';
/** A step's subject may have to be counted first, in a worker. */
const MARK_MS = 20_000;
/**
 * A figure has settled when nothing in it has changed for this many frames; one that never settles is checked as it is.
 */
const STILL_FRAMES = 15;
const MOST_FRAMES = 150;
const LOOKS = 6;

interface View extends Law {
  readonly at: string;
  /** A selector that is visible once the figure is drawn. */
  readonly ready: string;
  readonly figure: string;
}

async function goTo(page: Page, view: View): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, view.at);
  await expect(page.locator(view.ready).filter({ visible: true }).first(), view.at).toBeVisible();
  // A step's subject may have to be counted first; if it never appears, the check below reports it.
  for (const mark of view.decisive)
    await page
      .locator(`${view.figure} [data-mark="${mark}"]`)
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
async function standing(page: Page, view: View): Promise<readonly string[]> {
  let faults: readonly string[] = [];
  let last = 'never looked at';
  for (let look = 0; look < LOOKS; look++) {
    await still(page);
    faults = faultsOf(await measure(page, { figure: view.figure }), view);
    const now = faults.join();
    if (now === '' || now === last) break;
    last = now;
  }
  return faults;
}

const PROJECTOR = { width: 1280, height: 720 };
const LARGE = { width: 1920, height: 1080 };
/** On stage at a projector's size and a large one; on the page where there is least room. */
const WINDOWS: readonly (readonly [stage: boolean, sizes: readonly { width: number; height: number }[]])[] = [
  [true, [PROJECTOR, LARGE]],
  [false, [PROJECTOR]],
];

/** Each view is opened once and checked in all sizes, so its subject is counted once. */
async function allFit(page: Page, views: (stage: boolean) => readonly View[], windows = WINDOWS): Promise<void> {
  const found: string[] = [];
  for (const [stage, sizes] of windows) {
    await page.goto('about:blank');
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

const stageOf = (stage: boolean): string => (stage ? '&stage=1' : '');

const LESSONS = readdirSync(path('scenarios/lessons')).flatMap((file) => {
  const [, id] = /^\d+-(.*)\.en\.md$/.exec(file) ?? [];
  if (id === undefined) return [];
  const lesson = parseLesson(readFileSync(path(`scenarios/lessons/${file}`), 'utf8'));
  return lesson.ok ? [{ id, steps: lesson.value.steps }] : [];
});

for (const { id, steps } of LESSONS)
  test(`each step of ${id} fits, and what it is about is seen`, async ({ page }) => {
    test.slow();
    await allFit(page, (stage) =>
      steps.map((_, i) => ({
        at: `#/lessons/${id}?step=${i + 1}${stageOf(stage)}`,
        stage,
        decisive: figureOf(steps, i)?.decisive ?? [],
        ready: `${SHOWN} :is(svg, canvas, table, [role="img"])`,
        figure: SHOWN,
      })),
    );
  });

test('each question that a lesson asks fits on stage, when a key brings it to the room', async ({ page }) => {
  test.slow();
  const found: string[] = [];
  const figure = '[data-asked]';
  await page.setViewportSize(PROJECTOR);
  await page.goto('/#/about:nothing');
  for (const { id, steps } of LESSONS)
    for (const [i, { question }] of steps.entries()) {
      if (question === null) continue;
      const at = `#/lessons/${id}?step=${i + 1}${stageOf(true)}`;
      const view = { at, stage: true, decisive: [], ready: '[data-lesson] nav kbd', figure };
      await goTo(page, view);
      await expect(page.locator(`[data-lesson="${id}"][data-step="${i + 1}"]`)).toBeVisible();
      await page.keyboard.press('q');
      await expect(page.locator(`${figure} :is(button, textarea)`).first()).toBeVisible();
      for (const fault of faultsOf(await measure(page, { root: figure, figure }), view)) found.push(`${at}: ${fault}`);
      await page.keyboard.press('q');
      await expect(page.locator(figure)).toHaveCount(0);
    }
  expect(found, found.join('\n')).toEqual([]);
});

/** A wait that needs three sentences to describe. */
const IN_LINE = packText(`setup { CREATE TABLE t (id int, n int); INSERT INTO t VALUES (1, 0); }
session a step begin { BEGIN; } step first { UPDATE t SET n = 7; } step end { COMMIT; }
session b step second { UPDATE t SET n = n * 10; }
session c step third { UPDATE t SET n = n + 5; }
permutation begin first second third end`);
const PAGES: readonly (readonly [at: string, ready: string])[] = [
  [`#/play?v=1&text=${IN_LINE}&at=4`, '[data-tick="4"]'],
  ['#/?v=1&idle=10000', '[data-testid="race"]'],
  ['#/play?v=1&spec=first-look', '[data-tick]'],
  ['#/play?v=1&spec=first-look&at=3', '[data-tick]'],
  ['#/play?v=1&spec=hermitage-p4&moves=0-5-1-6&at=4', '[data-tick]'],
  ['#/play?v=1&spec=running-above-xmax&at=6', '[data-tick]'],
  ['#/play/standby?v=1&spec=standby-64-subtransactions&at=4', 'figure svg[role="img"]'],
  ['#/play/standby?v=1&spec=standby-late-commit&at=6&replay=6', 'figure svg[role="img"]'],
  ['#/lab?v=1', 'main svg'],
  ['#/lab?v=1&mode=sweep', 'main svg'],
  ['#/lab/cliff?v=1', 'g[data-series^="real-"]'],
  ['#/lab/ladder?v=1', '[data-design="csn"] svg'],
  ['#/lab/model?v=1', '[data-phase="running"], g[data-series]'],
  ['#/lab/model?v=1&view=ask', 'main'],
  ['#/lab/lines?v=1', '[data-testid="cache-lines"]'],
  ['#/calculator?v=1&part=little', 'main svg'],
  ['#/play/server?v=1&sample=1', 'main svg'],
];
for (const [at, ready] of PAGES)
  test(`${at.replace(IN_LINE, 'several in line')} fits`, async ({ page }) => {
    await allFit(page, (stage) => [{ at: `${at}${stageOf(stage)}`, stage, decisive: [], ready, figure: 'main' }]);
  });

const SAMPLE = readFileSync(path('scenarios/tools/sample-17.json'), 'utf8');
/** The number of sessions beyond the sample's, all younger: more rows than are drawn. */
const YOUNG = 12;
const CROWD = SAMPLE.replace(
  /("sessions" : \[)(\{"pid" : )\d+([^}]*"xmin" : )"\d+"([^}]*"vacuums" : )true\}/,
  (session, head: string, pid: string, to: string, rest: string) =>
    `${head}${Array.from({ length: YOUNG }, (_, i) => `${pid}${31_000 + i}${to}"763"${rest}false}, `).join('')}${session.slice(head.length)}`,
);

test('on stage every holder of the horizon has a row, or is named or counted in the last line', async ({ page }) => {
  const view = { at: '#/play/server?v=1', stage: true, decisive: [], ready: 'main svg', figure: 'main' };
  const found: string[] = [];
  await page.setViewportSize(PROJECTOR);
  for (const [text, isCrowd] of [
    [SAMPLE, false],
    [CROWD, true],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`/${view.at}`);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /Open a file/ }).click();
    await (await chooser).setFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await expect(page.locator('[data-state="shown"] [data-holder]').first()).toBeVisible();
    await page.getByText(t('ui.figure.table'), { exact: true }).first().click();
    const table = page.getByRole('table', { name: t('server.holders.table') });
    await expect(table).toBeVisible();
    const names = await table.locator('tbody tr td:first-child').allTextContents();
    expect(names.length, 'in the table').toBe(isCrowd ? 11 + YOUNG : 11);
    await page.keyboard.press('f');
    await expect(page.locator('html')).toHaveAttribute('data-stage', /.*/);
    for (const size of [PROJECTOR, LARGE]) {
      await page.setViewportSize(size);
      const where = `${isCrowd ? 'a crowd' : 'the sample'} at ${size.width}`;
      for (const fault of await standing(page, view)) found.push(`${where}: ${fault}`);
      const rows = await page
        .locator('[data-holder]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-holder')));
      const last = (await page.locator('[data-left-out]').allTextContents()).join();
      const untold = names.filter((name) => !rows.includes(name) && !last.includes(name));
      const counted = Number(/(\d+) more$/.exec(last)?.[1] ?? 0);
      if (untold.length !== counted) found.push(`${where}: ${untold.length} untold, ${counted} counted in “${last}”`);
      if (!isCrowd && untold.length > 0) found.push(`${where}: no word of ${untold.join()}`);
    }
  }
  expect(found, found.join('\n')).toEqual([]);
});

test('on a busy machine the race fits on stage, alone and in a lesson, in both languages', async ({
  page,
  context,
}) => {
  test.slow();
  const load = await spinning(context);
  await page.bringToFront();
  const found: string[] = [];
  await page.goto('/#/about:nothing');
  for (const [at, figure] of [
    ['#/?v=1&idle=0', 'main'],
    ['#/?v=1&idle=10000', 'main'],
    ['#/lessons/the-result?step=1', SHOWN],
    ['#/lessons/the-result?step=2', SHOWN],
  ] as const)
    for (const lang of ['en', 'zh']) {
      const view = { at: `${at}&lang=${lang}&stage=1`, stage: true, decisive: [], ready: `${figure} svg`, figure };
      await page.setViewportSize(PROJECTOR);
      await goTo(page, view);
      await expect(page.locator(figure).getByTestId('compare')).toHaveAttribute('data-busy', 'true');
      for (const size of [PROJECTOR, LARGE]) {
        await page.setViewportSize(size);
        for (const fault of await standing(page, view)) found.push(`${view.at} at ${size.width}: ${fault}`);
      }
    }
  await load.close();
  expect(found, found.join('\n')).toEqual([]);
});

/** A point at 0 and many more: the run lasts long enough to be checked in both sizes. */
const LONG = [0, 100, ...Array.from({ length: 20 }, (_, i) => 500 * (i + 1))].join();
const sweepOn = (active: number, points: string): string =>
  `#/lab?v=1&mode=sweep&designs=pg13,pg14&active=${active}&idle=${points}&mostlyIdle=0&workload=readonly&other=5&seconds=1&stage=1`;

/** More threads than cores wait for each other: the page reports on any machine that it is busy. */
for (const perCore of [0, 4])
  test(`a sweep fits on stage while it runs and when it is over, ${perCore === 0 ? 'of one thread' : 'on a busy machine'}`, async ({
    page,
  }) => {
    test.slow();
    await page.goto('/#/about:nothing');
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    const active = Math.min(64, Math.max(1, perCore * cores));
    const panel = page.getByTestId('lab-run');
    const found: string[] = [];
    const look = async (view: View, when: string): Promise<void> => {
      for (const size of [PROJECTOR, LARGE]) {
        await page.setViewportSize(size);
        for (const fault of await standing(page, view)) found.push(`${when} at ${size.width}: ${fault}`);
      }
    };
    for (const points of [LONG, '0,10000']) {
      const view = { at: sweepOn(active, points), stage: true, decisive: [], ready: 'main svg', figure: 'main' };
      await page.setViewportSize(PROJECTOR);
      await goTo(page, view);
      await panel.getByRole('button').click();
      if (points !== LONG) {
        await expect(panel).toHaveAttribute('data-phase', 'done');
        await page.locator('[data-series="modelled-pg14"]').waitFor({ state: 'attached', timeout: MARK_MS });
        await look(view, 'over');
      } else {
        await expect(page.locator('[data-series="pg14"] line').nth(1)).toBeAttached();
        await look(view, 'running');
        await expect(panel).toHaveAttribute('data-phase', 'running');
        await panel.getByRole('button').click();
      }
      if (perCore > 0) await expect(page.getByText(t('lab.busy'))).toBeVisible();
    }
    expect(found, found.join('\n')).toEqual([]);
  });

/** The chart's share of the window's height, on stage, whatever is next to the real servers. */
const CLIFF_SHARE = 0.55;
/** 8 readers are more than most machines' cores, and then the page has a longer text. */
for (const readers of [1, 8])
  test(`the cliff of ${readers} fits on stage while it is measured and modelled and afterwards, and its chart stays high`, async ({
    page,
  }) => {
    test.slow();
    const view = {
      at: `#/lab/cliff?v=1&readers=${readers}&stage=1`,
      stage: true,
      decisive: [],
      ready: 'main svg',
      figure: 'main',
    };
    const found: string[] = [];
    const look = async (when: string): Promise<void> => {
      for (const size of [PROJECTOR, LARGE]) {
        await page.setViewportSize(size);
        for (const fault of await standing(page, view)) found.push(`${when} at ${size.width}: ${fault}`);
        const box = await page.getByRole('img', { name: t('cliff.name') }).boundingBox();
        const share = (box?.height ?? 0) / size.height;
        if (share < CLIFF_SHARE)
          found.push(`${when} at ${size.width}: the chart has ${share.toFixed(3)} of the height`);
      }
    };
    await page.goto('/#/about:nothing');
    await page.setViewportSize(PROJECTOR);
    await goTo(page, view);
    await look('real servers');
    for (const id of ['model-run', 'cliff-measure']) {
      const panel = page.getByTestId(id);
      await panel.getByRole('button').click();
      await expect(panel).toHaveAttribute('data-phase', 'running');
      await look(`${id} under way`);
      await expect(panel).toHaveAttribute('data-phase', 'done');
      await look(`${id} over`);
    }
    expect(found, found.join('\n')).toEqual([]);
  });

const BOTH = [
  [true, [PROJECTOR, LARGE]],
  [false, [PROJECTOR, LARGE]],
] as const;
const ASKED = 'main [data-phase="ready"] [data-mark]';
const exerciseAt = (id: string, stage: boolean): string => `#/exercises/${id}?v=1&seed=1${stageOf(stage)}`;

test('the list of exercises fits on the page', async ({ page }) => {
  const list = { at: '#/exercises?v=1', stage: false, decisive: [], ready: 'main li a', figure: 'main' };
  await allFit(page, () => [list], [[false, [PROJECTOR, LARGE]]]);
});

const EXERCISES = readdirSync(path('scenarios/exercises')).flatMap((file) => {
  const [, id] = /^(.*)\.en\.md$/.exec(file) ?? [];
  if (id === undefined) return [];
  const exercise = parseExercise(readFileSync(path(`scenarios/exercises/${file}`), 'utf8'));
  return exercise.ok ? [{ id, ...exercise.value }] : [];
});

test('each exercise says what is decisive', () => {
  expect(EXERCISES.filter(({ decisive }) => decisive.length === 0).map(({ id }) => id)).toEqual([]);
});

for (const half of [0, 1])
  test(`each exercise fits, and what it names is seen, half ${half + 1}`, async ({ page }) => {
    test.slow();
    await allFit(
      page,
      (stage) =>
        EXERCISES.filter((_, i) => i % 2 === half).map(({ id, decisive }) => ({
          at: exerciseAt(id, stage),
          stage,
          decisive,
          ready: ASKED,
          figure: 'main',
        })),
      BOTH,
    );
  });

/** The smallest schedule of each hunt and of each exercise that is answered by a schedule, as steps' names. */
const SCHEDULES: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(path('web/tools/exercises/schedules.json'), 'utf8'),
);
/**
 * Predictions are answered wrongly, because the longest explanation follows: with the first option, unless that is the
 * right one.
 */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'lines-of-reuse': ['2', 'Enter'],
  'late-snapshot': ['5', 'ArrowUp', 'Enter'],
  'non-repeatable': ['5', 'ArrowDown', 'Enter'],
  deadlock: ['1', '2', '4', '5', '3', '6', 't'],
};
const BOUNDS_AND_LIST = ['xmin', 'xmax', 'Tab', '1', '2', '3', 'Enter'];
const keysFor = (exercise: (typeof EXERCISES)[number]): readonly string[] =>
  KEYS[exercise.id] ??
  SCHEDULES[exercise.id] ??
  (kindAsked(exercise).shape === 'snapshot' ? BOUNDS_AND_LIST : ['1', 'Enter']);

async function pressOn(page: Page, key: string): Promise<void> {
  const step = page.locator(`button[data-step="${key}"]`);
  if (key === 'xmin' || key === 'xmax')
    await page
      .locator('select')
      .nth(key === 'xmin' ? 0 : 1)
      .press('ArrowDown');
  else if ((await step.count()) === 0) await page.keyboard.press(key);
  else {
    await expect(step).toBeEnabled();
    // The first nine have a digit key.
    const digit = step.locator('kbd');
    if ((await digit.count()) === 0) await step.click();
    else await page.keyboard.press((await digit.textContent()) ?? '');
  }
}

for (const half of [0, 1])
  test(`what a room is shown after its answer, given by keys, fits on stage, half ${half + 1}`, async ({ page }) => {
    test.slow();
    const found: string[] = [];
    await page.goto('/#/about:nothing');
    for (const exercise of EXERCISES.filter((_, i) => i % 2 === half)) {
      const { id } = exercise;
      await page.setViewportSize(PROJECTOR);
      const view = { at: exerciseAt(id, true), stage: true, decisive: [], ready: ASKED, figure: 'main' };
      await goTo(page, view);
      const body = page.locator('[data-phase="ready"][data-solved]');
      const { shape } = kindAsked(exercise);
      const isMade = shape === 'order' || shape === 'schedule';
      for (const key of keysFor(exercise)) {
        await body.waitFor();
        await pressOn(page, key);
      }
      await expect(page.locator(`[data-${isMade ? 'solved' : 'told'}="true"]`), id).toBeVisible();
      for (const size of [PROJECTOR, LARGE]) {
        await page.setViewportSize(size);
        for (const fault of await standing(page, view)) found.push(`${id} at ${size.width}: ${fault}`);
      }
    }
    expect(found, found.join('\n')).toEqual([]);
  });
