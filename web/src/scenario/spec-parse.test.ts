import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../base/messages/index.ts';
import { parseSpec, parseSpecBytes } from './spec-parse.ts';
import { countPermutations, permutationsOf, SPEC_LIMITS, type Spec } from './spec-types.ts';

function spec(text: string): Spec {
  const parsed = parseSpec(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}
/** All problems, as `LINE:COL: message`. */
function wrong(text: string): readonly string[] {
  const parsed = parseSpec(text);
  return parsed.ok ? [] : parsed.error.map((problem) => `${problem.line}:${problem.column}: ${problem.message}`);
}

describe('the grammar', () => {
  test('everything it knows', () => {
    const parsed = spec(`# a comment
setup { CREATE TABLE t(); } setup{ SELECT 1 }
teardown
{
  DROP TABLE t;
}
session "s one" setup { BEGIN; }
  step a { SELECT '# no comment'; }
  step "b""c" {}
teardown { COMMIT; }
session é$1 step d {x}
permutation a(*) "b""c" ( d notices 2 , d ) d
permutation d a "b""c"`);
    expect(parsed.setups.map((block) => block.sql)).toEqual(['CREATE TABLE t();', 'SELECT 1']);
    // Blanks next to the braces are removed, newlines stay.
    expect(parsed.teardown?.sql).toBe('\n  DROP TABLE t;\n');
    expect(parsed.sessions).toMatchObject([
      { name: 's one', setup: { sql: 'BEGIN;' }, steps: [0, 1], teardown: { sql: 'COMMIT;' } },
      { name: 'é$1', setup: null, steps: [2], teardown: null },
    ]);
    expect(parsed.steps.map(({ name, session, sql }) => [name, session, sql])).toEqual([
      ['a', 0, "SELECT '# no comment';"],
      ['b"c', 0, ''],
      ['d', 1, 'x'],
    ]);
    expect(parsed.permutations).toEqual([
      [
        { step: 0, blockers: [{ kind: 'once' }] },
        {
          step: 1,
          blockers: [
            { kind: 'notices', step: 2, count: 2 },
            { kind: 'step', step: 2 },
          ],
        },
        { step: 2, blockers: [] },
      ],
      [2, 0, 1].map((step) => ({ step, blockers: [] })),
    ]);
  });

  test('keywords are names when they are quoted, and names are case-sensitive', () => {
    expect(spec('session "session" step Step {} step "step" {}').steps.map((step) => step.name)).toEqual([
      'Step',
      'step',
    ]);
  });

  test('a comment ends with a carriage return, too', () => {
    expect(spec('session s step a {}# step b {}\rstep c {}').steps.map((step) => step.name)).toEqual(['a', 'c']);
  });

  test('an offset leads to the SQL', () => {
    const text = 'session s step a {  SELECT 1 \t}';
    const [step] = spec(text).steps;
    expect(text.slice(step?.offset, (step?.offset ?? 0) + (step?.sql.length ?? 0))).toBe('SELECT 1');
  });
});

describe('what is wrong is told with its place', () => {
  test.each([
    ['', ['1:1: syntax error: “session” is expected here, but this is the end of the file']],
    ['setup', ['1:6: syntax error: a block of SQL is expected here, but this is the end of the file']],
    ['teardown {} setup {}', ['1:13: syntax error: “session” is expected here, but this is “setup”']],
    ['session s', ['1:10: syntax error: “step” or “setup” is expected here, but this is the end of the file']],
    ['session step {}', ['1:9: syntax error: a name is expected here, but this is “step”']],
    ['session s step a', ['1:17: syntax error: a block of SQL is expected here, but this is the end of the file']],
    [
      'session s step a {}\nsesion t',
      ['2:1: syntax error: “step”, “teardown”, “session” or “permutation” is expected here, but this is “sesion”'],
    ],
    [
      'session s step a {} teardown {}\nfoo',
      ['2:1: syntax error: “session” or “permutation” is expected here, but this is “foo”'],
    ],
    ['session s step a {\n}}', ['2:2: syntax error: unexpected character “}”']],
    [
      'session s step a {} permutation',
      ['1:32: syntax error: a name is expected here, but this is the end of the file'],
    ],
    [
      'session s step a {} permutation a(',
      ['1:35: syntax error: a name or “*” is expected here, but this is the end of the file'],
    ],
    [
      'session s step a {} permutation a(a',
      ['1:36: syntax error: “,” or “)” is expected here, but this is the end of the file'],
    ],
    [
      'session s step a {} permutation a(a notices b)',
      ['1:45: syntax error: a number is expected here, but this is “b”'],
    ],
    ['session s step a {} permutation a(a notices 99999999999)', ['1:45: the number is larger than 2,147,483,647']],
    [
      'session s step a {} permutation a session',
      ['1:35: syntax error: “permutation” is expected here, but this is “session”'],
    ],
    ['session s step a {\nselect', ['1:18: the block of SQL that begins here has no end: a } is missing']],
    ['session "s', ['1:9: the quoted name has no end: a " is missing']],
    ['session "s\n"', ['1:9: the quoted name has no end on its line: a " is missing']],
    ['session s step é😀 {} ;', ['1:22: syntax error: unexpected character “;”']],
    ['session s\u000b', ['1:10: syntax error: unexpected character 0x0b']],
    ['session s\0', ['1:10: a NUL byte: a spec is text']],
    [
      "session s\nstep a { SELECT '\u202eabc\u202c'; }",
      [
        '2:18: U+202E reverses the letters that follow, so that a reader sees another text than the server runs; leave it out',
        '2:22: U+202C reverses the letters that follow, so that a reader sees another text than the server runs; leave it out',
      ],
    ],
  ])('%j', (text, problems) => {
    expect(wrong(text)).toEqual(problems);
  });

  test.each([
    ['session a\nstep a1 { SELECT 1;\nsession b\nstep b1 { SELECT 2; }', '3:1', 'session', 2],
    ['session a\nstep a1\n{\n  SELECT 1;\nstep a2 { SELECT 2; }', '5:1', 'step', 3],
    ['session a\nstep a1 { SELECT 1; step "a 2" { SELECT 2; }', '2:21', 'step', 2],
    ['setup { CREATE TABLE t (a int);\nteardown { DROP TABLE t; }\nsession s step a {}', '2:1', 'teardown', 1],
  ])('a } that is missing between two blocks is named: %j', (text, place, word, line) => {
    const told = `${place}: the block of SQL that begins in line ${line} contains this “${word}”: a } is missing before it`;
    expect(spec(text).warnings.map((w) => `${w.line}:${w.column}: ${w.message}`)).toEqual([told]);
    // Even when there are other faults: it is their cause.
    expect(wrong(`${text}\npermutation nobody`)[0]).toBe(told);
  });

  test('words of SQL that a spec knows, too, are no missing brace', () => {
    const text =
      'session s step a { SET\nsession CHARACTERISTICS AS TRANSACTION READ ONLY; SELECT step FROM setup;\nSET session timezone = 1; }';
    expect(spec(text).warnings).toEqual([]);
  });

  test('all faults of names are told at once, in the order of their places', () => {
    expect(
      wrong(`session s step a {} step b {}
session t step a {} step c {}
permutation a x b(y) b(a) b(c)
permutation b(*)`),
    ).toEqual([
      '2:16: duplicate step name: “a” is defined in line 1, too',
      '3:15: undefined step “x” in a permutation',
      '3:19: undefined blocking step: “y”, which is to block “b”, does not occur in this permutation',
      '3:24: step “b” cannot be blocked by “a”, a step of the same session',
      '3:29: undefined blocking step: “c”, which is to block “b”, does not occur in this permutation',
    ]);
  });

  test('bytes that are not UTF-8', () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('session é\nsé '), 0xff, 0x41]);
    expect(parseSpecBytes(bytes)).toEqual({
      ok: false,
      error: [{ line: 2, column: 4, message: 'these bytes are not UTF-8' }],
    });
  });
});

