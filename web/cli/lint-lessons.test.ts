/** `xipscope lint` for lessons: the shipped ones are clean, and a fault is reported as FILE:LINE:COL. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { ran } from './io.fake.ts';

const folder = mkdtempSync(join(tmpdir(), 'xipscope-lessons-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('lint of lessons', () => {
  test('finds no fault in those that are shipped', async () => {
    // Exercises are also solved, which needs the engine: lint-exercises.wasm.test.ts.
    const folders = ['specs', 'lessons', 'machines'].map((name) =>
      fileURLToPath(new URL(`../../scenarios/${name}`, import.meta.url)),
    );
    const { code, stderr } = await ran(['lint', ...folders]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // More than a hundred files, each compiled: this does not test the speed.
  }, 60_000);

  test('tells a fault with file, line and column, and leaves other Markdown alone', async () => {
    const lessons = join(folder, 'lessons');
    mkdirSync(lessons);
    const file = join(lessons, '01-mine.en.md');
    writeFileSync(join(lessons, 'README.md'), '<b>not a lesson</b>');
    writeFileSync(file, '---\ntitle: t\nlead: l\n---\n## s\n<b>x</b>\n```figure\nat: #/\n```\n');
    const { code, stdout, stderr } = await ran(['lint', folder]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout.trim().split('\n')).toEqual(
      [1, 5].map((column) => expect.stringContaining(`${file}:6:${column}: HTML is not rendered`)),
    );
  });

  test('compares a language with the English one beside it, by the line of the step', async () => {
    const lessons = join(folder, 'two', 'lessons');
    mkdirSync(lessons, { recursive: true });
    const text = '---\ntitle: t\nlead: l\n---\n## s\n```figure\nat: #/\n```\n\n## z\n\nIt is [17 ×](real:13).\n';
    writeFileSync(join(lessons, '01-mine.en.md'), text);
    const file = join(lessons, '01-mine.zh.md');
    writeFileSync(file, text.replace('17', '18'));
    // Without an English one there is nothing to compare with.
    writeFileSync(join(lessons, '02-own.zh.md'), text);
    const { code, stdout } = await ran(['lint', lessons]);
    expect(code).toBe(1);
    expect(stdout.trim().split('\n')).toEqual([
      `${file}:10:1: step 2 lacks what is linked in English: “[17](real:13)”`,
      `${file}:10:1: step 2 links what is not linked in English: “[18](real:13)”`,
    ]);
  });

  test('lists what a language lacks, which is no fault', async () => {
    const lessons = join(folder, 'three', 'lessons');
    mkdirSync(lessons, { recursive: true });
    const text = '---\ntitle: t\nlead: l\n---\n## s\n```figure\nat: #/\n```\n';
    for (const name of ['01-a.en', '02-b.en', '03-c.en', '02-b.zh', '01-a.de', '02-b.de', '03-c.de'])
      writeFileSync(join(lessons, `${name}.md`), text);
    const { code, stdout, stderr } = await ran(['lint', lessons]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim().split('\n')).toEqual([
      '7 files: no fault',
      `${lessons}: not in “zh”, so shown in English: 01-a, 03-c`,
    ]);
    expect((await ran(['lint', '--json', lessons])).stdout).toBe('[]\n');
  });
});
