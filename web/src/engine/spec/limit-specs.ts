/**
 * Valid specs that each want too much in a different way, to test and measure the limits of a run. Plain text: nothing
 * here knows the limits, so a raised limit is tested at its new size.
 */
import { SPEC_LIMITS } from '../../scenario/spec-types.ts';

const ROOM = SPEC_LIMITS.sqlChars - 200;
/** A spec may hold two statements this often, and a set-up. */
const HALF = SPEC_LIMITS.semicolons / 2 - 40;
/** As many of `part` as a block of SQL may hold. */
const fill = (part: string, from = '', room = ROOM): string => {
  const semicolons = part.split(';').length - 1;
  const most = semicolons === 0 ? Number.POSITIVE_INFINITY : Math.floor((SPEC_LIMITS.semicolons - 60) / semicolons);
  return part.repeat(Math.max(0, Math.min(most, Math.floor((room - from.length) / part.length))));
};
const list = (n: number, make: (i: number) => string, separator = ' '): string =>
  Array.from({ length: n }, (_, i) => make(i)).join(separator);
/** One session that does `sql` as often as a spec may. */
function again(setup: string, sql: string, rest = ''): string {
  const steps = `step a { ${sql} }`;
  const permutation = `permutation ${fill('a ', '', 4 * SPEC_LIMITS.permutationSteps - 8)}`.slice(0, 2 * 4_000);
  return `setup { ${setup} } session s ${steps} ${rest} ${permutation.trimEnd()}`;
}
const T = 'CREATE TABLE t (id int, v int, x text);';
const MANY = 'INSERT INTO t SELECT g, g FROM generate_series(1, 10000) g;';
const FEW = 'INSERT INTO t SELECT g, g FROM generate_series(1, 200) g;';
const CHARS = "repeat('x', 200000)";
/** A name of two characters for each of many. */
const two = (i: number): string => `${String.fromCharCode(97 + (i % 26))}${i}`;

