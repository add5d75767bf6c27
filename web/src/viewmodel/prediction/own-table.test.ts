/** Laws of somebody's own table: its columns say which one it is, and a fault says what, where, and what to give. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadLanguages } from '../../base/messages/folders.node.ts';
import { isLang, messagesIn } from '../../base/messages/index.ts';
import { loadMachine } from '../../scenario/machines.node.ts';
import { PUBLISHED, parsePublished } from '../../scenario/published.ts';
import { COMPARED, comparisonPoints } from './comparison.ts';
import { comparisonJobs, comparisonState } from './comparison-run.ts';
import { OWN_TABLE_LIMITS, readOwnTable } from './own-table.ts';

const en = messagesIn('en');
const textOf = (id: (typeof COMPARED)[number]): string =>
  readFileSync(new URL(`../../../../scenarios/published/${PUBLISHED[id].source.file}`, import.meta.url), 'utf8');
const said = (text: string, lang = 'en'): string => {
  if (!isLang(lang)) throw new Error('a language of the page');
  const table = readOwnTable('mine.csv', text, messagesIn(lang));
  return table.ok ? 'accepted' : table.error;
};

test.each(COMPARED)('%s: its file is recognised by its columns alone, and gives the same points', (id) => {
  const shipped = parsePublished(id, textOf(id));
  if (!shipped.ok) throw new Error('the shipped file is right');
  const own = readOwnTable('mine.csv', textOf(id), en);
  expect(own).toMatchObject({ ok: true, value: { id, file: 'mine.csv' } });
  if (own.ok) expect(new Set(own.value.points)).toEqual(new Set(comparisonPoints(shipped.value.rows)));
});
test('unknown columns are refused: what stands there, in which file and line, and the columns that would do', () => {
  for (const text of [
    '',
    'a,b\n1,2',
    'clients,tps\n1,2',
    readFileSync(new URL('../../../../scenarios/published/commit-gains.csv', import.meta.url), 'utf8'),
  ]) {
    const what = said(text);
    expect(what).toContain('mine.csv:1');
    expect(what).toContain(`“${text.split('\n')[0]}”`);
    for (const id of COMPARED) expect(what).toContain(Object.keys(PUBLISHED[id].columns).join(','));
  }
});
test('a fault in a row names its line, its column, and what to give', () => {
  const head = 'idle,active,tps_pre,tps_post\n';
  expect(said(`${head}0,48,100,110`)).toBe('accepted');
  expect(said(`${head}0,48,100,110\n100,48,ten,110`)).toMatch(/mine.csv:3, tps_pre.*ten.*give/);
  expect(said(`${head}0,0,100,110`)).toMatch(/mine.csv:2, active.*give/);
  expect(said(`${head}0,48,0,110`)).toMatch(/mine.csv:2, tps_pre.*give/);
  expect(said(`${head}0,48,100`)).toMatch(/mine.csv:2.*3 cells.*give 4/);
  expect(said(head)).toMatch(/mine.csv:2.*give/);
  expect(said(`${head}12000,600,100,110`)).toMatch(/mine.csv:2.*12,600.*give at most 12,500/);
  expect(said(`${head}0,48,100,110\n0,48,90,110`)).toMatch(/mine.csv:3.*give/);
  const long = Array.from({ length: OWN_TABLE_LIMITS.rows + 1 }, (_, i) => `${i},48,100,110`).join('\n');
  expect(said(`${head}${long}`)).toMatch(new RegExp(`give at most ${OWN_TABLE_LIMITS.rows}`));
});
test('in Chinese, too', async () => {
  await loadLanguages();
  expect(said('a,b', 'zh')).toMatch(/mine.csv:1：“a,b”.*请/);
});
test('all of an own table is judged, its machine is the named one, and nothing known of a published table is told of it', () => {
  const table = readOwnTable('mine.csv', textOf('readonlyByClients'), en);
  const machine = loadMachine('epyc-7742');
  if (!table.ok || !machine.ok) throw new Error('the shipped files are right');
  const { id, file, points } = table.value;
  const state = comparisonState(
    { id, source: { file }, machine: machine.value, formula: null },
    points,
    comparisonJobs(points).map(({ point, curve }) => point.published[curve]),
  );
  expect(state.judged).toBe(points.length * 2);
  expect(state.curves[0]).toMatchObject({
    isOther: false,
    judgedFrom: 0,
    notes: [],
    reasons: [],
    table: { cited: null },
  });
});
