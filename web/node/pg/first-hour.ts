/**
 * What a class types in its first hour: 131 statements, each in a session of its own on the same small tables, as
 * somebody types them. `first-hour.servers.test.ts` asks a real server the same and counts. What the engine does not
 * have stands here, too: a list of what it has would say nothing.
 */

export const FIRST_HOUR_SETUP = `
setup
{
  CREATE TABLE account (id int PRIMARY KEY, name text NOT NULL, balance int NOT NULL DEFAULT 0);
  INSERT INTO account VALUES (1, 'rent', 100), (2, 'food', 200), (3, 'fun', 300);
}
setup
{
  CREATE TABLE orders (id int PRIMARY KEY, account_id int, amount int, note text);
  INSERT INTO orders VALUES (10, 1, 5, 'tea'), (11, 1, 7, 'milk'), (12, 2, 9, NULL);
  CREATE INDEX orders_account ON orders (account_id);
}
teardown
{
  DROP TABLE IF EXISTS x, orders, account CASCADE;
  DROP SEQUENCE IF EXISTS numbers;
  DROP EXTENSION IF EXISTS pageinspect, pgrowlocks;
}
`;

/** `numbers`: xids, pids and the like, which are other ones on each server; only the shape is compared. */
export interface Typed {
  readonly sql: string;
  readonly numbers?: true;
}
const plain = (...all: readonly string[]): readonly Typed[] => all.map((sql) => ({ sql }));
const shaped = (...all: readonly string[]): readonly Typed[] => all.map((sql) => ({ sql, numbers: true }));

const DDL = plain(
  'CREATE TABLE x (id serial PRIMARY KEY, name text)',
  'CREATE TABLE x (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name varchar(20))',
  'CREATE TABLE x (price numeric(10, 2))',
  'CREATE TABLE x (ratio float8, small smallint, code char(3), flag boolean)',
  'CREATE TABLE x (id uuid, born date, seen timestamptz DEFAULT now())',
  'CREATE TABLE x (doc jsonb)',
  'CREATE TABLE x (balance int CHECK (balance >= 0))',
  'CREATE TABLE x (id int PRIMARY KEY, account_id int REFERENCES account (id) ON DELETE CASCADE)',
  'CREATE TABLE IF NOT EXISTS account (id int)',
  "CREATE TABLE x (id int DEFAULT 7, name text DEFAULT 'nobody')",
  'CREATE TABLE x (a int, b int, PRIMARY KEY (a, b), UNIQUE (b))',
  'CREATE TABLE x AS SELECT * FROM account',
  'CREATE TEMP TABLE x (id int); INSERT INTO x VALUES (1), (2); SELECT * FROM x',
  'ALTER TABLE account ADD COLUMN email text',
  'ALTER TABLE account ADD COLUMN active boolean NOT NULL DEFAULT true',
  'ALTER TABLE account DROP COLUMN name',
  'ALTER TABLE account RENAME COLUMN name TO label',
  'ALTER TABLE account ADD CONSTRAINT rich CHECK (balance >= 0)',
  'CREATE INDEX ON account (balance)',
  'CREATE INDEX lower_name ON account (lower(name))',
  'CREATE INDEX poor ON account (id) WHERE balance < 150',
  'DROP INDEX orders_account',
  'DROP TABLE orders',
  'TRUNCATE orders',
  'CREATE VIEW rich AS SELECT * FROM account WHERE balance > 150',
  'CREATE VIEW rich AS SELECT * FROM account WHERE balance > 150; SELECT * FROM rich; DROP VIEW rich',
  'CREATE SEQUENCE numbers',
  "COMMENT ON TABLE account IS 'money'",
  'GRANT SELECT ON account TO public',
  "DO $$ BEGIN RAISE NOTICE 'hello'; END $$",
  'CREATE FUNCTION one() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'COPY account TO STDOUT',
  'REINDEX TABLE account',
  'CHECKPOINT',
);

