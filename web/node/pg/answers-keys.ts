/** CHECK and foreign keys beside real servers: what they answer, in which order, and how many command ids they take. */

/** One session: DDL, errors, actions, and the cmin of what follows in the same transaction. */
export const CONSTRAINTS = `
setup { CREATE TABLE probe (id int); }
teardown { DROP TABLE probe; }
session one
${[
  'CREATE TABLE c (a int CHECK (a > 0), b int, CHECK (a < b), CONSTRAINT named CHECK (b < 100), CHECK (b <> 7), t text CHECK (length(t) < 4))',
  'INSERT INTO c VALUES (1, 2), (NULL, NULL)',
  'INSERT INTO c VALUES (0, 2)',
  'INSERT INTO c VALUES (3, 2)',
  'INSERT INTO c VALUES (1, 100)',
  'INSERT INTO c VALUES (1, 7)',
  "INSERT INTO c VALUES (1, 5, 'long')",
  "INSERT INTO c VALUES (-1, -5, 'long')",
  'UPDATE c SET a = a - 1',
  'UPDATE c SET b = b + 1 RETURNING a, b',
  'ALTER TABLE c ADD CHECK (a <> 1)',
  'ALTER TABLE c ADD CHECK (a <> 1) NOT VALID',
  'ALTER TABLE c VALIDATE CONSTRAINT c_a_check1',
  'INSERT INTO c VALUES (1, 3)',
  'ALTER TABLE c DROP CONSTRAINT c_a_check1',
  'ALTER TABLE c DROP CONSTRAINT c_a_check1',
  'ALTER TABLE c DROP CONSTRAINT IF EXISTS c_a_check1',
  'INSERT INTO c VALUES (1, 3)',
  'ALTER TABLE c ADD CONSTRAINT named CHECK (a > 5)',
  'ALTER TABLE c ADD CHECK (x > 5)',
  'ALTER TABLE c ADD CHECK (a)',
  'ALTER TABLE nothing ADD CHECK (a > 1)',
  'ALTER TABLE IF EXISTS nothing ADD CHECK (a > 1)',
  'ALTER TABLE c VALIDATE CONSTRAINT nothing',
  'ALTER TABLE c VALIDATE CONSTRAINT named',
  'CREATE TABLE x (a int, CONSTRAINT one CHECK (a > 1), CONSTRAINT one CHECK (a > 2))',
  'DROP TABLE c',
  'CREATE TABLE p (id int PRIMARY KEY, u int UNIQUE, v text, w bigint UNIQUE)',
  'CREATE TABLE n (id int)',
  'CREATE TABLE x (a int REFERENCES nothing)',
  'CREATE TABLE x (a int REFERENCES n)',
  'CREATE TABLE x (a int REFERENCES n (id))',
  'CREATE TABLE x (a int REFERENCES p (nothing))',
  'CREATE TABLE x (a int, FOREIGN KEY (b) REFERENCES p)',
  'CREATE TABLE x (a int, b int, FOREIGN KEY (a, b) REFERENCES p)',
  'CREATE TABLE x (a int, b int, FOREIGN KEY (a, b) REFERENCES p (id, u))',
  'CREATE TABLE x (a text REFERENCES p)',
  'CREATE TABLE x (a bigint REFERENCES p, b int REFERENCES p (w))',
  'INSERT INTO p VALUES (1, 10, NULL, 100), (2, 20, NULL, 200), (3, NULL, NULL, 300)',
  'INSERT INTO x VALUES (1, 100), (NULL, 200), (2, NULL)',
  'INSERT INTO x VALUES (1, 10)',
  'INSERT INTO x VALUES (9, 100)',
  'INSERT INTO x VALUES (2, 200), (3, 300), (4, 400)',
  'UPDATE x SET a = 9 WHERE a = 1',
  'UPDATE x SET a = 3 WHERE a = 1 RETURNING a',
  'DELETE FROM p WHERE id = 3',
  'DELETE FROM p',
  'UPDATE p SET id = id + 10 WHERE id = 2',
  'UPDATE p SET id = id + 10 WHERE id = 1',
  'UPDATE p SET w = w + 1 WHERE id = 11',
  'DROP TABLE p',
  'DROP TABLE n, p',
  'DROP TABLE p CASCADE',
  'INSERT INTO x VALUES (77, 77)',
  'DROP TABLE x, n',
  'CREATE TABLE p (id int PRIMARY KEY, v int)',
  'CREATE TABLE d1 (id int PRIMARY KEY, p int REFERENCES p ON DELETE CASCADE ON UPDATE CASCADE)',
  'CREATE TABLE d2 (id int, p int DEFAULT 2 REFERENCES p ON DELETE SET NULL ON UPDATE SET DEFAULT, d int REFERENCES d1 ON DELETE CASCADE)',
  'CREATE TABLE d3 (id int, p int DEFAULT 1 NOT NULL REFERENCES p (id) ON DELETE SET DEFAULT ON UPDATE SET NULL)',
  'CREATE TABLE d4 (id int, p int REFERENCES p ON DELETE RESTRICT ON UPDATE RESTRICT)',
  'INSERT INTO p SELECT g, g FROM generate_series(1, 8) g',
  'INSERT INTO d1 VALUES (1, 1), (2, 3), (3, 3), (4, 4), (5, NULL)',
  'INSERT INTO d2 VALUES (1, 3, 2), (2, 4, 2), (3, 5, 3), (4, 2, 4)',
  'INSERT INTO d3 VALUES (1, 6), (2, 1)',
  'INSERT INTO d4 VALUES (1, 8)',
  'DELETE FROM p WHERE id = 3',
  'SELECT * FROM d1',
  'SELECT * FROM d2',
  'UPDATE p SET id = 14 WHERE id = 4',
  'SELECT * FROM d1',
  'SELECT * FROM d2',
  'DELETE FROM p WHERE id = 6',
  'SELECT * FROM d3',
  'DELETE FROM p WHERE id = 1',
  'UPDATE p SET id = 11 WHERE id = 1',
  'DELETE FROM p WHERE id = 8',
  'UPDATE p SET id = 18 WHERE id = 8',
  'UPDATE p SET v = 80 WHERE id = 8',
  'DELETE FROM p WHERE id = 14',
  'SELECT * FROM d1',
  'SELECT * FROM d2',
  'DELETE FROM p WHERE id = 2',
  'ALTER TABLE d4 DROP CONSTRAINT d4_p_fkey',
  'DELETE FROM p WHERE id = 8',
  'ALTER TABLE d4 ADD FOREIGN KEY (p) REFERENCES p',
  'ALTER TABLE d4 ADD FOREIGN KEY (p) REFERENCES p NOT VALID',
  'ALTER TABLE d4 VALIDATE CONSTRAINT d4_p_fkey',
  'UPDATE d4 SET id = 2',
  'UPDATE d4 SET p = 5',
  'ALTER TABLE d4 VALIDATE CONSTRAINT d4_p_fkey',
  'ALTER TABLE d4 ADD CONSTRAINT d4_p_fkey FOREIGN KEY (p) REFERENCES p',
  'ALTER TABLE d4 ADD FOREIGN KEY (p) REFERENCES p (id)',
  'DELETE FROM p WHERE id = 5',
  'DROP TABLE d4, d3, d2, d1, p',
  'CREATE TABLE tree (id int PRIMARY KEY, up int REFERENCES tree ON DELETE CASCADE)',
  'INSERT INTO tree VALUES (1, NULL), (2, 1), (3, 2), (4, 9)',
  'INSERT INTO tree VALUES (4, 3), (3, 2), (2, 1), (1, 1)',
  'UPDATE tree SET id = id + 1',
  'DELETE FROM tree WHERE id = 2',
  'SELECT * FROM tree',
  'DELETE FROM tree',
  'DROP TABLE tree',
  'CREATE TABLE two (a int, b text, PRIMARY KEY (b, a))',
  'CREATE TABLE ref (x text, y int, FOREIGN KEY (y, x) REFERENCES two (a, b) ON UPDATE CASCADE)',
  "INSERT INTO two VALUES (1, 'a'), (1, 'b')",
  "INSERT INTO ref VALUES ('a', 1), (NULL, 9), ('c', NULL)",
  "INSERT INTO ref VALUES ('b', 2)",
  "UPDATE two SET a = 5 WHERE b = 'a'",
  'DELETE FROM two',
  'SELECT * FROM ref',
  'DROP TABLE two, ref',
  'CREATE TABLE s (id int PRIMARY KEY)',
  'CREATE TABLE r (s int REFERENCES s)',
  'INSERT INTO s VALUES (1), (2), (3)',
  'INSERT INTO r VALUES (1), (2)',
  // Another row gets the old key.
  'UPDATE s SET id = 3 - id WHERE id < 3',
  'UPDATE s SET id = id + 1',
  'DELETE FROM s WHERE id = 1',
  'CREATE UNIQUE INDEX ON r (s)',
  'CREATE TABLE q (r int REFERENCES r (s))',
  'INSERT INTO q VALUES (2), (1)',
  'DELETE FROM r WHERE s = 2',
  'DROP TABLE r',
  'DROP TABLE r, s',
  'DROP TABLE IF EXISTS nothing, q, r, s',
]
  .map((sql, i) => `step n${i} { ${sql}; }`)
  .join('\n')}
`;

