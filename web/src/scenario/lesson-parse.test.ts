/** Lesson files: what one contains, each fault at its place, and that any bytes give a lesson or faults. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LESSON_LIMITS, parseLesson, parseLessonBytes } from './lesson-parse.ts';

const WHOLE = `---
title: Two stamps
lead: Why a reader never waits.
---

## A row carries *two* stamps

A row has \`xmin\` and [17 ×](real:13) more.

- one
- [two](#/lab?v=1)

\`\`\`figure
at: #/play?v=1&spec=first-look&at=2
show: lanes, rows
decisive: row (0,1), snapshot A, reason
\`\`\`

\`\`\`choice
ask: Which one is **seen**?
- [x] the old one — A has not ended
- [ ] the new one — it is \`too new\`
\`\`\`

\`\`\`notes
Wait for a hand.
\`\`\`

## Then it goes on

\`\`\`predict
ask: What does B get?
answer: rows
\`\`\`
`;

const faultsOf = (text: string): readonly string[] => {
  const parsed = parseLesson(text);
  return parsed.ok ? [] : parsed.error.map(({ line, column, message }) => `${line}:${column}: ${message}`);
};
/** A lesson of one step with these lines in it, starting at line 7. */
const step = (...lines: string[]): string =>
  ['---', 'title: t', 'lead: l', '---', '## s', '', ...lines, '', '```figure', 'at: #/', '```'].join('\n');

describe('a lesson', () => {
  test('is its steps: prose, figure, question, notes', () => {
    const parsed = parseLesson(WHOLE);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
    const { title, lead, steps } = parsed.value;
    expect([title, lead, steps.length]).toEqual(['Two stamps', 'Why a reader never waits.', 2]);
    expect(steps[0]).toEqual({
      line: 6,
      title: [
        { kind: 'text', text: 'A row carries ' },
        { kind: 'emphasis', children: [{ kind: 'text', text: 'two' }] },
        { kind: 'text', text: ' stamps' },
      ],
      prose: [
        {
          kind: 'paragraph',
          children: [
            { kind: 'text', text: 'A row has ' },
            { kind: 'code', text: 'xmin' },
            { kind: 'text', text: ' and ' },
            { kind: 'number', provenance: 'real', source: '13', children: [{ kind: 'text', text: '17 ×' }] },
            { kind: 'text', text: ' more.' },
          ],
        },
        {
          kind: 'list',
          isOrdered: false,
          items: [
            [{ kind: 'paragraph', children: [{ kind: 'text', text: 'one' }] }],
            [
              {
                kind: 'paragraph',
                children: [{ kind: 'link', href: '#/lab?v=1', children: [{ kind: 'text', text: 'two' }] }],
              },
            ],
          ],
        },
      ],
      figure: {
        at: '#/play?v=1&spec=first-look&at=2',
        show: ['lanes', 'rows'],
        decisive: ['row (0,1)', 'snapshot A', 'reason'],
      },
      question: {
        kind: 'choice',
        ask: [
          { kind: 'text', text: 'Which one is ' },
          { kind: 'strong', children: [{ kind: 'text', text: 'seen' }] },
          { kind: 'text', text: '?' },
        ],
        options: [
          {
            isRight: true,
            text: [{ kind: 'text', text: 'the old one' }],
            why: [{ kind: 'text', text: 'A has not ended' }],
          },
          {
            isRight: false,
            text: [{ kind: 'text', text: 'the new one' }],
            why: [
              { kind: 'text', text: 'it is ' },
              { kind: 'code', text: 'too new' },
            ],
          },
        ],
      },
      notes: [{ kind: 'paragraph', children: [{ kind: 'text', text: 'Wait for a hand.' }] }],
    });
    expect(steps[1]).toMatchObject({ figure: null, question: { kind: 'predict', answer: 'rows' }, notes: [] });
  });

  test('reads the same with the line ends of Windows', () => {
    expect(parseLesson(WHOLE.replaceAll('\n', '\r\n'))).toEqual(parseLesson(WHOLE));
  });
});

