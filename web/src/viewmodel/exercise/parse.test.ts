/** Exercise files come from anybody: a correct one becomes plain data, every fault has its line and column, nothing throws. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXERCISE_LIMITS } from './exercise.ts';
import { parseExercise, parseExerciseBytes } from './parse.ts';

const good = [
  '---',
  'title: A title',
  'lesson: two-stamps',
  '---',
  'Which rows, with {a}?',
  '',
  '```vary',
  'a: 10..90 by 10',
  'w: this | that',
  'r: repeat 1..3: SAVEPOINT s#;',
  '```',
  '```spec',
  'session one',
  'step read { SELECT {a}; }',
  '```',
  '```schedule',
  'steps: read',
  'mix: yes',
  '```',
  '```ask',
  'what: rows',
  'step: read',
  '```',
  '```hint',
  'Look twice.',
  '```',
];
const text = (change: (lines: string[]) => readonly string[] = (lines) => lines): string =>
  change([...good]).join('\n');
const replaced = (from: string, to: string): string =>
  text((lines) => lines.map((line) => (line === from ? to : line)));
const faultsOf = (given: string): readonly string[] => {
  const parsed = parseExercise(given);
  return parsed.ok ? [] : parsed.error.map(({ line, column, message }) => `${line}:${column} ${message}`);
};

test('what is decisive is a list of marks; a fault is told with its line', () => {
  const asking = (marks: string): string => replaced('step: read', `step: read\ndecisive: ${marks}`);
  const parsed = parseExercise(asking('next, step read, row (0,1)'));
  expect(parsed.ok && parsed.value.decisive).toEqual(['next', 'step read', 'row (0,1)']);
  const before = parseExercise(text());
  expect(before.ok && before.value.decisive).toEqual([]);
  expect(faultsOf(asking('next, headline'))).toEqual([expect.stringMatching(/^23:17 “headline”/)]);
  expect(faultsOf(asking('next now'))).toEqual([expect.stringMatching(/^23:11 /)]);
  expect(faultsOf(asking('step write'))).toEqual([expect.stringMatching(/^23:\d+ the spec has no step “write”/)]);
});

describe('a file that is right', () => {
  test('is what it says', () => {
    const parsed = parseExercise(text());
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
    const { title, lesson, vary, spec, schedule, ask, hints, rules } = parsed.value;
    expect([title, lesson, rules, hints.length]).toEqual(['A title', 'two-stamps', 17, 1]);
    expect(vary).toEqual([
      { kind: 'number', name: 'a', from: 10, to: 90, by: 10 },
      { kind: 'word', name: 'w', words: ['this', 'that'] },
      { kind: 'repeat', name: 'r', from: 1, to: '3', text: 'SAVEPOINT s#;' },
    ]);
    expect(spec?.line).toBe(13);
    expect(schedule).toEqual({ steps: ['read'], mixed: true, needs: [] });
    expect(ask).toEqual({ what: 'rows', steps: ['read'], tempts: [] });
  });
});

describe('an exercise that is answered by typing', () => {
  const typed = [
    '---',
    'title: A title',
    'lesson: two-stamps',
    '---',
    'Make B wait.',
    '```spec',
    'setup { CREATE TABLE t (a int); }',
    '```',
    '```ask',
    'what: make',
    'prompts: A, B',
    '```',
    '```goal',
    'waits B',
    'waits B: 1 2, 3 4',
    'committed t: 1 2',
    '```',
    '```claims',
    'says A: update t | Make',
    '```',
  ].join('\n');
  test('names its sessions, and goals that are about any statement of one', () => {
    const parsed = parseExercise(typed);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
    expect(parsed.value.ask).toEqual({ what: 'make', prompts: ['A', 'B'] });
    expect(parsed.value.goal).toEqual([
      { kind: 'waits', step: 'B' },
      { kind: 'waited', step: 'B', rows: '1 2, 3 4' },
      { kind: 'committed', table: 't', rows: '1 2' },
    ]);
  });
  test.each([
    ['the same name twice', 'prompts: A, B', 'prompts: A, A', /^11:\d+ “prompts” names the sessions/],
    ['a name with a blank', 'prompts: A, B', 'prompts: A, B C', /^11:\d+ “prompts” names the sessions/],
    ['steps in the spec', 'setup {', 'session A\nstep a { SELECT 1; }\nsetup {', /^7:1 with “prompts” the spec has/],
    ['a goal about a session that is not there', 'waits B\n', 'waits C\n', /^14:7 there is no prompt “C”/],
    ['a claim about one', 'says A', 'says C', /^19:6 there is no prompt “C”/],
    ['a goal that compares steps', 'waits B\n', 'after B A\n', /^14:1 “after” compares steps/],
    ['a claim that does', 'says A: update t', 'together A B', /^19:1 “together” compares steps/],
    [
      'a schedule',
      '```goal',
      '```schedule\nsteps: a\n```\n```goal',
      /^13:1 with “prompts” there is no block “schedule”/,
    ],
    ['rows without a colon', 'waits B: 1 2, 3 4', 'waits B 1 2', /^15:1 “waits B 1 2” is not a goal/],
  ])('a fault is told in its line: %s', (_, from, to, fault) => {
    expect(typed).toContain(from);
    expect(faultsOf(typed.replace(from, to))).toEqual([expect.stringMatching(fault)]);
  });
});

describe('a step that the spec lacks is told where it is named', () => {
  const claims = '\n```claims\nmade read | Which rows\nmade read finish2 | with\n```';
  test.each([
    ['in the schedule', replaced('steps: read', 'steps: read, raed'), '17:14', 'raed'],
    ['among those that are needed', replaced('mix: yes', 'needs: read, wirte'), '18:14', 'wirte'],
    ['that is asked for', replaced('step: read', 'step: secnd'), '22:7', 'secnd'],
    ['in a claim', text().concat(claims), '29:11', 'finish2'],
    [
      'in a goal',
      replaced('what: rows', 'what: make').replace('step: read\n', '').concat('\n```goal\nfine fin\n```'),
      '27:6',
      'fin',
    ],
  ])('%s', (_, given, place, name) => expect(faultsOf(given)).toEqual([`${place} the spec has no step “${name}”`]));
  test('but not while the seed may still make it', () => {
    const drawn = replaced('step read { SELECT {a}; }', 'step read{a} { SELECT 1; }');
    expect(faultsOf(drawn)).toEqual([]);
    expect(
      faultsOf(text().replace('SAVEPOINT s#;', 'step s# { SELECT 1; }').replace('steps: read', 'steps: s1')),
    ).toEqual([]);
  });
  test('commas between names are as good as blanks', () => {
    const two = replaced('step read { SELECT {a}; }', 'step read { SELECT {a}; }\nstep more { SELECT 1; }');
    const parsed = parseExercise(
      two.replace('steps: read', 'steps: read, more').replace('step: read', 'step: read, more'),
    );
    expect(parsed.ok && [parsed.value.schedule?.steps, 'steps' in parsed.value.ask && parsed.value.ask.steps]).toEqual([
      ['read', 'more'],
      ['read', 'more'],
    ]);
  });
});

test.each([
  ['within 5', []],
  ['within 0', ['5:1', '27:1']],
  ['within five', ['5:1', '27:1']],
  ['within 5 steps', ['5:1', '27:1']],
])('a number of steps as a goal: %s', (goal, places) => {
  const given = replaced('what: rows', 'what: make')
    .replace('step: read\n', '')
    .concat(`\n\`\`\`goal\n${goal}\n\`\`\``);
  expect(faultsOf(given).map((fault) => fault.split(' ')[0])).toEqual(places);
});

test('a character that turns the letters after it around is refused, in the title and in prose, as such or as an entity', () => {
  const turned =
    'reverses the letters that follow, so that a reader sees another text than the server runs; leave it out';
  expect(faultsOf(replaced('title: A title', 'title: A \u202etitle'))).toEqual([`2:10 U+202E ${turned}`]);
  expect(faultsOf(replaced('Look twice.', 'Look \u2066twice.'))).toEqual([`25:6 U+2066 ${turned}`]);
  expect(faultsOf(replaced('Look twice.', 'Look &#x202e;twice.'))).toEqual([`25:1 U+202E ${turned}`]);
});

/** An exercise about counting lines. */
const lines = (...fields: readonly string[]): string => {
  const asked = {
    of: 'of: pg13 at few, pg14 reused at 300',
    ...Object.fromEntries(fields.map((one) => [one.slice(0, one.indexOf(':')), one])),
  };
  return [
    '---',
    'title: A title',
    'lesson: two-stamps',
    '---',
    'Which?',
    '```ask',
    'what: lines',
    ...Object.values(asked),
    'active: 8',
    '```',
  ].join('\n');
};
test('each design may have idle connections of its own, and the seed may say which is asked for', () => {
  const parsed = parseExercise(lines('pick: fewest | most'));
  expect(parsed.ok && parsed.value.ask).toEqual({
    what: 'lines',
    picks: ['fewest', 'most'],
    of: [
      { design: 'pg13', reuse: false, at: 'few' },
      { design: 'pg14', reuse: true, at: '300' },
    ],
    idle: null,
    active: '8',
  });
});
test('a step that is not made may tempt, in place of one that is', () => {
  const parsed = parseExercise(
    replaced('what: rows', 'what: answer')
      .replace('step: read', 'step: read\ntempt: keep for drop')
      .replace('session one', 'session two step keep { SELECT 1; } step drop { SELECT 2; }\nsession one'),
  );
  expect(parsed.ok && parsed.value.ask).toEqual({
    what: 'answer',
    steps: ['read'],
    tempts: [{ step: 'keep', instead: 'drop' }],
  });
});
test('a standby is asked about by its schedule alone', () => {
  const parsed = parseExercise(replaced('what: rows', 'what: standby').replace('step: read\n', ''));
  expect(parsed.ok && parsed.value.ask).toEqual({ what: 'standby' });
});

