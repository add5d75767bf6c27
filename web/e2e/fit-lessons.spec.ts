/**
 * Every step of every lesson fits, on the page and on stage: no text over another, none cut, nothing that scrolls on
 * stage, and the step's subject is seen. So does each question that a lesson asks a room.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { at as path } from '../node/tree.mjs';
import { parseLesson } from '../src/scenario/lesson-parse.ts';
import { figureOf } from '../src/viewmodel/lesson/deck.ts';
import { allFit, goTo, PROJECTOR, SHOWN, stageOf } from './fit.ts';
import { faultsOf, measure } from './geometry.ts';

// The longest chapters: both workers share each.
test.describe.configure({ mode: 'parallel' });

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
      // In a question's field q is a letter.
      await page.keyboard.press('Escape');
      await expect(page.locator(figure)).toHaveCount(0);
    }
  expect(found, found.join('\n')).toEqual([]);
});
