import { describe, expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { compileSpec } from './spec-compile.ts';
import { FakeDatabase, fakeCompile } from './spec-db.fake.ts';
import { runSpecText, type SpecOutput } from './spec-text.ts';

function run(text: string, db = new FakeDatabase()): SpecOutput {
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error(JSON.stringify(spec.error));
  const compiled = compileSpec(text, spec.value, (sql) => ({ ok: true, value: fakeCompile(sql) }));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  return runSpecText(compiled.value, db);
}
/** Without header lines. */
const body = (text: string, db?: FakeDatabase): string =>
  run(text, db).stdout.replace(/^Parsed.*\n\nstarting permutation.*\n/, '');

const TWO = `
session s1 step a {lock x} step b {rows n|1} step c {free}
session s2 step d {lock x; rows n|2} step e {free}
`;

describe('a permutation runs as isolationtester runs it', () => {
  test('a step that blocks is reported as waiting, and its completion after the step that released it', () => {
    expect(body(`${TWO} permutation a d b c e`)).toBe(`step a: lock x
step d: lock x; rows n|2 <waiting ...>
step b: rows n|1
n
-
1
(1 row)

step c: free
step d: <... completed>
n
-
2
(1 row)

step e: free
`);
  });

  test('without permutations all orders are run, depth-first by session', () => {
    const { stdout } = run('session s1 step a {x} step b {x} session s2 step c {x}');
    expect(stdout.match(/starting.*/g)).toEqual([
      'starting permutation: a b c',
      'starting permutation: a c b',
      'starting permutation: c a b',
    ]);
    expect(stdout.startsWith('Parsed test spec with 2 sessions\n\nstarting permutation: a b c\nstep a: x\n')).toBe(
      true,
    );
    expect(stdout).toContain('step c: x\n\nstarting permutation: a c b\n');
  });

  test('a step of a busy session waits until the session is free, and others are looked at then', () => {
    // e is launched only after d has ended, and d can end only after c.
    expect(body(`${TWO} permutation a d c e`)).toBe(`step a: lock x
step d: lock x; rows n|2 <waiting ...>
step c: free
step d: <... completed>
n
-
2
(1 row)

step e: free
`);
  });

  test('a step that nobody can release is canceled when patience ends', () => {
    expect(body(`${TWO} permutation a d e c`)).toBe(`step a: lock x
step d: lock x; rows n|2 <waiting ...>
isolationtester: canceling step d after 360 seconds
step d: <... completed>
ERROR:  canceling statement due to user request
step e: free
step c: free
`);
  });

  test('what no session of the spec blocks is not reported as waiting: it is canceled', () => {
    expect(body('session s1 step a {ghost}')).toBe(`isolationtester: canceling step a after 360 seconds
step a: ghost
ERROR:  canceling statement due to user request
`);
  });

  test('* reports as waiting whatever happens', () => {
    expect(body('session s1 step a {rows n|1} session s2 step b {x} permutation a(*) b')).toBe(
      `step a: rows n|1 <waiting ...>
step b: x
step a: <... completed>
n
-
1
(1 row)

`,
    );
  });

  test('a completion is held back until the blocking step has completed', () => {
    expect(
      body(`session s1 step a {lock x} step c {free}
        session s2 step b {lock x} step f {free}
        session s3 step d {rows n|1}
        permutation a b d(b) c f`),
    ).toBe(`step a: lock x
step b: lock x <waiting ...>
step d: rows n|1 <waiting ...>
step c: free
step b: <... completed>
step d: <... completed>
n
-
1
(1 row)

step f: free
`);
  });

  test('a completion is held back until so many notices have come', () => {
    expect(
      body(`session s1 step a {lock x} step c {free}
        session s2 step b {notice one; lock x; notice two}
        session s3 step d {x}
        permutation a b d(b notices 1) c`),
    ).toBe(`step a: lock x
s2: NOTICE:  one
step b: notice one; lock x; notice two <waiting ...>
step d: x <waiting ...>
step c: free
step b: <... completed>
s2: NOTICE:  two
step d: <... completed>
`);
  });

  test('steps that hold each other back end everything', () => {
    expect(run('session s1 step a {x} session s2 step b {x} permutation a(*, b) b(a)')).toEqual({
      stdout: `Parsed test spec with 2 sessions

starting permutation: a b
step a: x <waiting ...>
step b: x <waiting ...>
`,
      stderr: 'failed to complete permutation due to mutually-blocking steps\n',
      completed: false,
      limit: null,
    });
  });

  test('a session that is held back for ever and is needed again ends everything after twice the patience', () => {
    const { stderr, completed } = run(
      `session s1 step a {lock x} step c {free}
       session s2 step b {x} step d {x}
       session s3 step w {lock x}
       permutation a w b(w) d c`,
    );
    expect(completed).toBe(false);
    expect(stderr).toBe('step b timed out after 720 seconds\nactive steps are: b w\n');
  });

  test('the first waiter of a cycle dies when its timeout has run out: not before the tester has to wait', () => {
    const spec = `session s1 step a {lock x} step c {lock y} step f {free}
      session s2 step b {lock y} step d {lock x} step g {free}
      session s3 step look {rows n|1}
      permutation a b c d look f g`;
    expect(body(spec)).toBe(`step a: lock x
step b: lock y
step c: lock y <waiting ...>
step d: lock x <waiting ...>
step look: rows n|1
n
-
1
(1 row)

step c: <... completed>
ERROR:  deadlock detected
step d: <... completed>
step f: free
step g: free
`);
  });

  test('with a short deadlock_timeout it is the second who dies', () => {
    const spec = `session s1 step a {lock x} step c {lock y} step f {free}
      session s2 setup {timeout 10} step b {lock y} step d {lock x} step g {free}
      permutation a b c d f g`;
    expect(body(spec)).toContain('step d: lock x\nERROR:  deadlock detected\nstep c: <... completed>\n');
  });

  test('a notice is shown before the result that it follows: libpq reads them together', () => {
    expect(body('session s1 step a {notice one; rows n|1; rows n|2; notice two; x}')).toBe(`s1: NOTICE:  one
step a: notice one; rows n|1; rows n|2; notice two; x
n
-
1
(1 row)

s1: NOTICE:  two
n
-
2
(1 row)

`);
  });

  test('set-ups run in the control session, then in each session; only the last result of each is shown', () => {
    expect(
      run(`setup {rows a|1; rows b|2} setup {x} teardown {rows z|9}
        session s1 setup {notice hello} step a {x} teardown {rows y|8}`).stdout,
    ).toBe(`Parsed test spec with 1 sessions

starting permutation: a
b
-
2
(1 row)

s1: NOTICE:  hello
step a: x
y
-
8
(1 row)

z
-
9
(1 row)

`);
  });

  test('an error in a set-up ends everything; one in a teardown does not', () => {
    expect(run('setup {error no} session s1 step a {x}')).toEqual({
      stdout: 'Parsed test spec with 1 sessions\n\nstarting permutation: a\n',
      stderr: 'setup failed: ERROR:  no\n',
      completed: false,
      limit: null,
    });
    expect(run('session s1 setup {error no} step a {x}').stderr).toBe('setup of session s1 failed: ERROR:  no\n');
    expect(run('setup { } session s1 step a {x}').stderr).toBe('setup failed: ');
    expect(run('teardown {error no} session s1 step a {x} teardown {error neither}')).toMatchObject({
      stderr: 'teardown of session s1 failed: ERROR:  neither\nteardown failed: ERROR:  no\n',
      completed: true,
    });
  });

  test('a set-up that waits for what a former permutation left behind is an error, not a wait without end', () => {
    const { stderr, completed } = run('setup {lock x} session s1 step a {x}\nsession s2 setup {lock x} step b {x}');
    expect(stderr).toBe(
      'setup of session s2 failed: it waits for a lock that nobody will release; isolationtester would wait for ever\n',
    );
    expect(completed).toBe(false);
  });

  test('an error is shown by its message, after the results before it', () => {
    expect(body('session s1 step a {rows n|1; error oh no; rows n|2}')).toBe(
      'step a: rows n|1; error oh no; rows n|2\nn\n-\n1\n(1 row)\n\nERROR:  oh no\n',
    );
  });

  test('steps that no permutation uses are told of on standard error, by name', () => {
    expect(run('session s1 step b {x} step a {x} step c {x} permutation c').stderr).toBe(
      'unused step name: a\nunused step name: b\n',
    );
  });
});
