/** Specs of ALTER TABLE and other definitions; answers.servers.test.ts compares what engine and servers print. */

/** DROP COLUMN with what hangs on it, ADD COLUMN with a DEFAULT of rows that are there. */
export const COLUMNS_THAT_COME_AND_GO = `
setup { CREATE TABLE p (a int); CREATE TABLE t (id int PRIMARY KEY, a int, b text NOT NULL DEFAULT 'x', c int UNIQUE, d int); CREATE INDEX t_ab ON t (a, b); INSERT INTO t VALUES (1, 1, 'r', 1, 9), (2, 2, 's', NULL, 8); }
setup { CREATE TABLE u (id int, v text); INSERT INTO u VALUES (1, 'a'), (2, 'b'), (3, NULL); }
teardown { DROP TABLE IF EXISTS p, t, u; }
session one
step z { BEGIN; INSERT INTO p VALUES (1) RETURNING cmin; }
step c1 { ALTER TABLE t DROP COLUMN d; INSERT INTO p VALUES (1) RETURNING cmin; }
step c2 { ALTER TABLE t DROP a; INSERT INTO p VALUES (1) RETURNING cmin; }
step c3 { ALTER TABLE t DROP COLUMN b; INSERT INTO p VALUES (1) RETURNING cmin; }
step c4 { ALTER TABLE t DROP COLUMN c; INSERT INTO p VALUES (1) RETURNING cmin; }
step c5 { ALTER TABLE t DROP COLUMN id; INSERT INTO p VALUES (1) RETURNING cmin; }
step c6 { ALTER TABLE t ADD COLUMN d text DEFAULT 'new'; INSERT INTO p VALUES (1) RETURNING cmin; }
step c7 { ALTER TABLE t ADD COLUMN a int NOT NULL DEFAULT 7; INSERT INTO p VALUES (1) RETURNING cmin; }
step c8 { DROP TABLE t; INSERT INTO p VALUES (1) RETURNING cmin; }
step s { SELECT * FROM t; SELECT t.*, ctid FROM t; }
step s2 { SELECT d, count(*) FROM t GROUP BY d; SELECT x.*, u.v FROM t x JOIN u ON u.id = x.id ORDER BY u.id; }
step i { INSERT INTO t VALUES (3, 5) RETURNING *; INSERT INTO t (id) VALUES (4) RETURNING *; }
step up { UPDATE t SET c = id + 10 WHERE id < 3 RETURNING *, ctid; }
step i3 { INSERT INTO t VALUES (1, 2, 3, 4, 5, 6); }
step con { INSERT INTO t (id, b) VALUES (1, 'q') ON CONFLICT (id) DO UPDATE SET b = excluded.b || t.b RETURNING *; INSERT INTO t VALUES (9, NULL); }
step e1 { ALTER TABLE t DROP COLUMN zz; }
step e2 { ALTER TABLE t DROP COLUMN IF EXISTS zz; }
step e3 { SELECT a FROM t; }
step e4 { SELECT d FROM t; }
step com { COMMIT; }
step rol { ROLLBACK; }
step ad1 { ALTER TABLE u ADD COLUMN active boolean NOT NULL DEFAULT true; SELECT * FROM u; }
step ad3 { ALTER TABLE u ADD n numeric(5,2) DEFAULT 1.239; ALTER TABLE u ADD w varchar(3) DEFAULT 'ab' || 'c'; SELECT * FROM u; }
step ad4 { UPDATE u SET id = id + 10 WHERE id = 1 RETURNING *; INSERT INTO u VALUES (7, 'z') RETURNING *; SELECT *, ctid FROM u WHERE active AND n > 1; }
step ad5 { CREATE INDEX ON u (n); SELECT id FROM u WHERE n = 1.24; ALTER TABLE u ALTER active SET DEFAULT false; INSERT INTO u (id) VALUES (8) RETURNING *; SELECT * FROM u ORDER BY id; }
step ad6 { ALTER TABLE u DROP COLUMN v; SELECT * FROM u ORDER BY id; SELECT sum(n), bool_and(active) FROM u; WITH q AS (SELECT * FROM u) SELECT * FROM q ORDER BY id; }
step ad7 { ALTER TABLE u ADD COLUMN k int DEFAULT 5; CREATE UNIQUE INDEX uk ON u (k); }
step ad8 { ALTER TABLE u ADD COLUMN k int DEFAULT 5; DELETE FROM u WHERE id <> 2; CREATE UNIQUE INDEX uk ON u (k); INSERT INTO u (id) VALUES (9); }
session two
step b0 { BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1; }
step b1 { SELECT * FROM t; }
step b2 { SELECT * FROM t WHERE id = 1 FOR UPDATE; }
step b3 { COMMIT; }
permutation z c1 c2 c3 c4 c5 c6 c7 s com
permutation z c5 c6 s c8 com
permutation z c1 s c2 s i up com s s2
permutation z c2 c3 i up s rol s i3
permutation c1 c2 i i3 con s s2 e4 e3
permutation e1 e2 c4 s
permutation z c1 b1 com b3
permutation b0 b2 c1 b3 s
permutation b0 z c1 com b1 b3
permutation c6 s
permutation c7 s
permutation ad1 ad3 ad4 ad5 ad6
permutation ad1 ad3 ad7
permutation ad8
`;

