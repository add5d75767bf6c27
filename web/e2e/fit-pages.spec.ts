/**
 * The Playground, the standby, the server and the Lab's pages fit as they are opened, on the page and on stage; and no
 * holder of the horizon is left untold there.
 */
import '../src/base/messages/en/index.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { at as path } from '../node/tree.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { packText } from '../src/viewmodel/stage/packed-text.ts';
import { allFit, LARGE, PROJECTOR, stageOf, standing } from './fit.ts';

const { t } = messagesIn('en');

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
  ['#/lab/measure?v=1', 'main svg'],
  ['#/lab?v=1&mode=sweep', 'main svg'],
  ['#/lab/cliff?v=1', 'g[data-series^="real-"]'],
  ['#/lab/litmus?v=1&look=1&outcome=pruner&step=10', '[data-outcome]'],
  ['#/lab/ladder?v=1', '[data-design="csn"] svg'],
  ['#/lab/model?v=1', '[data-phase="running"], g[data-series]'],
  ['#/lab/model?v=1&view=ask', 'main'],
  ['#/lab/model?v=1&view=drop&many=1000', 'tr[data-part]'],
  ['#/lab/model?v=1&view=without&active=40', 'li[data-variant]'],
  ['#/lab/lines?v=1&view=lines', '[data-testid="cache-lines"]'],
  ['#/lab/lines?v=1&view=story&step=2', '[data-testid="lines-story"] svg rect'],
  ['#/lab/lines?v=1&view=story&step=5&right=pg14', '[data-testid="lines-story"] svg rect'],
  ['#/lab/layout?v=1', '[data-phase="ready"]'],
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
