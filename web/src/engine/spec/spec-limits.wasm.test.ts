/**
 * Every spec ends in a result or in a sentence that names a limit and a place. These tests check the counted limits:
 * units of work, characters; `npm run bench -- --only spec-limits` measures how long that takes.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSpecBytes } from '../../scenario/spec-parse.ts';
import { loadCompiler } from '../../sql/compile.ts';
import { createDatabase } from '../../sql/database-run.ts';
import { seldomCode } from '../../sql/exec-seldom.ts';
import { Work } from '../../sql/limits.ts';
import { WasmServer } from '../server/server-core.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { LIMIT_SPECS } from './limit-specs.ts';
import { compileSpec } from './spec-compile.ts';
import { RUN_LIMITS, runSpecText, type SpecOutput } from './spec-text.ts';

const compile = await loadCompiler();
const SEED = Number(process.env.XIPSCOPE_SEED ?? 20_261_121);
const OPTIONS = { rules: 17, deadlocks: 'when-checked' } as const;
const core = await WasmServer.load(wasmPlaceInNode('xip-engine'), OPTIONS);
if (!core.ok) throw new Error(core.error);
const { value: module } = core;

interface Ended {
  /** Undefined: it did not even start, and said why. */
  readonly output: SpecOutput | undefined;
  readonly server: { readonly work: Work };
}
function end(bytes: Uint8Array, work: number = RUN_LIMITS.work): Ended {
  const server = { work: new Work(work) };
  const spec = parseSpecBytes(bytes);
  if (!spec.ok) {
    expect(spec.error.length).toBeGreaterThan(0);
    return { output: undefined, server };
  }
  const compiled = compileSpec(spec.value.text, spec.value, compile);
  if (!compiled.ok) {
    for (const { line, column, message } of compiled.error)
      expect([line > 0, column > 0, message]).toEqual([true, true, expect.stringMatching(/^not supported: ./)]);
    return { output: undefined, server };
  }
  // One module serves all: a new server each time.
  const fresh = module.again(OPTIONS);
  if (!fresh.ok) throw new Error(fresh.error);
  const db = createDatabase(fresh.value, { maxRows: 10_000, work: server.work, seldom: seldomCode });
  return { output: runSpecText(compiled.value, db, { file: 'x.spec' }), server };
}

/** The laws of every run. */
function check({ output, server }: Ended, work: number = RUN_LIMITS.work): void {
  if (output === undefined) return;
  const { stdout, stderr, limit, completed } = output;
  expect(stdout.length).toBeLessThanOrEqual(RUN_LIMITS.outputChars);
  if (limit === null) {
    expect(server.work.spent).toBeLessThanOrEqual(work);
    return;
  }
  expect(completed).toBe(false);
  expect(stderr).toContain(limit);
  // It names the limit and the place, never the clock.
  expect(limit).toMatch(
    /^x[.]spec:\d+:\d+: (step “.+”|setup|teardown) of permutation [\d,]+(, its statement [\d,]+)?: the run was stopped: it (needs more than [\d,]+ units of work, most of them for .+; --work allows more|prints more than 8,000,000 characters)$/,
  );
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the worst specs that are known', () => {
  // A tenth of the work shows the same limits in a tenth of the time.
  const work = RUN_LIMITS.work / 10;
  test.each(Object.keys(LIMIT_SPECS))('%s', (name) => {
    const text = LIMIT_SPECS[name] ?? '';
    const first = end(bytesOf(text), work);
    check(first, work);
    // The same again: nothing depends on time.
    expect(end(bytesOf(text), work).output).toEqual(first.output);
  });
});

test('a limit names what was used up, the place and the way out; more work is more of the same', () => {
  const text = `setup { CREATE TABLE t (a int); INSERT INTO t SELECT generate_series(1, 1000); }
session s
step a { SELECT 1; }
step b { SELECT 2; SELECT count(*) FROM t; }
permutation a b`.replace('SELECT generate_series(1, 1000)', 'SELECT g FROM generate_series(1, 1000) g');
  const all = end(bytesOf(text));
  expect(all.output).toMatchObject({ completed: true, limit: null });
  const less = end(bytesOf(text), all.server.work.spent - 1);
  expect(less.output?.limit).toMatch(/^x[.]spec:4:10: step “b” of permutation 1: the run was stopped|its statement 2:/);
  expect(all.output?.stdout.startsWith(less.output?.stdout ?? '-')).toBe(true);
  const exact = end(bytesOf(text), all.server.work.spent);
  expect(exact.output).toEqual(all.output);
});

