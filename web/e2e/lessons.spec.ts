/** A reader's journey through a lesson by keyboard, and a speaker's on stage with the notes in a second window. */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { overflow } from '../tools/photograph.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';
import { typeInto } from './typing.ts';

const { t } = messagesIn('en');
const shown = '[data-figure-slot][data-shown="true"]';
const figureAt = (page: Page, tick: number) => expect(page.locator(`${shown} [data-tick="${tick}"]`)).toBeVisible();
const lesson = (page: Page, step: number) => expect(page.locator(`[data-lesson][data-step="${step}"]`)).toBeVisible();

async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first();
  for (let i = 0; i < 80; i++) {
    if (await button.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way to “${name}” by Tab`);
}

test('a reader goes through a lesson by keyboard: predicts, is told by the engine, hears what the figure did', async ({
  page,
}) => {
  const seen = await watch(page);
  await page.goto('/#/lessons?theme=light');
  await page.getByRole('link', { name: /Two stamps on every row/ }).focus();
  await page.keyboard.press('Enter');
  await lesson(page, 1);
  await figureAt(page, 0);
  await page.keyboard.press('ArrowRight');
  await lesson(page, 2);
  await figureAt(page, 2);
  await expect(page).toHaveURL(/\/lessons\/two-stamps\?.*step=2/);
  // The engine gives the prediction's answer, and then the figure plays that move.
  const no = t('lessons.question.way', { way: 'works', kind: 'waits' });
  await expect(page.getByRole('button', { name: no })).toBeEnabled();
  await tabTo(page, no);
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('lessons.question.right'))).toBeVisible();
  await figureAt(page, 3);
  // The text that a screen reader announces: the figure's live region.
  await expect(page.locator(`${shown} [aria-live="polite"]`).filter({ hasText: /SELECT/ })).toBeAttached();
  // The reader's place is kept.
  await page.goto('/#/lessons');
  await expect(page.getByRole('link', { name: /Two stamps on every row/ })).toContainText(
    t('lessons.list.readUpTo', { step: 2, steps: 8 }),
  );
  expect(seen.faults).toEqual([]);
});

test('a speaker steps with a remote, goes to a number, darkens the picture, and the notes stay in step', async ({
  page,
  context,
}) => {
  await page.goto('/#/lessons/two-stamps?step=1&stage=1&theme=dark');
  await lesson(page, 1);
  await figureAt(page, 0);
  const notes = await context.newPage();
  await notes.goto('/#/lessons/two-stamps?step=1&notes=1');
  await page.bringToFront();
  await page.keyboard.press('PageDown');
  await lesson(page, 2);
  await figureAt(page, 2);
  await expect(notes.locator('[data-step="2"]')).toBeVisible();
  // After a click into the figure the keys still work.
  await page.locator(`${shown} [data-part="rows"], ${shown} svg`).first().click();
  await page.keyboard.press('PageUp');
  await lesson(page, 1);
  await page.keyboard.press('4');
  await page.keyboard.press('Enter');
  await lesson(page, 4);
  await expect(notes.locator('[data-step="4"]')).toBeVisible();
  // On stage there is no room for the step's question: the speaker asks it aloud, and sees which answer is right.
  await expect(notes.getByTestId('spoken-question')).toContainText(t('lessons.question.right'));
  await page.keyboard.press('b');
  await expect(page.getByRole('status', { name: t('lessons.blank') })).toBeVisible();
  await page.keyboard.press('b');
  await expect(page.getByRole('status', { name: t('lessons.blank') })).toBeHidden();
  await notes.bringToFront();
  await notes.keyboard.press('End');
  await lesson(page, 8);
  await page.bringToFront();
  // A stage on a phone: readers without a keyboard can leave it, too.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: t('shell.stage.leave') })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('f');
  await expect(page.getByRole('navigation', { name: t('shell.nav'), exact: true })).toBeVisible();
});

test('notes that come late take the stage’s place, and never take the stage back', async ({ page, context }) => {
  await page.goto('/#/lessons/two-stamps?step=3&stage=1&theme=dark');
  await lesson(page, 3);
  const notes = await context.newPage();
  await notes.goto('/#/lessons/two-stamps?step=1&notes=1');
  await expect(notes.locator('[data-step="3"]')).toBeVisible();
  await lesson(page, 3);
  await notes.keyboard.press('PageDown');
  await lesson(page, 4);
  await expect(notes.locator('[data-step="4"]')).toBeVisible();
});

test('on stage a step shows its figure in the next frame: never an empty one', async ({ page }) => {
  await page.goto('/#/lessons/who-was-running?step=4&stage=1&theme=light');
  await lesson(page, 4);
  await figureAt(page, 7);
  // Steps 5 and 7 have another figure, step 6 continues the one of step 5.
  for (let step = 5; step <= 7; step++) {
    // Neighbours are loaded before the reader goes there.
    await expect(page.locator('[data-figure-slot][data-shown="false"] svg').first()).toBeAttached();
    await expect(page.locator('[data-figure-slot]:not(:has(svg))')).toHaveCount(0);
    await page.evaluate((slot) => {
      const blankAfterKey = async (): Promise<boolean> => {
        let was = false;
        for (let frame = 0; frame < 30; frame++) {
          await new Promise(requestAnimationFrame);
          was ||= document.querySelector(`${slot} svg`) === null;
        }
        return was;
      };
      const seen = new Promise<boolean>((found) => {
        const start = (): void => found(blankAfterKey());
        addEventListener('keydown', start, { capture: true, once: true });
      });
      Reflect.set(globalThis, 'xipBlank', seen);
    }, shown);
    await page.keyboard.press('PageDown');
    const blank = await page.evaluate(() => Reflect.get(globalThis, 'xipBlank'));
    expect(blank).toBe(false);
    await lesson(page, step);
  }
});

test('on stage, while a step’s further figure is on its way, the one before stays and takes the step', async ({
  page,
}) => {
  let held = '';
  let arrive = (): void => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/others-[^/]*\.js$/, async (route) => {
    held = route.request().url();
    await arrival;
    await route.continue();
  });
  await page.goto('/#/lessons/two-stamps?step=1&stage=1&theme=light');
  await figureAt(page, 0);
  await page.keyboard.press('PageDown');
  await lesson(page, 2);
  await expect.poll(() => held).not.toBe('');
  await figureAt(page, 2);
  await expect(page.locator(`${shown} [data-mark="row (0,3)"]`).first()).toBeVisible();
  const lanes = page.locator(`${shown} [data-lane]`);
  await expect(lanes).toHaveCount(0);
  arrive();
  await expect(lanes.first()).toBeVisible();
});

test('a figure that stood ready before its turn answers a prediction as any other', async ({ page }) => {
  await page.goto('/#/lessons/who-was-running?step=4&theme=light');
  await figureAt(page, 7);
  await expect(page.locator('[data-figure-slot][data-shown="false"] [data-tick="6"]').first()).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await lesson(page, 5);
  const check = page.getByRole('button', { name: t('lessons.question.check'), exact: true });
  await expect(check).toBeEnabled();
  await typeInto(page.getByRole('textbox'), '0');
  await check.click();
  await expect(page.getByText(t('lessons.question.wrong'))).toBeVisible();
  await figureAt(page, 7);
});

test('a figure whose code arrives between two turns of React is drawn at the first try', async ({ page }) => {
  const seen = await watch(page);
  let file = '';
  let arrive = (): void => undefined;
  let arrival: Promise<void>;
  await page.route(/\/assets\/address-[^/]*\.js$/, async (route) => {
    file = route.request().url();
    await arrival;
    await route.continue();
  });
  await page.exposeFunction('xipArrive', () => {
    arrive();
    return file;
  });
  // React asks for its next turn by a message: this one comes right after the file.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    let left = Number(new URLSearchParams(location.search).get('turn'));
    const arrive = Reflect.get(globalThis, 'xipArrive') as () => Promise<string>;
    // On a fast machine React may need fewer turns.
    setTimeout(arrive, 5_000);
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      const take = () => Reflect.apply(postMessage, this, [message]);
      left--;
      if (left !== 0) take();
      else
        arrive()
          .then((url) => url && import(url))
          .then(take);
    };
  });
  for (const turn of [2, 3, 4, 5, 6, 7]) {
    arrival = new Promise((resolve) => {
      arrive = resolve;
    });
    await page.goto(`/?turn=${turn}#/lessons/why-so-many-are-idle?step=4`);
    await expect(page.locator(`${shown} figure svg`).first(), `turn ${turn}`).toBeVisible();
    expect(seen.faults, `turn ${turn}`).toEqual([]);
    // Without a file to hold, this test would see nothing.
    expect(file).not.toBe('');
    file = '';
  }
});

