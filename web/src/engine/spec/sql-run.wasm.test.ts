/**
 * Laws of statements on the real engine: which sessions wait, which fail, which rows are rechecked, and all of it is
 * plain data in between.
 */
import { beforeAll, expect, test } from 'vitest';
import { type Compile, loadCompiler } from '../../sql/compile.ts';
import type { QueryState } from '../../sql/database.ts';
import { createDatabase, type SqlDatabase } from '../../sql/database-run.ts';
import { seldomCode } from '../../sql/exec-seldom.ts';
import { WasmServer } from '../server/server-core.ts';
import type { ServerOptions } from '../server/server-engine.ts';
import { heapPageItems } from '../server/server-pages.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';

let compile: Compile;
beforeAll(async () => {
  compile = await loadCompiler();
});

/** Sessions a, b, c of a database with t: (1,10), (2,20). */
class Stage {
  readonly db: SqlDatabase;
  readonly #ids: Readonly<Record<string, number>>;
  constructor(db: SqlDatabase, ids?: Readonly<Record<string, number>>) {
    this.db = db;
    this.#ids = ids ?? { a: db.connect(), b: db.connect(), c: db.connect() };
  }
  /** Rows as `1|10 2|20`, the tag, `ERROR code: text`, or `waiting`; with ` > who: answer` of those it woke. */
  do(who: string, sql: string): string {
    const query = compile(sql);
    if (!query.ok) throw new Error(query.error.what);
    const id = this.#ids[who] ?? -1;
    this.db.submit(id, query.value);
    const own = this.#answer(id);
    return [own, ...this.db.settle().map((woken) => `${this.#name(woken)}: ${this.#answer(woken)}`)].join(' > ');
  }
  #name(id: number): string {
    return Object.entries(this.#ids).find(([, one]) => one === id)?.[0] ?? '?';
  }
  #answer(id: number): string {
    const state: QueryState = this.db.state(id);
    if (state.status !== 'finished') return state.status;
    const { results, error } = this.db.take(id);
    const last = results.at(-1);
    if (error !== undefined) return `ERROR ${error.sqlstate}: ${error.message}`;
    return last?.kind === 'rows' ? last.rows.map((row) => row.join('|')).join(' ') : (last?.tag ?? '');
  }
  again(): Stage {
    return new Stage(this.db, this.#ids);
  }
}

async function stage(options: Partial<ServerOptions> = {}): Promise<Stage> {
  const server = await WasmServer.load(wasmPlaceInNode('xip-engine'), { rules: 17, ...options });
  if (!server.ok) throw new Error(server.error);
  const made = new Stage(createDatabase(server.value, { seldom: seldomCode }));
  made.do('a', 'CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 10), (2, 20)');
  return made;
}

test('a plan that runs again has the table of its name as it is then, with its columns and indexes', async () => {
  const s = await stage();
  const query = compile('SELECT * FROM t WHERE id = 1');
  if (!query.ok) throw new Error(query.error.what);
  const one = s.db.connect();
  const rows = (): string => {
    s.db.submit(one, query.value);
    const [first] = s.db.take(one).results;
    return first?.kind === 'rows' ? first.rows.map((row) => row.join('|')).join(' ') : '';
  };
  expect(rows()).toBe('1|10');
  s.do('a', 'BEGIN; DROP TABLE t; ROLLBACK');
  expect(rows()).toBe('1|10');
  s.do('a', 'DROP TABLE t; CREATE TABLE t (v text, id int); INSERT INTO t VALUES (NULL, 1), (7, 1)');
  expect(rows()).toBe('|1 7|1');
  s.do('a', 'CREATE INDEX t_id ON t (id); UPDATE t SET v = 8 WHERE v IS NULL');
  expect(rows()).toBe('7|1 8|1');
  s.do('a', 'ALTER TABLE t DROP COLUMN v');
  expect(rows()).toBe('1 1');
});

