/**
 * Every exercise fits and what it names is seen, on the page and on stage; so does what a room is shown after its answer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { at as path } from '../node/tree.mjs';
import { kindAsked, promptsOf } from '../src/viewmodel/exercise/kinds.ts';
import { parseExercise } from '../src/viewmodel/exercise/parse.ts';
import { allFit, goTo, LARGE, PROJECTOR, stageOf, standing } from './fit.ts';

// The longest chapters: both workers share each.
test.describe.configure({ mode: 'parallel' });

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
  'report-in-order': ['1', 'ArrowDown', 'ArrowDown', 'Enter'],
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
    // What is typed is typed on the page: typed-exercises.spec.ts.
    const byKeys = EXERCISES.filter((exercise) => promptsOf(exercise).length === 0);
    for (const exercise of byKeys.filter((_, i) => i % 2 === half)) {
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
