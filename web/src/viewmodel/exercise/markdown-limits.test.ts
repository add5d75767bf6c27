/** Exercises and lessons come from anybody: neither may keep Markdown's parser busy for seconds. */
import { describe, expect, test } from 'vitest';
import { parseLesson } from '../../scenario/lesson-parse.ts';
import { parseExercise } from './parse.ts';

const FILE = 63_900;
const head = '---\ntitle: a\nlesson: b\n---\n';
const full = (unit: string): string => unit.repeat(Math.floor(FILE / unit.length));
/** At most 2,990 lines of it. */
const lined = (line: string): string => `${line}\n`.repeat(Math.min(2990, Math.floor(FILE / (line.length + 1))));

describe('a text that keeps Markdown’s parser for seconds is refused before it does, with the line', () => {
  test.each([
    ...[
      '*_',
      '*a_',
      '*a_b',
      'a**b*c',
      '[a](',
      '[a][',
      '[a](b "',
      '![',
      '&a',
      'a <!--',
      'a <?',
      'a <b c="',
      'a`b``c',
      '\\*',
    ].map(full),
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    lined('[a][[a][[a][[a][[a]['),
  ])('%.12s…: marks of one paragraph', (text) => {
    const parsed = parseExercise(head + text);
    expect(parsed).toMatchObject({
      ok: false,
      error: [
        {
          line: 5,
          message: expect.stringMatching(/^too many emphasis marks, brackets and backticks in one paragraph \(/),
        },
      ],
    });
  });
  test.each(['- - - - - - a', '- > a', '> - a', '- a', '1. a'])('%s: items and quotes', (line) => {
    const parsed = parseExercise(head + lined(line));
    expect(parsed).toMatchObject({
      ok: false,
      error: [{ message: expect.stringMatching(/^too many list items and quotes up to here \(2,00\d\)/) }],
    });
  });
  test('parts that are parsed alone draw on the same: hints, notes, what a choice says', () => {
    const unit = `a ${'*_'.repeat(250)} `;
    const hints = `\`\`\`hint\n${unit}\n\`\`\`\n`;
    expect(parseExercise(head + hints.repeat(6))).toMatchObject({ ok: false });
    const options = `- [x] ${'*_'.repeat(180)} — ${'*_'.repeat(180)}\n`;
    const choice = `\`\`\`choice\nask: a\n${options.repeat(5)}\`\`\`\n\n## s\n`;
    const parsed = parseLesson(`---\ntitle: a\nlead: b\n---\n## s\n${choice.repeat(15)}`);
    expect(JSON.stringify(parsed)).toContain('too many emphasis marks');
  });
});
