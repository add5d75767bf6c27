import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at } from '../node/tree.mjs';
import { hashOfBytes, listSite, withList } from './offline-plugin.ts';

/** A site of these files. */
function siteOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'xip-offline-'));
  for (const sub of ['assets', 'wasm']) mkdirSync(join(folder, sub));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}
const FILES = {
  'index.html': '<p>',
  'sw.js': 'worker',
  'gallery.html': '<p>',
  'assets/page-1.js': 'code',
  'assets/page-1.js.map': '{}',
  'wasm/engine.wasm': 'wasm',
};

test('every file is listed, the page first, but the worker itself, source maps and what is left out', () => {
  const list = listSite(siteOf(FILES), 'b1', new Set(['gallery.html']));
  expect(list.map(([address]) => address)).toEqual(['index.html', 'wasm/engine.wasm?v=b1', 'assets/page-1.js']);
  expect(list.map(([, hash]) => hash)).toEqual(['<p>', 'wasm', 'code'].map((text) => hashOfBytes(Buffer.from(text))));
});

test('the worker in web/public takes the list, and one without a place for it does not', () => {
  const worker = readFileSync(at('web/public/sw.js'), 'utf8');
  const text = withList(worker, [['index.html', 'abc$&']]);
  expect(text).toContain('"files":[["index.html","abc$&"]]');
  expect(text).not.toContain("version: ''");
  expect(withList('const SITE = 1;', [])).toBeUndefined();
});

test('any other byte in any file makes another worker, the same bytes the same one', () => {
  const worker = readFileSync(at('web/public/sw.js'), 'utf8');
  const of = (files: Readonly<Record<string, string>>) => withList(worker, listSite(siteOf(files), 'b1', new Set()));
  expect(of(FILES)).toBe(of({ ...FILES }));
  expect(of({ ...FILES, 'wasm/engine.wasm': 'wasn' })).not.toBe(of(FILES));
});
