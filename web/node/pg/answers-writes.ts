/** Specs of statements that write in less simple ways; answers.servers.test.ts compares what engine and servers print. */

/** INSERT … ON CONFLICT, also beside speculative insertions that wait for another key, and its errors. */
export const ON_CONFLICT = `
setup { CREATE TABLE t (id int PRIMARY KEY, u int UNIQUE, v text DEFAULT 'x'); INSERT INTO t VALUES (1, 1, 'a'), (2, 2, 'b'); }
teardown { DROP TABLE t; }
session a
step ab { BEGIN; }
step au { INSERT INTO t VALUES (10, 5, 'a'); }
step ac { COMMIT; }
step ar { ROLLBACK; }
step as { SELECT ctid, xmin = 0 AS x0, * FROM t ORDER BY id; }
session b
step bi { INSERT INTO t VALUES (7, 5, 'b') ON CONFLICT (id) DO NOTHING; }
step bu { INSERT INTO t VALUES (7, 5, 'b') ON CONFLICT (id) DO UPDATE SET v = excluded.v || t.v RETURNING *; }
step bn { INSERT INTO t VALUES (1, 1, 'b'), (1, 9, 'c') ON CONFLICT (id) DO UPDATE SET v = excluded.v; }
step bw { INSERT INTO t AS q VALUES (1, 1, 'b'), (2, 9, 'c') ON CONFLICT ON CONSTRAINT t_pkey DO UPDATE SET v = excluded.v, u = q.u + 10 WHERE q.id = 2 RETURNING *, ctid; }
step be { INSERT INTO t VALUES (1,1) ON CONFLICT DO UPDATE SET v = 'q'; }
step bf { INSERT INTO t VALUES (1,1) ON CONFLICT (v) DO NOTHING; }
step bg { INSERT INTO t VALUES (1,1) ON CONFLICT ON CONSTRAINT foo DO NOTHING; }
step bh { INSERT INTO t VALUES (1,1) ON CONFLICT (id) DO UPDATE SET v = v; }
step bj { INSERT INTO t VALUES (1,1) ON CONFLICT (id, u) DO NOTHING; }
step bk { INSERT INTO t VALUES (1,1) ON CONFLICT (zz) DO NOTHING; }
step bl { INSERT INTO t VALUES (1,1) ON CONFLICT (id) DO UPDATE SET v = excluded.zz; }
step bm { INSERT INTO t SELECT id, u + 100, v FROM t ON CONFLICT DO NOTHING; }
session c
step ci { INSERT INTO t VALUES (7, 6, 'c') ON CONFLICT (id) DO NOTHING; }
step cu { INSERT INTO t VALUES (7, 6, 'c') ON CONFLICT (id) DO UPDATE SET v = 'from c' || excluded.v RETURNING *; }
step cp { INSERT INTO t VALUES (7, 6, 'c'); }

permutation ab au bi ci ac as
permutation ab au bi ci ar as
permutation ab au bi cu ac as
permutation ab au bi cu ar as
permutation ab au bu cp ac as
permutation ab au bu cp ar as
permutation bn bw as
permutation be bf bg bh bj bk bl bm as
`;