describe('a fault is told with its place', () => {
  test.each([
    ['# no front matter', '1:1: a lesson begins with a line “---”'],
    ['---\ntitle: t\nlead: l\n', '1:1: the front matter has no end'],
    ['---\ntitle: t\n---\n## s\n```figure\nat: #/\n```', '2:1: “lead:” is missing'],
    ['---\ntitle: t\nlead:\n---\n## s\n```figure\nat: #/\n```', '3:1: “lead:” has no text'],
    ['---\ntitle: t\nlead: l\nname: x\n---\n## s\n```figure\nat: #/\n```', '4:1: there is no field “name”'],
    ['---\ntitle: t\nlead: l\n---\ntext\n', '5:1: this text comes before the first step'],
    ['---\ntitle: t\nlead: l\n---\n', '5:1: a lesson has at least one step'],
    [
      '---\ntitle: t\nlead: l\n---\n## s\n```figure\nat: #/\ndecisive: row (0,1), rwo (0,1)\n```',
      '8:22: “rwo (0,1)” names no kind of mark',
    ],
    ['---\ntitle: t\nlead: l\n---\n## s\n```figure\nat: #/\ndecisive: row\n```', '8:11: “row” lacks the mark’s name'],
    [
      '---\ntitle: t\nlead: l\n---\n## s\n```figure\nat: #/\ndecisive: snapshot A, reason B\n```',
      '8:23: “reason B”: this kind of mark has no name',
    ],
    ['---\ntitle: t\nlead: l\n---\n## s\ntext', '5:1: the first step has no figure'],
    [step('<b>x</b>'), '7:1: HTML is not rendered'],
    [step('a <script>x</script>'), '7:3: HTML is not rendered'],
    [step('### deeper'), '7:1: a heading of level 3'],
    [step('a [b](javascript:alert)'), '7:3: a lesson cannot link to “javascript:alert”'],
    [step('![b](https://example.org/x.png)'), '7:1: image cannot be used'],
    [step('a [1](published:)'), '7:3: “published:” names no source'],
    [step('```figures', 'at: #/', '```'), '7:1: “figures” looks like a block'],
    [step('```notes', 'fine', '', 'then <b>', '```'), '10:6: HTML is not rendered'],
    [step('```predict', 'ask: a <i> b', 'answer: rows', '```'), '8:8: HTML is not rendered'],
    [step('```predict', 'ask: a', 'answer: stars', '```'), '9:9: “stars” cannot be predicted'],
    [step('```predict', 'answer: rows', '```'), '8:1: “ask:” is missing'],
    [step('```choice', 'ask: a', '- [x] b — c', '```'), '8:1: a question has 2 to 6 options'],
    [step('```choice', 'ask: a', '- [ ] b — c', '- [ ] d — e', '```'), '8:1: no option is right'],
    [step('```choice', 'ask: a', '- [x] b — c', '- [ ] d', '```'), '10:1: an option has no reason'],
    [step('```choice', 'ask: a', '- b — c', '- [x] d — e', '```'), '9:1: “- b — c” is not an option'],
    [step('```choice', 'ask: a', '- [x] b — c', '- [ ] d — e <i>', '```'), '10:13: HTML is not rendered'],
    [step('```figure', 'at: /play', '```'), '8:5: “/play” is not an address of Xipscope'],
    [step('> > > > > > > > > > x'), 'nested more than'],
  ])('%#', (text, expected) => {
    expect(faultsOf(text).join('\n')).toContain(expected);
  });

  test('of a step that has two of a kind', () => {
    expect(faultsOf(step('```figure', 'at: #/', '```'))).toEqual([
      expect.stringContaining('11:1: a step has one block “figure” at most'),
    ]);
    expect(
      faultsOf(step('```predict', 'ask: a', 'answer: rows', '```', '', '```predict', 'ask: a', 'answer: rows', '```')),
    ).toEqual([expect.stringContaining('12:1: a step has one question at most')]);
  });

  test('of bytes that are not UTF-8, and of too many of them', () => {
    expect(parseLessonBytes(new Uint8Array([0xff, 0xfe]))).toMatchObject({ ok: false });
    const long = new TextEncoder().encode(WHOLE + 'x'.repeat(LESSON_LIMITS.fileBytes));
    expect(parseLessonBytes(long)).toMatchObject({ ok: false, error: [{ line: 1 }] });
  });
});

describe('any text', () => {
  /** Pieces with a meaning, in any order. */
  const piece = fc.oneof(
    fc.constantFrom('---\ntitle: t\nlead: l\n---\n', '## s\n', '```figure\nat: #/\n```\n', '```choice\n', 'ask: a\n'),
    fc.constantFrom(
      '- [x] b — c\n',
      '```\n',
      '<b>',
      '[a](published:x)',
      '> ',
      '- ',
      '    ',
      '\n\n',
      '[a]: <',
      '\\',
      '&lt;',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );

  test('gives a lesson, or faults at places that are there', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = `---\ntitle: t\nlead: l\n---\n${pieces.join('')}`;
        const parsed = parseLesson(text);
        if (parsed.ok) return parsed.value.steps.length > 0;
        const lines = text.split(/\r\n?|\n/);
        return (
          parsed.error.length > 0 &&
          parsed.error.every(({ line, column }) => line >= 1 && line <= lines.length + 1 && column >= 1)
        );
      }),
      { numRuns: 400 },
    );
  });

  // Each would keep Markdown's parser busy for minutes.
  test.each([
    ['signs of quotation', '>'.repeat(60_000), 6],
    ['items in items on one line', `a\n\n${'1. '.repeat(20_000)}`, 8],
    ['items ever further to the right', Array.from({ length: 340 }, (_, i) => `${' '.repeat(i)}- a`).join('\r'), 66],
    [
      'the same where a block is read as Markdown',
      `\`\`\`predict\nask: ${'> '.repeat(20_000)}\nanswer: rows\n\`\`\``,
      7,
    ],
  ])('what nests without end is refused before it is parsed: %s', (_, nested, line) => {
    const parsed = parseLesson(`---\ntitle: t\nlead: l\n---\n## s\n${nested}`);
    expect(parsed).toEqual({ ok: false, error: [{ line, column: 1, message: 'nested more than 8 deep' }] });
  });
  test('more lines than any lesson has are not read', () => {
    const parsed = parseLesson(`---\ntitle: t\nlead: l\n---\n${'a\n===\n'.repeat(9000)}`);
    expect(parsed).toEqual({ ok: false, error: [{ line: 3001, column: 1, message: 'at most 3,000 lines are read' }] });
  });

  test('of any bytes gives an answer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => typeof parseLessonBytes(bytes).ok === 'boolean'),
    );
  });
});
