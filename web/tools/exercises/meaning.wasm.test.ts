/** Wrong answers of many students, each with an own variant, fall into few meanings, and places of options are none. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exerciseWorld } from '../../node/exercises/node-deps.ts';
import '../../src/base/messages/en/index.ts';
import { messagesIn } from '../../src/base/messages/index.ts';
import { answerText } from '../../src/viewmodel/exercise/answer.ts';
import { formOf } from '../../src/viewmodel/exercise/kinds.ts';
import { parseExerciseBytes } from '../../src/viewmodel/exercise/parse.ts';
import { makeVariant, type Variant } from '../../src/viewmodel/exercise/variant.ts';
import { type Meaning, meaningOf } from '../../src/viewmodel/record/meaning.ts';

const { t } = messagesIn('en');
const world = await exerciseWorld();
const SEEDS = 12;

async function variantsOf(id: string): Promise<readonly Variant[]> {
  const file = new URL(`../../../scenarios/exercises/${id}.en.md`, import.meta.url);
  const parsed = parseExerciseBytes(readFileSync(file));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const made: Variant[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const variant = await makeVariant(id, parsed.value, seed, world);
    if (variant.ok) made.push(variant.value);
  }
  return made;
}
/** What each wrong option of a variant means. */
function wrongOf(variant: Variant): readonly Meaning[] {
  const form = formOf(variant.question);
  if (form.shape !== 'choice') throw new Error('not a choice');
  return form.options.flatMap((_, at) =>
    at === form.key ? [] : (meaningOf(variant, answerText({ kind: 'choice', at })) ?? []),
  );
}
const meant = (variant: Variant, text: string): string => meaningOf(variant, text)?.says(t) ?? '';

test.each([
  ['lines-most', 3],
  ['lines-density', 3],
  ['will-it-wait', 4],
  ['first-updater', 3],
  ['read-twice', 8],
  ['recheck', 8],
  ['deleted-but-there', 14],
])('%s: at most %i meanings', async (id, most) => {
  const all = (await variantsOf(id)).flatMap(wrongOf);
  const keys = new Set(all.map(({ key }) => key));
  expect(all.length).toBeGreaterThanOrEqual(SEEDS);
  expect([...keys].length, [...keys].join('\n')).toBeLessThanOrEqual(most);
  for (const one of all) expect(one.says(t)).toMatch(/^“.+”/);
});

test('versions: what is counted and what is missed, whatever their places', async () => {
  for (const variant of await variantsOf('who-sees-it')) {
    const form = formOf(variant.question);
    if (form.shape !== 'versions') throw new Error('not about versions');
    const all = form.versions.map(({ lp }) => lp);
    expect(meant(variant, answerText({ kind: 'rows', seen: [] }))).toBe('no version is visible');
    expect(meant(variant, answerText({ kind: 'rows', seen: all }))).toMatch(/^counts a (version that has been|new)/);
    expect(meant(variant, answerText({ kind: 'rows', seen: form.key.slice(1) }))).toMatch(/^(misses|no version)/);
  }
});

test('snapshots: which part is wrong', async () => {
  for (const variant of await variantsOf('what-is-xip')) {
    const form = formOf(variant.question);
    if (form.shape !== 'snapshot') throw new Error('not about a snapshot');
    const { key } = form;
    const given = (over: Partial<typeof key>): string =>
      meant(variant, answerText({ kind: 'snapshot', ...key, ...over }));
    expect(given({ xmax: key.xmax - 1 })).toBe('xmax too low');
    expect(given({ xmin: key.xmin + 1, xip: [...key.xip, key.xmax] })).toBe(
      'xmin too high; xip lists a transaction that it does not have',
    );
    if (key.xip.length > 0) expect(given({ xip: [] })).toBe('xip lacks a running transaction');
  }
});
