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

/** A step's text ends at the first brace: `<` and `>` stand for braces of an object. */
const object = (text: string): string => `translate('${text}', '<>', chr(123) || chr(125))::jsonb`;
const OBJECTS = [
  '<"b": 1, "a": [1, 2.50, <"x": null>], "aa": "t\\u00e9xt">',
  '<>',
  '<"k": 1, "k": 2, "z": <"y": [], "x": <>>>',
  '[1, "two", [3], <"four":4>]',
  '<"deep": <"er": <"n": [true, false, null, -1.5, 12345678901234567890.123]>>>',
];
/** jsonb as a column: what is read and printed, compared and sorted, how many bytes it takes; a query's operators. */
export const JSON_COLUMNS = `
setup { CREATE EXTENSION IF NOT EXISTS pageinspect; CREATE TABLE j (id int, doc jsonb); CREATE TABLE k (doc jsonb PRIMARY KEY, n int DEFAULT 0); CREATE TABLE d (id int, doc jsonb NOT NULL DEFAULT '[true]'); }
setup { INSERT INTO j VALUES (2, '[]'), (4, 'null'), (5, '"s"'), (6, '12.30'), (7, 'true'), (8, 'false'), (9, NULL), (10, ' [1,  "two", [3]] '), (12, '1e3'), (13, '-0'), (14, '"tab\\t quote\\" back\\\\ \\u0001 \\ud83d\\ude00"'), (15, '[[[[]]]]'), (16, '0.00001'); }
setup { INSERT INTO j ${OBJECTS.map((text, i) => `SELECT ${30 + i}, ${object(text)}`).join(' UNION ALL ')}; }
setup { INSERT INTO j SELECT 40 + g, jsonb_build_object('n', g, 'text', left('${'x'.repeat(120)}', g * 3), 'list', ('[' || left('${'1, '.repeat(40)}', g * 3) || '0]')::jsonb) FROM generate_series(1, 36) g; }
teardown { DROP TABLE j, k, d; DROP EXTENSION pageinspect; }
session one
step all { SELECT * FROM j ORDER BY id; }
step by { SELECT doc, id FROM j ORDER BY doc, id; }
step desc { SELECT id FROM j ORDER BY doc DESC NULLS LAST, id; }
step eq { SELECT id FROM j WHERE doc = '12.3' OR doc = '[1, "two", [3.0]]' ORDER BY id; }
step lt { SELECT id FROM j WHERE doc < '[1, 2, 3]' AND doc >= '5' ORDER BY id; }
step set { UPDATE j SET doc = '["now", 1]' WHERE id = 30 RETURNING *; UPDATE j SET doc = NULL WHERE id = 2 RETURNING doc; }
step cast { SELECT doc::text, '"a"'::jsonb, '[1]'::text::jsonb FROM j WHERE id = 32; }
step dist { SELECT DISTINCT doc FROM j WHERE id IN (6, 12, 13) ORDER BY doc; }
step ops { SELECT id, doc -> 'a' AS a, doc ->> 'aa' AS aa, doc @> '[1]' AS has FROM j WHERE id < 40 ORDER BY id; }
step jset { UPDATE j SET doc = jsonb_set(doc, '[]'::text[], '7') WHERE id = 31 RETURNING doc; }
step key { INSERT INTO k VALUES ('["a"]'), ('[1, 2]'), ('1.0'); INSERT INTO k VALUES ('1.00'); }
step key2 { INSERT INTO k VALUES ('["a"]', 5), ('1.00', 6) ON CONFLICT (doc) DO UPDATE SET n = excluded.n RETURNING *; SELECT * FROM k WHERE doc = '1'; SELECT doc FROM k ORDER BY doc; }
step key1 { INSERT INTO k VALUES ('["a"]'), ('[1, 2]'), ('1.0'); }
step def { INSERT INTO d (id) VALUES (1) RETURNING *; ALTER TABLE d ADD COLUMN more jsonb DEFAULT '[1]'; SELECT * FROM d; INSERT INTO d VALUES (2, NULL); }
step bytes { SELECT lp, lp_len, encode(t_data, 'hex') AS data FROM heap_page_items(get_raw_page('j', 0)) ORDER BY lp; }
step e1 { INSERT INTO j VALUES (99, '[a: 1]'); }
step e2 { INSERT INTO j VALUES (99, '[1,]'); }
step e3 { INSERT INTO j VALUES (99, '01'); }
step e4 { INSERT INTO j VALUES (99, '"\\u0000"'); }
step e5 { INSERT INTO j VALUES (99, '["a", 1] x'); }
step e6 { INSERT INTO j VALUES (99, ''); }
step e7 { SELECT min(doc) FROM j; }
step e8 { SELECT * FROM j WHERE doc = 1; }
step e9 { SELECT * FROM j WHERE doc LIKE 'x'; }
step e10 { INSERT INTO j VALUES (99, 5); }
step e11 { INSERT INTO j SELECT id, doc::text FROM j; }
step e12 { INSERT INTO j VALUES (99, '"\\ud83d"'); }
session two
step b { BEGIN; UPDATE j SET doc = '[2]' WHERE id = 30; }
step c { COMMIT; }
permutation all by desc eq lt set dist cast ops jset all
permutation key key1 key2
permutation def
permutation bytes
permutation e1 e2 e3 e4 e5 e6 e7 e8 e9 e10 e11 e12
permutation b set c all
`;