test('READ COMMITTED goes on with the newest version, and only if it still passes WHERE', async () => {
  const s = await stage();
  s.do('a', 'BEGIN; UPDATE t SET v = 11 WHERE id = 1; UPDATE t SET v = 21 WHERE id = 2');
  expect(s.do('b', 'UPDATE t SET v = v + 100 WHERE v IN (10, 11) RETURNING *')).toBe('waiting');
  expect(s.do('a', 'COMMIT')).toBe('COMMIT > b: 1|111');
  s.do('a', 'BEGIN; UPDATE t SET v = 0 WHERE id = 1');
  expect(s.do('b', 'DELETE FROM t WHERE v = 111')).toBe('waiting');
  expect(s.do('a', 'COMMIT')).toBe('COMMIT > b: DELETE 0');
});

test('without the recheck the row is changed although it no longer matches: the planted fault is seen', async () => {
  const s = await stage({ faults: 0x800 });
  s.do('a', 'BEGIN; UPDATE t SET v = 0 WHERE id = 1');
  s.do('b', 'DELETE FROM t WHERE v = 10');
  expect(s.do('a', 'COMMIT')).toBe('COMMIT > b: DELETE 1');
});

test('a row that newly matches is not found', async () => {
  const s = await stage();
  s.do('a', 'BEGIN; UPDATE t SET v = v + 10');
  expect(s.do('b', 'DELETE FROM t WHERE v = 20')).toBe('waiting');
  expect(s.do('a', 'COMMIT')).toBe('COMMIT > b: DELETE 0');
  expect(s.do('b', 'SELECT * FROM t')).toBe('1|20 2|30');
});

