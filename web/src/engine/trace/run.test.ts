import { describe, expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { permutationsOf } from '../../scenario/spec-types.ts';
import { type CompiledSpec, compileSpec } from '../spec/spec-compile.ts';
import { FakeDatabase, fakeCompile } from '../spec/spec-db.fake.ts';
import { decodeTrace, encodeTrace } from './codec.ts';
import { createRun, type RunOptions, type TraceRun } from './run.ts';
import { TRACE_FORMAT, type TraceHeader, type TraceState } from './trace-types.ts';

const SPEC = `setup {rows s|0} teardown {rows t|9}
session s1 step a {lock x} step b {rows n|1;rows m|2} step c {free}
session s2 setup {notice hello} step d {notice now; lock x; rows n|2} step e {free} step g {error no}
permutation a d b c e g
permutation a c`;

function compiled(): CompiledSpec {
  const spec = parseSpec(SPEC);
  if (!spec.ok) throw new Error(JSON.stringify(spec.error));
  const result = compileSpec(SPEC, spec.value, (sql) => ({ ok: true, value: fakeCompile(sql) }));
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
function makeRun(options: Partial<RunOptions> = {}): Promise<TraceRun> {
  const spec = compiled();
  const [permutation = []] = permutationsOf(spec.spec);
  return createRun(spec, permutation, { makeDatabase: () => new FakeDatabase(), ...options });
}
const told = (run: TraceRun): readonly string[] => run.lines.map((line) => `${line.tick} ${line.step} ${line.status}`);

const ALL = [
  '0 null setup',
  '1 a done',
  '2 d waiting',
  '3 b done',
  '4 c done',
  '4 d done',
  '5 e done',
  '6 g done',
  '7 null end',
];

describe('a run', () => {
  test('has a line for everything that is reported of a step, and says what it gave', async () => {
    const run = await makeRun();
    while (run.step() !== null);
    expect(told(run)).toEqual(ALL);
    expect(run.lines[0]).toMatchObject({ columns: ['s'], rows: [['0']], notices: ['s2: NOTICE:  hello'] });
    expect(run.lines[2]).toMatchObject({ session: 's2', index: 1, notices: ['s2: NOTICE:  now'], completed: false });
    expect(run.lines[3]).toMatchObject({ columns: ['m'], rows: [['2']], results: [{ columns: ['n'] }, {}] });
    expect(run.lines[5]).toMatchObject({ step: 'd', completed: true, rows: [['2']] });
    expect(run.lines[7]).toMatchObject({ error: 'ERROR:  no' });
    expect(run.lines[8]).toMatchObject({ status: 'end', rows: [['9']] });
    expect(run.ended).toBe(true);
    expect(run.step()).toBeNull();
  });

  test.each([1, 2, 3, 100])(
    'going to and fro changes nothing, with a checkpoint every %i ticks',
    async (checkpointEvery) => {
      const run = await makeRun({ checkpointEvery });
      for (const position of [3, 1, 5, 0, 8, 4, 2, 7, 99, 6]) {
        expect(run.seek(position)).toBe(Math.min(position, 8));
        expect(run.position).toBe(Math.min(position, 8));
      }
      run.seek(8);
      expect(told(run)).toEqual(ALL);
    },
  );

  test('a step done again answers the same lines', async () => {
    const run = await makeRun();
    run.seek(8);
    const line = run.lines[5];
    run.seek(4);
    expect(run.step()).toEqual([run.lines[4], line]);
    expect(run.lines).toHaveLength(ALL.length);
  });

  test('a fork goes its own way and leaves the run where it was', async () => {
    const run = await makeRun({ checkpointEvery: 2 });
    run.seek(8);
    const rest = [5, 2].map((step) => ({ step, blockers: [] }));
    const fork = await run.fork(4, rest);
    expect(run.position).toBe(8);
    expect(fork.position).toBe(4);
    fork.seek(99);
    // g's session is still busy with d: g has to wait, and nobody frees x.
    expect(told(fork)).toEqual([...ALL.slice(0, 4), '4 d done', '4 g done', '5 c done', '6 null end']);
    expect(fork.lines[4]).toMatchObject({
      error: 'ERROR:  canceling statement due to user request',
      notices: ['isolationtester: canceling step d after 360 seconds'],
    });
    expect(told(run)).toEqual(ALL);
    fork.seek(1);
    fork.seek(99);
    expect(fork.lines).toHaveLength(8);
  });

  test('a fork without other steps does the same', async () => {
    const run = await makeRun();
    run.seek(3);
    const fork = await run.fork(3);
    fork.seek(99);
    expect(told(fork)).toEqual(ALL);
    expect(run.position).toBe(3);
  });

  test('checkpoints are thinned out when they grow too large, and seeking still works', async () => {
    class Large extends FakeDatabase {
      override checkpoint() {
        return { ...super.checkpoint(), core: new Uint8Array(1000) };
      }
    }
    const run = await makeRun({ checkpointEvery: 1, checkpointBytes: 2500, makeDatabase: () => new Large() });
    run.seek(8);
    run.seek(3);
    run.seek(8);
    expect(told(run)).toEqual(ALL);
  });

  test('the server is read for each line once: where a run has been before it is not asked again', async () => {
    let read = 0;
    const run = await makeRun({
      checkpointEvery: 4,
      stateOf: () => ({ nextXid: ++read }) as unknown as TraceState,
    });
    while (run.step() !== null);
    const states = run.lines.map(({ state }) => state);
    expect(states).not.toContain(null);
    const first = read;
    run.seek(2);
    run.seek(7);
    expect(read).toBe(first);
    expect(run.lines.map(({ state }) => state)).toEqual(states);
  });

  test('a run that fails ends there', async () => {
    const text = 'session s1 setup {error no} step a {x}';
    const spec = parseSpec(text);
    if (!spec.ok) throw new Error('no spec');
    const made = compileSpec(text, spec.value, (sql) => ({ ok: true, value: fakeCompile(sql) }));
    if (!made.ok) throw new Error('not compiled');
    const run = await createRun(made.value, [{ step: 0, blockers: [] }], { makeDatabase: () => new FakeDatabase() });
    run.seek(99);
    expect(run.position).toBe(1);
    expect(run.lines.at(-1)).toMatchObject({ status: 'failed', error: 'setup of session s1 failed: ERROR:  no' });
    run.seek(0);
    expect(run.seek(99)).toBe(1);
  });
});

describe('the format', () => {
  const header: TraceHeader = { format: TRACE_FORMAT, rules: 17, design: 'pg14', sessions: ['s1', 's2'], title: null };
  test('what is written can be read', async () => {
    const run = await makeRun();
    run.seek(99);
    const trace = { header, lines: run.lines };
    // Command tags and details are for the stage alone.
    const written = { header, lines: run.lines.map(({ tags: _, detail: __, ...line }) => line) };
    expect(decodeTrace(encodeTrace(trace))).toEqual({ ok: true, value: written });
  });
  test.each([
    ['', 1, 'a first line'],
    ['{"format":"xipscope-trace/2"}', 1, '“format” is not'],
    ['[]', 1, 'an object'],
    ['{', 1, 'JSON'],
    [`${JSON.stringify(header)}\n\n{"permutation":1}`, 3, '“tick” is missing'],
  ])('%j is refused in line %i', (text, line, message) => {
    expect(decodeTrace(text)).toMatchObject({ ok: false, error: { line, message: expect.stringContaining(message) } });
  });
});
