/** Functions in SQL that write: made, replaced, dropped, called, and what a call waits for; INSERT with a subquery and no FROM. */

const ALONE = [
  'SELECT add(1, 1)',
  `CREATE FUNCTION add(x int, y text) RETURNS void LANGUAGE sql AS 'INSERT INTO f (key, val) SELECT x, y'`,
  `CREATE FUNCTION add(x int, y text) RETURNS void LANGUAGE sql AS 'INSERT INTO f (key, val) SELECT x, y'`,
  `CREATE FUNCTION bad(x int) RETURNS void LANGUAGE sql AS 'INSERT INTO nothing VALUES (x)'`,
  `CREATE FUNCTION bad(x int) RETURNS void LANGUAGE sql AS 'DELETE FROM f WHERE z = x'`,
  "SELECT add(1, 'a')",
  "SELECT add(1, 'again')",
  'SELECT add(2, NULL)',
  'SELECT add(NULL, NULL)',
  "SELECT add('3', 'c') AS named",
  "SELECT add(1 + 3, 'd' || 'e')",
  'SELECT add(1)',
  'SELECT add(1, 2)',
  "SELECT add(1.5, 'a')",
  'SELECT key, val, cmin FROM f ORDER BY key',
  `CREATE OR REPLACE FUNCTION add(x int, y text) RETURNS void VOLATILE LANGUAGE sql AS $$ UPDATE f SET val = y || $2 WHERE key = x; $$`,
  "SELECT add(1, 'z')",
  "SELECT add(77, 'z')",
  `CREATE FUNCTION away(x int) RETURNS void LANGUAGE sql AS 'DELETE FROM f WHERE key >= x OR key IS NULL'`,
  'SELECT away(3)',
  'SELECT key, val FROM f ORDER BY key',
  'DROP FUNCTION away(text)',
  'DROP FUNCTION away(int)',
  'SELECT away(1)',
  'DROP FUNCTION away',
  'INSERT INTO f SELECT 10, (SELECT max(val) FROM f)',
  'INSERT INTO f SELECT 11, $$n$$ WHERE NOT EXISTS (SELECT key FROM f WHERE key = 11)',
  'INSERT INTO f SELECT 11, $$n$$ WHERE NOT EXISTS (SELECT key FROM f WHERE key = 11)',
  'SELECT key, val FROM f ORDER BY key',
  'DROP FUNCTION add(integer, text)',
  // In one transaction: the command ids of what follows.
  `CREATE FUNCTION cid(x int) RETURNS void LANGUAGE sql AS 'INSERT INTO f SELECT x'; INSERT INTO f VALUES (50); SELECT cid(51); INSERT INTO f VALUES (52); SELECT cid(53); SELECT cid(54); INSERT INTO f VALUES (55)`,
  'SELECT key, cmin FROM f WHERE key >= 50 ORDER BY key',
  'DROP FUNCTION cid(int); INSERT INTO f VALUES (60)',
  'SELECT key, cmin FROM f WHERE key = 60 ORDER BY key',
];

export const FUNCTIONS_ALONE = `
setup { CREATE TABLE f (key int UNIQUE, val text); }
teardown { DROP TABLE f; }
session one
${ALONE.map((sql, i) => `step a${i} { ${sql}; }`).join('\n')}
`;

const LEVELS = ['READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE'] as const;

export const FUNCTIONS_BETWEEN_SESSIONS = `
setup { CREATE TABLE f (key int UNIQUE, val text); INSERT INTO f VALUES (1, 'a'), (2, 'b'); }
setup { CREATE FUNCTION once(k int, v text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO f SELECT k, v WHERE NOT EXISTS (SELECT key FROM f WHERE key = k) $$; }
setup { CREATE FUNCTION upd(k int, v text) RETURNS void LANGUAGE sql AS $$ UPDATE f SET val = val || v WHERE key = k $$; }
setup { CREATE FUNCTION del(k int) RETURNS void LANGUAGE sql AS $$ DELETE FROM f WHERE key = k $$; }
teardown { DROP TABLE f; DROP FUNCTION once(int, text); DROP FUNCTION upd(int, text); DROP FUNCTION del(int); }
${[1, 2]
  .map(
    (n) => `session s${n}
${LEVELS.map((level, i) => `step b${n}${i} { BEGIN ISOLATION LEVEL ${level}; }`).join('\n')}
step o${n} { SELECT once(9, 'o${n}'); }
step p${n} { SELECT once(1, 'p${n}'); }
step u${n} { SELECT upd(1, 'u${n}'); }
step v${n} { SELECT upd(2, 'v${n}'); }
step d${n} { SELECT del(1); }
step r${n} { SELECT * FROM f ORDER BY key; }
step c${n} { COMMIT; }
step k${n} { ROLLBACK; }`,
  )
  .join('\n')}
session look
step all { SELECT key, val, xmin = xmax AS x, ctid FROM f ORDER BY key; }
${LEVELS.map((_, i) =>
  [
    'o1 o2 c1 c2',
    'o1 o2 k1 c2',
    'o1 p2 k2 c1',
    'r1 r2 o1 c1 o2 c2',
    'u1 u2 c1 r2 c2',
    'u1 d2 c1 c2',
    'd1 u2 k1 c2',
    'u1 v2 u2 v1 c1 c2',
    'p1 d2 c1 c2',
    'r1 d2 c2 p1 c1',
    'o1 p2 r1 c1 r2 c2',
  ]
    .map((steps) => `permutation b1${i} b2${i} ${steps} all`)
    .join('\n'),
).join('\n')}
`;