test('REPEATABLE READ: the first updater wins, and who waited for one that rolled back goes on', async () => {
  const s = await stage();
  const error = (what: string) => `ERROR 40001: could not serialize access due to concurrent ${what}`;
  s.do('b', 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
  s.do('a', 'BEGIN; UPDATE t SET v = 0 WHERE id = 1');
  expect(s.do('b', 'UPDATE t SET v = 1 WHERE id = 1')).toBe('waiting');
  expect(s.do('a', 'ROLLBACK')).toBe('ROLLBACK > b: UPDATE 1');
  s.do('a', 'DELETE FROM t WHERE id = 2');
  expect(s.do('b', 'UPDATE t SET v = 1 WHERE id = 2')).toBe(error('delete'));
  expect(s.do('b', 'SELECT 1')).toContain('25P02');
  expect(s.do('b', 'COMMIT')).toBe('ROLLBACK');
  s.do('b', 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
  s.do('a', 'DELETE FROM t WHERE id = 1');
  // Both are row locks, so both errors say "update".
  expect(s.do('b', 'SELECT * FROM t WHERE id = 1 FOR SHARE')).toBe(error('update'));
});

test('an index that is made over changed rows leads to where their HOT chains begin', async () => {
  const s = await stage();
  s.do('a', 'CREATE TABLE h (id int, v int); INSERT INTO h VALUES (1, 0)');
  s.do('a', 'UPDATE h SET v = 1');
  expect(s.do('a', 'CREATE UNIQUE INDEX h_id ON h (id)')).toBe('CREATE INDEX');
  s.do('a', 'UPDATE h SET v = 2');
  s.do('a', 'UPDATE h SET v = 3');
  expect(s.do('a', 'VACUUM h')).toBe('VACUUM');
  expect(s.do('a', 'INSERT INTO h VALUES (1, 4)')).toContain('ERROR 23505');
});

test('what only the statistics of a large table decide is refused by name', async () => {
  const s = await stage();
  const wide = (table: string): void => {
    s.do('a', `CREATE TABLE ${table} (id int PRIMARY KEY, v text)`);
    s.do('a', `INSERT INTO ${table} SELECT g, repeat('x', 900) FROM generate_series(1, 100) g`);
  };
  wide('w');
  s.do('a', 'UPDATE w SET id = 1000 WHERE id = 1');
  expect(s.do('a', 'SELECT id FROM w WHERE id < 4')).toBe('2 3');
  s.do('a', 'ANALYZE w');
  const refused =
    'ERROR 54000: limit of the simulation reached: the plan for a large table after ANALYZE or CREATE INDEX';
  expect(s.do('a', 'SELECT id FROM w WHERE id < 4')).toBe(refused);
  expect(s.do('a', 'SELECT id FROM w WHERE id = 3')).toBe('3');
  expect(s.do('a', "SELECT count(*) FROM w WHERE v = 'x'")).toBe('0');
  s.do('a', 'ANALYZE t');
  expect(s.do('a', 'SELECT id FROM t WHERE id < 4')).toBe('1 2');
});

test('groups whose order no ORDER BY decides are refused by name', async () => {
  const s = await stage();
  s.do('a', 'CREATE TABLE g (k int, v text)');
  s.do('a', "INSERT INTO g VALUES (3, 'x'), (1, 'x'), (3, 'y'), (NULL, 'z'), (1, 'x')");
  const refused =
    'ERROR 54000: limit of the simulation reached: the order of groups that ORDER BY does not decide (add what tells them apart to ORDER BY)';
  for (const sql of [
    'SELECT k, count(*) FROM g GROUP BY k',
    'SELECT DISTINCT k FROM g',
    'SELECT DISTINCT k FROM g LIMIT 1',
    'SELECT k, count(*) FROM g GROUP BY k ORDER BY 2',
    'SELECT DISTINCT k, v FROM g ORDER BY k LIMIT 2',
    'SELECT k, v FROM g GROUP BY k, v ORDER BY v LIMIT 1',
    'SELECT DISTINCT g % 3 FROM generate_series(1, 9) g',
    'INSERT INTO g (k) SELECT DISTINCT k FROM g',
    'CREATE TABLE h AS SELECT k FROM g GROUP BY k',
    'PREPARE p AS SELECT DISTINCT v FROM g; EXECUTE p',
  ])
    expect(s.do('a', sql), sql).toBe(refused);
  expect(s.do('a', 'SELECT k, count(*) FROM g GROUP BY k ORDER BY k')).toBe('1|2 3|2 |1');
  expect(s.do('a', 'SELECT DISTINCT k, v FROM g ORDER BY v DESC, k')).toBe('|z 3|y 1|x 3|x');
  expect(s.do('a', 'SELECT DISTINCT k, v FROM g ORDER BY k LIMIT 1')).toBe('1|x');
  expect(s.do('a', 'SELECT k FROM g WHERE k = 3 GROUP BY k')).toBe('3');
  expect(s.do('a', 'SELECT k FROM g GROUP BY k HAVING min(v) > $$y$$')).toBe('');
  expect(s.do('a', 'SELECT count(*) FROM g WHERE k > 0 GROUP BY k')).toBe('2 2');
  expect(s.do('a', 'SELECT count(DISTINCT k) FROM g')).toBe('2');
});

test('rows are locked in the order of ORDER BY, below LIMIT', async () => {
  const s = await stage();
  s.do('a', 'BEGIN; SELECT * FROM t WHERE id = 2 FOR UPDATE');
  expect(s.do('b', 'SELECT id FROM t ORDER BY id LIMIT 1 FOR UPDATE')).toBe('1');
  expect(s.do('b', 'SELECT id FROM t ORDER BY id DESC LIMIT 1 FOR UPDATE SKIP LOCKED')).toBe('1');
  expect(s.do('b', 'SELECT id FROM t FOR UPDATE NOWAIT')).toBe(
    'ERROR 55P03: could not obtain lock on row in relation "t"',
  );
  expect(s.do('b', 'SELECT id FROM t ORDER BY id DESC FOR NO KEY UPDATE')).toBe('waiting');
  expect(s.do('a', 'COMMIT')).toBe('COMMIT > b: 2 1');
});

test('a key that an open transaction holds is waited for; its end decides', async () => {
  const s = await stage();
  s.do('a', 'BEGIN; INSERT INTO t VALUES (3, 30)');
  expect(s.do('b', 'INSERT INTO t VALUES (3, 31)')).toBe('waiting');
  expect(s.do('a', 'COMMIT')).toBe('COMMIT > b: ERROR 23505: duplicate key value violates unique constraint "t_pkey"');
  s.do('a', 'BEGIN; DELETE FROM t WHERE id = 3');
  expect(s.do('b', 'UPDATE t SET id = 3 WHERE id = 2')).toBe('waiting');
  expect(s.do('a', 'COMMIT')).toBe('COMMIT > b: UPDATE 1');
  expect(s.do('c', 'SELECT * FROM t ORDER BY id')).toBe('1|10 3|20');
});

test('savepoints of one name hide one another; RELEASE keeps, ROLLBACK TO undoes and stays', async () => {
  const s = await stage();
  s.do('a', 'BEGIN; SAVEPOINT x; UPDATE t SET v = 1 WHERE id = 1; SAVEPOINT x; UPDATE t SET v = 2 WHERE id = 1');
  s.do('a', 'ROLLBACK TO x');
  expect(s.do('a', 'SELECT v FROM t WHERE id = 1')).toBe('1');
  s.do('a', 'RELEASE x; ROLLBACK TO x');
  expect(s.do('a', 'SELECT v FROM t WHERE id = 1')).toBe('10');
  expect(s.do('a', 'SELECT 1/0')).toBe('ERROR 22012: division by zero');
  expect(s.do('a', 'ROLLBACK TO nosuch')).toBe('ERROR 3B001: savepoint "nosuch" does not exist');
  expect(s.do('a', 'ROLLBACK TO x')).toBe('ROLLBACK');
  expect(s.do('a', 'COMMIT')).toBe('COMMIT');
});

test('statements of one query are one transaction, unless they say otherwise', async () => {
  const s = await stage();
  expect(s.do('a', 'INSERT INTO t VALUES (7, 0); SELECT 1/0')).toContain('22012');
  expect(s.do('a', 'INSERT INTO t VALUES (8, 0); COMMIT; SELECT 1/0')).toContain('22012');
  expect(s.do('b', 'SELECT id FROM t WHERE id > 2')).toBe('8');
});

test('a table made in a transaction is its own until it commits; one that is dropped is waited for', async () => {
  const s = await stage();
  s.do('a', 'BEGIN; CREATE TABLE u (a int); INSERT INTO u VALUES (1)');
  expect(s.do('b', 'SELECT * FROM u')).toBe('ERROR 42P01: relation "u" does not exist');
  s.do('a', 'ROLLBACK');
  expect(s.do('a', 'SELECT * FROM u')).toBe('ERROR 42P01: relation "u" does not exist');
  s.do('a', 'BEGIN; DROP TABLE t');
  expect(s.do('b', 'SELECT id FROM t')).toBe('waiting');
  expect(s.do('a', 'ROLLBACK')).toBe('ROLLBACK > b: 1 2');
  s.do('a', 'BEGIN; DROP TABLE t');
  s.do('b', 'SELECT * FROM t');
  expect(s.do('a', 'COMMIT')).toBe('COMMIT > b: ERROR 42P01: relation "t" does not exist');
});

test('who waits for a prepared transaction goes on when it is finished, by whomever', async () => {
  const s = await stage();
  s.do('a', "BEGIN; UPDATE t SET v = 0 WHERE id = 1; PREPARE TRANSACTION 'g'");
  expect(s.do('b', 'UPDATE t SET v = v + 1 WHERE id = 1 RETURNING v')).toBe('waiting');
  expect(s.do('c', "ROLLBACK PREPARED 'g'")).toBe('ROLLBACK PREPARED > b: 11');
  expect(s.do('c', "COMMIT PREPARED 'g'")).toContain('42704');
});

test('a deadlock has one victim, and the other goes on', async () => {
  const s = await stage();
  s.do('a', 'BEGIN; UPDATE t SET v = 1 WHERE id = 1');
  s.do('b', 'BEGIN; UPDATE t SET v = 2 WHERE id = 2');
  expect(s.do('a', 'UPDATE t SET v = 1 WHERE id = 2')).toBe('waiting');
  expect(s.do('b', 'UPDATE t SET v = 2 WHERE id = 1')).toBe(
    'waiting > a: ERROR 40P01: deadlock detected > b: UPDATE 1',
  );
});

test('a command counts although it touches no row, a SELECT does not', async () => {
  const s = await stage();
  s.do(
    'a',
    'BEGIN; INSERT INTO t VALUES (5, 0); UPDATE t SET v = 0 WHERE false; SELECT 1; INSERT INTO t VALUES (6, 0)',
  );
  expect(s.do('a', 'SELECT id, cmin FROM t WHERE id > 4')).toBe('5|0 6|2');
});

test('a checkpoint in the middle of a wait can be gone on from any number of times', async () => {
  const s = await stage();
  s.do('a', 'BEGIN; UPDATE t SET v = 11 WHERE id = 1; INSERT INTO t VALUES (3, 30)');
  s.do('b', 'UPDATE t SET v = v + 1 RETURNING v');
  s.do('c', 'INSERT INTO t VALUES (3, 33)');
  const saved = structuredClone(s.db.checkpoint());
  for (let i = 0; i < 3; i++) {
    expect(s.do('a', 'COMMIT')).toContain('b: 12 21');
    expect(s.do('a', 'SELECT * FROM t ORDER BY id')).toBe('1|12 2|21 3|30');
    s.db.restore(saved);
    expect(s.do('a', 'ROLLBACK')).toContain('b: 11 21');
    expect(s.do('a', 'SELECT * FROM t ORDER BY id')).toBe('1|11 2|21 3|33');
    s.db.restore(saved);
  }
});

test('a cancelled wait is an error of that statement', async () => {
  const s = await stage();
  s.do('a', 'BEGIN; UPDATE t SET v = 0 WHERE id = 1');
  s.do('b', 'BEGIN; UPDATE t SET v = 1 WHERE id = 1');
  s.db.cancel(1);
  expect(s.db.take(1).error).toMatchObject({ sqlstate: '57014', message: 'canceling statement due to user request' });
  expect(s.do('b', 'COMMIT')).toBe('ROLLBACK');
});

test('limits say so', async () => {
  const s = await stage();
  expect(s.do('a', 'INSERT INTO t SELECT g, 0 FROM generate_series(10, 1000000) g')).toContain('54000');
  expect(s.do('a', "CREATE TABLE w (x text); INSERT INTO w VALUES (repeat('x', 9000))")).toContain('row is too big');
  expect(s.do('a', 'SELECT * FROM t')).toBe('1|10 2|20');
});

test('a unique check does not look at a row that took the line pointer of one that VACUUM removed', async () => {
  const server = await WasmServer.load(wasmPlaceInNode('xip-engine'), { rules: 17 });
  if (!server.ok) throw new Error(server.error);
  const s = new Stage(createDatabase(server.value, { seldom: seldomCode }));
  s.do('a', 'CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 10), (2, 20)');
  s.do('a', 'DELETE FROM t WHERE id = 1');
  s.do('a', 'VACUUM t');
  s.do('a', 'INSERT INTO t VALUES (100, 0)');
  expect(s.do('b', 'INSERT INTO t VALUES (1, 30)')).toBe('INSERT 0 1');
  const [relation = -1] = [0, 1, 2].filter((one) => heapPageItems(server.value, one, 0).length > 0);
  // Nobody has looked at the row, so nobody has set HEAP_XMIN_COMMITTED.
  expect((heapPageItems(server.value, relation, 0)[0]?.t_infomask ?? 0) & 0x0100).toBe(0);
});

test('VACUUM that is refused has taken the snapshot of REPEATABLE READ all the same', async () => {
  const s = await stage();
  s.do('a', 'BEGIN ISOLATION LEVEL REPEATABLE READ; SAVEPOINT x');
  expect(s.do('a', 'VACUUM t')).toBe('ERROR 25001: VACUUM cannot run inside a transaction block');
  s.do('b', 'UPDATE t SET v = 99');
  s.do('a', 'ROLLBACK TO x');
  expect(s.do('a', 'SELECT v FROM t ORDER BY id')).toBe('10 20');
});

test('what every object has is the name of nothing else: no setting, no boolean, no isolation level', async () => {
  const s = await stage();
  for (const name of ['constructor', '__proto__', 'toString']) {
    expect(s.do('a', `SELECT '${name}'::boolean`)).toMatch(/^ERROR 22P02: invalid input syntax for type boolean/);
    expect(s.do('a', `SELECT current_setting('${name}')`)).toMatch(
      /^ERROR 42704: unrecognized configuration parameter/,
    );
    expect(s.do('a', `SHOW "${name}"`)).toMatch(/^ERROR 42704/);
    s.do('a', `BEGIN; SET transaction_isolation = '${name}'`);
    expect(s.do('a', 'SHOW transaction_isolation')).not.toContain('native code');
    s.do('a', 'ROLLBACK');
  }
});
