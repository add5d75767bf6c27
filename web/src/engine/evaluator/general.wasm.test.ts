/** General queries through the engine and PostgreSQL in WebAssembly: what they see, lock, refuse and leave behind. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Compile, loadCompiler } from '../../sql/compile.ts';
import type { Rules } from '../../sql/core.ts';
import { createDatabase, type SqlDatabase } from '../../sql/database-run.ts';
import { seldomCode } from '../../sql/exec-seldom.ts';
import type { Evaluator } from '../../sql/general.ts';
import { LimitReached, WORK_UNITS, Work } from '../../sql/limits.ts';
import { WasmServer } from '../server/server-core.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { loadEvaluator } from './pglite.ts';

let compile: Compile;
let evaluator: Evaluator;
beforeAll(async () => {
  compile = await loadCompiler();
  evaluator = await loadEvaluator();
  // 15 MB are compiled: on a busy machine more than the usual ten seconds.
}, 120_000);

let db: SqlDatabase;
let [a, b] = [0, 0];
async function start(rules: Rules): Promise<void> {
  const loaded = await WasmServer.load(wasmPlaceInNode('xip-engine'), { rules });
  if (!loaded.ok) throw new Error(loaded.error);
  db = createDatabase(loaded.value, { seldom: seldomCode, evaluator, work: new Work(WORK_UNITS) });
  [a, b] = [db.connect(), db.connect()];
}
beforeEach(async () => {
  await start(17);
  sql(a, 'CREATE TABLE t (id int, v text); CREATE TABLE u (id int, w int)');
  sql(a, "INSERT INTO t VALUES (1, 'x'), (2, 'y'); INSERT INTO u VALUES (1, 10), (2, 20), (2, 21)");
});

/** The rows of the last result, or the error. */
function taken(session: number): string {
  const { results, error } = db.take(session);
  if (error !== undefined) return error.message;
  const last = results.at(-1);
  return last?.kind === 'rows' ? last.rows.map((row) => row.map((text) => text ?? '∅').join('|')).join(' ') : '';
}
function sql(session: number, text: string): string {
  const query = compile(text);
  if (!query.ok) throw new Error(query.error.what);
  return db.submit(session, query.value).status === 'waiting' ? 'waits' : taken(session);
}

const JOIN = 'SELECT t.v, u.w FROM t JOIN u USING (id) ORDER BY u.w';

test('it sees what its snapshot sees, at every level', () => {
  sql(a, 'BEGIN');
  sql(b, 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM t');
  sql(a, "UPDATE t SET v = 'z' WHERE id = 1");
  expect([sql(a, JOIN), sql(b, JOIN)]).toEqual(['z|10 y|20 y|21', 'x|10 y|20 y|21']);
  sql(a, 'COMMIT');
  expect([sql(a, JOIN), sql(b, JOIN)]).toEqual(['z|10 y|20 y|21', 'x|10 y|20 y|21']);
  sql(b, 'COMMIT');
  expect(sql(b, JOIN)).toBe('z|10 y|20 y|21');
});

test('it locks its tables, waits for those who change them, and then takes its snapshot', () => {
  sql(a, 'BEGIN; DROP TABLE u');
  expect(sql(b, JOIN)).toBe('waits');
  sql(a, 'CREATE TABLE u (id int, w int); INSERT INTO u VALUES (1, 7); COMMIT');
  db.settle();
  expect(taken(b)).toBe('x|7');
  sql(b, `BEGIN; ${JOIN}`);
  expect(sql(a, 'BEGIN; LOCK TABLE u IN ACCESS EXCLUSIVE MODE NOWAIT')).toBe('could not obtain lock on relation "u"');
});

test('an error has PostgreSQL’s words, ends the transaction and leaves nothing behind', () => {
  sql(a, 'BEGIN');
  expect(sql(a, 'SELECT nosuch FROM t, u')).toBe('column "nosuch" does not exist');
  expect(sql(a, JOIN)).toBe('current transaction is aborted, commands ignored until end of transaction block');
  sql(a, 'ROLLBACK');
  expect(sql(a, 'SELECT * FROM t, nosuch')).toBe('relation "nosuch" does not exist');
  expect(sql(a, 'SELECT 1 / (w - 20) FROM t JOIN u USING (id)')).toBe('division by zero');
  expect(sql(a, JOIN)).toBe('x|10 y|20 y|21');
  expect(evaluator.run("SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toMatchObject({
    rows: [['0']],
  });
});

test('in SERIALIZABLE, tables that were read whole carry SIREAD locks', () => {
  for (const session of [a, b]) sql(session, 'BEGIN ISOLATION LEVEL SERIALIZABLE');
  const total = 'SELECT sum(w) FROM t JOIN u USING (id)';
  expect([sql(a, total), sql(b, total)]).toEqual(['51', '51']);
  sql(a, 'INSERT INTO u VALUES (1, 1)');
  sql(b, 'INSERT INTO u VALUES (1, 2)');
  expect(sql(a, 'COMMIT')).toBe('');
  expect(sql(b, 'COMMIT')).toContain('could not serialize access due to read/write dependencies');
});

test('in SERIALIZABLE, a plan that may read less than whole tables is refused, and has read nothing', () => {
  sql(a, 'CREATE TABLE k (id int PRIMARY KEY); INSERT INTO k VALUES (1), (2)');
  for (const session of [a, b]) sql(session, 'BEGIN ISOLATION LEVEL SERIALIZABLE');
  for (const query of [
    'SELECT * FROM t JOIN k USING (id) WHERE k.id = 1',
    'SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u WHERE false) AND id IN (SELECT id FROM k)',
  ]) {
    sql(a, 'SAVEPOINT s');
    expect(sql(a, query)).toContain('limit of the simulation reached: in SERIALIZABLE');
    sql(a, 'ROLLBACK TO s');
  }
  sql(b, 'SELECT count(*) FROM u');
  sql(b, "INSERT INTO t VALUES (9, 'b')");
  sql(b, 'INSERT INTO k VALUES (9)');
  sql(a, 'INSERT INTO u VALUES (9, 9)');
  expect([sql(b, 'COMMIT'), sql(a, 'COMMIT')]).toEqual(['', '']);
});

test('an order of groups that ORDER BY does not decide is refused before 18, whose plan it is', async () => {
  const groups = 'SELECT u.id, count(*) FROM t, u GROUP BY u.id';
  expect(sql(a, groups)).toContain('ORDER BY does not decide');
  expect(sql(a, `${groups} ORDER BY 1`)).toBe('1|2 2|4');
  await start(18);
  sql(a, 'CREATE TABLE t (id int); CREATE TABLE u (id int); INSERT INTO t VALUES (1); INSERT INTO u VALUES (1), (2)');
  expect(sql(a, groups)).toBe('2|1 1|1');
});

test('a recursion without an end, and too many combinations of rows, end with a sentence', () => {
  expect(sql(a, 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r')).toContain(
    'limit of the simulation reached: 4 MB of rows that a query keeps',
  );
  const many = 'SELECT count(*) FROM generate_series(1, 10000) x, generate_series(1, 10000) y';
  expect(() => sql(a, many)).toThrow(LimitReached);
});
