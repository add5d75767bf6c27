/**
 * Standard input, pipes and names of scenarios in place of files; and texts from outside never reach a terminal
 * unfiltered.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shownJson, shownLine, shownLines } from '../src/base/written.ts';
import { SPEC_LIMITS } from '../src/scenario/spec-types.ts';
import { orShipped } from './input.ts';
import { ran } from './io.fake.ts';

let folder = '';
const path = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'xipscope-input-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const GOOD = 'session s\nstep a { SELECT 1; }\n';
const BAD = 'session s\nstep a SELECT\n';

/** The input that a shell connects, in pieces. */
const piped = (...pieces: readonly string[]) => ({
  isPiped: true,
  input: async function* () {
    for (const piece of pieces) yield new TextEncoder().encode(piece);
  },
});

describe('standard input', () => {
  test.each([
    ['lint', '-'],
    ['lint'],
    ['spec', '-'],
    ['spec'],
    ['trace', '-'],
    ['trace'],
    ['check', '-', '--against', '17'],
    ['check', '--against', '17'],
  ])('%s %s reads it, and a fault is told with its place', async (...args) => {
    const { code, stdout, stderr } = await ran(args, piped('session s\nst', 'ep a SELECT\n'));
    expect(stdout + stderr).toMatch(/^<stdin>:2:8: syntax error: /);
    expect(code).toBe(args[0] === 'lint' ? 1 : 2);
  });
  test('lint knows an exercise and a machine by what they say', async () => {
    expect((await ran(['lint', '-'], piped(GOOD))).code).toBe(0);
    expect((await ran(['lint', '-'], piped('{ "id": 5 }'))).stdout).toContain('<stdin>:1:9: id: a text is expected');
    const exercise = '---\ntitle: t\n---\n```ask\nhunt\n```\n';
    expect((await ran(['lint', '-'], piped(exercise))).stdout).not.toContain('“session” is expected');
  });
  test('is asked for once', async () => {
    const { code, stderr } = await ran(['check', '-', '-', '--against', '17'], piped(GOOD));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('can be read only once') });
  });
  test('that never ends is read to the limit of a spec', async () => {
    let given = 0;
    const endless = {
      isPiped: true,
      input: async function* () {
        for (;;) {
          given += 10_000;
          yield new Uint8Array(10_000).fill(32);
        }
      },
    };
    const { code, stderr } = await ran(['spec', '-'], endless);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('the file is larger than') });
    expect(given).toBeLessThan(SPEC_LIMITS.ownFileBytes + 20_000);
  });
  test('that never comes ends with Ctrl-C', async () => {
    const silent = { input: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }) };
    const abort = new AbortController();
    const running = ran(['spec', '-'], { ...silent, signal: abort.signal });
    abort.abort(130);
    expect(await running).toMatchObject({ code: 130, stdout: '' });
  });
  test('without any, no command waits for it', async () => {
    for (const command of ['spec', 'trace', 'lint', 'record'])
      expect(await ran([command])).toMatchObject({ code: 2, stdout: '' });
  });
});

test('a pipe among the files is read as a file is', async () => {
  const pipe = path('pipe');
  execFileSync('mkfifo', [pipe]);
  const running = ran(['lint', pipe]);
  // Not awaited yet: the writer blocks until a reader opens the pipe.
  await writeFile(pipe, BAD);
  expect((await running).stdout).toBe(
    `${pipe}:2:8: syntax error: a block of SQL is expected here, but this is “SELECT”\n`,
  );
});

test('a scenario may be given by its name; a file of that name comes first', () => {
  expect(orShipped('hermitage-p4')).toMatch(/scenarios[\\/]specs[\\/]hermitage-p4[.]spec$/);
  for (const given of ['no-such-scenario', '../specs/hermitage-p4', 'hermitage-p4.spec', 'web'])
    expect(orShipped(given)).toBe(given);
});

describe('control characters', () => {
  const ESCAPE = '\x1b]0;pwn\x07\x1b[31mred';
  const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

  test.each([
    [['spec', ESCAPE]],
    [['lint', ESCAPE]],
    [['record', ESCAPE]],
    [['trace', `${ESCAPE}.spec`]],
    [['spec', 'x', `--pg=${ESCAPE}`]],
    [[ESCAPE]],
  ])('of what is named are never printed: %j', async (args) => {
    const { stdout, stderr } = await ran(args);
    expect(stdout + stderr).toContain('[31mred');
    expect(stdout + stderr).not.toMatch(hidden);
  });
  test('of a file’s name and of its text are never printed by lint and record', async () => {
    const file = path(`${ESCAPE}.spec`);
    writeFileSync(file, `session s\nstep a { SELECT 1; }\npermutation "${ESCAPE}\u{202e}"\n`);
    const lint = await ran(['lint', file]);
    expect(lint.stdout).toContain('[31mred');
    expect(lint.stdout).not.toMatch(hidden);
    const json = await ran(['lint', '--json', file]);
    expect(json.stdout).not.toMatch(hidden);
    const [fault]: readonly { readonly file?: string }[] = JSON.parse(json.stdout);
    expect(fault?.file).toBe(file);
    writeFileSync(path(`${ESCAPE}.json`), '{ "a": 1 }');
    const record = await ran(['record', folder]);
    expect(record.stderr).toContain('[31mred');
    expect(record.stderr).not.toMatch(hidden);
  });
  test('what is shown holds none, names each in its place, and JSON says the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(shownLine(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        const named = (code: string): string => String.fromCodePoint(Number.parseInt(code, 16));
        const back = (shown: string): string => shown.replace(/<U\+([0-9A-F]{4,6})>/g, (_, code) => named(code));
        expect(back(shownLine(text))).toBe(back(text));
        expect(back(shownLines(text))).toBe(back(text));
        expect(shownLines(text).replaceAll('\r\n', '').replaceAll('\t', '')).not.toMatch(hidden);
        const json = shownJson(JSON.stringify({ text }));
        expect(json).not.toMatch(hidden);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });
});
