import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { at } from '../node/tree.mjs';
import { zipSite } from './bundle-zip.ts';
import { listSite, withList } from './offline-plugin.ts';

function builtSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'xip-bundle-'));
  mkdirSync(join(folder, 'wasm'));
  for (const [path, text] of [
    ['index.html', '<p>'],
    ['wasm/engine.wasm', 'wasm'],
    ['gallery.html', 'not for readers'],
  ] as const)
    writeFileSync(join(folder, path), text);
  const worker = withList(
    readFileSync(at('web/public/sw.js'), 'utf8'),
    listSite(folder, 'b1', new Set(['gallery.html'])),
  );
  writeFileSync(join(folder, 'sw.js'), worker ?? '');
  return folder;
}
afterEach(() => vi.useRealTimers());

test('what a reader needs is in one folder, with a word on how to serve it, and nothing else', () => {
  const files = unzipSync(zipSite(builtSite()) ?? new Uint8Array());
  expect(Object.keys(files)).toEqual(
    ['index.html', 'sw.js', 'wasm/engine.wasm', 'README.txt'].map((path) => `xipscope/${path}`),
  );
  expect(strFromU8(files['xipscope/wasm/engine.wasm'] ?? new Uint8Array())).toBe('wasm');
  expect(strFromU8(files['xipscope/README.txt'] ?? new Uint8Array())).toContain('http.server');
});

test('the same site gives the same bytes at another time', () => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date('2026-01-02T03:04:05Z'));
  const one = zipSite(builtSite());
  vi.setSystemTime(new Date('2031-10-20T13:14:15Z'));
  expect(zipSite(builtSite())).toEqual(one);
});

test('a site without a list is not bundled', () => {
  const folder = builtSite();
  writeFileSync(join(folder, 'sw.js'), readFileSync(at('web/public/sw.js')));
  expect(zipSite(folder)).toBeUndefined();
});