/** In one transaction: how many command ids each statement takes. */
export const CONSTRAINTS_IN_BLOCK = `
setup { CREATE TABLE probe (id int); }
teardown { DROP TABLE probe; }
session one
step begin { BEGIN; }
${[
  'CREATE TABLE c (a int CHECK (a > 0))',
  'CREATE TABLE c2 (a int CHECK (a > 0), b int DEFAULT 1 CHECK (b > a), CHECK (a <> b))',
  'CREATE TABLE p (id int PRIMARY KEY, v text)',
  'CREATE TABLE r (p int REFERENCES p)',
  'CREATE TABLE r2 (p int REFERENCES p, q int NOT NULL REFERENCES p, CHECK (p < q))',
  'CREATE TABLE r3 (p int REFERENCES p ON DELETE CASCADE ON UPDATE SET NULL)',
  "INSERT INTO p VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')",
  'INSERT INTO r VALUES (1)',
  'INSERT INTO r VALUES (1), (2), (NULL)',
  'INSERT INTO r2 VALUES (1, 2)',
  'INSERT INTO r3 VALUES (3), (3), (4)',
  'UPDATE r SET p = 2 WHERE p = 1',
  'UPDATE r SET p = NULL WHERE p = 2',
  "UPDATE p SET v = 'x'",
  'UPDATE p SET id = 30 WHERE id = 3',
  'DELETE FROM p WHERE id = 4',
  'ALTER TABLE c ADD CHECK (a < 100)',
  'ALTER TABLE c ADD CONSTRAINT other CHECK (a < 99) NOT VALID',
  'ALTER TABLE c VALIDATE CONSTRAINT other',
  'ALTER TABLE c DROP CONSTRAINT other',
  'ALTER TABLE c2 ADD FOREIGN KEY (a) REFERENCES p',
  'ALTER TABLE c2 DROP CONSTRAINT c2_a_fkey',
  'ALTER TABLE c2 ADD CONSTRAINT fk FOREIGN KEY (a) REFERENCES p NOT VALID',
  'ALTER TABLE c2 VALIDATE CONSTRAINT fk',
  'DROP TABLE r',
  'DROP TABLE r2',
  'DROP TABLE c2',
  'DROP TABLE c',
  'DROP TABLE p CASCADE',
  'DROP TABLE r3',
  'CREATE TABLE tree (id int PRIMARY KEY, up int REFERENCES tree)',
  'INSERT INTO tree VALUES (1, NULL), (2, 1)',
  'DELETE FROM tree',
  'ALTER TABLE tree DROP CONSTRAINT tree_up_fkey',
  'ALTER TABLE tree ADD FOREIGN KEY (up) REFERENCES tree ON DELETE SET NULL',
  'DROP TABLE tree',
  'CREATE TABLE p (id int PRIMARY KEY)',
  'CREATE TABLE r (p int REFERENCES p ON DELETE CASCADE ON UPDATE CASCADE, d int DEFAULT 5 REFERENCES p ON DELETE SET DEFAULT)',
  'INSERT INTO p VALUES (1), (2), (5)',
  'INSERT INTO r VALUES (1, 1), (2, 2), (1, 2)',
  'DELETE FROM p WHERE id = 1',
  'UPDATE p SET id = id + 20 WHERE id = 5',
  'DELETE FROM p WHERE id = 2',
  'CREATE INDEX ON r (p)',
  'DROP TABLE p, r',
  'CREATE TABLE p (id int PRIMARY KEY)',
  'CREATE TABLE r (p int REFERENCES p)',
  'DROP TABLE r, p',
]
  .map((sql, i) => `step n${i} { ${sql}; }\nstep p${i} { INSERT INTO probe VALUES (${i}) RETURNING cmin; }`)
  .join('\n')}
step rollback { ROLLBACK; }
`;