test('the command line reads a file that is too large for the page', () => {
  const bytes = new TextEncoder().encode(`session s step a {}\n#${'x'.repeat(SPEC_LIMITS.fileBytes)}`);
  expect(parseSpecBytes(bytes).ok).toBe(false);
  expect(parseSpecBytes(bytes, messagesIn('en'), SPEC_LIMITS.ownFileBytes).ok).toBe(true);
});

describe('limits say so when they are reached', () => {
  /** Nearly the size limit of a file. */
  const LONG = SPEC_LIMITS.fileBytes - 100;
  const many = (n: number, part: (i: number) => string): string =>
    Array.from({ length: n }, (_, i) => part(i)).join(' ');
  test.each([
    ['the file is larger', 'x'.repeat(SPEC_LIMITS.fileBytes + 1)],
    ['more than 63 sessions', many(64, (i) => `session s${i} step a${i} {}`)],
    ['more than 100 setup blocks', many(101, () => 'setup {}')],
    ['more than 2,000 steps', `session s ${many(2001, (i) => `step a${i} {}`)}`],
    ['more than 4,000 permutations', `session s step a {} ${many(4_001, () => 'permutation a')}`],
    ['more than 2,000 semicolons', `setup { ${many(1000, () => ';')} } session s step a { ${many(1001, () => ';')} }`],
    ['more than 5,000 steps in one', `session s step a {} permutation ${many(5001, () => 'a')}`],
    ['more than 100 blockers', `session s step a {} permutation a(*${',*'.repeat(100)})`],
    ['together run more than 20,000', `session s step a {} ${many(8, () => `permutation ${'a '.repeat(2600)}`)}`],
    ['in more than 4,000 ways', many(8, (i) => `session s${i} step a${i} {}`)],
    ['together run more than 20,000', many(2, (i) => `session s${i} ${many(7 - i, (k) => `step a${i}_${k} {}`)}`)],
    ['a block of SQL longer than 50,000', `session s step a {${'x'.repeat(50_001)}}`],
  ])('%s', (says, text) => {
    expect(wrong(text)).toEqual([expect.stringContaining(says)]);
  });

  test.each([
    ['quotes', `session ${'"'.repeat(LONG)}\n`],
    ['extras', '#:\n'.repeat(LONG / 3)],
    ['open parentheses', `session s step a {} permutation a${'('.repeat(LONG)}`],
    ['names on one line', `session s step a {} permutation ${'b '.repeat(4_999)}`],
    ['duplicate names', `session s ${'step a {}'.repeat(2000)}`],
    ['an extra without end', `#: caption "${'""'.repeat(LONG / 2 - 20)}`],
    ['blanks in an extra', `#: caption${' '.repeat(LONG)}x`],
    ['newlines', '\n'.repeat(LONG)],
    ['bad UTF-8', '\ud800'.repeat(LONG / 3)],
  ])('%s without end take no time', (_, text) => {
    // Anything quadratic would run into the test's own time limit.
    parseSpecBytes(new TextEncoder().encode(text));
    parseSpec(text);
  });
});

