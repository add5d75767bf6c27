/** `xipscope lint` on lessons: the shipped ones are clean, and a fault is told as FILE:LINE:COL. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { ran } from './fake-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'xipscope-lessons-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('lint of lessons', () => {
  test('finds no fault in those that are shipped', async () => {
    const { code, stderr } = await ran(['lint', fileURLToPath(new URL('../../scenarios', import.meta.url))]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('tells a fault with file, line and column, and leaves other Markdown alone', async () => {
    const lessons = join(folder, 'lessons');
    mkdirSync(lessons);
    const file = join(lessons, '01-mine.en.md');
    writeFileSync(join(lessons, 'README.md'), '<b>not a lesson</b>');
    writeFileSync(file, '---\ntitle: t\nlead: l\n---\n## s\n<b>x</b>\n```figure\nat: #/\n```\n');
    const { code, stdout, stderr } = await ran(['lint', folder]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual(
      [1, 5].map((column) => expect.stringContaining(`${file}:6:${column}: HTML is not rendered`)),
    );
  });
});
