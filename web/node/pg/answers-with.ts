/** WITH that writes, beside a SELECT that does not read it: who sees what, who waits, and which error comes first. */

const LEVELS = ['READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE', 'READ COMMITTED, READ ONLY'] as const;

export const WRITING_WITH = `
setup { CREATE TABLE f (key int PRIMARY KEY, val text); INSERT INTO f VALUES (1, 'a'), (2, 'b'), (3, 'c'); CREATE TABLE g (n int); }
teardown { DROP TABLE f, g; }
${[1, 2]
  .map(
    (n) => `session s${n}
${LEVELS.map((level, i) => `step b${n}${i} { BEGIN ISOLATION LEVEL ${level}; }`).join('\n')}
step i${n} { WITH w AS (INSERT INTO f VALUES (9, 'i${n}'), (10, 'j${n}') ON CONFLICT (key) DO UPDATE SET val = excluded.val) SELECT * FROM f ORDER BY key; }
step u${n} { WITH w AS (UPDATE f SET val = val || 'u${n}' WHERE key < 3) SELECT key, val FROM f WHERE key = 1; }
step d${n} { WITH w AS (DELETE FROM f WHERE key = 2) SELECT count(*) FROM f; }
step x${n} { WITH w AS (INSERT INTO f VALUES (1, 'x')) SELECT val FROM f; }
step g${n} { WITH w AS (INSERT INTO g SELECT key FROM f) SELECT n FROM g ORDER BY n; }
step r${n} { SELECT key, val, cmin, ctid FROM f ORDER BY key; }
step c${n} { COMMIT; }
step k${n} { ROLLBACK; }`,
  )
  .join('\n')}
session look
step all { SELECT key, val, ctid FROM f ORDER BY key; SELECT n, cmin FROM g ORDER BY n; }
${LEVELS.map((_, i) =>
  [
    'i1 r1 i2 c1 c2',
    'i1 i2 k1 r2 k2',
    'u1 u1 r1 u2 c1 r2 c2',
    'd1 u2 c1 c2',
    'u1 d2 k1 c2',
    'x1 c1 r2 x2 k2',
    'g1 g1 r1 u2 c2 g2 g1 c1',
    'r2 u1 c1 i2 d2 c2',
  ]
    .map((steps) => `permutation b1${i} b2${i} ${steps} all`)
    .join('\n'),
).join('\n')}
`;
