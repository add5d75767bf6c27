/**
 * Specs in which the engine once silently differed from servers: timeouts, the queue of a lock that is requested with
 * NOWAIT. `answers.servers.test.ts` compares them with real servers. Timeouts are long enough, and far enough apart,
 * that no machine's speed decides whether isolationtester sees the wait, or which of two is the first. A session that
 * waits behind another waits for a row that is only locked: after an UPDATE both continue with the new version, and
 * either may be first (heap_delete gives its tuple lock back before EvalPlanQual takes the next one).
 */
import { rngOf } from '../../src/base/random.ts';

export const TIMEOUTS = `
setup
{
  CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL);
  INSERT INTO account VALUES (1, 600), (2, 600);
}
teardown { DROP TABLE account; }

session one
setup { BEGIN; }
step read { SELECT * FROM account; }
step write { UPDATE account SET balance = balance + 100; }
step hold { SELECT * FROM account WHERE id = 1 FOR UPDATE; }
step commit { COMMIT; }
teardown { ABORT; }

session two
setup { BEGIN; }
step statement { SET statement_timeout = 600; }
step lock { SET lock_timeout = '0.6s'; }
step lock_first { SET lock_timeout = 600; SET statement_timeout = '4s'; }
step statement_first { SET LOCAL lock_timeout = '4s'; SET LOCAL statement_timeout = 600; }
step alike { SET LOCAL lock_timeout = 600; SET LOCAL statement_timeout = 600; }
step table { LOCK TABLE account; }
step table_later { SET LOCAL statement_timeout = 600; SELECT 1; LOCK TABLE account; }
step table_now { LOCK TABLE account NOWAIT; }
step delete { DELETE FROM account WHERE id = 1; }
step row { SELECT * FROM account WHERE id = 2 FOR UPDATE; }
step savepoint { SAVEPOINT a; SET lock_timeout = 500; }
step back { ROLLBACK TO a; }
step abort { ABORT; }
step show { SHOW lock_timeout; SHOW statement_timeout; }
step reset { RESET lock_timeout; RESET statement_timeout; }
teardown { ABORT; }

session three
setup { BEGIN; }
step long { SET statement_timeout = '20s'; SET lock_timeout = 4000; SET deadlock_timeout = '100ms'; }
step third { UPDATE account SET balance = balance + 1 WHERE id = 1; }
step third_show { SHOW lock_timeout; SHOW statement_timeout; }
teardown { ABORT; }

permutation read statement table abort show
permutation read lock table abort show
permutation read lock_first table
permutation read statement_first table abort show
permutation read alike table
permutation read lock table_now
permutation read table_later
permutation write statement delete
permutation write lock delete abort show
permutation write lock_first delete
permutation write statement_first delete
permutation write lock row
permutation write savepoint row back show row commit
permutation savepoint show back show
permutation lock reset show write delete commit
permutation write long third commit third_show
permutation write long lock third delete third_show
permutation long hold delete third commit
`;

/** The times that SET accepts and SHOW prints, in all spellings. */
export const TIMES = `
session one
${[
  "'1.5s'",
  "'90s'",
  "'1500us'",
  "'2500us'",
  "'0.4ms'",
  "'1 d'",
  '1.7',
  "'1e3'",
  "' 5 s '",
  "'+5'",
  "'010'",
  "'0x1F'",
  "'.5s'",
  "'2h'",
  "'abc'",
  "'10x'",
  "'5S'",
  "''",
  "'3000000000'",
  'DEFAULT',
]
  .map((value, i) => `step set${i} { SET lock_timeout = ${value}; }\nstep show${i} { SHOW lock_timeout; }`)
  .join('\n')}
`;

/** Missing objects, and xids whose status nobody keeps. */
export const MISSING = `
setup { CREATE TABLE t (id int PRIMARY KEY, v text); INSERT INTO t VALUES (1, 'a'); }
teardown { DROP TABLE t; }
session one
step f1 { SELECT foo(1, 'x'); }
step f2 { SELECT foo(NULL, 2.5, true) FROM t; }
step f3 { SELECT foo(id, v) FROM missing; }
step t1 { SELECT 1::foo; }
step t2 { SELECT id::foo FROM missing; }
step t3 { CREATE TABLE x (a foo); }
step t4 { BEGIN; CREATE TABLE x (a foo); }
step t5 { CREATE TABLE y (a foo); }
step t6 { ROLLBACK; }
step s1 { SHOW foo; }
step s2 { SET foo = 1; }
step s3 { RESET foo; }
step s4 { SELECT current_setting('foo'); }
step s5 { BEGIN; SET LOCAL foo = 'a'; }
step s6 { ROLLBACK; }
step r1 { SELECT * FROM nothing; }
step r2 { SELECT nothing FROM t; }
step x1 { SELECT pg_xact_status('3'::xid8) IS NULL AS three, txid_status(5) IS NULL AS five; }
step x2 { SELECT pg_xact_status('2'), pg_xact_status('1'), pg_xact_status('0') IS NULL AS zero; }
`;

