/** The Playground as a reader uses it: a lost update by clicking and by keys alone, links, files, and its messages. */
import '../src/base/messages/en/index.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { at } from '../node/tree.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { compileSpec } from '../src/engine/spec/spec-compile.ts';
import { StageHost } from '../src/engine/stage/stage-host.ts';
import type { TraceLine } from '../src/engine/trace/trace-types.ts';
import { wasmPlaceInNode } from '../src/engine/wasm/wasm-place.node.ts';
import { parseSpec } from '../src/scenario/spec-parse.ts';
import { permutationsOf } from '../src/scenario/spec-types.ts';
import { loadCompiler } from '../src/sql/compile.ts';
import { packText } from '../src/viewmodel/stage/packed-text.ts';
import { axe } from './axe.ts';

const { t } = messagesIn('en');

test.describe.configure({ mode: 'parallel' });

const stage = (page: Page) => page.locator('[data-tick]');
const tick = async (page: Page, value: number) => await expect(stage(page)).toHaveAttribute('data-tick', String(value));
const next = (page: Page, who: string) =>
  page.getByRole('group', { name: t('lanes.targets') }).getByRole('button', { name: new RegExp(`^Run next: ${who}`) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
async function open(page: Page, address: string): Promise<void> {
  await page.goto(`/#/play?v=1&${address}`);
  await expect(stage(page)).toBeVisible();
}
/** Opens the sentences, and returns those of one part. */
async function words(page: Page, part: string): Promise<readonly string[]> {
  const summary = page.getByText(t('stage.words'), { exact: true });
  if ((await page.locator('[data-words]').count()) === 0) await summary.click();
  // A part's words come when they are asked for.
  await expect(page.locator(`[data-part="${part}"] li`).first()).toBeVisible();
  return await page.locator(`[data-part="${part}"] li`).allInnerTexts();
}
/** The sentences of a step, by part, once they belong to that step. */
async function wordsAt(page: Page, step: number): Promise<Readonly<Record<string, readonly string[] | undefined>>> {
  const all = page.locator('[data-words]');
  if ((await all.count()) === 0) {
    // Motion comes last: a figure that comes late no longer moves what is clicked from under the pointer.
    await page.locator('[data-film="rest"]').waitFor();
    await page.getByText(t('stage.words'), { exact: true }).click();
  }
  await expect(all).toHaveAttribute('data-words', String(step));
  // The words of the rows come when they are asked for, after the others.
  await expect(all.locator('[data-part="rows"] li').first()).toBeVisible();
  return await all
    .locator('[data-part]')
    .evaluateAll((parts) =>
      Object.fromEntries(
        parts.map((part) => [
          part.getAttribute('data-part') ?? '',
          [...part.querySelectorAll('li')].map((line) => line.innerText),
        ]),
      ),
    );
}

test('while a scenario opens the title says so, and never that nothing is open', async ({ page }) => {
  await page.addInitScript(() => {
    const titles = new Set<string>();
    Reflect.set(globalThis, 'xipTitles', titles);
    const look = () => titles.add(document.querySelector('h1')?.textContent ?? '');
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  // The engine arrives once the page has been drawn without it: a busy page would else have both at once.
  const isOpening = page.locator('h1', { hasText: t('stage.opening') }).waitFor();
  await page.route('**/xip-engine.wasm*', async (route) => {
    await isOpening;
    await route.continue();
  });
  await open(page, 'spec=first-look');
  const titles = await page.evaluate(() => [...(Reflect.get(globalThis, 'xipTitles') as Set<string>)]);
  expect(titles).toContain(t('stage.opening'));
  expect(titles).not.toContain(t('stage.nothingOpen'));
});

test('a lost update is played by clicking, undone, branched and shared: the link finds the same state', async ({
  page,
  context,
}) => {
  await open(page, 'spec=hermitage-p4');
  const moves = ['A', 'B', 'A', 'B', 'A', 'B'];
  for (const [i, who] of moves.entries()) {
    await next(page, who).click();
    await tick(page, i + 1);
  }
  await expect(page.getByRole('group', { name: t('lanes.targets') })).toContainText('cannot move yet');
  await next(page, 'A').click();
  await tick(page, 7);
  await next(page, 'B').click();
  await next(page, 'C').click();
  await tick(page, 9);
  // A's 11 is dead: B overwrote it without having seen it.
  const rows = await words(page, 'rows');
  expect(rows.find((line) => line.includes('value 11'))).toContain('Nobody sees it');
  expect(rows.find((line) => line.includes('value 12'))).toContain('Seen by everybody');

  for (let i = 0; i < 4; i++) await button(page, t('stage.moves.back')).click();
  await tick(page, 5);
  // Another order from here: A commits before B writes.
  await next(page, 'A').click();
  await tick(page, 6);
  await expect(page.getByRole('list', { name: t('lanes.timeline.branches') })).toBeVisible();
  await page.getByRole('button', { name: /^B .*sees \(0,3\)$/ }).click();

  // The address line follows after a moment.
  await expect(page).toHaveURL(/branch=1.*row=/);
  const [url, said] = [page.url(), await words(page, 'rows')];
  const other = await context.newPage();
  await other.goto(url);
  await tick(other, 6);
  await expect.poll(() => words(other, 'rows')).toEqual(said);
  for (const part of ['xids', 'why'])
    await expect.poll(() => words(other, part), part).toEqual(await words(page, part));
  await expect(other.getByRole('list', { name: t('lanes.timeline.branches') })).toBeVisible();
});

test('with the keyboard alone: produced, explained, shared', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, 'spec=hermitage-p4');
  for (const [i, key] of ['a', 'b', 'a', 'b', 'a', 'b'].entries()) {
    await page.keyboard.press(key);
    await tick(page, i + 1);
  }
  // A waiting session cannot be moved; step back and on again.
  await page.keyboard.press('b');
  await tick(page, 6);
  await page.keyboard.press(',');
  await tick(page, 5);
  await page.keyboard.press('.');
  await tick(page, 6);
  await page.keyboard.press('a');
  await tick(page, 7);
  expect((await words(page, 'why')).length).toBeGreaterThan(2);
  await button(page, t('stage.link')).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('stage.linkCopied'))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('at=7');
});

test('the arrows step, but not where a control or a prompt has them', async ({ page }) => {
  await open(page, 'spec=update-makes-a-version&at=2');
  await tick(page, 2);
  await page.keyboard.press('ArrowRight');
  await tick(page, 3);
  await page.keyboard.press('ArrowLeft');
  await tick(page, 2);
  // Once, by the timeline.
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  await tick(page, 1);
  await page.getByLabel(t('stage.depth'), { exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('grid').first().focus();
  await page.keyboard.press('ArrowRight');
  await tick(page, 1);
  await button(page, t('stage.new')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('prompt.db.empty') })
    .click();
  const field = page.getByRole('textbox', { name: t('prompt.of', { session: 'A' }) });
  await expect(field).toBeFocused();
  await page.keyboard.type('select 1;');
  await page.keyboard.press('Enter');
  await tick(page, 1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('x');
  await tick(page, 1);
  await expect(field).toHaveValue('x');
  await page.locator('h1').click();
  await page.keyboard.press('ArrowLeft');
  await tick(page, 0);
});

test('a deadlock stands until time passes', async ({ page }) => {
  await open(page, 'spec=deadlock&at=4');
  await button(page, t('lanes.controls.time')).click();
  await tick(page, 5);
  await expect(page.getByText('deadlock detected').first()).toBeVisible();
});

test('any file dropped gives a stage or an error at its line, and nothing of it is HTML', async ({ page }) => {
  await open(page, 'spec=first-look');
  const drop = async (name: string, body: string) => {
    const data = await page.evaluateHandle(
      ([file, text]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], file));
        return transfer;
      },
      [name, body] as const,
    );
    await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  };
  await drop('bad.spec', 'session a\nstep x { SELECT 1; }\nstep y { CREATE ROLE "<img src=x onerror=alert(1)>"; }');
  await expect(page.getByText(t('source.problems.place', { line: 3, column: 10 })).first()).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  await drop('good.spec', `session a step x { SELECT '<b>not HTML</b>' AS "<i>x</i>"; }`);
  // Until then the scenario from before is open, at its beginning too.
  await expect(page.getByText("SELECT '<b>not HTML</b>'").first()).toBeVisible();
  await tick(page, 0);
  await page.keyboard.press('.');
  await tick(page, 1);
  await expect(page.locator('main b', { hasText: 'not HTML' })).toHaveCount(0);
  await expect(page.getByText('<b>not HTML</b>').first()).toBeVisible();
});

