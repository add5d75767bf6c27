/** Schedules in which engine and servers once differed, each found by the fuzzer and shrunk. Each names the fix. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEvaluator } from '../../src/engine/evaluator/pglite.ts';
import { compare, drive, inTurn } from './drive.ts';
import { engineTarget } from './engine-target.ts';
import type { Pair } from './fuzz.ts';
import { platformHasServers } from './packages.ts';
import { type Step, TABLES, type TableId } from './schedule.ts';
import { startServers } from './server.ts';
import { FUZZ_SETTINGS, serverTarget } from './server-target.ts';

const MAJORS = [13, 17] as const;
const RR = 'BEGIN ISOLATION LEVEL REPEATABLE READ';
const step = (session: number, ...statements: string[]): Step => ({ session, statements });

/** The steps before: session 0 has an old snapshot, everything is updated, and session 2's xid keeps RecentXmin. */
const before: readonly Step[] = [
  step(0, RR),
  step(0, 'SELECT id, v FROM w'),
  step(1, 'UPDATE w SET v = v + 4'),
  step(2, 'BEGIN'),
  step(2, 'SELECT id, v FROM w FOR UPDATE'),
];
/** Pruned or not? That depends on RecentXmin when session 0 last had the horizons computed. */
const after: readonly Step[] = [step(0, 'ROLLBACK'), step(0, 'INSERT INTO w (id, v) VALUES (2, 7)')];

interface Found {
  readonly table: TableId;
  readonly steps: readonly Step[];
}
const wide = (...steps: readonly Step[]): Found => ({ table: 'wide', steps });
const inserts = ['100, 30', '101, 12', '102, 21', '103, 17', '104, 47', '5, 8'].map(
  (values) => `INSERT INTO w (id, v) VALUES (${values})`,
);
const plusOne = 'UPDATE w SET v = v + 1 WHERE id = 3';

/** Session 1 leaves little room on the page whose oldest version session 2 has just replaced, and comes back to it. */
const pruned: readonly Step[] = [
  step(1, 'BEGIN'),
  step(1, 'UPDATE w SET id = id + 10 WHERE id = 2'),
  step(1, 'LOCK TABLE w IN SHARE ROW EXCLUSIVE MODE'),
  step(2, 'VACUUM w'),
  step(1, 'UPDATE w SET id = id + 0 WHERE id = 1'),
  step(1, 'SELECT id, v FROM w WHERE id = 1'),
];
/** The statement waits for the table, where a duplicate then stays behind. */
const behindFailure = (sql: string): Found => ({
  table: 'pair',
  steps: [
    step(1, 'BEGIN'),
    step(1, 'LOCK TABLE p IN SHARE ROW EXCLUSIVE MODE'),
    step(2, sql),
    step(1, 'INSERT INTO p (id, v) VALUES (1, 10)'),
  ],
});
/** Session 1 waits with LOCK TABLE after a VACUUM of its own. */
const lockAfterVacuum = (update: string): Found => ({
  table: 'twin',
  steps: [
    step(2, 'VACUUM k'),
    step(2, `UPDATE ${update}`),
    step(1, 'VACUUM k'),
    step(1, 'BEGIN'),
    step(0, 'BEGIN', 'UPDATE k SET v = v + 1 WHERE id = 1'),
    step(1, 'LOCK TABLE k IN SHARE ROW EXCLUSIVE MODE'),
  ],
});
/** Session 1's statement waits for the key 5; there is something to clean up, and VACUUM comes by. */
function waitingInsert(table: TableId, statement: string, ...first: Step[]): Found {
  const { name } = TABLES[table];
  return {
    table,
    steps: [
      ...first,
      step(0, 'BEGIN'),
      step(0, `INSERT INTO ${name} (id, v) VALUES (5, 5)`, 'SAVEPOINT a', `INSERT INTO ${name} (id, v) VALUES (2, 7)`),
      // Read whole before: the engine sets more hints than a server that follows an index.
      step(1, `SELECT count(*) FROM ${name}`, statement),
      step(3, `VACUUM ${name}`),
      step(0, 'ROLLBACK'),
      step(3, `VACUUM ${name}`),
    ],
  };
}
/** Session 1's statement waits for the row 2, of which session 0 makes versions until they reach the next page. */
function waitingChange(table: TableId, statement: string): Found {
  const { name } = TABLES[table];
  const more = Array.from({ length: 250 }, () => `UPDATE ${name} SET v = v + 1 WHERE id = 2`);
  return {
    table,
    steps: [
      step(0, 'BEGIN', ...more),
      step(1, `SELECT count(*) FROM ${name}`, statement),
      step(3, `VACUUM ${name}`),
      step(0, 'ROLLBACK'),
      step(3, `VACUUM ${name}`),
    ],
  };
}
const byKey = 'SELECT id, v FROM w WHERE id = 4';
/** Session 0’s cursor holds session 2’s horizon back; later only a catalog snapshot moves it (src/sql/relcache-index.ts). */
const lookingUp = (sql: string, first = byKey): Found =>
  wide(
    step(2, first),
    step(0, 'BEGIN', 'DECLARE c CURSOR FOR SELECT id, v FROM w'),
    step(3, 'UPDATE w SET v = v + 2 WHERE id = 4'),
    step(2, RR, 'SELECT count(*) FROM w'),
    step(0, 'ROLLBACK', 'UPDATE w SET id = id + 10 WHERE id <= 2'),
    step(2, sql),
    step(2, 'SELECT id, v FROM w'),
  );