const COLUMNS = [
  'int',
  'int DEFAULT 1',
  'int NOT NULL DEFAULT 7',
  'int UNIQUE',
  'int NOT NULL UNIQUE',
  'int DEFAULT NULL',
  'text',
  "text NOT NULL DEFAULT 'x'",
  'text UNIQUE',
  'bigint NOT NULL',
  'bool DEFAULT true',
];

/**
 * Tables that are made, indexed, filled, analyzed and dropped at random in one transaction, and after each the cmin of
 * a row: DDL takes command ids, and their number depends on the tables' parts.
 */
export function ddlInBlocks(seed: number, blocks: number): string {
  const rng = rngOf(seed);
  const steps: string[] = [];
  const step = (sql: string): void => {
    steps.push(`step n${steps.length} { ${sql} }`);
  };
  for (let block = 0; block < blocks; block++) {
    step('BEGIN;');
    let tables: string[] = [];
    for (let i = 0; i < 6; i++) {
      const [table = ''] = tables;
      const kind = tables.length === 0 ? 0 : rng.below(6);
      if (kind <= 1) {
        const name = `t${block}_${i}`;
        const others = Array.from({ length: rng.below(4) }, (_, c) => `, c${c} ${COLUMNS[rng.below(COLUMNS.length)]}`);
        const key = rng.below(2) === 0 ? ' PRIMARY KEY' : '';
        step(
          rng.below(5) === 0
            ? `CREATE TABLE ${name} AS SELECT 1 AS id${rng.below(2) === 0 ? ", 'x'::text AS v" : ''} WHERE ${rng.below(2) === 0};`
            : `CREATE TABLE ${name} (id int${key}${others.join('')});`,
        );
        tables.unshift(name);
      } else if (kind === 2) step(`CREATE ${rng.below(2) === 0 ? 'UNIQUE ' : ''}INDEX ON ${table} (id);`);
      else if (kind === 3) step(`ANALYZE ${table};`);
      else {
        const dropped = tables.slice(0, 1 + rng.below(2));
        step(`DROP TABLE ${dropped.join(', ')};`);
        tables = tables.filter((one) => !dropped.includes(one));
      }
      step('INSERT INTO probe VALUES (1) RETURNING cmin;');
    }
    step('ROLLBACK;');
  }
  return `setup { CREATE TABLE probe (id int); }\nteardown { DROP TABLE probe; }\nsession one\n${steps.join('\n')}\n`;
}

/** From 17 on, a NOWAIT request still goes before the sessions that wait for a lock that its own session holds. */
export const NOWAIT = `
setup { CREATE TABLE t (id int); }
teardown { DROP TABLE t; }

session one
setup { BEGIN; }
step holds_all { LOCK TABLE t IN ACCESS EXCLUSIVE MODE; }
step holds_share { LOCK TABLE t IN SHARE MODE; }
step holds_row { LOCK TABLE t IN ROW EXCLUSIVE MODE; }
step more { LOCK TABLE t IN SHARE ROW EXCLUSIVE MODE NOWAIT; }
step all { LOCK TABLE t IN ACCESS EXCLUSIVE MODE NOWAIT; }
step commit { COMMIT; }

session two
setup { BEGIN; }
step reads { LOCK TABLE t IN ACCESS SHARE MODE; }
step shares { LOCK TABLE t IN SHARE MODE; }
step waits { LOCK TABLE t IN EXCLUSIVE MODE; }
step commit2 { COMMIT; }

session three
setup { BEGIN; }
step waits3 { LOCK TABLE t IN ROW EXCLUSIVE MODE; }
step commit3 { COMMIT; }

permutation holds_all waits more commit commit2
permutation holds_all waits3 waits more commit commit3 commit2
permutation holds_share waits more commit commit2
permutation holds_share shares waits more commit commit2
permutation holds_share reads waits all commit commit2
permutation holds_row waits more commit commit2
`;

