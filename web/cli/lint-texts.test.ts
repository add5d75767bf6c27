/** `xipscope lint --languages`: texts shown in English are listed, and are not faults. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadLanguages } from '../src/base/messages/folders.node.ts';
import { lintTexts } from './lint-texts.ts';

const exercises = fileURLToPath(new URL('../../scenarios/exercises', import.meta.url));

test('the languages that are there have no text that English lacks, and say its parameters', async () => {
  expect((await lintTexts([], { loadLanguages })).faults).toEqual([]);
});
test('an exercise that a language lacks is listed, one that it has is not', async () => {
  const files = ['a.en.md', 'b.en.md', 'b.zh.md'].map((name) => join(exercises, name));
  const { notes } = await lintTexts(files, { loadLanguages });
  expect(notes).toContain(`${exercises}: not in “zh”, so shown in English: a`);
});
test('the command line loads them, after it has let go of its own loader', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'xipscope-texts-'));
  try {
    mkdirSync(join(folder, 'lessons'));
    const lesson = '---\ntitle: t\nlead: l\n---\n## s\nx\n```figure\nat: #/\n```\n';
    writeFileSync(join(folder, 'lessons', '01-mine.en.md'), lesson);
    const { execFileSync } = await import('node:child_process');
    const cli = fileURLToPath(new URL('./xipscope.mjs', import.meta.url));
    expect(execFileSync(process.execPath, [cli, 'lint', '--languages', folder], { encoding: 'utf8' })).toContain(
      '“zh”',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 30_000);