/** Indexes on expressions and partial ones: unique checks, targets of ON CONFLICT, HOT, default names. */
export const ODD_INDEXES = `
setup { CREATE TABLE t (id int PRIMARY KEY, key text, live bool, n int); CREATE UNIQUE INDEX ON t (lower(key)); CREATE UNIQUE INDEX one ON t (n) INCLUDE (id) WHERE live; CREATE INDEX ON t ((n + 1), abs(n)) INCLUDE (key);
 INSERT INTO t VALUES (1, 'Aa', true, 5), (2, 'Bb', false, 5), (3, null, true, 7); }
teardown { DROP TABLE t; }
session a
setup { BEGIN; }
step a1 { INSERT INTO t VALUES (4, 'CC', true, 9); }
step a2 { UPDATE t SET live = false WHERE id = 1; }
step a3 { UPDATE t SET key = 'q' WHERE id = 2; }
step ac { COMMIT; }
step ar { ROLLBACK; }
session b
step b1 { INSERT INTO t VALUES (5, 'cc', false, 9); }
step b2 { INSERT INTO t VALUES (5, 'dd', true, 5); }
step b3 { INSERT INTO t VALUES (6, 'ee', true, 9) ON CONFLICT (n) WHERE live DO UPDATE SET id = t.id + 100 RETURNING *; }
step b4 { INSERT INTO t VALUES (6, 'aA', true, 11) ON CONFLICT (lower(key)) DO UPDATE SET key = excluded.key || t.key RETURNING *; }
step b5 { INSERT INTO t VALUES (6, 'zz', true, 11) ON CONFLICT (n) DO NOTHING; }
step b6 { INSERT INTO t VALUES (6, 'zz', true, 11) ON CONFLICT (upper(key)) DO NOTHING; }
step b7 { UPDATE t SET live = true WHERE id = 2; }
step b8 { UPDATE t SET live = NOT live, id = id WHERE id = 3 RETURNING ctid; }
step b9 { CREATE INDEX t_n_id_idx ON t (n); CREATE INDEX ON t (n) INCLUDE (id); CREATE INDEX t_n_id_idx1 ON t (n); }
step bs { SELECT ctid, xmin = 0 AS x, * FROM t ORDER BY id; }
permutation a1 b1 ac bs
permutation a1 b1 ar bs
permutation a2 b2 ac bs
permutation a2 b2 ar bs
permutation a1 b3 ac bs
permutation a1 b3 ar bs
permutation a2 b4 ac bs
permutation a3 b4 b5 b6 ac b7 b8 bs
permutation b9 ac
permutation b7 b8 bs ac
`;

/** UPDATE … FROM, DELETE … USING, correlated subqueries, INSERT of queries; and their rechecks. */
export const JOINED_WRITES = `
setup { CREATE TABLE a (id int PRIMARY KEY, v int, t text); CREATE TABLE b (id int PRIMARY KEY, aid int, w int);
 INSERT INTO a VALUES (1, 10, 'x'), (2, 20, 'y'), (3, 30, 'z'); INSERT INTO b VALUES (1, 1, 100), (2, 2, 200), (3, 2, 300), (4, 9, 900); }
teardown { DROP TABLE a, b; }
session s1
setup { BEGIN; }
step u1 { UPDATE a SET v = v + 1 WHERE id = 2; }
step u2 { UPDATE a SET id = 12 WHERE id = 2; }
step u3 { DELETE FROM a WHERE id = 1; }
step u4 { UPDATE b SET w = w + 5 WHERE id = 2; }
step c1 { COMMIT; }
step r1 { ROLLBACK; }
session s2
step f1 { UPDATE a SET v = a.v + b.w FROM b WHERE b.aid = a.id RETURNING a.id, v, w; }
step f2 { UPDATE a x SET v = b.w, t = t || b.id FROM b WHERE b.aid = x.id AND b.w > 150; }
step d1 { DELETE FROM a USING b WHERE b.aid = a.id AND w >= 200 RETURNING *; }
step e1 { UPDATE a SET v = (SELECT sum(w) FROM b WHERE b.aid = a.id) RETURNING *; }
step e2 { UPDATE a SET (v, t) = (SELECT max(w), 'n' || count(*) FROM b WHERE b.aid = a.id) WHERE id < 3; }
step e3 { UPDATE a SET (v, t) = (v + 1, 'q') WHERE id = 2 RETURNING v, t; }
step e4 { DELETE FROM a WHERE EXISTS (SELECT FROM b WHERE b.aid = a.id); }
step e5 { DELETE FROM a WHERE id IN (SELECT aid FROM b WHERE w < 250); }
step e6 { DELETE FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.aid = a.id); }
step w1 { WITH m AS (SELECT aid, w AS s FROM b WHERE w <> 200) UPDATE a SET v = m.s FROM m WHERE m.aid = a.id RETURNING a.*; }
step i1 { INSERT INTO a SELECT b.id + 100, a.v + b.w, a.t FROM a JOIN b ON b.aid = a.id RETURNING *; }
step i2 { INSERT INTO a (id, v) WITH q AS (SELECT id FROM b) SELECT id, 7 FROM q UNION ALL VALUES (50, 5) ON CONFLICT (id) DO UPDATE SET v = a.v + excluded.v RETURNING id, v; }
step s { SELECT ctid, id, v, t FROM a; }
permutation f1 s c1
permutation f2 s c1
permutation d1 s c1
permutation e1 e2 e3 s c1
permutation e4 s c1
permutation e5 s c1
permutation e6 s c1
permutation w1 s c1
permutation i1 i2 s c1
permutation u1 f1 c1 s
permutation u1 f1 r1 s
permutation u2 f1 c1 s
permutation u3 f1 c1 s
permutation u4 f1 c1 s
permutation u1 d1 c1 s
permutation u2 d1 c1 s
permutation u1 e1 c1 s
permutation u2 e1 c1 s
permutation u1 e2 c1 s
permutation u1 e3 c1 s
permutation u1 e6 c1 s
permutation u1 i2 c1 s
permutation u2 i2 c1 s
permutation u3 i2 c1 s
permutation u3 i2 r1 s
`;