test('after the last step was seen, earlier steps’ button still says where it leads', async ({ page }) => {
  await page.goto('/#/lessons/two-stamps?step=8&theme=light');
  await lesson(page, 8);
  const onward = page.getByRole('button', { name: /^Next lesson: / });
  await expect(onward).toBeVisible();
  await page.getByRole('button', { name: t('lessons.previous'), exact: true }).click();
  await lesson(page, 7);
  await expect(onward).toHaveCount(0);
  await page.getByRole('button', { name: t('lessons.next'), exact: true }).click();
  await lesson(page, 8);
  await expect(onward).toBeVisible();
});

test('on paper a lesson is all its steps in their order, with nothing to press, in the light theme', async ({
  page,
}) => {
  await page.goto('/#/lessons/two-stamps?step=3&theme=dark');
  await figureAt(page, 3);
  await page.emulateMedia({ media: 'print' });
  const others = page.locator('[data-printed-step]');
  // The print view is fetched when the page has been idle.
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      return others.evaluateAll((found) => found.map((step) => step.getAttribute('data-printed-step')).join());
    })
    .toBe('1,2,4,5,6,7,8');
  await expect(others.first()).toContainText('each version has two stamps');
  await expect(page.locator(shown)).toBeVisible();
  await expect(page.getByRole('button', { name: t('lessons.next'), exact: true })).toBeHidden();
  const hue = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--session-a'));
  expect(hue).toBe('#6f42b5');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(others).toHaveCount(0);
});

