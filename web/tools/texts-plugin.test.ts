import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at } from '../node/tree.mjs';
import { en } from '../src/base/messages/en/index.ts';
import { areasNamed, areasOf, keysOf, onlyUnit, unitOf, unitsNamed } from './texts-plugin.ts';

const FOLDER = at('web/src/base/messages/en');
const files = readdirSync(FOLDER).filter((name) => name !== 'index.ts');
const areas = areasOf(new Map(files.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')])));
const areaOf = (key: string): string => key.slice(0, key.indexOf('.'));

test('every key of the catalogue is found in the file that its area is known to be in, and in no other', async () => {
  const keys = new Map<string, string>();
  for (const name of files) {
    const module: Record<string, Record<string, unknown>> = await import(join(FOLDER, name));
    for (const table of Object.values(module)) for (const key of Object.keys(table)) keys.set(key, name);
  }
  expect(new Set(keys.keys())).toEqual(new Set(Object.keys(en)));
  for (const [key, name] of keys) expect([key, areas.get(areaOf(key))]).toEqual([key, name]);
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: code as it is read
test.each([
  ["t('lab.run.start')", ['lab']],
  ['t(`design.${id}.name`)', ['design']],
  ['const key = "heap.row" as const; t(`heap.${state}`)', ['heap']],
  ["'lab.' + name", ['lab']],
  ["t(isOne ? 'ui.close' : 'shell.skip')", ['shell', 'ui']],
  ["/** As in `lab.run`. */\n  // 'heap.row'\nconst a = 'labs.x';", []],
  ["import { simplified } from '../base/messages/en/simplified.gen.ts';", ['simplified']],
  ["import x from './lab.ts'; x.lab.y();", []],
])('%s names %j', (code, named) => {
  expect(areasNamed(code, areas)).toEqual(named);
});

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: to here

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: code as it is read
test.each([
  ["t('heap.fact.dead'); t('heap.title')", ['heap', 'heap.fact']],
  ['t(`heap.arrow.${kind}`)', ['heap.arrow']],
  ["import { heap } from '../base/messages/en/heap.ts';", 'all'],
  ["'heap.' + name", 'all'],
  ['t(`heap.${name}`)', 'all'],
  ["'lab.run.start'", []],
])('%s needs the units %j of heap', (code, units) => {
  const keys = keysOf(readFileSync(join(FOLDER, 'heap.ts'), 'utf8'));
  const all = [...new Set(keys.map(unitOf))].sort();
  expect(unitsNamed(code, 'heap', keys, 'heap.ts')).toEqual(units === 'all' ? all : units);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: to here

test('the units of a file hold each of its texts once, as it is in the file', () => {
  for (const name of files) {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const keys = keysOf(text);
    const units = [...new Set(keys.map(unitOf))];
    const own = units.map((unit) => onlyUnit(text, unit));
    expect([name, own.flatMap(keysOf).sort()]).toEqual([name, [...keys].sort()]);
    // A part that is in no unit is in all of them, or would have been cut in the middle.
    const rest = onlyUnit(text, 'none').split('\n').length;
    const whole = own.reduce((lines, one) => lines + one.split('\n').length - rest, rest);
    expect([name, whole]).toEqual([name, text.split('\n').length]);
  }
});

test('no module makes the area of a key while it runs', () => {
  const sources = readdirSync(at('web/src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|base.messages/.test(name),
  );
  for (const name of sources)
    expect([name, /\bt\(\s*`\$\{/.test(readFileSync(join(at('web/src'), name), 'utf8'))]).toEqual([name, false]);
});
