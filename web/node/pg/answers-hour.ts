/** Specs of cursors and of what else a first hour asks for; answers.servers.test.ts compares what engine and servers print. */

/** Rows by page, in an order, of no table; what is seen when; what DECLARE, FETCH, MOVE and CLOSE complain of. */
export const CURSORS = `
setup { CREATE TABLE t (id int PRIMARY KEY, v text, n int); INSERT INTO t SELECT g, 'v' || g, g % 3 FROM generate_series(1, 9) g; }
setup { CREATE TABLE w (id int, pad text); INSERT INTO w SELECT g, repeat('x', 1500) FROM generate_series(1, 14) g; }
teardown { DROP TABLE IF EXISTS t, w; }
session one
step b { BEGIN; }
step br { BEGIN ISOLATION LEVEL REPEATABLE READ; }
step d { DECLARE c CURSOR FOR SELECT * FROM t; }
step dw { DECLARE c CURSOR FOR SELECT id FROM w; }
step dc { DECLARE c CURSOR FOR SELECT ctid, xmin = xmax AS same, xmax = 0 AS free, cmin, id FROM t WHERE n = 1; }
step do { DECLARE c NO SCROLL CURSOR FOR SELECT id, v FROM t ORDER BY id DESC; }
step dn { DECLARE c SCROLL CURSOR FOR SELECT n, id FROM t ORDER BY n, id; }
step dl { DECLARE c INSENSITIVE CURSOR FOR SELECT id FROM t WHERE n > 0 LIMIT 4 OFFSET 1; }
step da { DECLARE c CURSOR FOR SELECT count(*), sum(n) FROM t; }
step dg { DECLARE g CURSOR FOR SELECT g, g * 2 AS twice FROM generate_series(1, 5) g WHERE g <> 2; }
step d1 { DECLARE c CURSOR FOR SELECT 1 AS one, 'x' AS x; }
step dz { DECLARE z CURSOR FOR SELECT 6 / (4 - id) AS q FROM t; }
step dk { DECLARE k CURSOR FOR SELECT v FROM t WHERE id = 4; }
step dn1 { DECLARE c CURSOR FOR SELECT * FROM nothing; }
step dn2 { DECLARE c CURSOR FOR SELECT nothing FROM t; }
step f { FETCH c; }
step f2 { FETCH 2 FROM c; }
step f5 { FETCH FORWARD 5 FROM c; }
step fn { FETCH NEXT IN c; }
step fa { FETCH ALL FROM c; }
step ffa { FETCH FORWARD ALL IN c; }
step fg { FETCH 3 FROM g; }
step fz { FETCH 2 FROM z; }
step fk { FETCH 2 FROM k; }
step m { MOVE c; }
step m3 { MOVE FORWARD 3 FROM c; }
step ma { MOVE ALL IN c; }
step cl { CLOSE c; }
step ca { CLOSE ALL; }
step sel { SELECT count(*), max(v) FROM t; }
step u { UPDATE t SET v = 'mine' WHERE id > 3; }
step ins { INSERT INTO t VALUES (10, 'new', 1); }
step sp { SAVEPOINT s; }
step rb { ROLLBACK TO s; }
step re { RELEASE s; }
step dr { DROP TABLE t; }
step com { COMMIT; }
step rol { ROLLBACK; }
step all { BEGIN; DECLARE c CURSOR FOR SELECT * FROM t; FETCH NEXT FROM c; FETCH ALL FROM c; CLOSE c; COMMIT; }
step imp { DECLARE c CURSOR FOR SELECT id FROM t; FETCH 2 FROM c; }
session two
step x { UPDATE t SET v = 'theirs', n = 5 WHERE id IN (2, 8); DELETE FROM t WHERE id = 5; INSERT INTO t VALUES (20, 'later', 1); }
step xw { UPDATE w SET id = id + 100; }
step see { SELECT id, v FROM t ORDER BY id; }
step tr { TRUNCATE t; }
permutation b d f f2 x f5 fa fn cl com
permutation br d f x f2 ffa com
permutation b d u ins f5 fa sel com
permutation b u d ins f5 fa com see
permutation b dw f2 xw f5 m3 fa fn com
permutation b dc f x f fa com
permutation b do f2 x f fa com
permutation b dn f2 x f5 fa com
permutation b dl f2 fn fa fn com
permutation b da x f f com
permutation b dg fg fg fg d1 f f com
permutation b dz fz fz com
permutation b dz fz sp fz rb fz fg com
permutation b sp d f rb f com
permutation b sp d f re f2 com f
permutation b d sp f2 rb f2 com
permutation b d m f m3 f ma f com
permutation b d dk fk d rol
permutation d
permutation f
permutation b f com
permutation b cl com
permutation b ca com
permutation b d ca f com
permutation b dn1 com d
permutation b dn2 com
permutation b d f dr com
permutation b d cl dr rol
permutation b d f tr com
permutation all all
permutation imp f
permutation b d com f
permutation b d f rol see
`;

/** Xids as distances from the oldest on the page, which is the same transaction's everywhere. */
const PAGE = `SELECT lp, lp_flags, t_infomask, t_infomask2, t_ctid, t_xmin::text::int8 - min(t_xmin::text::int8) OVER () AS xmin,
    CASE WHEN t_xmax::text = '0' THEN -1 ELSE t_xmax::text::int8 - min(t_xmin::text::int8) OVER () END AS xmax
  FROM heap_page_items(get_raw_page('t', 0)) ORDER BY lp`;
const CLASS = `SELECT relpages, reltuples, relallvisible, relfrozenxid::text::int8 - (SELECT min(t_xmin::text::int8)
  FROM heap_page_items(get_raw_page('t', 0))) AS frozen FROM pg_class WHERE relname = 't'`;

/** VACUUM (FREEZE): what it freezes, below whose horizon. */
export const FREEZING = `
setup { CREATE EXTENSION IF NOT EXISTS pageinspect; CREATE TABLE t (id int PRIMARY KEY, v text); INSERT INTO t SELECT g, 'v' || g FROM generate_series(1, 4) g; }
setup { CREATE TABLE u (a int); INSERT INTO u VALUES (1); }
teardown { DROP TABLE t, u; DROP EXTENSION pageinspect; }
session one
step b { BEGIN; }
step br { BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM u; }
step up { UPDATE t SET v = 'x' WHERE id = 1; }
step key { UPDATE t SET id = 9 WHERE id = 2; }
step lock { SELECT * FROM t WHERE id = 3 FOR UPDATE; }
step del { DELETE FROM t WHERE id = 4; }
step ins { INSERT INTO t VALUES (5, 'e'); }
step com { COMMIT; }
step rol { ROLLBACK; }
session two
step vf { VACUUM (FREEZE) t; }
step vf2 { VACUUM FREEZE t; }
step v { VACUUM t; }
step va { VACUUM (FREEZE, ANALYZE) t; }
step vb { BEGIN; VACUUM (FREEZE) t; ROLLBACK; }
step page { ${PAGE}; }
step class { ${CLASS}; }
step all { SELECT *, xmax = 0 AS free FROM t ORDER BY id; }
permutation page class vf page class all
permutation up key vf page class v page class
permutation b lock com vf2 page class
permutation b lock vf page class com vf page class
permutation br up del ins vf page class com vf page class all
permutation b del rol ins vf page class
permutation b ins rol del v page class vf page class
permutation b up ins vf page class com all vf page
permutation vf ins up v page class vf page class
permutation va page vb
`;