test.describe('pages of lessons', () => {
  for (const theme of ['light', 'dark'] as const)
    test(`no axe finding, nothing too wide, ${theme}`, async ({ page }) => {
      for (const [path, width] of [
        ['/#/lessons', 390],
        ['/#/lessons/two-stamps?step=2', 1280],
        ['/#/lessons/who-was-running?step=4', 390],
        ['/#/lessons/two-stamps?step=2&notes=1', 760],
      ] as const) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto('about:blank');
        await page.goto(`${path}${path.includes('?') ? '&' : '?'}theme=${theme}`);
        await expect(page.locator('h1').first()).toBeVisible();
        if (path.includes('step') && !path.includes('notes'))
          await expect(page.locator(`${shown} [data-tick]`)).toBeVisible();
        const { violations } = await axe(page).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
        expect(await overflow(page), path).toBe(0);
      }
    });
});

test('where a session has no snapshot, no sentence speaks of its snapshot', async ({ page }) => {
  await page.goto('/#/lessons/who-was-running?step=7');
  await lesson(page, 7);
  await figureAt(page, 2);
  const figure = page.locator(shown);
  // A has begun and read nothing yet, B is idle: the lane shows this for A, and the words below it say the same.
  await expect(figure.getByText(t('axis.word.none'))).toBeVisible();
  const says = (session: string) => t('axis.hint.verdict', { session, verdict: 'older', has: false });
  // In a low window the words are seen while something is pointed at; they are there for screen readers all the time.
  await expect(figure).toContainText(says('A'));
  await expect(figure).toContainText(says('B'));
  await expect(figure).not.toContainText('older than its snapshot');
  // Now it takes one, and keeps it.
  await page.keyboard.press('ArrowRight');
  await lesson(page, 8);
  await expect(page.locator(shown)).toContainText(says('B'));
  await expect(page.locator(shown)).toContainText(
    t('axis.hint.verdict', { session: 'A', verdict: 'newer', has: true }),
  );
});