/** Rows by way of an index: after HOT updates a bitmap follows the roots of their chains, an index scan the keys. */
export const ROWS_BY_KEY = `
setup { CREATE TABLE acc (id int PRIMARY KEY, bal int); }
setup { INSERT INTO acc VALUES (1, 100), (2, 100), (3, 100); }
setup { UPDATE acc SET bal = 101 WHERE id = 1; }
teardown { DROP TABLE acc; }

session a
step a1 { BEGIN; UPDATE acc SET bal = bal - 1 WHERE id = 1; }
step ac { COMMIT; }

session b
step bu { BEGIN; UPDATE acc SET bal = bal + 1 WHERE id IN (1, 2); }
step br { BEGIN; UPDATE acc SET bal = bal + 1 WHERE id < 3 RETURNING id, ctid; }
step bw { BEGIN; SELECT ctid, id FROM acc WHERE id BETWEEN 1 AND 3 FOR UPDATE; }
step bl { BEGIN; SELECT ctid, id FROM acc WHERE id BETWEEN 1 AND 3 LIMIT 2 FOR UPDATE; }
step bo { BEGIN; DELETE FROM acc WHERE id = 1 OR id = 2 RETURNING ctid, id; }
step bc { COMMIT; }

session c
step cn { SELECT id FROM acc WHERE id = 2 FOR UPDATE NOWAIT; }
step cq { SELECT ctid, id, bal FROM acc; }

permutation a1 bu cn ac bc cq
permutation a1 br cn ac bc cq
permutation a1 bw cn ac bc cq
permutation a1 bl cn ac bc cq
permutation a1 bo cn ac bc cq
`;

/**
 * Rows with equal sort keys: a server's algorithm decides their order, a different one with LIMIT, and none if rows are
 * in order.
 */
export const TIES = `
setup { CREATE TABLE many (id int PRIMARY KEY, k int, v text); }
setup { INSERT INTO many SELECT g, g * 7 % 11, repeat('x', g % 4) FROM generate_series(1, 90) g; }
teardown { DROP TABLE many; }

session one
step all { SELECT id, k FROM many ORDER BY k; }
step down { SELECT id, k FROM many WHERE id > 3 ORDER BY k DESC; }
step text { SELECT id, v FROM many ORDER BY v; }
step two { SELECT id FROM many ORDER BY v, k DESC; }
step few { SELECT id, k FROM many WHERE id <= 6 ORDER BY k % 2; }
step first { SELECT id, k FROM many ORDER BY k LIMIT 13; }
step later { SELECT id, k FROM many ORDER BY k LIMIT 5 OFFSET 8; }
step most { SELECT id, k FROM many ORDER BY k LIMIT 60; }
step locked { SELECT id, k FROM many ORDER BY k LIMIT 13 FOR UPDATE; }
step ordered { SELECT id, k FROM many ORDER BY id / 30; }
`;

/** Versions on several pages, keys that moved, an index from CREATE INDEX, and a table that VACUUM has counted. */
export const ROWS_ON_PAGES = `
setup { CREATE TABLE far (id int PRIMARY KEY, u int UNIQUE, v text); CREATE INDEX far_v ON far (v); }
setup { INSERT INTO far SELECT g, 100 - g, 'a' || repeat('x', 1500) FROM generate_series(1, 12) g; }
setup { UPDATE far SET u = 200 - u WHERE id IN (2, 7); }
setup { UPDATE far SET id = 50 WHERE id = 3; }
setup { DELETE FROM far WHERE id = 8; }
teardown { DROP TABLE far; }

session one
step range { SELECT ctid, id, u FROM far WHERE id > 2; }
step first { SELECT ctid, id, u FROM far WHERE id >= 2 LIMIT 4; }
step between { SELECT ctid, id, u FROM far WHERE id BETWEEN 2 AND 60 LIMIT 1; }
step other { SELECT ctid, id, u FROM far WHERE u IN (98, 102, 107, 95); }
step either { SELECT ctid, id, u FROM far WHERE u = 95 OR id = 50 OR id = 1; }
step text { SELECT ctid, id FROM far WHERE v < 'b'; }
step null { UPDATE far SET u = NULL WHERE id IN (11, 1) RETURNING ctid, id, u; }
step nulls { SELECT ctid, id FROM far WHERE u IS NULL; }
step change { UPDATE far SET u = u + 1000 WHERE u < 100 AND id <> 5 RETURNING ctid, id, u; }
step ordered { SELECT ctid, id FROM far WHERE id > 2 ORDER BY id DESC LIMIT 3 FOR UPDATE; }
step all { SELECT ctid, id, u FROM far; }
step vacuum { VACUUM far; }

permutation range first between other either text null nulls ordered change all
permutation vacuum range first between other either text null nulls change all
`;

