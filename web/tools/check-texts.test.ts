/** A module brings the texts that it names, all of them and no others. */
import { expect, test } from 'vitest';
import { en } from '../src/base/messages/en/index.ts';
import { catalogue, faultsIn, keysNamed } from './check-texts.mjs';

const keys = catalogue();
const EN = 'web/src/base/messages/en';
const filesOf = (code: string): readonly string[] =>
  [...new Set(keysNamed(code, keys).flatMap(({ files }) => files))].map((file) => file.slice(EN.length + 1)).sort();

test('every key of the catalogue is found, in the file that exports it', async () => {
  expect(new Set(keys.keys())).toEqual(new Set(Object.keys(en)));
  for (const file of new Set(keys.values())) {
    const module: Record<string, object> = await import(/* @vite-ignore */ `../../${file}`);
    const own = Object.values(module).flatMap((table) => Object.keys(table));
    expect([file, new Set(own)]).toEqual([
      file,
      new Set([...keys].flatMap(([key, from]) => (from === file ? [key] : []))),
    ]);
  }
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: code as it is read
test.each([
  ["t('lab.start.sweep')", ['lab.ts']],
  ['t(`design.${id}.name`)', ['design.ts']],
  ['const key = "heap.rows" as const; t(`heap.arrow.${state}`)', ['heap.ts']],
  ["t('heap.fact.dead'); t('heap.explain.answer')", ['heap-explain.ts', 'heap.ts']],
  ["'lab.' + name", ['lab.ts']],
  ["const of = 'heap.arrow'; t(`${of}.next`)", ['heap.ts']],
  ['t(`heap.${name}`)', ['heap-explain.ts', 'heap-text.ts', 'heap.ts']],
  ["t(isOne ? 'ui.close' : 'shell.skip')", ['shell.ts', 'ui.ts']],
  ["/** As in `lab.start.sweep`. */\n  // 'heap.rows'\nconst a = 'labs.x';", []],
  ["import x from './lab.ts'; x.lab.y(); open('server.js')", []],
])('%s names texts of %j', (code, files) => {
  expect(filesOf(code)).toEqual(files);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: to here

const at = (code: string): readonly string[] => faultsIn('web/src/views/x/X.tsx', code, keys);
const bring = (...names: readonly string[]): string =>
  names.map((name) => `import '../../base/messages/en/${name}.ts';\n`).join('');

test('texts that are named and not brought are a fault with their line', () => {
  expect(at(`${bring('ui')}\nt('ui.close');\nt('lab.start.sweep');`)).toEqual([
    "web/src/views/x/X.tsx:4: names “lab.start.sweep” and does not bring it: import '../../base/messages/en/lab.ts'",
  ]);
});
test('texts that are brought and not named are a fault, too', () => {
  expect(at(`${bring('ui', 'lab')}t('ui.close');`)).toEqual([
    'web/src/views/x/X.tsx:2: brings the texts of lab.ts and names none of them',
  ]);
});
test('fine is who brings what is named, or takes a table as it is, or all of them', () => {
  expect(at(`${bring('ui')}t('ui.close');`)).toEqual([]);
  expect(at("import { simplified } from '../../base/messages/en/simplified.gen.ts';")).toEqual([]);
  expect(at(`${bring('index')}t('lab.start.sweep');`)).toEqual([]);
});