const WRITES = plain(
  "INSERT INTO account VALUES (4, 'gifts', 400)",
  "INSERT INTO account (id, name) VALUES (4, 'gifts') RETURNING *",
  "INSERT INTO account SELECT g, 'n' || g, g FROM generate_series(10, 12) g",
  "INSERT INTO account SELECT generate_series(10, 12), 'n', 0",
  'INSERT INTO orders SELECT id + 100, id, balance, name FROM account',
  "INSERT INTO account VALUES (1, 'again', 0) ON CONFLICT DO NOTHING",
  "INSERT INTO account VALUES (1, 'again', 5) ON CONFLICT (id) DO UPDATE SET balance = account.balance + excluded.balance RETURNING *",
  'UPDATE account SET balance = balance - 10 WHERE id = 1 RETURNING id, balance',
  'UPDATE account SET (name, balance) = (upper(name), 0) WHERE id = 2',
  'UPDATE account SET balance = (SELECT sum(amount) FROM orders WHERE account_id = account.id) WHERE id < 3 RETURNING *',
  'UPDATE account SET balance = balance - amount FROM orders WHERE account_id = account.id AND orders.id = 12 RETURNING account.id, balance',
  'DELETE FROM orders WHERE id = 10 RETURNING *',
  "DELETE FROM orders USING account WHERE account_id = account.id AND name = 'rent'",
  'WITH moved AS (DELETE FROM orders RETURNING *) SELECT count(*) FROM moved',
  "INSERT INTO account VALUES (1, 'twice', 1)",
);

const QUERIES = plain(
  'SELECT * FROM account',
  'SELECT * FROM account WHERE id = 1 FOR UPDATE',
  'SELECT * FROM account ORDER BY balance DESC LIMIT 2 OFFSET 1',
  'SELECT count(*), sum(balance), avg(balance) FROM account',
  'SELECT account_id, count(*) FROM orders GROUP BY account_id HAVING count(*) > 1',
  'SELECT count(DISTINCT account_id) FROM orders',
  "SELECT CASE WHEN balance > 150 THEN 'rich' ELSE 'poor' END AS what FROM account ORDER BY id",
  "SELECT coalesce(note, 'none') FROM orders ORDER BY id",
  "SELECT * FROM account WHERE name LIKE 'r%' OR name ILIKE '%O%' ORDER BY id",
  "SELECT '42'::int + 1",
  'SELECT * FROM account a LEFT JOIN orders o ON o.account_id = a.id ORDER BY o.id',
  'SELECT * FROM account, orders WHERE account.id = account_id ORDER BY orders.id',
  'SELECT * FROM account WHERE id = (SELECT max(account_id) FROM orders)',
  'SELECT name FROM account a WHERE EXISTS (SELECT 1 FROM orders WHERE account_id = a.id) ORDER BY 1',
  'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT * FROM n',
  'SELECT id FROM account UNION SELECT account_id FROM orders ORDER BY 1',
  "VALUES (1, 'one'), (2, 'two')",
  'SELECT name, rank() OVER (ORDER BY balance DESC) FROM account ORDER BY 2',
  'SELECT DISTINCT ON (account_id) account_id, amount FROM orders ORDER BY account_id, amount DESC',
  "SELECT substr('postgres', 1, 4), trim('  x '), upper('a'), length('four')",
  'SELECT round(2.5), round(3.14159, 2), abs(-3), 7 / 2, 7 % 3',
  "SELECT md5('x'), format('%s has %s', 'rent', 100), repeat('ab', 3)",
  "SELECT 'abc' ~ '^a', replace('aXb', 'X', '-'), left('abcdef', 2), concat('a', 1, NULL)",
  "SELECT extract(year FROM date '2024-02-29'), date '2024-02-29' + 1",
  'SELECT current_user, current_database()',
  'SELECT pg_sleep(0.1)',
  "SELECT jsonb_build_object('name', 'rent', 'balance', 100) ->> 'name'",
  'SELECT * FROM nothing',
  'SELECT nothing FROM account',
  'SELEC 1',
);