const KEYS = ['k', 'v', 'b', 'k, b', 'b, v', 'v, k', 'k % 3', 'id', 'id, v', '1'] as const;
const GATHERED = ['count(*)', 'sum(id)', 'count(*), sum(k)', 'min(v), max(id)', 'count(DISTINCT b)'] as const;
const CONDITIONS = [
  '',
  '',
  ' WHERE id <= 6',
  ' WHERE k = 3',
  ' WHERE id = 4',
  ' WHERE k IS NULL',
  ' WHERE b AND id > 2',
] as const;
const HAVINGS = [
  '',
  '',
  '',
  ' HAVING count(*) > 2',
  ' HAVING sum(id) = 9',
  ' HAVING min(k) IS NULL',
  ' HAVING count(*) = 0',
] as const;
const CHANGES = [
  'UPDATE item SET k = k + 1 WHERE id % 3 = 0;',
  "UPDATE item SET v = 'y' WHERE k = 2;",
  'DELETE FROM item WHERE id % 7 = 3;',
  "INSERT INTO item SELECT g, g % 4, 'z', g % 2 = 0 FROM generate_series(100, 108) g;",
  'VACUUM item;',
] as const;

/**
 * Groups of GROUP BY and DISTINCT: by keys with nulls, one or two, of some rows or all, before and after changes,
 * counted or not by VACUUM; in an order that ORDER BY sets, or LIMIT hides, or nothing sets.
 */
export function groups(seed: number, statements: number): string {
  const rng = rngOf(seed);
  const steps: string[] = [];
  const step = (sql: string): void => {
    steps.push(`step n${steps.length} { ${sql} }`);
  };
  let made = 1000;
  for (let i = 0; i < statements; i++) {
    const keys = rng.pick(KEYS);
    const where = rng.pick(CONDITIONS);
    const places = keys.split(', ').map((_, at) => `${at + 1}${rng.pick(['', '', ' DESC', ' NULLS FIRST'])}`);
    const order = rng.pick(['', ` ORDER BY ${places[0]}`, ` ORDER BY ${places.join(', ')}`]);
    const limit = rng.pick(['', '', '', ' LIMIT 1', ' LIMIT 2 OFFSET 1', ' LIMIT 0', ' OFFSET 3']);
    const gathered = rng.pick(GATHERED);
    const kind = rng.weighted({ group: 8, distinct: 6, count: 3, store: 2, change: 2 });
    if (kind === 'group')
      step(`SELECT ${keys}, ${gathered} FROM item${where} GROUP BY ${keys}${rng.pick(HAVINGS)}${order}${limit};`);
    else if (kind === 'distinct') step(`SELECT DISTINCT ${keys} FROM item${where}${order}${limit};`);
    // The grouping key is not printed: groups may look alike.
    else if (kind === 'count')
      step(
        `SELECT count(*) FROM item${where} GROUP BY ${keys}${rng.pick(['', ' ORDER BY 1', ' ORDER BY count(*) DESC'])}${limit};`,
      );
    else if (kind === 'store') {
      step(`INSERT INTO kept SELECT DISTINCT k FROM item${where}${rng.pick(['', ' ORDER BY k', ' ORDER BY 1 DESC'])};`);
      step('SELECT k FROM kept;');
      step('DELETE FROM kept;');
    } else {
      made += 10;
      step(rng.pick(CHANGES).replaceAll('(100, 108)', `(${made}, ${made + 4})`));
    }
  }
  return `setup { CREATE TABLE item (id int PRIMARY KEY, k int, v text, b bool); CREATE TABLE kept (k int); }
setup
{
  INSERT INTO item SELECT g, nullif(g * 7 % 5, 4), CASE WHEN g % 6 > 0 THEN repeat('x', g % 4) END, g % 3 = 0
  FROM generate_series(1, 20) g;
}
teardown { DROP TABLE item, kept; }
session one
${steps.join('\n')}
`;
}