test('on stage a question takes what is typed, and Escape closes it before it leaves the stage', async ({ page }) => {
  const open = async (): Promise<void> => {
    await expect(page.locator('[data-lesson] nav kbd').first()).toBeVisible();
    await page.keyboard.press('q');
    await expect(page.locator('[data-asked]')).toBeVisible();
  };
  const step = page.locator('[data-lesson="who-was-running"]');
  await page.goto('/#/lessons/who-was-running?step=5&stage=1&theme=light');
  await open();
  const field = page.locator('[data-asked] textarea');
  await expect(field).toBeFocused();
  // Letters that are the stage's own keys elsewhere: b darkens the screen, f leaves, q closes, a digit begins a number.
  await page.keyboard.type('b. f q 5');
  await expect(field).toHaveValue('b. f q 5');
  await expect(page.getByRole('status', { name: t('lessons.blank') })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-asked]')).toHaveCount(0);
  await expect(page).toHaveURL(/stage=1/);
  await expect(step).toHaveAttribute('data-step', '5');
  // A remote goes on, also while the field has the focus.
  await open();
  await expect(field).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(step).toHaveAttribute('data-step', '6');
  await expect(page.locator('[data-asked]')).toHaveCount(0);
  // A choice has no field: Escape closes its question, too, and only then leaves the stage.
  await page.keyboard.press('PageUp');
  await page.goto('/#/lessons/two-stamps?step=2&stage=1&theme=light');
  await expect(page.locator('[data-lesson="two-stamps"][data-step="2"]')).toBeVisible();
  await open();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-asked]')).toHaveCount(0);
  await expect(page).toHaveURL(/stage=1/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/stage=1/);
});

test('a figure’s cards are moved by the keys they show, wherever the focus is, and on stage by ⇧B for b', async ({
  page,
}) => {
  await page.goto('/#/lessons/anomalies?v=1&step=9&theme=light');
  await figureAt(page, 2);
  const card = page.locator(`${shown} [role="group"] [data-kind]`);
  await expect(card.locator('kbd')).toHaveText(['A', 'B', 'C']);
  await page.keyboard.press('a');
  await figureAt(page, 3);
  // A session whose last step is made keeps the focus on its card, and the others' keys work on.
  await card.nth(2).focus();
  await page.keyboard.press('Enter');
  await figureAt(page, 4);
  await expect(card.nth(2)).toHaveAttribute('data-kind', 'none');
  await expect(card.nth(2)).toBeFocused();
  await page.keyboard.press('b');
  await figureAt(page, 5);

  await page.goto('about:blank');
  await page.goto('/#/lessons/anomalies?v=1&step=9&stage=1&theme=light');
  await expect(card.locator('kbd')).toHaveText(['A', '⇧B', 'C']);
  await figureAt(page, 2);
  await page.keyboard.press('Shift+B');
  await figureAt(page, 3);
  await page.keyboard.press('b');
  await expect(page.getByRole('status', { name: t('lessons.blank') })).toBeVisible();
  // The first key ends the dark, and moves nothing.
  await page.keyboard.press('Shift+B');
  await expect(page.getByRole('status', { name: t('lessons.blank') })).toHaveCount(0);
  await figureAt(page, 3);
});

test('while a question is open on stage a digit is an answer, not the number of a step', async ({ page }) => {
  await page.goto('/#/lessons/the-cliff?v=1&step=8&stage=1&theme=light');
  await expect(page.locator('[data-lesson] nav kbd').first()).toBeVisible();
  await page.keyboard.press('q');
  const option = page.locator('[data-asked] li button');
  await expect(option.locator('kbd')).toHaveText(['1', '2', '3']);
  await page.keyboard.press('2');
  await expect(option.nth(1)).toHaveAttribute('data-verdict', 'right');
  await expect(page.getByText(t('lessons.goTo', { digits: '2' }))).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await expect(page.getByText(t('lessons.goTo', { digits: '2' }))).toBeVisible();
});