describe('a file that is wrong says where', () => {
  test.each([
    ['a variable with a range of one', replaced('a: 10..90 by 10', 'a: 10..90 by 100'), /^8:4 .*two numbers/],
    ['a variable without a shape', replaced('a: 10..90 by 10', 'a: many'), /^8:4 /],
    ['a variable twice', replaced('w: this | that', 'a: this | that'), /^9:1 /],
    ['the same word twice', replaced('w: this | that', 'w: this | this'), /^9:4 /],
    ['something that cannot be asked', replaced('what: rows', 'what: luck'), /^21:7 .*luck/],
    ['a step that is missing', text((lines) => lines.filter((line) => line !== 'step: read')), /^21:1 .*step:/],
    ['rules that there are not', replaced('step: read', 'step: read\nrules: 12'), /^23:1 /],
    ['a temptation without its place', replaced('step: read', 'step: read\ntempt: keep'), /^23:8 .*“tempt” is/],
    ['a pick that is none', lines('pick: fewest | least'), /^9:1 .*“pick” is/],
    ['no idle connections for one of the designs', lines('of: pg13 at few, pg14'), /^7:1 .*idle/],
    ['HTML', text((lines) => lines.with(4, '<script>alert(1)</script>')), /^5:1 .*HTML/],
    ['a link that runs', text((lines) => lines.with(4, '[x](javascript:alert(1))')), /^5:1 /],
    ['no spec', text((lines) => [...lines.slice(0, 11), ...lines.slice(15)]), /^5:1 .*spec/],
    ['a goal for a prediction', text((lines) => [...lines, '```goal', 'fine read', '```']), /^5:1 .*goal/],
    ['no front matter', 'Hello', /^1:1 .*begins with/],
  ])('%s', (_, given, fault) => expect(faultsOf(given).join('\n')).toMatch(fault));

  test('a goal that is none is told with its line', () => {
    const given = replaced('what: rows', 'what: make').concat('\n```goal\nfine read\nluck read\n```');
    expect(faultsOf(given)).toEqual([expect.stringMatching(/^29:1 “luck read” is not a goal/)]);
  });
  test('too many bytes, and bytes that are no UTF-8', () => {
    expect(parseExerciseBytes(new Uint8Array(EXERCISE_LIMITS.fileBytes + 1)).ok).toBe(false);
    expect(parseExerciseBytes(Uint8Array.of(0xff, 0xfe)).ok).toBe(false);
  });
});

test('what nests without end is refused before it is parsed, for a short link can hold it', () => {
  expect(faultsOf(text((lines) => [...lines, '>'.repeat(60_000)]))).toEqual([
    expect.stringContaining('nested more than 8 deep'),
  ]);
});
test('nothing throws, whatever is cut out or put in', () => {
  fc.assert(
    fc.property(fc.nat(text().length), fc.nat(40), fc.string({ maxLength: 12 }), (at, length, put) => {
      const whole = text();
      const parsed = parseExercise(whole.slice(0, at) + put + whole.slice(at + length));
      return parsed.ok || parsed.error.every(({ line, column }) => line >= 1 && column >= 1);
    }),
    { numRuns: 300 },
  );
});