/** jsonb in general queries, pg_sleep, system columns that nobody assigns to, EXPLAIN with costs, REINDEX. */
export const FIRST_HOUR_MORE = `
setup { CREATE TABLE t (id int PRIMARY KEY, b text, n int); INSERT INTO t VALUES (1, 'r', 1), (2, 's', NULL); CREATE TABLE w (a int, b bigint, c bool); CREATE TABLE f (a int PRIMARY KEY) WITH (fillfactor = 50); }
teardown { DROP TABLE t, w, f; }
session one
step j1 { SELECT jsonb_build_object('a', id, 'b', b) FROM t ORDER BY id; SELECT jsonb_build_object('name', 'rent', 'balance', 100) ->> 'name'; }
step j3 { SELECT to_jsonb(t) FROM t ORDER BY id; SELECT jsonb_agg(b ORDER BY id) FROM t; SELECT jsonb_typeof('[1]'), jsonb_array_length('[1,2]'), '[1, "a"]'::jsonb -> 1; SELECT jsonb_build_array(1, 'x', NULL) @> '[1]'; }
step j4 { SELECT '[bad'::jsonb; SELECT jsonb_agg(id) FROM t; }
step p1 { SELECT pg_sleep(0.1); SELECT pg_sleep(1), id FROM t; SELECT pg_sleep(NULL); }
step o1 { SELECT id, ctid FROM t WHERE id = 1; INSERT INTO t (ctid) VALUES (3); UPDATE t SET tableoid = 3; }
step o2 { INSERT INTO t (tableoid) VALUES (3); UPDATE t SET tableoid = 1; }
step r1 { REINDEX TABLE t; }
step r1b { SELECT * FROM t WHERE id = 2; INSERT INTO t VALUES (2, 'again'); }
step r2 { REINDEX INDEX t_pkey; }
step r2b { SELECT ctid, id FROM t ORDER BY id; }
step r3 { REINDEX INDEX t; }
step r3b { REINDEX INDEX nope; }
step r3c { REINDEX TABLE nope; }
step r3d { REINDEX TABLE t_pkey; }
step r4 { REINDEX TABLE w; }
step e4 { EXPLAIN (COSTS ON) SELECT * FROM w WHERE a = 1; }
session two
step bu { BEGIN; DELETE FROM w; INSERT INTO t VALUES (5, 'five'); }
step bc { COMMIT; }
session three
step e1 { EXPLAIN SELECT * FROM t; EXPLAIN SELECT b FROM t WHERE id = 1; EXPLAIN SELECT id, n FROM t WHERE n > 4 AND b = 'x'; EXPLAIN SELECT * FROM w WHERE c; }
step e2 { EXPLAIN SELECT 1; EXPLAIN SELECT a + b FROM w WHERE a = 5; }
step e3 { EXPLAIN SELECT * FROM w WHERE b IS NULL; EXPLAIN (COSTS) SELECT id FROM t WHERE b LIKE 'a%'; }
permutation j3
permutation j4
permutation p1
permutation j1
permutation o1 o2
permutation r1 r1b r2 r2b r3 r3b r3c r3d r4 e4
permutation bu r1 bc r1b
permutation e1 e2 e3
`;

/** CREATE VIEW, queries of views, and what DROP does to them. */
export const VIEWS_OF_TABLES = `
setup { CREATE TABLE account (id int PRIMARY KEY, name text, balance int); INSERT INTO account VALUES (1, 'rent', 100), (2, 'food', 200), (3, 'fun', 300); CREATE TABLE p (a int); CREATE TABLE o (id int, aid int); INSERT INTO o VALUES (1, 1), (2, 2); }
teardown { DROP TABLE IF EXISTS account, o, p CASCADE; }
session one
step z { BEGIN; INSERT INTO p VALUES (1) RETURNING cmin; }
step c1 { CREATE VIEW rich AS SELECT * FROM account WHERE balance > 150; INSERT INTO p VALUES (1) RETURNING cmin; }
step c2 { CREATE VIEW both_of (who, n) AS SELECT a.name, o.id FROM account a JOIN o ON o.aid = a.id; }
step c3 { CREATE VIEW bad AS SELECT nothing FROM account; }
step c4 { CREATE VIEW account AS SELECT 1; }
step c5 { CREATE VIEW bad AS SELECT * FROM nothing; }
step s1 { SELECT * FROM rich; }
step s2 { SELECT name, balance FROM rich WHERE id = 2; SELECT count(*) FROM rich; SELECT ctid FROM rich; SELECT r.zz FROM rich r; }
step s3 { SELECT * FROM both_of ORDER BY n; SELECT r.id, b.n FROM rich r JOIN both_of b ON b.who = r.name; }
step s4 { SELECT sum(balance) FROM account WHERE id IN (SELECT id FROM rich); }
step u { UPDATE account SET balance = 500 WHERE id = 1; }
step ad { ALTER TABLE account ADD COLUMN extra int; SELECT * FROM rich ORDER BY id; }
step d0 { DROP TABLE rich; }
step d1 { DROP VIEW rich; INSERT INTO p VALUES (1) RETURNING cmin; }
step d2 { DROP VIEW IF EXISTS rich; DROP VIEW rich; }
step d3 { DROP VIEW account; }
step d4 { DROP TABLE account; }
step d5 { DROP TABLE account CASCADE; SELECT * FROM rich; }
step d6 { DROP TABLE account, o CASCADE; }
step com { COMMIT; }
step rol { ROLLBACK; }
session two
step b0 { BEGIN; SELECT name FROM rich WHERE id = 3; }
step b1 { SELECT id, name FROM rich; }
step bc { COMMIT; }
step br { BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 AS one; }
permutation z c1 s1 d1 com
permutation c1 s1 s2 s4 u s1 d0 d2
permutation c1 c2 s3 ad d3 d4 d6
permutation c3 c4 c5 c2 d4 d5
permutation c1 b0 d1 bc
permutation c1 z u b1 com b1
permutation c1 br u b1 bc b1
permutation z c1 b1 com
permutation z c1 b1 rol
permutation c1 z d5 b1 rol s1
`;