const schedules: Readonly<Record<string, Found>> = {
  // Catalog snapshots (src/sql/relcache.ts).
  'a table that VACUUM has invalidated, opened under a lock of another mode': wide(
    ...before,
    step(3, 'VACUUM w'),
    step(0, 'UPDATE w SET v = 0 WHERE id = 4'),
    ...after,
  ),
  'the same under a lock that is held': wide(...before, step(3, 'VACUUM w'), step(0, 'SELECT id, v FROM w'), ...after),
  'a table that a VACUUM without new figures has opened: LOCK TABLE waits without a snapshot': wide(
    step(1, 'VACUUM w'),
    step(2, 'BEGIN'),
    step(3, 'VACUUM w'),
    step(3, 'BEGIN'),
    step(2, 'UPDATE w SET v = v + 2 WHERE id = 3'),
    step(3, 'LOCK TABLE w IN EXCLUSIVE MODE'),
    step(2, 'ROLLBACK'),
    step(3, 'ROLLBACK'),
  ),
  'a name that one LOCK TABLE has looked up: the next waits without a snapshot': wide(
    step(1, 'VACUUM w'),
    step(2, 'BEGIN'),
    step(2, 'UPDATE w SET v = v + 2 WHERE id = 3'),
    step(3, 'BEGIN'),
    step(3, 'LOCK TABLE w IN ROW EXCLUSIVE MODE'),
    step(3, 'LOCK TABLE w IN SHARE MODE'),
    step(2, 'ROLLBACK'),
    step(3, 'ROLLBACK'),
  ),
  'a table that one VACUUM has invalidated, and a second that nobody has heard of yet': wide(
    step(1, 'BEGIN'),
    step(1, 'INSERT INTO w (id, v) VALUES (101, 16)'),
    step(2, 'VACUUM w'),
    step(3, 'BEGIN'),
    step(2, 'UPDATE w SET v = v + 2'),
    step(0, 'VACUUM w'),
    step(3, 'LOCK TABLE w IN SHARE ROW EXCLUSIVE MODE'),
    step(1, 'ROLLBACK'),
    step(3, 'ROLLBACK'),
  ),
  'a VACUUM that LOCK TABLE hears of with its lock: it looks the name up again, and the next waits without a snapshot':
    wide(
      step(1, 'BEGIN'),
      step(3, 'BEGIN'),
      step(1, 'DELETE FROM w WHERE id = 3 RETURNING id, v'),
      step(2, 'VACUUM w'),
      step(3, 'LOCK TABLE w IN SHARE UPDATE EXCLUSIVE MODE'),
      step(3, 'LOCK TABLE w IN SHARE ROW EXCLUSIVE MODE'),
      step(1, 'ROLLBACK'),
      step(3, 'ROLLBACK'),
    ),
  'the same with NOWAIT': wide(
    step(1, 'BEGIN'),
    step(3, 'BEGIN'),
    step(1, 'DELETE FROM w WHERE id = 3 RETURNING id, v'),
    step(2, 'VACUUM w'),
    step(3, 'LOCK TABLE w IN SHARE UPDATE EXCLUSIVE MODE NOWAIT'),
    step(3, 'LOCK TABLE w IN SHARE ROW EXCLUSIVE MODE'),
    step(1, 'ROLLBACK'),
    step(3, 'ROLLBACK'),
  ),
  'a VACUUM that LOCK TABLE hears of after its wait': wide(
    step(1, 'BEGIN'),
    step(3, 'BEGIN'),
    step(3, 'LOCK TABLE w IN ROW SHARE MODE'),
    step(1, 'DELETE FROM w WHERE id = 3'),
    step(2, 'VACUUM w'),
    step(3, 'LOCK TABLE w IN SHARE MODE'),
    step(1, 'ROLLBACK'),
    step(1, 'BEGIN'),
    step(3, 'COMMIT'),
    step(3, 'BEGIN'),
    step(1, 'UPDATE w SET v = v + 1 WHERE id = 3'),
    step(3, 'LOCK TABLE w IN SHARE MODE'),
    step(1, 'ROLLBACK'),
    step(3, 'ROLLBACK'),
  ),
  'no VACUUM: nothing to look up': wide(...before, step(0, 'UPDATE w SET v = 0 WHERE id = 4'), ...after),
  'a cursor that follows an index: can it go back?': lookingUp(`DECLARE d CURSOR FOR ${byKey}`),
  'a SCROLL cursor': lookingUp(`DECLARE d SCROLL CURSOR FOR ${byKey}`),
  'a NO SCROLL cursor': lookingUp(`DECLARE d NO SCROLL CURSOR FOR ${byKey}`),
  'a cursor whose rows are sorted': lookingUp(`DECLARE d CURSOR FOR ${byKey} ORDER BY v`, `${byKey} ORDER BY v`),
  'a cursor in the order of an index': lookingUp('DECLARE d CURSOR FOR SELECT id, v FROM w ORDER BY id'),
  'EXPLAIN has to know the name of an index': lookingUp(`EXPLAIN (COSTS OFF) ${byKey}`),
  'a cursor after EXPLAIN': lookingUp(`DECLARE d CURSOR FOR ${byKey}`, `EXPLAIN (COSTS OFF) ${byKey}`),
  // The second pass looks only as far as the first tuple that some session cannot see (heap/vacuum.c).
  'an updater that freezing puts in a multixact’s place, behind a version that has to stay': wide(
    step(0, 'BEGIN'),
    step(2, 'BEGIN'),
    step(0, 'SAVEPOINT n16', 'INSERT INTO w (id, v) VALUES (4, 11)'),
    step(2, 'UPDATE w SET v = v + 1 WHERE id = 2', 'UPDATE w SET v = v + 1 WHERE id = 2'),
    step(3, 'SELECT id, v FROM w FOR KEY SHARE'),
    step(2, 'COMMIT'),
    step(3, 'VACUUM w'),
    step(0, 'ROLLBACK'),
  ),
  // The values that VACUUM leaves in pg_class (heap/relstats.c).
  'VACUUM that counts what it counted before': wide(
    step(2, 'VACUUM w'),
    step(0, 'DELETE FROM w WHERE id = 4'),
    step(2, 'INSERT INTO w (id, v) VALUES (100, 38)'),
    step(1, 'VACUUM w'),
    step(0, 'UPDATE w SET v = v + 7 WHERE id = 3'),
    step(1, 'UPDATE w SET v = v + 6 WHERE v >= 34'),
    step(2, plusOne, plusOne, plusOne, plusOne, plusOne),
  ),
  'VACUUM that could scan nothing': wide(
    step(2, RR),
    step(3, 'BEGIN'),
    step(0, RR),
    step(3, 'SELECT id, v FROM w FOR SHARE'),
    step(2, 'UPDATE w SET v = v + 8 WHERE id = 2'),
    step(3, 'DELETE FROM w WHERE id = 4'),
    step(3, 'COMMIT'),
    step(0, 'UPDATE w SET v = v + 4'),
    step(1, 'VACUUM w'),
    step(2, 'ROLLBACK'),
    step(0, 'UPDATE w SET v = v + 6 WHERE id = 4'),
  ),
  'VACUUM that could scan nothing, but makes the visibility map: who writes next looks for room anew': wide(
    step(3, 'INSERT INTO w (id, v) VALUES (100, 36)'),
    step(1, 'BEGIN'),
    step(1, 'UPDATE w SET v = v + 5 WHERE id = 3'),
    step(2, 'DELETE FROM w WHERE id = 3'),
    step(0, 'VACUUM w'),
    step(1, ...['102, 17', '103, 43'].map((values) => `INSERT INTO w (id, v) VALUES (${values})`)),
    step(3, 'INSERT INTO w (id, v) VALUES (191, 21)'),
  ),
  // VERBOSE of 15 and later: line pointers that are already dead, on a page that another session has pinned, in a table
  // without an index.
  'VACUUM that misses the dead': {
    table: 'bare',
    steps: [
      step(2, 'DELETE FROM b WHERE id = 2'),
      step(1, 'BEGIN'),
      step(2, ...Array.from({ length: 73 }, (_, i) => `INSERT INTO b (id, v) VALUES (${100 + i}, 15)`)),
      step(
        1,
        ...Array.from({ length: 64 }, () => [
          'UPDATE b SET v = v + 1 WHERE id = 1',
          'UPDATE b SET v = v + 1 WHERE id = 101',
        ]).flat(),
      ),
      step(2, 'UPDATE b SET v = v + 5'),
      step(0, 'VACUUM b'),
    ],
  },
  // A command takes its snapshot before any refusal (src/sql/exec-utility.ts).
  'VACUUM that is refused': {
    table: 'bare',
    steps: [step(2, RR), step(2, 'SAVEPOINT a'), step(2, 'VACUUM b')],
  },
  // Killed index entries (src/sql/keys.ts).
  'an index entry to the dead, followed once': wide(
    step(2, 'BEGIN'),
    step(1, 'UPDATE w SET v = v + 2 WHERE v >= 11'),
    step(0, 'UPDATE w SET v = v + 2 WHERE id = 1'),
    step(2, 'DELETE FROM w WHERE id = 4'),
    step(1, 'UPDATE w SET v = v + 9'),
    step(2, ...inserts),
  ),
  // A duplicate's page is pinned until its row is done (src/sql/exec-change.ts, exec-change-general.ts), not until the
  // session has no snapshot: its next command waits with one.
  'a page that ON CONFLICT DO UPDATE has let go, while its session’s VACUUM waits': wide(
    step(2, 'INSERT INTO w (id, v) VALUES (1, 10) ON CONFLICT (id) DO UPDATE SET v = w.v + 1'),
    ...pruned,
  ),
  'the same of an UPDATE whose subquery depends on the row': wide(
    step(2, 'UPDATE w SET v = v + (SELECT count(*) FROM w AS o WHERE o.v = w.v) WHERE id = 1'),
    ...pruned,
  ),
  // What a plan reads through an index (src/sql/general-index.ts): a failed INSERT's version has no entry.
  'an UPDATE with EXISTS that has waited for its table, and then follows the key': behindFailure(
    'UPDATE p SET v = v + 1 WHERE id = 1 AND EXISTS (SELECT 1 FROM o WHERE o.pid = p.id)',
  ),
  'the same with a range of keys: a bitmap': behindFailure(
    'UPDATE p SET v = (SELECT count(*) FROM o WHERE o.pid = p.id) + v WHERE id <= 2',
  ),
  'the same with the key of a row of another table: a nested loop': behindFailure(
    'DELETE FROM p USING o WHERE o.pid = p.id AND o.id = 2',
  ),
  // A cursor's plan is that of its DECLARE (src/sql/exec-cursor.ts): VACUUM changes what a planner knows.
  'a VACUUM between DECLARE and the first FETCH': {
    table: 'keyed',
    steps: [
      step(0, 'UPDATE t SET v = v + 2 WHERE id <= 1'),
      step(0, 'BEGIN'),
      step(0, 'DECLARE d CURSOR FOR SELECT id, v FROM t WHERE id IN (1, 2)'),
      step(2, 'VACUUM t'),
      step(0, 'FETCH 3 FROM d'),
    ],
  },
  // INSERT of a query stands on a page of what it reads, and waits there (src/sql/source-pages.ts).
  'an INSERT that an evaluator computes, which waits in the middle of its scan': waitingInsert(
    'docs',
    "INSERT INTO j SELECT id + 4, v, jsonb_build_object('of', id, 'doc', doc) FROM j",
  ),
  'the same through an index': waitingInsert(
    'docs',
    "INSERT INTO j SELECT id + 4, v, jsonb_build_object('of', id) FROM j WHERE id = 1 ORDER BY id",
  ),
  'the same with a sort above a bitmap scan, which keeps its last page': waitingInsert(
    'docs',
    "INSERT INTO j SELECT id + 4, v, jsonb_build_object('of', id) FROM j WHERE id <= 3 ORDER BY id",
  ),
  'the same with a sort, which has read everything': waitingInsert(
    'docs',
    "INSERT INTO j SELECT id + 4, v, jsonb_build_object('of', id) FROM j ORDER BY v",
  ),
  'the same where the table is counted: no bitmap': waitingInsert(
    'docs',
    "INSERT INTO j SELECT id + 4, v, jsonb_build_object('of', id) FROM j WHERE id <= 3 ORDER BY id",
    step(3, 'VACUUM j'),
  ),
  'an INSERT of a join: the side that is hashed has been read': waitingInsert(
    'pair',
    'INSERT INTO p (id, v) SELECT o.id + 3, p.v FROM o JOIN p ON p.id = o.pid ORDER BY 1, 2',
  ),
  'an INSERT of a join that follows two indexes': waitingInsert(
    'pair',
    'INSERT INTO p (id, v) SELECT p.id + 4, o.w FROM p JOIN o ON o.id = p.id ORDER BY p.id',
  ),
  'an INSERT of a query that our executor runs, which waits in the middle of its scan': waitingInsert(
    'keyed',
    'INSERT INTO t (id, v) SELECT id + 4, v FROM t',
  ),
  'the same with ON CONFLICT': waitingInsert(
    'keyed',
    'INSERT INTO t (id, v) SELECT id + 4, v FROM t ON CONFLICT (id) DO UPDATE SET v = excluded.v',
  ),
  'the same with a bitmap scan and a sort': waitingInsert(
    'keyed',
    'INSERT INTO t (id, v) SELECT id + 4, v FROM t WHERE id <= 3 ORDER BY v',
  ),
  'the same with a sort': waitingInsert('keyed', 'INSERT INTO t (id, v) SELECT id + 4, v FROM t ORDER BY v'),
  // Seed 20261202, schedule 2625: index_build computes the horizons while the cursor still holds them back.
  'a key made in a transaction that is then prepared': wide(
    step(0, 'BEGIN', 'DECLARE d CURSOR FOR SELECT id, v FROM w'),
    step(1, 'INSERT INTO w (id, v) VALUES (7, 20), (1, 10) ON CONFLICT (id) DO UPDATE SET id = w.id + 10'),
    step(0, 'CREATE TABLE made_1 (id int PRIMARY KEY)', 'INSERT INTO w (id, v) VALUES (6, 20)'),
    step(0, "PREPARE TRANSACTION 'g1'"),
    step(0, 'UPDATE w SET v = v + 4 WHERE id = 3'),
    step(0, "ROLLBACK PREPARED 'g1'"),
  ),
  // Seed 20261301, schedule 2694: VACUUM has changed the rows of the indexes, not the table's own.
  'LOCK TABLE finds the name cached after a VACUUM that told of the indexes alone': lockAfterVacuum('k SET v = v + 3'),
  'the same where 17 has new figures of the indexes alone': lockAfterVacuum('k SET v = v + 3 WHERE id = 1'),
  // Seed 20261201, schedule 1108.
  'an UPDATE of a join stands on its pages': waitingChange('docs', 'UPDATE j SET doc = x.doc FROM j x'),
  'the same with a sort below': waitingChange(
    'docs',
    'UPDATE j SET v = x.v FROM (SELECT id, v FROM j ORDER BY v) x WHERE x.id = j.id',
  ),
  'a DELETE with another table': waitingChange('keyed', 'DELETE FROM t USING t x WHERE x.id >= t.id'),
};

const platform = platformHasServers();
describe.skipIf(!platform.ok)('engine and servers agree again', () => {
  let pairs: readonly Pair[] = [];
  beforeAll(async () => {
    const started = await startServers(MAJORS, { settings: FUZZ_SETTINGS });
    if (!started.ok) throw new Error(started.error.message);
    const evaluator = await loadEvaluator();
    pairs = await Promise.all(
      started.value.map(async (server, i) => {
        const engine = await engineTarget({ rules: MAJORS[i] ?? 17, evaluator });
        if (!engine.ok) throw new Error(engine.error);
        return { left: engine.value, right: await serverTarget(server) };
      }),
    );
  });
  afterAll(async () => {
    await Promise.all(pairs.map(({ right }) => right.stop()));
  });

  for (const [name, { table, steps }] of Object.entries(schedules))
    it(name, async () => {
      for (const { left, right } of pairs) {
        const here = await drive(left, TABLES[table], inTurn(steps));
        const there = await drive(right, TABLES[table], inTurn(steps));
        expect(compare(here, there), left.name).toBeUndefined();
      }
    });
});