/** Several sessions: who waits for whom, what is seen after it, and DDL that waits. */
export const KEYS_BETWEEN_SESSIONS = `
setup
{
  CREATE TABLE p (id int PRIMARY KEY, v text);
  CREATE TABLE c (id int PRIMARY KEY, p int REFERENCES p);
  CREATE TABLE d (id int, p int REFERENCES p ON DELETE CASCADE ON UPDATE CASCADE);
  CREATE TABLE e (id int, p int);
  INSERT INTO p VALUES (1, 'one'), (2, 'two'), (3, 'three');
  INSERT INTO d VALUES (1, 3);
}
teardown { DROP TABLE c, d, e, p; }

session one
step b { BEGIN; }
step rr { BEGIN ISOLATION LEVEL REPEATABLE READ; }
step ser { BEGIN ISOLATION LEVEL SERIALIZABLE; }
step look { SELECT * FROM p ORDER BY id; }
step c1 { INSERT INTO c VALUES (1, 1); }
step c2 { INSERT INTO c VALUES (2, 2); }
step c9 { INSERT INTO c VALUES (9, 9); }
step many { INSERT INTO c VALUES (11, 1), (12, 2), (13, 3); }
step move { UPDATE c SET p = 2 WHERE id = 1; }
step d1 { INSERT INTO d VALUES (2, 1); }
step del1 { DELETE FROM p WHERE id = 1; }
step del3 { DELETE FROM p WHERE id = 3; }
step key3 { UPDATE p SET id = 30 WHERE id = 3; }
step add { ALTER TABLE e ADD FOREIGN KEY (p) REFERENCES p; }
step addbad { ALTER TABLE e ADD FOREIGN KEY (p) REFERENCES p; }
step addnv { ALTER TABLE e ADD CONSTRAINT fk FOREIGN KEY (p) REFERENCES p NOT VALID; }
step val { ALTER TABLE e VALIDATE CONSTRAINT fk; }
step dropfk { ALTER TABLE c DROP CONSTRAINT c_p_fkey; }
step addcheck { ALTER TABLE c ADD CHECK (p < 100); }
step newchild { CREATE TABLE f (p int REFERENCES p); }
step dropchild { DROP TABLE c; }
step remake { CREATE TABLE c (id int PRIMARY KEY, p int REFERENCES p); }
step lockp { LOCK TABLE p IN SHARE ROW EXCLUSIVE MODE; }
step lockx { LOCK TABLE p; }
step sp { SAVEPOINT a; }
step rb { ROLLBACK TO a; }
step com { COMMIT; }
step roll { ROLLBACK; }
step all { SELECT * FROM c ORDER BY id; }
step alld { SELECT * FROM d ORDER BY id; }
teardown { ROLLBACK; DROP TABLE IF EXISTS f; }

session two
step B { BEGIN; }
step SER { BEGIN ISOLATION LEVEL SERIALIZABLE; }
step LOOK { SELECT * FROM p ORDER BY id; }
step LOOKD { SELECT * FROM d ORDER BY id; }
step C1 { INSERT INTO c VALUES (101, 1); }
step C2 { INSERT INTO c VALUES (102, 2); }
step C9 { INSERT INTO c VALUES (109, 9); }
step P9 { INSERT INTO p VALUES (9, 'nine'); }
step D3 { INSERT INTO d VALUES (103, 3); }
step E1 { INSERT INTO e VALUES (1, 1); }
step E9 { INSERT INTO e VALUES (9, 9); }
step DEL1 { DELETE FROM p WHERE id = 1; }
step DEL2 { DELETE FROM p WHERE id = 2; }
step DEL3 { DELETE FROM p WHERE id = 3; }
step KEY1 { UPDATE p SET id = 10 WHERE id = 1; }
step SAME { UPDATE p SET id = id WHERE id = 1; }
step V1 { UPDATE p SET v = 'new' WHERE id = 1; }
step DELC { DELETE FROM c WHERE p = 1; }
step UPDD { UPDATE d SET id = id + 1 WHERE p = 3; }
step FU { SELECT * FROM p WHERE id = 1 FOR UPDATE; }
step FNK { SELECT * FROM p WHERE id = 1 FOR NO KEY UPDATE; }
step FKS { SELECT * FROM p WHERE id = 1 FOR KEY SHARE; }
step NOW { SELECT * FROM p WHERE id = 1 FOR UPDATE NOWAIT; }
step COM { COMMIT; }
step ROLL { ROLLBACK; }
step MINUS { INSERT INTO c VALUES (200, 1000); }
teardown { ROLLBACK; }

permutation b c1 B DEL1 com COM all
permutation b c1 B DEL1 roll COM LOOK
permutation b c1 B KEY1 com COM all
permutation b c1 B SAME com COM
permutation b c1 B V1 com COM LOOK
permutation b c1 FNK FKS NOW com NOW
permutation B DEL1 b c1 COM com all
permutation B DEL1 b c1 ROLL com all
permutation B KEY1 b c1 COM com all
permutation B V1 b c1 COM com all
permutation B FU b c1 COM com all
permutation B P9 b c9 COM com all
permutation B P9 b c9 ROLL com all
permutation rr look B DEL1 COM c1 com
permutation rr look B KEY1 COM c1 com
permutation rr look B V1 COM c1 com all
permutation rr look B P9 COM c9 roll
permutation b c9 P9 com
permutation rr look C1 del1 roll
permutation rr look D3 del3 com alld
permutation rr look D3 key3 com alld
permutation rr look B UPDD del3 COM com alld
permutation b B UPDD del3 COM com alld
permutation b B UPDD key3 COM com alld
permutation b B D3 del3 COM com alld
permutation B D3 b key3 COM com alld
permutation rr alld B UPDD COM del3 roll alld
permutation ser look C1 del1 roll
permutation ser look SER LOOK c1 DEL2 com COM all
permutation ser SER c1 LOOK C2 look COM com
permutation ser SER look LOOK d1 D3 com COM
permutation ser SER alld LOOKD del3 V1 com COM
permutation b many B DEL3 DEL1 com COM
permutation b c1 B C2 DEL1 del1 com COM
permutation b c1 B C2 DEL1 c2 com COM all
permutation b c1 move B DEL1 com COM
permutation b sp c1 rb B DEL1 COM com
permutation b sp c1 B DEL1 rb COM com
permutation b d1 B DEL1 com COM alld
permutation b del3 B D3 com COM alld
permutation b del3 B D3 roll COM alld
permutation b key3 B D3 com COM alld
permutation B V1 add COM
permutation B E1 add COM E9
permutation B E9 addbad COM
permutation b add B E1 com COM
permutation b add B E9 com COM
permutation b add B LOOK V1 com COM
permutation b addnv com E9 E1 val
permutation E9 addnv val
permutation E1 addnv b val B E1 V1 com COM
permutation B E1 addnv COM b val E1 com
permutation B C1 dropfk COM C9
permutation B V1 dropfk COM C9
permutation b dropfk B V1 com COM
permutation b dropfk B C9 com COM
permutation b dropfk roll C9
permutation B C1 addcheck COM MINUS
permutation B V1 newchild COM DEL1
permutation b newchild B V1 com COM
permutation B V1 dropchild COM remake
permutation b dropchild B LOOK com COM remake
permutation b dropchild roll C9
permutation b lockp B C1 com COM
permutation b lockx B C1 com COM
permutation B C1 b lockp COM com
permutation b c1 B DELC DEL1 com COM all
`;