test('the parser is not loaded until a text is edited or opened', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, 'spec=first-look');
  await page.keyboard.press('.');
  await tick(page, 1);
  expect(asked.filter((url) => /pg-query|pg_query|compile-worker/.test(url))).toEqual([]);
});

test('a link of nonsense is told in words', async ({ page }) => {
  await page.goto('/#/play?v=1&spec=no-such-thing');
  await expect(page.getByText(t('stage.note.noScenario', { id: 'no-such-thing' }))).toBeVisible();
  await page.goto('/#/play?v=1&at=-5');
  await expect(page.getByText(/“-5” is not a value of “at”/)).toBeVisible();
});

for (const [width, height] of [
  [360, 740],
  [1280, 720],
  [3840, 2160],
] as const) {
  for (const theme of ['light', 'dark']) {
    test(`fits, and axe finds nothing serious, at ${width} px in ${theme}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await open(page, `spec=hermitage-p4&at=6&theme=${theme}`);
      await words(page, 'rows');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const { violations } = await axe(page).analyze();
      expect(violations).toEqual([]);
    });
  }
}

test('within 1280 × 720 the version in question and its reason are in sight at each step, and nothing moves the stage', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const spec of ['hermitage-otv', 'prepared-transaction', 'contend']) {
    await open(page, `spec=${spec}`);
    const tops = new Set<number>();
    for (let step = 0; step < 8; step++) {
      if (step > 0) await page.keyboard.press('.');
      await tick(page, step);
      const look = () =>
        page.evaluate(() => {
          const rows = document.querySelectorAll('[role="grid"] button[data-kind="version"][aria-pressed="true"]');
          const reasons = document.querySelectorAll('[data-deciding]');
          const main = document.querySelector('main');
          return {
            ends: [...rows, ...reasons].map((element) => element.getBoundingClientRect().bottom),
            // The height that the fixed bar covers.
            fold:
              innerHeight - Number.parseFloat(getComputedStyle(main?.firstElementChild ?? document.body).paddingBottom),
            top: document.querySelector('[data-tick]')?.getBoundingClientRect().top ?? 0,
          };
        });
      // The list knows its height once the page is laid out, and then scrolls to the version.
      const beyond = async () => {
        const { ends, fold } = await look();
        return ends.filter((end) => end > fold);
      };
      await expect.poll(beyond, { message: `${spec}, step ${step}` }).toEqual([]);
      tops.add((await look()).top);
    }
    expect([...tops], spec).toHaveLength(1);
  }
});

test('a finger that rests on a card reads all of it, and chooses nothing', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await open(page, 'spec=subxid-overflow&at=4');
  const card = page.getByRole('button', { name: /^Step 2/ }).first();
  await card.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await card.boundingBox()) ?? {};
  const finger = await context.newCDPSession(page);
  const at = [{ x: x + width / 2, y: y + height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at });
  const note = page.locator('[popover] pre');
  await expect(note).toContainText('SAVEPOINT s64');
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(note).toBeVisible();
  await tick(page, 4);
  // A tap elsewhere, or on the note itself.
  await note.tap();
  await expect(note).toBeHidden();
  // A short touch seeks; both ends are sent at once, so that it is short on a slow machine, too.
  await Promise.all([
    finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at }),
    finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ]);
  await tick(page, 2);
  await context.close();
});

test('the note on the step that is to run next goes with the click that runs it', async ({ page }) => {
  await open(page, 'spec=first-updater-wins&at=0');
  const first = page.locator('[data-kind="run"]').first();
  const note = page.locator('[popover] pre');
  await first.hover();
  await expect(note).toHaveText('BEGIN;');
  await page.mouse.down();
  await page.mouse.up();
  await tick(page, 1);
  await expect(note).toBeHidden();
});

const files = readdirSync(at('scenarios/specs')).filter((file) => file.endsWith('.spec'));
const LETTERS = 'ABCDEFGH';

// In sequence in one worker they would take minutes, so each is a separate test.
for (const file of files)
  test(`what the page says at every step of ${file} is what the trace says`, async ({ page }) => {
    const compile = await loadCompiler();
    const text = readFileSync(at(`scenarios/specs/${file}`), 'utf8');
    const spec = parseSpec(text);
    const compiled = spec.ok ? compileSpec(text, spec.value, compile) : spec;
    if (!spec.ok || !compiled.ok) throw new Error(file);
    const options = { rules: 17, design: 'pg14', file } as const;
    const host = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled.value, options);
    if (!host.ok) throw new Error(host.error);
    const [permutation = []] = permutationsOf(spec.value);
    const moves = permutation.map(({ step }) => step);
    const trace = await host.value.trace(moves, 1);
    if (!trace.ok) throw new Error(trace.error.kind);
    const lines = trace.value.slice(1).map((line) => JSON.parse(line) as TraceLine);
    const names = spec.value.sessions.map(({ name }) => name);
    await open(page, `spec=${file.replace('.spec', '')}`);
    for (let step = 0; step <= moves.length; step++) {
      if (step > 0) await page.keyboard.press('.');
      await tick(page, step);
      const told = await wordsAt(page, step);
      const last = lines.findLast((line) => line.tick === step)?.state;
      if (last === null || last === undefined) throw new Error(`${file}: no line for step ${step}`);
      const where = `${file}, step ${step}`;
      const failed = last.sessions.filter(({ state }) => state.endsWith('(aborted)')).map(({ session }) => session);
      const rows = told.rows ?? [];
      // Of several tables the one is shown that the step is about.
      const named = /page 0 of (\S+?):/.exec(rows[0] ?? '')?.[1] ?? '';
      const first = Object.keys(last.tables)[0] ?? '';
      const table = named in last.tables ? named : first;
      const tuples = last.tables[table] ?? [];
      const shown = tuples.filter(({ ctid }) => ctid.startsWith('(0,'));
      if (shown.length > 0) expect(rows[0], where).toContain(`page 0 of ${table}: ${shown.length} version`);
      else if (table !== '') expect(rows[0], where).toMatch(/empty|0 versions/);
      for (const tuple of shown) {
        const row = rows.find((one) => one.startsWith(`${tuple.ctid}:`)) ?? '';
        expect(row, where).toContain(`xmin ${tuple.xmin}`);
        expect(row, where).toMatch(new RegExp(`xmax (multixact )?${tuple.xmax}\\b`));
        for (const value of tuple.values) expect(row, where).toContain(value === null ? 'null' : value.slice(0, 10));
        // A failed session can run no query: the page shows no eye where the trace has a snapshot that would be taken.
        const seen = tuple.visibleTo
          .filter((name) => !failed.includes(name))
          .map((name) => LETTERS[names.indexOf(name)] ?? '');
        const said = /Seen by (?:everybody: )?([^.]*?)(?:, not by [^.]*)?\.|Nobody sees it/.exec(row);
        expect((said?.[1] ?? '').match(/\b[A-H]\b/g) ?? [], `${where}: ${row}`).toEqual(seen);
      }
      const xids = told.xids ?? [];
      for (const session of last.sessions) {
        if (session.snapshot === null || session.level === 0) continue;
        const letter = LETTERS[names.indexOf(session.session)];
        const line = xids.find((one) => new RegExp(`napshot of ${letter},`).test(one)) ?? '';
        if (line === '') continue;
        expect(line, where).toContain(`xmin ${session.snapshot.xmin}, xmax ${session.snapshot.xmax}`);
      }
      const [said = ''] = told.lanes ?? [];
      for (const line of lines.filter((one) => one.tick === step)) {
        if (line.session !== null && line.step !== null)
          expect(said, where).toMatch(new RegExp(`session ${line.session}\\b`, 'i'));
        if (line.error !== null) expect(said, where).toContain(line.error.replace(/^ERROR: +/, ''));
      }
    }
  });

test('a dead row is chosen by keyboard, and who keeps it is told by name', async ({ page }) => {
  await open(page, 'spec=why-is-this-row-still-here');
  // Ten steps of the first permutation: up to the VACUUM that removes nothing.
  for (let step = 1; step <= 10; step++) {
    await page.keyboard.press('.');
    await tick(page, step);
  }
  const why = page.getByRole('region', { name: t('horizons.why') });
  const youngest = why.getByRole('button').last();
  await youngest.focus();
  await page.keyboard.press('Enter');
  await expect(youngest).toHaveAttribute('aria-pressed', 'true');
  await expect(why).toContainText(/It stays because of slot “far” \(xmin \d+\), and 1 more would keep it/);
  await expect(page.getByText(/^slot “far” .* holds the horizon at/)).toBeVisible();
});

test('Finish stops at the result and says it; what only locks is marked; the teardown is a step of its own', async ({
  page,
}) => {
  await open(page, 'spec=hermitage-p4&theme=light');
  for (const who of ['A', 'B', 'A', 'B']) await next(page, who).click();
  await tick(page, 4);
  await page.keyboard.press('z');
  await tick(page, 9);
  await expect(page.getByText('Everyone has finished. Committed in test: (2, 20) (1, 12).')).toBeVisible();
  await expect(page.getByText('There is no table yet.')).toBeHidden();
  expect(page.url()).not.toMatch(/moves=[^&]*z/);
  // The live row's own writer is in its xmax: a padlock in the cell, which is too low here for the word, and the words
  // next to it.
  await expect(page.locator('[data-lock]')).toHaveCount(1);
  await expect(page.locator('[data-lock]')).toBeVisible();
  await expect(page.getByText('xmax 733 (B) only locks').first()).toBeVisible();
  expect(
    Object.values(await wordsAt(page, 9))
      .flat()
      .join(' '),
  ).toMatch(/xmax 733 \(only a lock: B/);

  await button(page, t('lanes.controls.teardown')).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('headline.end'));
  await expect(page.getByText(t('heap.tornDown')).first()).toBeVisible();
  await expect(page.locator('svg text').filter({ hasText: /^teardown$/ })).toHaveCount(1);
});

test('where several wait in line for a row that was replaced, the page says that a server may wake any of them first', async ({
  page,
}) => {
  const race = (who: string): string => t('headline.race', { holder: 'A', who });
  const line = (holder: string): string => `setup { CREATE TABLE t (id int, n int); INSERT INTO t VALUES (1, 0); }
session a step begin { BEGIN; } step first { ${holder} } step end { COMMIT; }
session b step second { UPDATE t SET n = n * 10; }
session c step third { UPDATE t SET n = n + 5; }
session d step fourth { DELETE FROM t; }
permutation begin first second third fourth end`;
  await open(page, `text=${packText(line('UPDATE t SET n = 7;'))}&at=4`);
  await expect(page.getByText(race('B and C'))).toBeVisible();
  await next(page, 'D').click();
  await tick(page, 5);
  await expect(page.getByText(race('B, C, and D'))).toBeVisible();
  // Sessions that wait for a row that was only locked do not race: its queue has an order.
  await page.goto('about:blank');
  await open(page, `text=${packText(line('SELECT n FROM t FOR UPDATE;'))}&at=4`);
  await expect(page.getByText('C waits in line for a row, behind B.').first()).toBeVisible();
  await expect(page.getByText(/PostgreSQL may let any of/)).toHaveCount(0);
});

test('a scenario from a link says that its words are not ours, above them; a title without blanks fits a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const title = 'OneLongWord'.repeat(12);
  await open(page, `text=${packText(`#: title: ${title}\n#: about: So it is.\nsession a step x { SELECT 1; }`)}`);
  const [heading, mark, lead] = [
    page.getByRole('heading', { level: 1, name: title }),
    page.getByText(t('stage.outside'), { exact: true }),
    page.getByText('So it is.', { exact: true }),
  ];
  const tops = await Promise.all([heading, mark, lead].map(async (one) => (await one.boundingBox())?.y ?? Number.NaN));
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await open(page, 'spec=first-look');
  await expect(mark).toHaveCount(0);
});
