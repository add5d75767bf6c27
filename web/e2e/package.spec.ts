/**
 * The npm package on a machine that has only Node: packed, installed without a network into an empty folder, and run
 * with only Node on the PATH. And the licences that it, and the site, must carry. No browser is needed.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { at, filesUnder, siteDir } from '../node/tree.mjs';

let folder = '';
const inFolder = (...parts: readonly string[]): string => join(folder, ...parts);
const installed = (...parts: readonly string[]): string => inFolder('node_modules', 'xipscope', ...parts);
/** Nothing but Node: no npm, no compiler, no shell. */
const bare = () => ({ cwd: folder, env: { PATH: inFolder('bin'), HOME: folder } });
const npm = (args: readonly string[], cwd: string): string => {
  const cli = process.env.npm_execpath;
  const [command, before] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []];
  return execFileSync(command, [...before, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
};
const xipscope = (...args: readonly string[]): string =>
  execFileSync(inFolder('node_modules/.bin/xipscope'), args, {
    ...bare(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'xipscope-package-'));
  npm(['pack', '--silent', '--pack-destination', folder], at());
  const [tarball = ''] = readdirSync(folder);
  writeFileSync(inFolder('package.json'), '{ "private": true }\n');
  npm(['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], folder);
  mkdirSync(inFolder('bin'));
  symlinkSync(process.execPath, inFolder('bin', 'node'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it is one package, without tests and sources, that runs nothing when it is installed', () => {
  expect(readdirSync(inFolder('node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['xipscope']);
  const files = readdirSync(installed(), { recursive: true }).map(String);
  expect(
    files.filter((name) =>
      /[.](test|spec)[.]|[.]tsx?$|[.][ch]$|^(web.(src|tools|e2e)|wasm-core|node_modules|[.]github)/.test(name),
    ),
  ).toEqual([]);
  for (const name of ['LICENSE', 'README.md', 'dist/THIRD-PARTY.txt', 'build/cli/THIRD-PARTY.txt'])
    expect(existsSync(installed(name)), name).toBe(true);
  const manifest: { readonly dependencies?: unknown; readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(installed('package.json'), 'utf8'),
  );
  expect(manifest.dependencies).toBeUndefined();
  expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});

test('its commands work as in the checkout', () => {
  const version = `${JSON.parse(readFileSync(at('package.json'), 'utf8')).version}\n`;
  expect(xipscope('--version')).toBe(version);
  const checkout = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [at('web/cli/xipscope.mjs'), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  for (const args of [['designs'], ['spec', 'hermitage-p4'], ['trace', 'first-look']])
    expect(xipscope(...args)).toBe(checkout(...args));
  expect(xipscope('bench', '--design', 'pg13,pg14', '--active', '1', '--idle', '0,100', '--seconds', '0.1')).toMatch(
    /\npg14 +1 +100 /,
  );
  expect(xipscope('model', '--machine', 'xeon-gold-5215-2s', '--active', '2', '--idle', '0')).toMatch(/\npg14 +2 +0 /);
  expect(xipscope('lint', '--languages', installed('scenarios/specs'))).toMatch(/files: no fault/);
});

test('serve gives the page with the headers of an isolated page, and ends with Ctrl-C', async () => {
  const server = spawn(inFolder('node_modules/.bin/xipscope'), ['serve', '--port', '0'], {
    ...bare(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve) => {
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /http:\S+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  expect(new URL(address).hostname).toBe('127.0.0.1');
  const page = await fetch(address);
  expect(page.status).toBe(200);
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(page.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  const scripts = [...(await page.text()).matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(scripts.length).toBeGreaterThan(1);
  for (const path of [...scripts, 'wasm/xip-lab.wasm', 'wasm/xip-engine.mjs', 'THIRD-PARTY.txt', 'LICENSE.txt'])
    expect((await fetch(new URL(path, address))).status, path).toBe(200);
  const ended = new Promise((resolve) => server.on('close', resolve));
  server.kill('SIGINT');
  expect(await ended).toBe(0);
});

const PACKAGE = /(?:from|import|import\(|@import|url\()\s*'((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g;
const importedIn = (folders: readonly string[]): readonly string[] => {
  const sources = filesUnder(
    folders,
    (path) => /[.](tsx?|css)$/.test(path) && !/[.](test|d)[.]tsx?$|gallery/.test(path),
  );
  const texts = sources.map((path) => readFileSync(at(path), 'utf8').replace(/^import type [^;]*;$/gm, ''));
  const names = texts.flatMap((text) => [...text.matchAll(PACKAGE)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => existsSync(at('node_modules', name, 'package.json')));
};

for (const [what, file, folders, below] of [
  [
    'the site',
    join(siteDir, 'THIRD-PARTY.txt'),
    ['web/src'],
    ['scheduler', 'micromark', 'd3-scale', 'd3-shape', '@lezer/lr', 'style-mod'],
  ],
  [
    'the command line',
    at('build/cli/THIRD-PARTY.txt'),
    ['web/cli', 'web/src/sql'],
    ['micromark', 'mdast-util-from-markdown'],
  ],
] as const)
  test(`every package in ${what} is named with its version and its licence`, () => {
    // `d3` itself only re-exports others; tests have separate tools.
    const direct = importedIn(folders).filter((name) => !['d3', 'vitest', 'fast-check'].includes(name));
    expect(direct).toContain('libpg-query');
    const text = readFileSync(file, 'utf8');
    for (const name of [...direct, ...below]) {
      const { version }: { readonly version: string } = JSON.parse(
        readFileSync(at('node_modules', name, 'package.json'), 'utf8'),
      );
      expect.soft(text.includes(`\n${name} ${version}\n`), name).toBe(true);
    }
    for (const notice of ['Emscripten', 'musl', 'PostgreSQL Global Development Group', 'Lukas Fittl'])
      expect(text).toContain(notice);
    expect(text).not.toContain('The package holds no text of its licence');
  });
