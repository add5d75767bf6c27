/**
 * What a class looks at while transactions run, step by step: specs whose queries ask the system's views. They print
 * names in the place of pids and OIDs, and xids by rank, so that real servers and the engine can print the same bytes
 * (views.servers.test.ts).
 */

/** Xids by rank, so that their numbers may differ. */
const LOCKS = `SELECT coalesce(substr(application_name, 20), 'prepared') AS who, locktype, relation::regclass, page, tuple,
    dense_rank() OVER (ORDER BY transactionid::text::int8) AS xid, l.mode, granted, fastpath,
    virtualxid = virtualtransaction AS own, database = 0 AS shared, classid, objid, objsubid
  FROM pg_locks l LEFT JOIN pg_stat_activity USING (pid)
  WHERE coalesce(application_name, '') NOT LIKE '%/control%'
  ORDER BY 1, 2, relation::regclass::text, 4, 5, 6, l.mode, granted`;
const ACTIVITY = `SELECT substr(application_name, 20) AS who, state, wait_event_type, wait_event, client_port, usename,
    dense_rank() OVER (ORDER BY backend_xid::text::int8) AS xid, backend_xid IS NULL AS none,
    dense_rank() OVER (ORDER BY backend_xmin::text::int8) AS xmin, backend_xmin IS NULL AS none, query, backend_type
  FROM pg_stat_activity WHERE datname = current_database() AND application_name NOT LIKE '%/control%' ORDER BY 1`;
const BLOCKED = `SELECT substr(a.application_name, 20) AS waits, p AS is_prepared, substr(b.application_name, 20) AS blocks
  FROM pg_stat_activity a CROSS JOIN LATERAL unnest(pg_blocking_pids(a.pid)) AS u(p0)
  LEFT JOIN pg_stat_activity b ON b.pid = p0 CROSS JOIN LATERAL (SELECT p0 = 0) AS v(p) ORDER BY 1, 2, 3`;
const PREPARED = `SELECT gid, owner, transaction::text::int8 - min(transaction::text::int8) OVER () AS xid,
    database = current_database() AS here FROM pg_prepared_xacts ORDER BY gid`;

/** The session that looks; it has no block of its own, except where a step begins one. */
const LOOK = `
session look
step locks { ${LOCKS}; }
step act { ${ACTIVITY}; }
step blocked { ${BLOCKED}; }
step prepared { ${PREPARED}; }
`;

const TABLES = `
setup
{
  CREATE TABLE t (id int PRIMARY KEY, v text, w int);
  CREATE INDEX t_w ON t (w);
  CREATE TABLE u (a int, b int);
  INSERT INTO t VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30);
  INSERT INTO u VALUES (1, 1), (2, 2);
}
teardown { DROP TABLE t, u; }
`;

/** Waits for rows, tables and transactions. Nobody looks while a session that was woken is on its way to its next wait. */
export const VIEWS_OF_LOCKS = `${TABLES}
session s1
setup { BEGIN; }
step w1 { UPDATE t SET v = 'x' WHERE id = 1; }
step k1 { UPDATE t SET id = 7 WHERE id = 1; }
step i1 { INSERT INTO t VALUES (4, 'd', 40); }
step f1 { SELECT id FROM t WHERE id = 2 FOR UPDATE; }
step s1a { SELECT id FROM t WHERE id = 2 FOR SHARE; }
step ks1 { SELECT id FROM t WHERE id = 2 FOR KEY SHARE; }
step sp1 { SAVEPOINT a; UPDATE t SET v = 'y' WHERE id = 2; }
step sp1b { SAVEPOINT b; SELECT a FROM u; }
step rb1 { ROLLBACK TO a; }
step re1 { RELEASE a; }
step lt1 { LOCK TABLE u IN ACCESS SHARE MODE; }
step av1 { SELECT pg_advisory_xact_lock(5000000000); SELECT pg_advisory_xact_lock_shared(3, 4); }
step bad1 { SELECT 1 / 0; }
step c1 { COMMIT; }
session s2
setup { BEGIN; }
step w2 { UPDATE t SET v = 'z' WHERE id = 1; }
step i2 { INSERT INTO t VALUES (4, 'e', 41); }
step d2 { DELETE FROM t WHERE id = 2; }
step s2a { SELECT id FROM t WHERE id = 2 FOR SHARE; }
step r2 { SELECT count(*) FROM t; }
step av2 { SELECT pg_advisory_xact_lock(3, 4); }
step l2 { LOCK TABLE u IN SHARE MODE; }
step lx2 { LOCK TABLE u; }
step c2 { COMMIT; }
session s3
setup { BEGIN; }
step w3 { DELETE FROM t WHERE id = 1; }
step d3 { UPDATE t SET w = 0 WHERE id = 2; }
step u3 { INSERT INTO u VALUES (1); }
step us3 { SELECT a FROM u; }
step c3 { COMMIT; }
${LOOK}
permutation w1 locks act w2 w3 locks act blocked c1 c2 locks act c3
permutation k1 w2 locks c1 locks c2 c3
permutation i1 locks i2 locks act blocked c1 c2 c3
permutation f1 d2 locks blocked d3 locks act blocked c1 c2 locks c3
permutation s1a s2a locks d3 locks blocked act c1 c2 locks c3
permutation ks1 s2a d3 locks blocked c2 locks c1 c3
permutation sp1 locks act sp1b locks rb1 locks re1 locks c1 locks c2 c3
permutation sp1 d2 locks rb1 locks blocked c1 c2 locks c3
permutation r2 locks act c2 locks act c1 c3
permutation u3 locks l2 locks blocked act c3 locks us3 locks c2 c1
permutation us3 lx2 lt1 locks blocked act c3 locks c2 locks c1
permutation l2 us3 lt1 locks c2 locks c1 c3
permutation av1 av2 locks act blocked c1 c2 c3
permutation bad1 locks act c1 prepared act c2 c3
`;

