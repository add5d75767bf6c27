/** All languages of a lesson are the same lesson: the shipped ones are, and each kind of difference is reported. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Inline, Lesson } from './lesson.ts';
import { lessonDifferences } from './lesson-languages.ts';
import { parseLesson, parseLessonBytes } from './lesson-parse.ts';

const folder = fileURLToPath(new URL('../../../scenarios/lessons/', import.meta.url));
const NAME = /^(\d\d-[a-z0-9-]+)\.([a-zA-Z-]+)\.md$/;
const files = readdirSync(folder).flatMap((file) => {
  const [, lesson, lang] = NAME.exec(file) ?? [];
  return lesson === undefined || lang === undefined ? [] : [{ file, lesson, lang }];
});

/** Kinds of `Inline`; a block of code is not prose. */
const INLINE: ReadonlySet<unknown> = new Set<Inline['kind']>(['text', 'code', 'emphasis', 'strong', 'link', 'number']);

const ORIGINAL = `---
title: t
lead: l
---

## One

There were [near 48](published:README) and [1.07 ×](published:commit-gains), see [there](#/lab?v=1).

\`\`\`figure
at: #/play?v=1&at=2
show: lanes, rows
\`\`\`

\`\`\`choice
ask: Which?
- [x] this — [16,034](published:idle-connections)
- [ ] that — no
\`\`\`

\`\`\`notes
For who speaks.
\`\`\`

## Two

\`\`\`predict
ask: What?
answer: rows
\`\`\`
`;
const lesson = (text: string): Lesson => {
  const parsed = parseLesson(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
};
const told = (text: string): readonly string[] =>
  lessonDifferences(lesson(ORIGINAL), lesson(text)).map(({ line, message }) => `${line}: ${message}`);

describe('the languages of a lesson', () => {
  test.each(files.filter(({ lang }) => lang !== 'en'))('$file is the English lesson', ({ file, lesson: name }) => {
    const read = (path: string): Lesson => {
      const parsed = parseLessonBytes(readFileSync(folder + path));
      if (!parsed.ok) throw new Error(`${path}: ${JSON.stringify(parsed.error)}`);
      return parsed.value;
    };
    expect(lessonDifferences(read(`${name}.en.md`), read(file))).toEqual([]);
  });

  test.each(files.filter(({ lang }) => lang === 'zh'))('$file is set as Chinese is', ({ file }) => {
    const parsed = parseLessonBytes(readFileSync(folder + file));
    if (!parsed.ok) throw new Error(`${file}: ${JSON.stringify(parsed.error)}`);
    // Every text in it; links and code belong to their sentence, as they are shown.
    const texts: string[] = [];
    const slanted: string[] = [];
    const shown = (all: readonly Inline[]): string =>
      all.map((one) => ('text' in one ? one.text : shown(one.children))).join('');
    const isInline = (value: unknown): value is Inline =>
      typeof value === 'object' && value !== null && 'kind' in value && INLINE.has(value.kind);
    const visit = (value: unknown): void => {
      if (isInline(value) && value.kind === 'emphasis') slanted.push(shown(value.children));
      if (typeof value === 'string') texts.push(value);
      if (Array.isArray(value) && value.every(isInline)) texts.push(shown(value));
      if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) visit(one);
    };
    visit(parsed.value);
    expect(texts.length).toBeGreaterThan(20);
    const wrong = [
      /\p{sc=Han}[A-Za-z0-9]|[A-Za-z0-9%]\p{sc=Han}/u,
      /\p{sc=Han} ?[,;:?!()]|[,;:?!()]\p{sc=Han}/u,
      / [，。；：？！、（）“”]|[，。；：？！、（）“”] | {2}|\.\.\./u,
    ];
    // Chinese characters have no italic form.
    expect(slanted.filter((text) => /\p{sc=Han}/u.test(text))).toEqual([]);
    expect(texts.filter((text) => wrong.some((one) => one.test(text)))).toEqual([]);
  });

  test('may use other words, and put links in another order', () => {
    const words = ORIGINAL.replace(
      'There were [near 48](published:README) and [1.07 ×](published:commit-gains), see [there](#/lab?v=1).',
      '看[这里](#/lab?v=1)：[1.07 倍](published:commit-gains)，[接近 48](published:README)。',
    ).replace('Which?', '哪一个？');
    expect(told(words)).toEqual([]);
  });

  test.each([
    ['## Two', '## Three\n\n## Two', /^27: 3 steps, but 2 in English/],
    ['at=2', 'at=3', /^6: step 1 has another figure .*at=3.*at=2/],
    ['lanes, rows', 'rows, lanes', /^6: step 1 has another figure/],
    ['- [ ] that', '- [x] that', /^6: step 1 has another question .*\[x\] \[x\].*\[x\] \[ \]/],
    ['- [ ] that — no', '- [ ] that — no\n- [ ] those — no', /^6: step 1 has another question/],
    ['answer: rows', 'answer: waits', /^25: step 2 has another question .*predict waits.*predict rows/],
    ['```notes\nFor who speaks.\n```\n', '', /^6: step 1 has notes in English/],
    ['[near 48](published:README)', 'near 48', /^6: step 1 lacks .*\[48\]\(published:README\)/],
    ['[near 48](published:README)', '[near 84](published:README)', /lacks .*\[48\][\s\S]*links what is not .*\[84\]/],
    ['(published:idle-connections)', '(published:README)', /lacks .*\[16,034\]\(published:idle-connections\)/],
    ['[there](#/lab?v=1)', '[there](#/lab?v=2)', /lacks what is linked in English: “#\/lab\?v=1”/],
    ['For who speaks.', 'For who speaks: [1](real:13).', /^6: step 1 links what is not linked .*\[1\]\(real:13\)/],
  ])('%#: a difference is told', (from, to, expected) => {
    expect(ORIGINAL).toContain(from);
    expect(told(ORIGINAL.replace(from, to)).join('\n')).toMatch(expected);
  });

  test('a step that is missing is told where the lesson ends', () => {
    const short = ORIGINAL.slice(0, ORIGINAL.indexOf('## Two'));
    expect(told(short)).toEqual([expect.stringMatching(/^6: 1 step, but 2 in English/)]);
  });

  test.each([
    ['甲乙\n丙丁', '甲乙丙丁'],
    ['甲，\n`x`', '甲，'],
    ['甲乙\nxmin 是', '甲乙 xmin 是'],
    ['a word\nand one', 'a word and one'],
  ])('a line’s end between wide characters is nothing: %j', (prose, expected) => {
    const [step] = lesson(`---\ntitle: t\nlead: l\n---\n## s\n\n${prose}\n\n\`\`\`figure\nat: #/\n\`\`\`\n`).steps;
    const [paragraph] = step?.prose ?? [];
    expect(paragraph?.kind === 'paragraph' && paragraph.children[0]).toEqual({ kind: 'text', text: expected });
  });
});
