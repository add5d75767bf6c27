/**
 * Moving back and forth in a run on the engine: the server's state depends only on the position, not on the way to it.
 */
import { expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { permutationsOf } from '../../scenario/spec-types.ts';
import { loadCompiler } from '../../sql/compile.ts';
import type { Database } from '../../sql/database.ts';
import { compileSpec } from '../spec/spec-compile.ts';
import { type SpecServer, startSpecServer } from '../spec/spec-engine.node.ts';
import { createRun, type TraceRun } from './run.ts';

const compile = await loadCompiler();
const SPEC = `setup { CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1), (2, 2); }
teardown { DROP TABLE t; }
session s1
step a { BEGIN; UPDATE t SET v = 10 WHERE id = 1; }
step b { SAVEPOINT x; INSERT INTO t VALUES (3, 3); ROLLBACK TO x; }
step c { COMMIT; }
step d { SELECT * FROM t ORDER BY id; }
session s2
step e { BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM t ORDER BY id; }
step f { UPDATE t SET v = 20 WHERE id = 1; }
step g { ROLLBACK; }
permutation a e f b c g d`;

async function makeRun(checkpointEvery: number): Promise<TraceRun> {
  const spec = parseSpec(SPEC);
  if (!spec.ok) throw new Error('no spec');
  const compiled = compileSpec(SPEC, spec.value, compile);
  if (!compiled.ok) throw new Error('not compiled');
  const [permutation = []] = permutationsOf(spec.value);
  const servers = new Map<Database, SpecServer>();
  return createRun(compiled.value, permutation, {
    makeDatabase: async () => {
      const server = await startSpecServer({ rules: 17 });
      if (!server.ok) throw new Error(server.error);
      servers.set(server.value.db, server.value);
      return server.value.db;
    },
    stateOf: (db) => {
      const server = servers.get(db);
      if (server === undefined) throw new Error('another database');
      return server.stateOf(['s1', 's2']);
    },
    checkpointEvery,
  });
}

test.each([1, 3, 100])('seek, with a checkpoint every %i ticks', async (every) => {
  const straight = await makeRun(100);
  straight.seek(99);
  const run = await makeRun(every);
  for (const position of [4, 2, 6, 0, 3, 9, 5, 1, 9]) {
    run.seek(position);
    // A repeated tick must give a fresh run's lines.
    const again = run.position < run.length ? run.step() : [];
    if (again !== null && again.length > 0)
      expect(again).toEqual(straight.lines.filter((line) => again.some((one) => one.tick === line.tick)));
  }
  run.seek(99);
  expect(run.lines).toEqual(straight.lines);
  expect(straight.lines.map((line) => `${line.step} ${line.status} ${line.error ?? ''}`)).toContain(
    'f done ERROR:  could not serialize access due to concurrent update',
  );
});

test('a fork in the middle of a wait goes another way; the run it came from stays what it was', async () => {
  const run = await makeRun(2);
  run.seek(99);
  const before = [...run.lines];
  // s1 rolls back to its savepoint's start and commits nothing: ticks are set-up, a, e, f; f waits here.
  const fork = await run.fork(4, [
    { step: 1, blockers: [] },
    { step: 2, blockers: [] },
    { step: 3, blockers: [] },
  ]);
  expect(fork.lines).toEqual(before.filter((line) => line.tick < 4));
  fork.seek(99);
  expect(fork.lines.map((line) => line.step)).toEqual([null, 'a', 'e', 'f', 'b', 'c', 'f', 'd', null]);
  fork.seek(2);
  fork.seek(99);
  run.seek(3);
  run.seek(99);
  expect(run.lines).toEqual(before);
});