/** Prepared transactions, which have no backend. */
export const VIEWS_OF_PREPARED = `${TABLES}
session s1
setup { BEGIN; }
step w1 { UPDATE t SET v = 'x' WHERE id = 1; }
step sp1 { SAVEPOINT a; INSERT INTO u VALUES (3); }
step p1 { PREPARE TRANSACTION 'one'; }
step e1 { COMMIT PREPARED 'one'; }
session s2
setup { BEGIN; }
step w2 { UPDATE t SET v = 'z' WHERE id = 1; }
step u2 { DELETE FROM u WHERE a = 1; }
step p2 { PREPARE TRANSACTION 'two'; }
step c2 { COMMIT; }
step e2 { ROLLBACK PREPARED 'two'; }
${LOOK}
permutation w1 sp1 locks p1 locks prepared w2 locks blocked act e1 locks c2
permutation w1 u2 p2 prepared p1 prepared locks e2 prepared locks e1 prepared
`;

/** SIREAD locks of tables, pages of an index, rows. */
export const VIEWS_OF_SERIALIZABLE = `${TABLES}
session s1
setup { BEGIN ISOLATION LEVEL SERIALIZABLE; }
step r1 { SELECT * FROM u; }
step ri1 { SELECT v FROM t WHERE id = 1; }
step w1 { UPDATE t SET v = 'x' WHERE id = 2; }
step c1 { COMMIT; }
session s2
setup { BEGIN ISOLATION LEVEL SERIALIZABLE; }
step r2 { SELECT v FROM t WHERE id = 2; }
step w2 { INSERT INTO u VALUES (9); }
step c2 { COMMIT; }
session look
step locks { SELECT substr(application_name, 20) AS who, locktype, relation::regclass, page, tuple, mode, granted, fastpath
  FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
  WHERE mode = 'SIReadLock' ORDER BY 1, 2, relation::regclass::text, 4, 5; }
step all { SELECT locktype, relation::regclass, count(*) FROM pg_locks WHERE relation > 16383 GROUP BY 1, 2 ORDER BY 1, relation::regclass::text; }
permutation r1 locks ri1 locks all r2 locks w2 locks w1 locks all c1 locks c2 locks
permutation ri1 r2 locks c1 locks c2 locks
`;