describe('the extras', () => {
  test('where a session is, when it is not simply connected', () => {
    const { extras, warnings } = spec(
      '#: database a: reports\n#: standby b: feedback\n#: standby c: slot far_1\n#: standby d: anywhere\n#: database a: x\n#: standby a: feedback\n#: database e: x\n#: database: x\nsession a step s1 {} session b step s2 {} session c step s3 {} session d step s4 {} permutation s1 s2 s3 s4',
    );
    expect(extras.places).toEqual([
      { session: 0, place: { kind: 'database', name: 'reports' } },
      { session: 1, place: { kind: 'standby', slot: null } },
      { session: 2, place: { kind: 'standby', slot: 'far_1' } },
    ]);
    expect(warnings.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '4: “#: standby d:” is followed by “feedback”, or by “slot” and a slot’s name',
      '5: “#: database a:” is given twice',
      '6: a place is given twice for session “a”',
      '7: there is no session “e”',
      '8: “#: database SESSION: …” names a session',
    ]);
  });
  test('title, about, design, what to watch, captions', () => {
    const { extras, warnings } = spec(`#: title: A row: nobody sees it
#: about: x
#: design: pg13
session s step a {} #: caption a: first
step "b c" {}
#: caption "b c" : second
#: watch: heap, xids`);
    expect(extras).toEqual({
      title: 'A row: nobody sees it',
      about: 'x',
      design: { id: 'pg13', line: 3, column: 1 },
      watch: ['heap', 'xids'],
      captions: new Map([
        [0, 'first'],
        [1, 'second'],
      ]),
      places: [],
      elsewhere: new Map(),
      subtransactionBuffers: 0,
      hasPrompts: false,
    });
    expect(warnings).toEqual([]);
  });

  test('prompts: sessions in their order, with or without steps, and steps in the order of typing', () => {
    const typed = spec(
      '#: prompts: A, B, C\nsession B step b1 {} step b2 {}\nsession D step d {}\nsession A step a1 {}\npermutation b1 a1 b2',
    );
    expect(typed.extras.hasPrompts).toBe(true);
    expect(typed.sessions.map(({ name, steps }) => [name, steps])).toEqual([
      ['A', [1]],
      ['B', [0, 2]],
      ['C', []],
      ['D', [3]],
    ]);
    expect(typed.steps.map(({ name, session }) => [name, session])).toEqual([
      ['b1', 1],
      ['a1', 0],
      ['b2', 1],
      ['d', 3],
    ]);
    expect(typed.permutations).toMatchObject([[{ step: 0 }, { step: 1 }, { step: 2 }]]);
    // Nothing typed yet: there is nothing to run.
    const empty = spec('#: prompts: A, B');
    expect(empty.sessions.map(({ name }) => name)).toEqual(['A', 'B']);
    expect([...permutationsOf(empty)]).toEqual([]);
  });

  test('transactions elsewhere, and the buffers of pg_subtrans', () => {
    const given = (lines: string) => spec(`${lines}\nsession s step a {} step b {}\npermutation a b`);
    const { extras, warnings } = given('#: elsewhere b: 2047\n#: elsewhere a: 65536\n#: subtransaction_buffers: 48');
    expect(warnings).toEqual([]);
    expect(extras.elsewhere).toEqual(
      new Map([
        [1, 2047],
        [0, 65_536],
      ]),
    );
    expect(extras.subtransactionBuffers).toBe(48);
    for (const bad of ['-1', '1.5', 'many', '65537', '1e3', '99999999999']) {
      const { extras: none, warnings: said } = given(`#: elsewhere a: ${bad}`);
      expect(said.map(({ message }) => message)).toEqual([expect.stringContaining('a whole number up to 65,536')]);
      expect(none.elsewhere.size).toBe(0);
    }
    for (const bad of ['40', '1040', 'x', '-16']) {
      const { extras: none, warnings: said } = given(`#: subtransaction_buffers: ${bad}`);
      expect(said.map(({ message }) => message)).toEqual([expect.stringContaining('16 or a multiple of it')]);
      expect(none.subtransactionBuffers).toBe(0);
    }
    expect(given('#: elsewhere: 5').warnings).toHaveLength(1);
    expect(given('#: subtransaction_buffers b: 16').warnings).toHaveLength(1);
  });

  test('a fault in them, and a step that is not used, are warnings: the spec runs', () => {
    const { warnings } = spec(`#: titel: x
#: title: x
#: title: y
#: caption nobody: x
#: caption: x
#: title me: x
#: about:
#: nonsense
#: watch: heap, moon
session s step a {} step b {}
permutation a`);
    expect(warnings.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '1: “#: titel:” is unknown; the known keys are title, about, watch, design, caption, database, standby, elsewhere, subtransaction_buffers, and prompts',
      '3: “#: title:” is given twice',
      '4: “#: caption” is for step “nobody”, but there is no such step',
      '5: “#: caption STEP: …” names a step',
      '6: “#: title:” takes no name',
      '7: “#: about:” says nothing',
      expect.stringContaining('8: after “#:” a key'),
      '9: “moon” cannot be watched; what can be: heap, xids, subxids, lanes, and horizons',
      '10: unused step name: “b” occurs in no permutation',
    ]);
  });
});

