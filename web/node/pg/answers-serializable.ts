/** What SERIALIZABLE locks and reads beside the tables and btrees that most specs have. */

const KEYS = [0, 1, 2, 3, 4, 5, 7, 10, 20, 30, 40, 99, -1, -17, 123456789, 2147483647] as const;
const OFF = 'SET enable_seqscan = off; SET enable_bitmapscan = off;';

/** The bucket of each key, shown by the page of its lock; rows in the order of the bucket; conflicts over a bucket. */
export const HASH_INDEX = `
setup
{
  CREATE TABLE hashed (id int, p int);
  CREATE INDEX hashed_p ON hashed USING hash (p);
  CREATE TABLE wide (a text, b text, c bigint, d bigint, p int);
  CREATE INDEX wide_p ON wide USING hash (p);
  INSERT INTO hashed SELECT g, g % 3 FROM generate_series(1, 12) g;
}
teardown { DROP TABLE hashed, wide; }
session s1
setup { BEGIN ISOLATION LEVEL SERIALIZABLE; ${OFF} }
${KEYS.map((key, i) => `step k${i} { SELECT count(*) FROM hashed WHERE p = ${key}; }`).join('\n')}
step w { SELECT count(*) FROM wide WHERE p = 4; }
step n { SELECT count(*) FROM hashed WHERE p = NULL; }
step all { SELECT id, p, ctid FROM hashed WHERE p = 1; }
step i1 { INSERT INTO hashed VALUES (100, 5); }
step o1 { SELECT id FROM hashed WHERE p = 1 ORDER BY id; }
step c1 { COMMIT; }
session s2
setup { BEGIN ISOLATION LEVEL SERIALIZABLE; ${OFF} }
step r2 { SELECT id FROM hashed WHERE p = 5; }
step r2b { SELECT id FROM hashed WHERE p = 99; }
step i2 { INSERT INTO hashed VALUES (101, 1); }
step d2 { DELETE FROM hashed WHERE p = 1 AND id < 7; }
step u2 { UPDATE hashed SET p = 1 WHERE p = 2 RETURNING id, ctid; }
step n2 { INSERT INTO hashed VALUES (102, NULL); }
step c2 { COMMIT; }
session look
step sireads {
  SELECT relation::regclass, page, tuple FROM pg_locks
  WHERE mode = 'SIReadLock' AND relation::regclass::text IN ('hashed_p', 'wide_p') ORDER BY 1, 2, 3;
}
${KEYS.map((_, i) => `permutation k${i} sireads c1 c2`).join('\n')}
permutation w n sireads c1 c2
permutation d2 u2 c2 all o1 c1
permutation all r2 i2 i1 c1 c2
permutation all r2b i2 i1 c1 c2
permutation o1 u2 n2 c2 r2 i1 c1
permutation u2 i2 all c2 c1
`;