/** A block of its own: what it has looked at stays locked until it ends; its snapshot is kept in REPEATABLE READ. */
export const VIEWS_IN_A_BLOCK = `${TABLES}
session s1
setup { BEGIN ISOLATION LEVEL REPEATABLE READ; }
step r1 { SELECT id FROM t WHERE id = 1; }
step l1 { SELECT count(*) > 0 AS some FROM pg_locks; }
step a1 { SELECT count(*) > 0 AS some FROM pg_stat_activity; }
step p1 { SELECT count(*) FROM pg_prepared_xacts; }
step k1 { SELECT relname FROM pg_class WHERE relname = 't'; }
step i1 { SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 't' ORDER BY 1; }
step t1 { SELECT tablename, hasindexes FROM pg_tables WHERE schemaname = 'public' ORDER BY 1; }
step sp1 { SAVEPOINT a; SELECT count(*) > 0 AS some FROM pg_locks; }
step rb1 { ROLLBACK TO a; }
step x1 { SELECT pg_current_xact_id_if_assigned() IS NULL AS none, l.granted FROM pg_locks l
  WHERE l.pid = pg_backend_pid() AND locktype = 'virtualxid'; }
step j1 { SELECT u.a, l.mode FROM u JOIN pg_locks l ON l.relation = 'u'::regclass ORDER BY 1; }
step c1 { COMMIT; }
${LOOK}
permutation r1 locks act l1 locks a1 locks p1 locks k1 locks i1 locks t1 locks x1 c1 locks
permutation sp1 locks rb1 locks k1 j1 locks c1
`;

/** pg_class and its figures, sizes, names. */
export const VIEWS_OF_CLASS = `${TABLES}
session s1
step v { VACUUM t; }
step vu { VACUUM u; }
step upd { UPDATE u SET b = b + 1; }
step del { DELETE FROM u; }
step grow { INSERT INTO u SELECT g, g FROM generate_series(1, 500) g; }
step b { BEGIN; SELECT count(*) FROM u; }
step c { COMMIT; }
session look
step class { SELECT relname, relkind, relpersistence, relnatts, relhasindex, relam, relreplident, reloptions,
    relisshared, relnamespace::int FROM pg_class WHERE relnamespace = 2200 ORDER BY 1; }
step figures { SELECT relname, relpages, reltuples, relallvisible FROM pg_class WHERE relname = 'u'; }
step frozen { SELECT c.relname, age(c.relfrozenxid), age(c.relfrozenxid) = age(d.relfrozenxid) AS same
  FROM pg_class c, pg_class d WHERE c.relname IN ('t', 'u') AND d.relname = 't' ORDER BY 1; }
step size { SELECT relname, pg_relation_size(oid) FROM pg_class WHERE relname IN ('t', 'u') ORDER BY 1; }
step name { SELECT 't'::regclass, 'u'::regclass::text || '!' AS u, to_regclass('nobody') IS NULL AS none,
    'public.t'::regclass = 't'::regclass AS same, pg_relation_size('u') AS size, 'pg_locks'::regclass AS view; }
step none { SELECT 'nobody'::regclass; }
permutation class figures size name none
permutation figures size vu figures frozen upd vu figures frozen size
permutation grow vu figures size frozen del vu figures size frozen
permutation b del frozen vu figures frozen c vu figures frozen
permutation v frozen upd frozen
`;