describe('permutations', () => {
  test('generated ones keep each session’s order, come depth-first, and are as many as counted', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }), (heights) => {
        const text = heights
          .map((n, s) => `session s${s} ${Array.from({ length: n }, (_, i) => `step p${s}_${i} {}`).join(' ')}`)
          .join('\n');
        const parsed = parseSpec(text);
        fc.pre(parsed.ok);
        if (!parsed.ok) return;
        const all = [...permutationsOf(parsed.value)].map((permutation) => permutation.map((pstep) => pstep.step));
        expect(all).toHaveLength(countPermutations(heights));
        const sessions = all.map((one) => one.map((step) => parsed.value.steps[step]?.session ?? 0));
        // Depth-first by session is the order of the sessions' numbers.
        expect(sessions.map(String)).toEqual(sessions.map(String).toSorted());
        for (const one of all) {
          for (const session of parsed.value.sessions)
            expect(one.filter((step) => session.steps.includes(step))).toEqual(session.steps);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('any bytes end in a spec or in an error with its place', () => {
  const words = [
    'session',
    'setup',
    'step',
    'teardown',
    'permutation',
    'notices',
    's',
    'a',
    'b',
    '"',
    '{',
    '}',
    '(',
    ')',
    ',',
    '*',
    '1',
    '#',
    '#:',
    'caption',
    '\n',
    ' ',
    ':',
    'é',
    '\r',
  ];
  const check = (bytes: Uint8Array): void => {
    const parsed = parseSpecBytes(bytes);
    if (parsed.ok) {
      let n = 0;
      for (const permutation of permutationsOf(parsed.value)) n += permutation.length;
      expect(n).toBeGreaterThan(0);
    } else {
      expect(parsed.error.length).toBeGreaterThan(0);
      for (const { line, column, message } of parsed.error) {
        expect(line).toBeGreaterThan(0);
        expect(column).toBeGreaterThan(0);
        expect(message).not.toBe('');
      }
    }
  };
  test('random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), check), { numRuns: 2000 });
  });
  test('random words of the grammar', () => {
    const text = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(text, (given) => check(new TextEncoder().encode(given))),
      { numRuns: 3000 },
    );
  });
  test('a good spec with one place broken', () => {
    const good = `#: caption a: x
setup { SELECT 1; } session s setup {} step a {x} step "b" {y} teardown {z}
session t step c {}
permutation a(*) "b" (c notices 1, c) c`;
    const cut = fc.tuple(fc.nat(good.length), fc.nat(6), fc.constantFrom(...words, ''));
    fc.assert(
      fc.property(cut, ([at, length, put]) =>
        check(new TextEncoder().encode(good.slice(0, at) + put + good.slice(at + length))),
      ),
      { numRuns: 3000 },
    );
  });
});