/** A job is taken with a subquery that locks its row. */
export const LOCKING_SUBQUERIES = `
setup { CREATE TABLE jobs (id int PRIMARY KEY, taken bool NOT NULL DEFAULT false, n int); INSERT INTO jobs (id, n) VALUES (1, 10), (2, 20), (3, 30); }
teardown { DROP TABLE jobs; }
session a
setup { BEGIN; }
step a1 { UPDATE jobs SET taken = true WHERE id = (SELECT id FROM jobs WHERE NOT taken ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING id; }
step ac { COMMIT; }
session b
step b1 { UPDATE jobs SET taken = true WHERE id = (SELECT id FROM jobs WHERE NOT taken ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING id; }
step b2 { DELETE FROM jobs WHERE id = (SELECT id FROM jobs ORDER BY id FOR UPDATE LIMIT 1) RETURNING id; }
step bs { SELECT ctid, * FROM jobs; }
permutation a1 b1 ac bs
permutation a1 b2 ac bs
`;

/** An index comes back, by the same name or because its DROP was undone: it finds what it should, and nothing else. */
export const INDEXES_AGAIN = `
setup { CREATE TABLE t (id int PRIMARY KEY, k int); CREATE UNIQUE INDEX i ON t (k); INSERT INTO t VALUES (1, 1), (2, 2); }
teardown { DROP TABLE t; }
session a
step d { DROP INDEX i; }
step w { UPDATE t SET k = 3 WHERE id = 1; INSERT INTO t VALUES (3, 4); DELETE FROM t WHERE id = 2; }
step c { CREATE UNIQUE INDEX i ON t (k); }
step n { INSERT INTO t VALUES (4, 1), (5, 2); }
step x { INSERT INTO t VALUES (6, 3); }
step y { INSERT INTO t VALUES (7, 2); }
step g { SELECT * FROM t WHERE k = 1; SELECT * FROM t WHERE k = 3; UPDATE t SET k = k + 10 WHERE k = 1; }
step b { BEGIN; }
step j { CREATE INDEX j ON t (k, id); }
step s { SAVEPOINT s; }
step rs { ROLLBACK TO s; }
step r { ROLLBACK; }
step e { COMMIT; }
step q { SELECT * FROM t ORDER BY id; }
permutation d w c g n x q
permutation b d j r g y w n x q
permutation b d s j rs r y w n x q
permutation b d j e w n y c q
`;

/** AND CHAIN, COMMENT and CHECKPOINT. */
export const CHAINS = `
setup { CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t VALUES (1); }
teardown { DROP TABLE t; }
session a
step b { BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT count(*) FROM t; }
step bw { BEGIN; INSERT INTO t VALUES (2); }
step cc { COMMIT AND CHAIN; }
step rc { ROLLBACK AND CHAIN; }
step m { SELECT 1; COMMIT AND CHAIN; }
step f { SELECT 1 / 0; }
step sp { SAVEPOINT s; }
step q { SELECT count(*) FROM t; }
step i { SHOW transaction_isolation; }
step o { SHOW transaction_read_only; }
step k { COMMENT ON TABLE t IS 'x'; }
step kx { COMMENT ON TABLE nothing IS 'x'; }
step p { CHECKPOINT; }
step w { INSERT INTO t VALUES (3); }
step e { COMMIT; }
session c
step ci { INSERT INTO t VALUES (9); }
step ck { COMMENT ON TABLE t IS 'y'; }
step cr { SELECT * FROM t; }
permutation b ci q cc q i o w rc i o e q
permutation bw cc q w rc q e q
permutation bw f cc i q w e q
permutation bw sp f rc q w e q
permutation cc rc m q
permutation bw k ck cr cc p e kx
permutation b k e
`;