/** Subqueries that depend on the row, in SET, of a table whose index was counted: the target is changed in the order of its scan. */
export const SET_BY_ROW = `
setup { CREATE TABLE account (id int PRIMARY KEY, name text, balance int); INSERT INTO account VALUES (1, 'rent', 100), (2, 'food', 200), (3, 'fun', 300); }
setup { CREATE TABLE orders (id int PRIMARY KEY, account_id int, amount int); INSERT INTO orders VALUES (10, 1, 5), (11, 1, 7), (12, 2, 9); CREATE INDEX orders_account ON orders (account_id); }
teardown { DROP TABLE account, orders; }
session one
step b { BEGIN; }
step h { UPDATE account SET balance = balance + 1 WHERE id = 1; }
step u1 { UPDATE account SET balance = (SELECT sum(amount) FROM orders WHERE account_id = account.id) WHERE id < 3 RETURNING *; }
step u2 { UPDATE account SET balance = (SELECT max(amount) FROM orders WHERE account_id = account.id) RETURNING id, balance; }
step u3 { UPDATE account SET (name, balance) = (SELECT count(*)::text, coalesce(sum(amount), 0) FROM orders WHERE account_id = account.id) WHERE id IN (1, 2) RETURNING *; }
step s { SELECT ctid, * FROM account; }
step c { COMMIT; }
session two
step w { BEGIN; SELECT id FROM account WHERE id = 2 FOR UPDATE; }
step w2 { UPDATE account SET balance = 0 WHERE id = 2; }
step wc { COMMIT; }
session three
step n { SELECT id FROM account ORDER BY id FOR UPDATE SKIP LOCKED; }
permutation u1 s
permutation u2 s u1 s
permutation u3 s
permutation h u1 s
permutation b h u1 c s
permutation w b u1 n wc c s
permutation w w2 b u2 n wc c s
permutation w b u3 n wc c s
permutation b h c w b u1 n wc c s
`;

/** A SELECT of what a WITH that writes returns. */
export const WITH_RETURNING = `
setup { CREATE TABLE o (id int PRIMARY KEY, aid int, note text); INSERT INTO o VALUES (10, 1, 'tea'), (11, 1, 'milk'), (12, 2, NULL); CREATE TABLE log (id int, note text); }
teardown { DROP TABLE o, log; }
session one
step b { BEGIN; }
step w1 { WITH moved AS (DELETE FROM o RETURNING *) SELECT count(*) FROM moved; }
step w2 { WITH up AS (UPDATE o SET aid = aid + 1 WHERE id > 10 RETURNING id, aid, note AS what) SELECT up.*, aid * 2 AS twice FROM up ORDER BY id DESC; }
step w3 { WITH i AS (INSERT INTO o VALUES (20, 5, 'x'), (21, 5, 'y') RETURNING id, note) SELECT string_agg(note, '+') , max(id) FROM i WHERE id > 19; }
step w4 { WITH d AS (DELETE FROM o WHERE id = 10 RETURNING *) SELECT nothing FROM d; }
step w5 { WITH d AS (DELETE FROM o WHERE aid = 1 RETURNING *) SELECT id, rank() OVER (ORDER BY id) FROM d LIMIT 1; }
step w6 { WITH d AS (DELETE FROM o RETURNING *) SELECT 1 / (id - 11) FROM d; }
step s { SELECT ctid, * FROM o; }
step c { COMMIT; }
session two
step h { BEGIN; UPDATE o SET aid = 7 WHERE id = 11; }
step hc { COMMIT; }
step ro { BEGIN READ ONLY; WITH d AS (DELETE FROM o RETURNING *) SELECT count(*) FROM d; ROLLBACK; }
permutation w2 w1 s
permutation w3 s w5 s
permutation w4 w6 s ro
permutation h w1 hc s
permutation h w2 hc s
permutation b w1 h c hc s
permutation h w5 hc s
`;