describe(`fuzzed with seed ${SEED} (XIPSCOPE_SEED)`, () => {
  const options = { seed: SEED, verbose: true } as const;

  test('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        check(end(bytes, 100_000), 100_000);
      }),
      { ...options, numRuns: 200 },
    );
  });

  /** Pieces that grow, combined in any way. */
  const size = fc.constantFrom(1, 2, 30, 300, 3_000, 10_000, 1_000_000, 2_147_483_648);
  const few = fc.constantFrom(1, 2, 20, 260);
  const nested = (open: string, inner: string, close: string, n: number): string =>
    open.repeat(n) + inner + close.repeat(n);
  const expression = fc.oneof(
    fc.constantFrom('1', 'v', 'x', 'id', 'NULL', "'a'", '1e900', "'1e900'::numeric", 'txid_current()', 'xmin', 'ctid'),
    few.map((n) => nested('(', '1', '+1)', n)),
    few.map((n) => nested('abs(', 'v', ')', n)),
    few.map(
      (n) =>
        `v IN (${Array(n * 10)
          .fill('1')
          .join(',')})`,
    ),
    few.map((n) => `CASE ${'WHEN v = 1 THEN 1 '.repeat(n)} END`),
    size.map((n) => `repeat('x', ${n})`),
    size.map((n) => `length(lpad('', ${n}, 'ab'))`),
    few.map((n) => nested('(', 'x', '||x)', Math.min(n, 30))),
    few.map((n) => `x LIKE '${'%a'.repeat(n)}b'`),
    few.map((n) => `v * 1e${n} / 3.${'7'.repeat(n)}`),
    fc.constantFrom('count(*)', 'sum(v)', 'avg(v)', 'max(x)', 'v / 0', 'v + 2147483647', '-x', 'pg_current_snapshot()'),
  );
  const statement = fc.oneof(
    fc
      .tuple(expression, expression, size)
      .map(([a, b, n]) => `SELECT ${a} FROM generate_series(1, ${n}) id WHERE ${b} IS NULL`),
    fc.tuple(expression, expression).map(([a, b]) => `SELECT ${a}, ${b} FROM t ORDER BY 1`),
    fc.tuple(expression, expression).map(([a, b]) => `SELECT DISTINCT ${a} FROM t GROUP BY ${a}, ${b}`),
    expression.map((a) => `SELECT * FROM t WHERE ${a} IS NOT NULL FOR UPDATE`),
    expression.map((a) => `UPDATE t SET x = x || x, v = ${a}`),
    expression.map((a) => `UPDATE t SET id = id + 1 WHERE ${a} IS NOT NULL RETURNING *`),
    expression.map((a) => `DELETE FROM t WHERE ${a} IS NULL`),
    size.map((n) => `INSERT INTO t SELECT g, g, repeat('x', 100) FROM generate_series(1, ${n}) g`),
    few.map((n) => `INSERT INTO t VALUES ${Array(n).fill("(1, 1, 'a')").join(',')}`),
    few.map((n) => 'SAVEPOINT a;'.repeat(n)),
    few.map((n) => 'SAVEPOINT a; SELECT txid_current();'.repeat(n)),
    few.map((n) => 'ROLLBACK TO a;'.repeat(n)),
    few.map((n) => 'UPDATE t SET v = v + 1;'.repeat(n)),
    few.map((n) => `CREATE TABLE w${n} (${Array.from({ length: n }, (_, i) => `c${i} int`).join(',')})`),
    few.map((n) => `PREPARE p AS SELECT v FROM t WHERE id = $${n}`),
    fc.constantFrom(
      'BEGIN',
      'BEGIN ISOLATION LEVEL REPEATABLE READ',
      'COMMIT',
      'ROLLBACK',
      "PREPARE TRANSACTION 'a'",
      "COMMIT PREPARED 'a'",
      'VACUUM t',
      'RELEASE a',
      'LOCK TABLE t',
      'EXECUTE p(1)',
      'DROP TABLE t',
      'SELECT * FROM t FOR SHARE',
      'CREATE UNIQUE INDEX ON t (v)',
      'SELECT 1/0',
      'SELEC',
      'LISTEN x',
    ),
  );
  const step = fc.record({ session: fc.nat(2), sql: fc.array(statement, { minLength: 1, maxLength: 4 }), again: few });
  const spec = fc.array(step, { minLength: 1, maxLength: 8 }).map((steps) => {
    const sessions = [0, 1, 2].filter((session) => steps.some((one) => one.session === session));
    const own = (session: number): string =>
      steps.map((one, i) => (one.session === session ? `step p${i} { ${one.sql.join('; ')} }` : '')).join('\n');
    const order = steps.map((one, i) => `p${i} `.repeat(Math.min(one.again, 40))).join('');
    return `setup { CREATE TABLE t (id int PRIMARY KEY, v int, x text); INSERT INTO t SELECT g, g, 'a' FROM generate_series(1, 300) g; }
${sessions.map((session) => `session s${session} ${own(session)} teardown { ROLLBACK; }`).join('\n')}
permutation ${order}
permutation ${order}`;
  });

  test('valid specs of nasty pieces', () => {
    let ran = 0;
    let limited = 0;
    fc.assert(
      fc.property(spec, (text) => {
        const work = 1_500_000;
        const ended = end(bytesOf(text), work);
        check(ended, work);
        if (ended.output !== undefined) ran += 1;
        if ((ended.output?.limit ?? null) !== null) limited += 1;
      }),
      { ...options, numRuns: 80 },
    );
    // The pieces should reach limits, and not all fail before anything runs.
    expect(ran).toBeGreaterThan(20);
    expect(limited).toBeGreaterThan(5);
  });
});
