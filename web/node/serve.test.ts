/** The static server returns only files of its folder, isolated, with a type that browsers accept. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Fault } from './proc.mjs';
import { fileFor, listen, policyIn, portFrom, staticServer } from './serve.mjs';
import { at } from './tree.mjs';

const folder = mkdtempSync(join(tmpdir(), 'xip-serve-'));
const server = staticServer(folder);
let base = '';

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<p>hello</p>');
  writeFileSync(join(folder, 'x.wasm'), 'wasm');
  writeFileSync(join(folder, 'x.woff2'), 'face');
  base = `http://127.0.0.1:${await listen(server, 0, true)}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('every answer isolates the page and may stand in an isolated page of another origin, a missing file too', async () => {
  for (const path of ['/', '/x.wasm', '/nothing']) {
    const { headers } = await fetch(base + path);
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  }
});

test('every answer has the policy that the site’s service worker gives, and none in a folder without a site', async () => {
  expect((await fetch(base)).headers.get('Content-Security-Policy')).toBeNull();
  const worker = readFileSync(at('web/public/sw.js'), 'utf8');
  const site = mkdtempSync(join(tmpdir(), 'xip-serve-'));
  writeFileSync(join(site, 'sw.js'), worker);
  const sitting = staticServer(site);
  const address = `http://127.0.0.1:${await listen(sitting, 0, true)}`;
  try {
    const policy = policyIn(worker);
    expect(policy).toMatch(/^default-src 'none'; /);
    for (const path of ['/sw.js', '/nothing', '/%'])
      expect((await fetch(address + path)).headers.get('Content-Security-Policy'), path).toBe(policy);
  } finally {
    sitting.closeAllConnections();
    sitting.close();
  }
});

test('a file comes with its type, and not again while it is the same', async () => {
  const first = await fetch(`${base}/x.wasm?v=1`);
  expect(first.headers.get('Content-Type')).toBe('application/wasm');
  const second = await fetch(`${base}/x.wasm`, { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } });
  expect(second.status).toBe(304);
});

test('it is compressed for who takes that, and for nobody else; a face is as it is', async () => {
  const encoding = async (path: string, takes: string): Promise<string | null> => {
    const answer = await fetch(base + path, { headers: { 'Accept-Encoding': takes } });
    expect(await answer.text()).toBe(path === '/' ? '<p>hello</p>' : 'face');
    return answer.headers.get('Content-Encoding');
  };
  expect(await encoding('/', 'gzip, br')).toBe('gzip');
  expect(await encoding('/', 'identity')).toBeNull();
  expect(await encoding('/x.woff2', 'gzip')).toBeNull();
});

test.each(['/../secret', '/%2e%2e/secret', '/a/../../secret', '/..%2fsecret', '/%00', '/%'])(
  'no path leads out of the folder: %s',
  (path) => {
    const file = fileFor('/site', path);
    expect(file === undefined || file.startsWith('/site/')).toBe(true);
    expect(file).not.toBe('/secret');
  },
);

test('only GET and HEAD are answered', async () => {
  expect((await fetch(base, { method: 'POST' })).status).toBe(405);
});

test('a port that is taken gives the next free one, or a fault where it has to be this one', async () => {
  const taken = Number(new URL(base).port);
  const other = staticServer(folder);
  expect(await listen(other, taken, false)).toBeGreaterThan(taken);
  other.close();
  await expect(listen(staticServer(folder), taken, true)).rejects.toThrow(Fault);
});

test.each(['-1', '65536', '1.5', 'x'])('%s is not a port', (port) => {
  expect(() => portFrom(port, 4173)).toThrow(Fault);
});
