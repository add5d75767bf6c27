/** The runner and the trace on the engine itself. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSpecBytes } from '../../scenario/spec-parse.ts';
import { loadCompiler } from '../../sql/compile.ts';
import { type CompiledSpec, compileSpec } from './spec-compile.ts';
import { startSpecServer } from './spec-engine.node.ts';
import { runSpecText, type SpecOutput } from './spec-text.ts';

const compile = await loadCompiler();

function compiled(text: string): CompiledSpec | null {
  const spec = parseSpecBytes(new TextEncoder().encode(text));
  if (!spec.ok) return null;
  const result = compileSpec(text, spec.value, compile);
  return result.ok ? result.value : null;
}
async function run(text: string): Promise<SpecOutput> {
  const spec = compiled(text);
  const server = await startSpecServer({ rules: 17 });
  if (spec === null || !server.ok) throw new Error('it does not even begin');
  return runSpecText(spec, server.value.db);
}

describe('a spec on the engine', () => {
  // Seen on 13 and 17.
  test('errors, notices and results of many statements come in libpq’s order', async () => {
    const { stdout } = await run(`session s1
step a { BEGIN; BEGIN; SELECT 1 AS n; BEGIN; }
step b { COMMIT; COMMIT; SELECT; SELECT NULL AS x, 'é' AS y, '1 ' AS z, '1e' as f, '' AS g; ; }
step e { SELECT 2 AS n; SELECT 1/0; SELECT 2; }
step h { SELEC 1; }`);
    expect(stdout).toBe(`Parsed test spec with 1 sessions

starting permutation: a b e h
s1: WARNING:  there is already a transaction in progress
step a: BEGIN; BEGIN; SELECT 1 AS n; BEGIN;
s1: WARNING:  there is already a transaction in progress
n
-
1
(1 row)

s1: WARNING:  there is no transaction in progress
step b: COMMIT; COMMIT; SELECT; SELECT NULL AS x, 'é' AS y, '1 ' AS z, '1e' as f, '' AS g; ;
x|y |z |f |g
-+--+--+--+-
 |é|1 |1e| 
(1 row)

step e: SELECT 2 AS n; SELECT 1/0; SELECT 2;
n
-
2
(1 row)

ERROR:  division by zero
step h: SELEC 1;
ERROR:  syntax error at or near "SELEC"
`);
  });

  test('a step that waits for a prepared transaction alone is canceled: that is no session', async () => {
    const { stdout } = await run(`setup { CREATE TABLE t (a int); INSERT INTO t VALUES (1); }
teardown { ROLLBACK PREPARED 'p'; DROP TABLE t; }
session s1 step a { BEGIN; UPDATE t SET a = 2; PREPARE TRANSACTION 'p'; }
session s2 step b { UPDATE t SET a = 3; }
permutation a b`);
    expect(stdout).toContain(`isolationtester: canceling step b after 360 seconds
step b: UPDATE t SET a = 3;
ERROR:  canceling statement due to user request
`);
  });

  test('random steps end, and give the same a second time', async () => {
    const parts = [
      'BEGIN',
      'BEGIN ISOLATION LEVEL REPEATABLE READ',
      'COMMIT',
      'ROLLBACK',
      'SAVEPOINT a',
      'ROLLBACK TO a',
      'UPDATE t SET v = v + 1 WHERE id = 1',
      'UPDATE t SET v = v + 1',
      'DELETE FROM t WHERE id = 2',
      'INSERT INTO t VALUES (3, 3)',
      'SELECT * FROM t',
      'SELECT * FROM t FOR SHARE',
      'SELECT * FROM t WHERE id = 1 FOR UPDATE',
      'LOCK TABLE t',
      'VACUUM t',
      'SELECT 1/0',
    ];
    const step = fc.record({ session: fc.nat(2), sql: fc.constantFrom(...parts), blocks: fc.nat(9) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const own = (session: number): string =>
          steps.map((one, i) => (one.session === session ? `step p${i} { ${one.sql}; }` : '')).join(' ');
        // Some steps are held back by the one before.
        const order = steps.map((one, i) => {
          const before = steps[i - 1];
          if (one.blocks === 0) return `p${i}(*)`;
          return one.blocks === 1 && before !== undefined && before.session !== one.session
            ? `p${i}(p${i - 1})`
            : `p${i}`;
        });
        const sessions = [0, 1, 2].filter((session) => steps.some((one) => one.session === session));
        const text = `setup { CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1), (2, 2); }
${sessions.map((session) => `session s${session} ${own(session)} teardown { ROLLBACK; }`).join('\n')}
permutation ${order.join(' ')}`;
        const first = await run(text);
        expect(first.stdout).toContain('starting permutation');
        expect(await run(text)).toEqual(first);
      }),
      { numRuns: 60 },
    );
  });
});
