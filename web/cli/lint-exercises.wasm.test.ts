/** If an exercise's goals are too weak for its words, `xipscope lint` reports it, with the schedule that shows it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { ran } from './io.fake.ts';

const folder = mkdtempSync(join(tmpdir(), 'xip-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'exercises'));
const shipped = readFileSync(new URL('../../scenarios/exercises/late-snapshot.en.md', import.meta.url), 'utf8');
const linted = (text: string) => {
  const file = join(folder, 'exercises', 'late-snapshot.en.md');
  writeFileSync(file, text);
  return ran(['lint', file], { prepare: async () => {} });
};

test('finds no fault in those that are shipped', { timeout: 120_000 }, async () => {
  const { code, stdout } = await ran(['lint', fileURLToPath(new URL('../../scenarios/exercises', import.meta.url))], {
    prepare: async () => {},
  });
  expect(stdout).toMatch(/^\d+ files: no fault\n/);
  expect(code).toBe(0);
});

test('goals that hold all that the task says: no fault', async () => {
  expect(await linted(shipped)).toMatchObject({ code: 0, stdout: '1 file: no fault\n' });
});

test('goals that forget a part of a sentence: the order that gets by, and the words that it breaks', async () => {
  const weak = shipped.replace('fine end\nafter commit begin\n', 'fine end\n');
  const { code, stdout } = await linted(weak);
  expect(stdout).toMatch(
    /late-snapshot\.en\.md:1:1: the goals are too weak: .*commit.*begin.*“begins before the writer’s commit”/,
  );
  expect(code).toBe(1);
});