export const LIMIT_SPECS: Readonly<Record<string, string>> = {
  'large tables counted again and again': again(T + MANY, 'SELECT count(*) FROM t;'),
  'large tables updated again and again': again(T + MANY, 'UPDATE t SET v = v + 1;'),
  'large tables updated in one transaction': again(T + MANY, 'UPDATE t SET v = v + 1;', 'step z { COMMIT; }').replace(
    'session s',
    'session s setup { BEGIN; }',
  ),
  'rows made by many commands and updated by one': `setup { ${T} } session s setup { BEGIN; } step a { ${'INSERT INTO t VALUES(1,1);'.repeat(HALF)} } step b { ${'UPDATE t SET v=v+1;'.repeat(HALF)} } permutation a b`,
  'all rows locked again and again': again(
    T + MANY,
    'SELECT count(*) FROM t; SELECT id FROM t WHERE v < 0 OR id > 9990 FOR UPDATE;',
  ),
  'rows locked by many': `setup { ${T}${FEW} } ${list(63, (i) => `session s${i} setup { BEGIN; } step a${i} { SELECT id FROM t FOR KEY SHARE; } step b${i} { SELECT id FROM t FOR SHARE; }`)} permutation ${list(63, (i) => `a${i}`)} ${list(63, (i) => `b${i}`)}`,
  'rows locked by many with savepoints': `setup { ${T}${FEW} } ${list(20, (i) => `session s${i} setup { BEGIN; ${'SAVEPOINT a;SELECT txid_current();'.repeat(SPEC_LIMITS.semicolons / 40 - 4)} } step a${i} { SELECT id FROM t FOR KEY SHARE; } step b${i} { SELECT id FROM t FOR SHARE; }`)} permutation ${list(20, (i) => `a${i}`)} ${list(20, (i) => `b${i}`)}`,
  'deleted and inserted again and again': again(
    T + MANY,
    'DELETE FROM t; INSERT INTO t SELECT g, g FROM generate_series(1, 10000) g;',
  ),
  'inserted until memory is full': again(
    T,
    "INSERT INTO t SELECT g, g, repeat('x', 7000) FROM generate_series(1, 10000) g;",
  ),
  'small rows until memory is full': again(
    'CREATE TABLE t (b bool);',
    'INSERT INTO t SELECT true FROM generate_series(1, 10000) g;',
  ),
  'one row updated again and again': again(`${T}INSERT INTO t VALUES (1, 1);`, fill('UPDATE t SET v=v+1;')),
  'one row updated under an old snapshot': `setup { ${T}INSERT INTO t VALUES (1, 1); } session o step x { BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1; } session s step a { ${fill('UPDATE t SET v=v+1;')} } permutation x ${fill('a ', '', 2000)}`,
  'a key updated under an old snapshot': `setup { CREATE TABLE t (id int PRIMARY KEY, v int UNIQUE); INSERT INTO t VALUES (1, 1); } session o step x { BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1; } session s step a { ${fill('UPDATE t SET v=3-v;')} } permutation x ${fill('a ', '', 2000)}`,
  'the same key deleted and inserted': again(
    'CREATE TABLE t (id int PRIMARY KEY);',
    `BEGIN; ${fill('INSERT INTO t VALUES(1);DELETE FROM t;')} COMMIT;`,
  ),
  'series of giants': again('SELECT 1;', fill('SELECT count(*) FROM generate_series(1, 9999999999999);')),
  'series as large as they may be': again('SELECT 1;', fill('SELECT count(*) FROM generate_series(1, 10000);')),
  'series answered': again('SELECT 1;', fill('SELECT g, g, g, g FROM generate_series(1, 10000) g;')),
  'series of wide rows': again('SELECT 1;', `SELECT ${'g,'.repeat(1600)}g FROM generate_series(1, 10000) g;`),
  'one wide value and many rows': again(
    'SELECT 1;',
    `SELECT repeat('x', CASE g WHEN 1 THEN 200000 ELSE 1 END) FROM generate_series(1, 10000) g;`,
  ),
  'long texts thrown away': again('SELECT 1;', fill(`SELECT length(${CHARS} || ${CHARS});`)),
  'long texts in capitals': again('SELECT 1;', fill(`SELECT length(upper(${CHARS}));`)),
  'long texts in capitals, every second': again('SELECT 1;', fill(`SELECT length(upper(repeat('a1', 100000)));`)),
  'long texts padded': again('SELECT 1;', fill(`SELECT length(lpad('é', 200000, 'xyz'));`)),
  'long texts sorted': again(
    'SELECT 1;',
    `SELECT count(*) FROM generate_series(1, 10000) g GROUP BY repeat('x', 400) || g ORDER BY repeat('x', 400) || g;`.replaceAll(
      "|| g ORDER BY repeat('x', 400) || g",
      '|| g',
    ),
  ),
  'long texts compared': again(
    `${T}INSERT INTO t SELECT g, g, repeat('x', 7900) || g FROM generate_series(1, 250) g;`,
    'SELECT x FROM t ORDER BY x LIMIT 1; SELECT DISTINCT x FROM t LIMIT 1; SELECT max(x), min(x) FROM t;',
  ),
  'texts doubled': again(`${T}INSERT INTO t VALUES (1, 1, 'x');`, fill('UPDATE t SET x=x||x;')),
  'texts doubled in one expression': again('SELECT 1;', `SELECT length(${'('.repeat(200)}'x'${"||'x')".repeat(200)});`),
  'LIKE that goes back': again(
    'SELECT 1;',
    fill(`SELECT repeat('a', 100000) LIKE repeat('a', 1000) || '%' || repeat('a', 50000) || 'b';`),
  ),
  'LIKE over rows': again(
    `${T}INSERT INTO t SELECT g, g, repeat('a', 7900) FROM generate_series(1, 250) g;`,
    "SELECT count(*) FROM t WHERE x LIKE '%aaaaaaaaaaaaaaaaaaaaaaaaaaab%' AND x LIKE '%aaaaaaaaaaaaaaaaaaaaaaaab';",
  ),
  'a long IN list over many rows': again(T + MANY, `SELECT count(*) FROM t WHERE id IN (-1${fill(',-2')});`),
  'a long OR over many rows': again(T + MANY, `SELECT count(*) FROM t WHERE id<0${fill(' OR v<0')};`),
  'casts over many rows': again(T + MANY, `SELECT count(*) FROM t WHERE ${fill("id::text<>'' AND ")}true;`),
  'numerics multiplied': again(
    'SELECT 1;',
    `SELECT ${'('.repeat(100)}1e9${'*1e9)'.repeat(100)} FROM generate_series(1, 10000);`,
  ),
  'numerics divided': again(
    'SELECT 1;',
    `SELECT count(*) FROM generate_series(1, 10000) g WHERE ${fill(`1e300 / 7.${'3'.repeat(300)} > 1 AND `)}true;`,
  ),
  'numerics averaged': again(
    T + MANY,
    `SELECT avg(v * 1e900), sum(v * 1e-900) FROM t; SELECT avg(v * 1e900) FROM t GROUP BY id;`,
  ),
  'numerics of texts': again(
    'SELECT 1;',
    `SELECT count(*) FROM generate_series(1, 10000) g WHERE ${fill(`repeat('1', 990)::numeric > 1 AND `)}true;`,
  ),
  'long numbers': again('SELECT 1;', `SELECT ${fill(`${'9'.repeat(1900)}, `)}1;`),
  'minuses before a long number': `session s ${list(1, () => `step a { SELECT ${'- '.repeat(9000)}${'9'.repeat(1900)}; }`)}`,
  'columns sorted by position': again(
    'SELECT 1;',
    `SELECT g IN (1${fill(',1', '', 40_000)}) FROM generate_series(1, 10) g ORDER BY 1${',1'.repeat(1500)};`,
  ),
  'columns grouped by position': again(
    'SELECT 1;',
    `SELECT g IN (1${fill(',1', '', 40_000)}) FROM generate_series(1, 10) g GROUP BY 1${',1'.repeat(1500)};`,
  ),
  'stars over stars': again(
    `CREATE TABLE t (${list(1600, (i) => `${two(i)} bool`, ',')});`,
    `SELECT *${',*'.repeat(2000)} FROM t;`,
  ),
  'wide rows': again(
    `CREATE TABLE t (${list(1600, (i) => `${two(i)} bool`, ',')}); INSERT INTO t (a0) SELECT true FROM generate_series(1, 5000);`,
    'SELECT * FROM t; UPDATE t SET a0 = false;',
  ),
  'wide rows of nothing inserted': again(
    `CREATE TABLE t (${list(1600, (i) => `${two(i)} bool`, ',')});`,
    `INSERT INTO t (a0) VALUES (true)${fill(',(true)', '', 20_000)};`,
  ),
  'many unique keys': again(`CREATE TABLE t (a int${', UNIQUE (a)'.repeat(2000)});`, 'SELECT 1;'),
  'as many unique keys as there may be': again(
    `CREATE TABLE t (a int${', UNIQUE (a)'.repeat(63)});`,
    'INSERT INTO t SELECT g FROM generate_series(1, 10000) g; DELETE FROM t; VACUUM t;',
  ),
  'long unique keys': again(
    'CREATE TABLE t (id int, x text UNIQUE);',
    "INSERT INTO t SELECT g, repeat('x', 7000) || g FROM generate_series(1, 10000) g; DELETE FROM t; VACUUM t;",
  ),
  'a table of columns without end': again('SELECT 1;', `CREATE TABLE t (a int${fill(',a int')});`),
  'tables made and dropped': again('SELECT 1;', `BEGIN; ${fill('CREATE TABLE a();DROP TABLE a;')} COMMIT;`),
  'tables that are not there': again('SELECT 1;', `DROP TABLE IF EXISTS a${fill(',a')};`),
  'tables locked': again('CREATE TABLE a();', `BEGIN; LOCK TABLE a${fill(',a')}; COMMIT;`),
  'tables vacuumed': again(
    `CREATE TABLE a(i int PRIMARY KEY); INSERT INTO a SELECT g FROM generate_series(1, 10000) g;`,
    `VACUUM a${fill(',a')};`,
  ),
  'savepoints one inside the other': again('SELECT 1;', `BEGIN; ${fill('SAVEPOINT a;')} COMMIT;`),
  'savepoints rolled back': again('SELECT 1;', `BEGIN; SAVEPOINT a; ${fill('ROLLBACK TO a;')} COMMIT;`),
  'savepoints with xids': again(T, `BEGIN; ${fill('SAVEPOINT a;SELECT txid_current();', '', 35_000)} COMMIT;`),
  'rows of the deepest savepoint': `setup { ${T} } session o step x { BEGIN; ${fill('SAVEPOINT a;SELECT txid_current();', '', 46_000)} ${MANY} } session s step a { SELECT count(*) FROM t; } permutation x ${fill('a ', '', 8_000)}`,
  'changes of tables under savepoints': again(
    list(60, (i) => `CREATE TABLE ${two(i)}();`),
    `BEGIN; ${list(60, (i) => `DROP TABLE ${two(i)};CREATE TABLE ${two(i)}();`)} ${'SAVEPOINT a;'.repeat(HALF)} ${'ROLLBACK TO a;'.repeat(HALF / 2)} ROLLBACK;`,
  ),
  'statements prepared': again('SELECT 1;', `${list(1300, (i) => `PREPARE ${two(i)} AS SELECT 1;`)} DEALLOCATE ALL;`),
  'a parameter of a giant number': again('SELECT 1;', 'PREPARE p AS SELECT $2000000000;'),
  'a prepared statement executed': again(
    T + FEW,
    `DEALLOCATE ALL; PREPARE p AS SELECT count(*) FROM t WHERE id = $1; ${fill('EXECUTE p(1);', '', 40_000)}`,
  ),
  warnings: again('SELECT 1;', fill('COMMIT;')),
  'empty statements': again('SELECT 1;', fill('SELECT;')),
  errors: again('SELECT 1;', fill('SELECT 1/0;')),
  'a syntax error again and again': again('SELECT 1;', fill('SELEC 1;')),
  'an error that begins late': again(T, `${fill('BEGIN;')} SELECT 1/0;`),
  'transactions prepared': again(
    `${T}INSERT INTO t VALUES (1, 1);`,
    `BEGIN; ${fill("UPDATE t SET v=1;PREPARE TRANSACTION 'a';COMMIT PREPARED 'a';BEGIN;")} COMMIT;`,
  ),
  'all orders of nine steps': list(
    3,
    (i) => `session s${i} step a${i} { SELECT 1; } step b${i} { SELECT 1; } step c${i} { SELECT 1; }`,
  ),
  'as many permutations as there may be': `setup { ${T}${FEW} } teardown { DROP TABLE t; } session s step a { UPDATE t SET v = v + 1; } session u step b { SELECT count(*) FROM t; } ${'permutation a b '.repeat(3400)}`,
  'many who wait and one who goes on': `setup { ${T}INSERT INTO t VALUES (1, 1); } ${list(62, (i) => `session s${i} step a${i} { UPDATE t SET v = 1; }`)} session o step x { BEGIN; UPDATE t SET v = 2; } step y { SELECT 1; } permutation x ${list(62, (i) => `a${i}`)} ${fill('y ', '', 9_000)}`,
  'all orders of many who wait': `setup { ${T}INSERT INTO t VALUES (1, 1); } teardown { DROP TABLE t; } ${list(6, (i) => `session s${i} step a${i} { BEGIN; UPDATE t SET v = 1; COMMIT; }`)}`,
  'deadlocks of many': `setup { ${T}${FEW} } teardown { DROP TABLE t; } ${list(60, (i) => `session s${i} setup { BEGIN; SET deadlock_timeout = '1ms'; } step a${i} { UPDATE t SET v = 1 WHERE id = ${i + 1}; } step b${i} { UPDATE t SET v = 2 WHERE id = ${((i + 1) % 60) + 1}; } teardown { ROLLBACK; }`)} ${`permutation ${list(60, (i) => `a${i}`)} ${list(60, (i) => `b${i}`)} `.repeat(60)}`,
  'queues of table locks': `setup { ${list(8, (i) => `CREATE TABLE t${i}();`)} } teardown { DROP TABLE ${list(8, (i) => `t${i}`, ',')}; } ${list(40, (i) => `session s${i} setup { BEGIN; } step a${i} { LOCK TABLE t${i % 8} IN ${i % 3 === 0 ? 'SHARE' : 'ROW EXCLUSIVE'} MODE; } step b${i} { LOCK TABLE t${(i * 3 + 1) % 8} IN ${i % 2 === 0 ? 'SHARE' : 'EXCLUSIVE'} MODE; } teardown { ROLLBACK; }`)} ${`permutation ${list(40, (i) => `a${i}`)} ${list(40, (i) => `b${i}`)} `.repeat(40)}`,
  'notices that are waited for': `session s step a { ${fill('COMMIT;', '', 2000)} } session u step b { SELECT 1; } ${'permutation b(a notices 1) a '.repeat(1800)}`,
  'long SQL printed again and again': again('SELECT 1;', `SELECT 1; -- ${fill('x')}`),
  'nested deeper than anybody needs': `session s step a { SELECT ${'('.repeat(3000)}1${'+1)'.repeat(3000)}; }`,
  'nested as deep as may be': again(
    T + FEW,
    `SELECT count(*) FROM t WHERE ${'NOT ('.repeat(240)}id = 1${')'.repeat(240)};`,
  ),
  'a plan of nothing but columns': again(T, `SELECT id${',id'.repeat(1600)} FROM t;`),
  'functions that ask the server': again(
    T + MANY,
    `SELECT count(*) FROM t WHERE ${fill('pg_current_snapshot() IS NULL OR ')}false;`,
  ),
  'snapshots taken apart': again(
    T + MANY,
    `SELECT count(*) FROM t WHERE pg_visible_in_snapshot('5'::xid8, '10:100000:${list(8000, (i) => String(10 + i), ',')}'::pg_snapshot) IS NULL;`,
  ),
};
