/**
 * The set-up's message before it installs a system package, and that it can be forbidden to. FAKE apt-get and sudo
 * record their calls.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { at } from '../node/tree.mjs';
import { mayNotInstall } from './setup.mjs';

let folder = '';
const inFolder = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xipscope-setup-'));
  symlinkSync(process.execPath, inFolder('node'));
  for (const name of ['apt-get', 'sudo']) {
    writeFileSync(inFolder(name), `#!/bin/sh\necho "${name} $*" >> '${inFolder('log')}'\n`);
    chmodSync(inFolder(name), 0o755);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

/** On a machine that has only Node and apt-get. */
const setUp = (env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) => setUpFor('emcc', env, args);
function setUpFor(wanted: string, env: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
  const code = `import(${JSON.stringify(at('web/node/proc.mjs'))}).then(({ main }) => main(async () => {
    await (await import(${JSON.stringify(at('web/tools/setup.mjs'))})).ensureReady({ ${wanted}: true });
  }))`;
  const ran = spawnSync(process.execPath, ['-e', code, '--', ...args], {
    env: { PATH: folder, ...env },
    encoding: 'utf8',
  });
  return {
    code: ran.status,
    stderr: ran.stderr,
    log: existsSync(inFolder('log')) ? readFileSync(inFolder('log'), 'utf8') : null,
  };
}

test('nobody can be asked: what is missing and the command are said, then it is done', () => {
  const { stderr, log } = setUp();
  const said = stderr.search(
    /Missing: Emscripten[.] .*\n.*apt-get install --no-install-recommends emscripten\n.*XIPSCOPE_NO_INSTALL=1/,
  );
  expect(said).toBeGreaterThanOrEqual(0);
  expect(said).toBeLessThan(stderr.indexOf('apt-get update)'));
  expect(log).toMatch(/apt-get.* update\n.*apt-get.* install .*emscripten\n/);
});
test.each([
  ['the environment', { XIPSCOPE_NO_INSTALL: '1' }, []],
  ['an option', {}, ['--no-install']],
] as const)('%s forbids it: nothing is installed, and what to install is said', (_, env, args) => {
  const { code, stderr, log } = setUp(env, ...args);
  expect(log).toBeNull();
  expect(stderr).toMatch(/Emscripten is missing[.] Install Emscripten so that `emcc` is on the PATH/);
  expect(code).toBe(1);
});
test.each([
  ['firefox', 'Firefox', 'firefox-esr'],
  ['webkit', 'WebKitGTK', 'webkit2gtk-driver xvfb'],
])(
  'a browser that only some tests want is said and asked for, too, and where it cannot be had the set-up goes on: %s',
  (wanted, what, packages) => {
    const { code, stderr, log } = setUpFor(wanted);
    expect(stderr).toContain(`Missing: ${what}.`);
    expect(log).toContain(`install -y --no-install-recommends ${packages}\n`);
    expect(code).toBe(0);
    const forbidden = setUpFor(wanted, { XIPSCOPE_NO_INSTALL: '1' });
    expect(forbidden.log).toBe(log);
    expect(forbidden.stderr).toContain(`${what} is missing. Install`);
    expect(forbidden.code).toBe(0);
  },
);
test('without apt-get a browser whose tests are skipped is said to be missing', () => {
  rmSync(inFolder('apt-get'));
  const { code, stderr } = setUpFor('webkit');
  expect(stderr).toContain('WebKitGTK is missing. Install');
  expect(code).toBe(0);
});
test('0 and nothing do not forbid', () => {
  expect(['', '0', '1', 'yes'].map((value) => mayNotInstall({ XIPSCOPE_NO_INSTALL: value }, []))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