/** Pages as pageinspect shows them, and who holds rows. Bytes are compared by their length: t_data is compared whole. */
export const VIEWS_OF_PAGES = `
setup { CREATE EXTENSION pageinspect; CREATE EXTENSION IF NOT EXISTS pgrowlocks; }
${TABLES.replace('DROP TABLE t, u;', 'DROP TABLE t, u; DROP EXTENSION pageinspect, pgrowlocks;')}
session s1
setup { BEGIN; }
step w1 { UPDATE t SET v = 'xx' WHERE id = 1; }
step k1 { UPDATE t SET id = 7 WHERE id = 1; }
step n1 { INSERT INTO t VALUES (5, NULL, NULL); }
step d1 { DELETE FROM t WHERE id = 3; }
step f1 { SELECT id FROM t WHERE id = 2 FOR UPDATE; }
step nk1 { SELECT id FROM t WHERE id = 2 FOR NO KEY UPDATE; }
step s1a { SELECT id FROM t WHERE id = 2 FOR SHARE; }
step sp1 { SAVEPOINT a; SELECT id FROM t WHERE id = 3 FOR UPDATE; }
step own1 { SELECT locked_row, multi, modes, pids[1] = pg_backend_pid() AS mine FROM pgrowlocks('t'); }
step c1 { COMMIT; }
step ab1 { ROLLBACK; }
session s2
setup { BEGIN; }
step s2a { SELECT id FROM t WHERE id = 2 FOR SHARE; }
step ks2 { SELECT id FROM t WHERE id = 2 FOR KEY SHARE; }
step w2 { UPDATE t SET w = 21 WHERE id = 2; }
step c2 { COMMIT; }
session look
step v { VACUUM t; }
step read { SELECT id FROM t ORDER BY id; }
step items { SELECT lp, lp_flags, lp_len, lp_off, t_xmin::text::int8 - first_value(t_xmin::text::int8) OVER w AS xmin,
    CASE WHEN t_xmax = '0' THEN 0 WHEN t_infomask & 4096 = 0 THEN t_xmax::text::int8 - first_value(t_xmin::text::int8) OVER w END AS xmax,
    t_field3, t_ctid, t_infomask, t_infomask2, t_hoff, t_bits, t_data
  FROM heap_page_items(get_raw_page('t', 0)) WINDOW w AS (ORDER BY lp) ORDER BY lp; }
step flags { SELECT lp, raw_flags, combined_flags
  FROM heap_page_items(get_raw_page('public.t', 'main', 0)), LATERAL heap_tuple_infomask_flags(t_infomask, t_infomask2)
  WHERE t_infomask IS NOT NULL ORDER BY lp; }
step rows { SELECT locked_row, multi, array_length(xids, 1) AS xids, modes,
    cardinality(array_remove(pids, 0)) AS pids FROM pgrowlocks('t') ORDER BY locked_row; }
step empty { SELECT * FROM heap_page_items(get_raw_page('t', 7)); }
step nobody { SELECT * FROM pgrowlocks('nobody'); }
step none { SELECT get_raw_page('nobody', 0); }
permutation items flags w1 n1 d1 items flags rows c1 items read items flags v items c2 empty nobody none
permutation k1 rows items ab1 items read items c2
permutation f1 rows flags own1 sp1 rows own1 ks2 c1 rows c2 flags
permutation nk1 rows ks2 rows flags c1 rows c2
permutation s1a s2a rows items c1 rows w2 rows flags c2 rows v items
permutation ks2 w2 rows flags c2 rows c1
`;

const EXPLAINED = [
  'SELECT * FROM t',
  'SELECT * FROM t WHERE id = 1',
  'SELECT id FROM t WHERE id = 1',
  'SELECT id FROM t ORDER BY id',
  'SELECT id FROM t WHERE id > 1 AND id < 9 ORDER BY id DESC LIMIT 2',
  "SELECT * FROM t WHERE v = 'a'",
  "SELECT * FROM t WHERE v LIKE 'a%' OR w IS NULL",
  'SELECT * FROM t WHERE w = 10',
  'SELECT * FROM t WHERE w = 10 AND id > 1',
  'SELECT * FROM t WHERE w = 10 OR id = 2',
  'SELECT * FROM t WHERE w IN (10, 20)',
  'SELECT * FROM t WHERE w > 10',
  'SELECT * FROM u ORDER BY a, b DESC',
  'SELECT * FROM u WHERE a BETWEEN 1 AND 5 LIMIT 3',
  'SELECT * FROM u WHERE false',
  'SELECT count(*), max(a) FROM u',
  'SELECT id FROM t WHERE id = 2 FOR UPDATE',
  'SELECT * FROM u ORDER BY a LIMIT 1 FOR UPDATE SKIP LOCKED',
  'UPDATE t SET v = v || 1 WHERE id = 1',
  'UPDATE u SET b = b + 1',
  'DELETE FROM t WHERE w < 20',
  'DELETE FROM u',
  "INSERT INTO t VALUES (9, 'z', 1)",
  'INSERT INTO u VALUES (1, 2), (3, 4)',
  'SELECT 1 + 1 AS two',
  'SELECT g FROM generate_series(1, 3) g',
  'SELECT nobody FROM t',
];

/** EXPLAIN (COSTS OFF), whose plans our own planner follows; it locks like the statement itself. */
export const VIEWS_OF_PLANS = `${TABLES}
session s1
${EXPLAINED.map((sql, i) => `step e${i} { EXPLAIN (COSTS OFF) ${sql}; }`).join('\n')}
step b1 { BEGIN; }
step w1 { EXPLAIN (COSTS OFF) UPDATE t SET v = 'x'; }
step c1 { COMMIT; }
session s2
step l2 { BEGIN; LOCK TABLE t; }
step c2 { COMMIT; }
${LOOK}
permutation ${EXPLAINED.map((_, i) => `e${i}`).join(' ')}
permutation b1 w1 locks c1
permutation b1 l2 w1 blocked c2 c1
`;