/** INITIALLY DEFERRED: checks, and NO ACTION, at COMMIT. */
export const DEFERRED_KEYS = `
setup
{
  CREATE TABLE p (id int PRIMARY KEY, v int);
  CREATE TABLE c (id int PRIMARY KEY, p int REFERENCES p DEFERRABLE INITIALLY DEFERRED);
  CREATE TABLE d (id int, p int, FOREIGN KEY (p) REFERENCES p ON DELETE CASCADE ON UPDATE NO ACTION INITIALLY DEFERRED);
  CREATE TABLE i (id int, p int REFERENCES p DEFERRABLE INITIALLY IMMEDIATE);
  CREATE TABLE probe (id int);
  INSERT INTO p VALUES (1, 1), (2, 2), (3, 3);
  INSERT INTO d VALUES (1, 3);
}
teardown { DROP TABLE c, d, i, p, probe; }

session one
step b { BEGIN; }
step rr { BEGIN ISOLATION LEVEL REPEATABLE READ; }
step look { SELECT count(*) FROM p; }
step c9 { INSERT INTO c VALUES (9, 9); }
step c8 { INSERT INTO c VALUES (8, 8); }
step c1 { INSERT INTO c VALUES (1, 1); }
step i9 { INSERT INTO i VALUES (9, 9); }
step p9 { INSERT INTO p VALUES (9, 9); }
step back { UPDATE c SET p = 1 WHERE id = 9; }
step gone { DELETE FROM c WHERE id = 9; }
step del1 { DELETE FROM p WHERE id = 1; }
step again1 { INSERT INTO p VALUES (1, 100); }
step del3 { DELETE FROM p WHERE id = 3; }
step key3 { UPDATE p SET id = 30 WHERE id = 3; }
step d30 { UPDATE d SET p = 30; }
step sp { SAVEPOINT a; }
step rel { RELEASE a; }
step rb { ROLLBACK TO a; }
step bad { SELECT 1 / 0; }
step alter { ALTER TABLE c ADD CHECK (p < 100); }
step alterp { ALTER TABLE p ADD CHECK (id < 100); }
step drop { DROP TABLE c; }
step cid { INSERT INTO probe VALUES (1) RETURNING cmin; }
step com { COMMIT; }
step roll { ROLLBACK; }
step all { SELECT * FROM c ORDER BY id; }
step ret { INSERT INTO c VALUES (7, 7) RETURNING id; }
teardown { ROLLBACK; }

session two
step B { BEGIN; }
step DEL1 { DELETE FROM p WHERE id = 1; }
step P9 { INSERT INTO p VALUES (9, 9); }
step C2 { INSERT INTO c VALUES (2, 2); }
step V1 { UPDATE p SET v = v + 1 WHERE id = 1; }
step COM { COMMIT; }
step ROLL { ROLLBACK; }
teardown { ROLLBACK; }

permutation c9 c1 ret all
permutation b c9 cid com all
permutation b c9 p9 cid com all
permutation b c9 back com all
permutation b c9 gone com all
permutation b c9 c8 com all
permutation b sp c9 rb com all
permutation b sp c9 rel com all
permutation b sp c9 com all
permutation b c9 sp bad rb com all
permutation b c9 bad com all
permutation b sp c9 bad rb c1 com all
permutation b i9 com
permutation c1 del1
permutation c1 b del1 again1 cid com all
permutation c1 b del1 cid com all
permutation b del3 com
permutation b key3 com
permutation b key3 d30 com
permutation b c1 alter com
permutation b c9 drop roll
permutation c1 b del1 alterp roll
permutation b c1 del1 com
permutation b c1 DEL1 com all
permutation b c1 B DEL1 com COM all
permutation b c1 B DEL1 com ROLL all
permutation b c9 B P9 com COM all
permutation b c9 P9 com all
permutation rr look c9 P9 com all
permutation rr look c1 B V1 com COM
permutation c1 rr look B DEL1 COM com
permutation rr look del1 C2 com all
permutation B C2 b del1 COM com
`;