const INSIDE = [
  ...shaped(
    'SELECT now(), current_timestamp',
    'SELECT random()',
    'SHOW max_connections',
    'SELECT xmin, xmax, ctid, cmin, cmax, * FROM account',
    'SELECT txid_current()',
    'SELECT pg_current_snapshot()',
    'SELECT pg_backend_pid()',
    'SELECT age(xmin) FROM account WHERE id = 1',
    'SELECT pg_snapshot_xip(pg_current_snapshot())',
    "SELECT relname, relpages, reltuples, age(relfrozenxid) FROM pg_class WHERE relname = 'account'",
    'SELECT backend_xid, backend_xmin, state FROM pg_stat_activity WHERE pid = pg_backend_pid()',
    'SELECT tableoid FROM account WHERE id = 1',
    "SELECT pg_relation_size('account')",
    "SELECT n_live_tup, n_dead_tup FROM pg_stat_user_tables WHERE relname = 'account'",
    'SELECT name, blks_hit FROM pg_stat_slru ORDER BY name',
    "CREATE EXTENSION pageinspect; SELECT lp, t_xmin, t_xmax, t_ctid FROM heap_page_items(get_raw_page('account', 0))",
    "CREATE EXTENSION pgrowlocks; SELECT * FROM pgrowlocks('account')",
    'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT pg_export_snapshot(); COMMIT',
    'EXPLAIN (ANALYZE) SELECT * FROM account',
  ),
  ...plain(
    'SELECT pg_current_xact_id_if_assigned()',
    'SELECT pg_blocking_pids(pg_backend_pid())',
    "SELECT locktype, mode, granted FROM pg_locks WHERE relation = 'account'::regclass",
    'SELECT * FROM pg_prepared_xacts',
    "SELECT pg_xact_status('3'::xid8)",
    'SELECT pg_xact_status(pg_current_xact_id())',
    'CREATE EXTENSION pageinspect',
    "BEGIN ISOLATION LEVEL REPEATABLE READ; SET TRANSACTION SNAPSHOT '00000003-0000001B-1'; ROLLBACK",
    'EXPLAIN SELECT * FROM account WHERE id = 1',
    'SELECT pg_advisory_lock(1), pg_try_advisory_lock(1), pg_advisory_unlock(1)',
    'EXPLAIN (COSTS OFF) SELECT * FROM account WHERE id = 1',
    'SHOW transaction_isolation',
  ),
];

const SESSION = plain(
  'BEGIN; UPDATE account SET balance = 0 WHERE id = 1; ROLLBACK; SELECT * FROM account ORDER BY id',
  'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1; COMMIT',
  'BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT count(*) FROM account; COMMIT',
  'BEGIN READ ONLY; DELETE FROM account; COMMIT',
  'BEGIN; SAVEPOINT a; DELETE FROM account; ROLLBACK TO a; COMMIT; SELECT count(*) FROM account',
  'BEGIN; SELECT 1; COMMIT AND CHAIN; COMMIT',
  'ABORT',
  'END',
  'LOCK TABLE account',
  'SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ; SHOW transaction_isolation',
  "SET lock_timeout = '1s'; SHOW lock_timeout",
  'SET statement_timeout = 1000; SHOW statement_timeout',
  'SET enable_seqscan = off',
  'VACUUM account',
  'ANALYZE account',
  'VACUUM (FREEZE) account',
  'VACUUM FULL account',
  'VACUUM (VERBOSE) account',
  'BEGIN; DECLARE c CURSOR FOR SELECT * FROM account; FETCH NEXT FROM c; FETCH ALL FROM c; CLOSE c; COMMIT',
  String.raw`\d account`,
  'PREPARE p (int) AS SELECT * FROM account WHERE id = $1; EXECUTE p (2)',
);

export const FIRST_HOUR: readonly Typed[] = [...DDL, ...WRITES, ...QUERIES, ...INSIDE, ...SESSION];
