/** The texts of scenarios in another language: parsed, compared with the specs' own, and put in their place. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseSpec } from './spec-parse.ts';
import type { Spec } from './spec-types.ts';
import { parseScenarioTexts, scenarioTextDifferences, withTexts } from './texts-file.ts';

const folder = new URL('../../../scenarios/specs/', import.meta.url);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const specOf = (text: string): Spec => {
  const parsed = parseSpec(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
};
const SPEC = specOf(`#: title: Two
#: about: Of two.
#: caption look: It looks.
session a
step look { SELECT 1; }
step again { SELECT 2; }
`);
const specs = new Map([['two', SPEC]]);

describe('the shipped texts', () => {
  const shipped = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.spec'))
      .map((name) => [name.slice(0, -'.spec'.length), specOf(readFileSync(new URL(name, folder), 'utf8'))] as const),
  );
  const files = readdirSync(folder).filter((name) => /^texts\..*\.txt$/.test(name));
  test.each(files)('%s says nothing that no scenario says', (file) => {
    expect(scenarioTextDifferences(readFileSync(new URL(file, folder)), shipped).faults).toEqual([]);
  });
  test('Chinese lacks none, says the same figures, and is set as Chinese is', () => {
    const file = readFileSync(new URL('texts.zh.txt', folder));
    expect(scenarioTextDifferences(file, shipped).missing).toEqual([]);
    const texts = parseScenarioTexts(file);
    if (!texts.ok) throw new Error('not read');
    const figures = (said: string | null | undefined): readonly string[] => (said?.match(/\d[\d,]*/g) ?? []).sort();
    for (const [id, spec] of shipped) {
      const { extras } = withTexts(spec, texts.value[id]);
      const pairs = [
        [extras.title, spec.extras.title],
        [extras.about, spec.extras.about],
        ...[...spec.extras.captions].map(([step, own]) => [extras.captions.get(step), own]),
      ];
      for (const [chinese, english] of pairs) {
        expect(figures(chinese), `${id}: ${chinese}`).toEqual(figures(english));
        expect(chinese?.match(/\p{sc=Han}[,;:?!.()]|[,;:?!()]\p{sc=Han}/gu) ?? [], `${id}: ${chinese}`).toEqual([]);
        expect(chinese?.match(/\p{sc=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{sc=Han}/gu) ?? [], `${id}: ${chinese}`).toEqual([]);
      }
    }
  });
});

test('a file is read section by section, comments and blank lines passed over', () => {
  const text = '# x\n\n[two]\ntitle: Zwei\r\ncaption look: Er sieht: [nichts].\n[other]\nabout: b\n';
  expect(parseScenarioTexts(bytes(text))).toEqual({
    ok: true,
    value: { two: { title: 'Zwei', captions: { look: 'Er sieht: [nichts].' } }, other: { about: 'b', captions: {} } },
  });
});
test('what is said takes the place of English, what is not stays, and nothing new appears', () => {
  const { extras } = withTexts(SPEC, { title: 'Zwei', captions: { look: 'Er sieht.', again: 'Noch einmal.' } });
  expect([extras.title, extras.about, [...extras.captions.values()]]).toEqual(['Zwei', 'Of two.', ['Er sieht.']]);
  expect(withTexts(SPEC, undefined)).toBe(SPEC);
  const bare = specOf('session a\nstep look { SELECT 1; }\n');
  expect(withTexts(bare, { title: 'Zwei', captions: {} }).extras.title).toBeNull();
});
test('what is lacking is named, and is no fault', () => {
  expect(scenarioTextDifferences(bytes('[two]\ntitle: Zwei\n'), specs)).toEqual({
    faults: [],
    missing: ['two: about, caption look'],
  });
});
describe('a fault is told with its line', () => {
  test.each([
    ['a line that says nothing', '[two]\ntitle:\n', '2: write [scenario]'],
    ['a text before any scenario', 'title: Zwei\n', '1: write [scenario]'],
    ['a text given twice', '[two]\ntitle: Zwei\n[two]\ntitle: Drei\n', '4: “title” of “two” is given twice'],
    ['a scenario that there is not', '\n[three]\ntitle: Drei\n', '3: there is no scenario “three”'],
    ['a caption of a step that has none', '[two]\ncaption again: x\n', '2: the scenario “two” has no “caption again”'],
  ])('%s', (_, text, fault) => {
    const { faults } = scenarioTextDifferences(bytes(text), specs);
    expect(faults.map(({ line, message }) => `${line}: ${message}`).join('\n')).toContain(fault);
  });
  test('bytes that are no text, and a file that is too large', () => {
    expect(scenarioTextDifferences(new Uint8Array([0xff]), specs).faults).toHaveLength(1);
    expect(scenarioTextDifferences(new Uint8Array(1_000_001), specs).faults).toHaveLength(1);
  });
});
