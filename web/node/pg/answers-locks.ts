/** Advisory locks beside real servers: every function, everywhere it may stand, alone and with other locks. */
import { rngOf } from '../../src/base/random.ts';

export const ADVISORY = `
setup
{
  CREATE TABLE t (id int PRIMARY KEY, k int, v text);
  INSERT INTO t VALUES (1, 10, 'a'), (2, 20, 'b'), (3, 30, 'c');
}
teardown { DROP TABLE t; }

session one
step b1 { BEGIN; }
step c1 { COMMIT; }
step r1 { ROLLBACK; }
step l1 { SELECT pg_advisory_lock(1); }
step l1s { SELECT pg_advisory_lock_shared(1); }
step l2 { SELECT pg_advisory_lock(2); }
step x1 { SELECT pg_advisory_xact_lock(1); }
step x1s { SELECT pg_advisory_xact_lock_shared(1); }
step u1 { SELECT pg_advisory_unlock(1); }
step u1s { SELECT pg_advisory_unlock_shared(1); }
step ua { SELECT pg_advisory_unlock_all(); }
step ints { SELECT pg_advisory_lock(0, 1), pg_try_advisory_lock(1, -1); }
step big { SELECT pg_advisory_lock(-9000000000), pg_try_advisory_lock(4294967297); }
step ubig { SELECT pg_advisory_unlock(-9000000000), pg_advisory_unlock(4294967297), pg_advisory_unlock(1, 1); }
step none { SELECT pg_advisory_lock(NULL) IS NULL AS n, pg_advisory_lock(1, NULL::int) IS NULL AS m; }
step wrong { SELECT pg_advisory_lock('x'); }
step wrong2 { SELECT pg_advisory_lock(1::bigint, 2); }
step wrong3 { SELECT pg_advisory_lock(2.5); }
step wrong4 { SELECT pg_advisory_unlock_all(1); }
step sp { SAVEPOINT a; }
step rb { ROLLBACK TO a; }
step rel { RELEASE a; }
step fail { SELECT 1 / 0; }
step three { SELECT pg_advisory_lock(1), pg_advisory_lock(2), pg_advisory_lock(3); }
step un3 { SELECT pg_advisory_unlock(1), pg_advisory_unlock(2), pg_advisory_unlock(3); }
step from { SELECT * FROM pg_advisory_lock(1); }
step tryfrom { SELECT * FROM pg_try_advisory_lock(1) AS got; }
step rowlock { SELECT * FROM t WHERE id = 1 FOR UPDATE; }
step each { SELECT id, pg_advisory_lock(k) FROM t; }
step eachu { SELECT id, pg_advisory_unlock(k) FROM t ORDER BY id DESC LIMIT 2; }
step quiet { SET client_min_messages = error; }
step loud { RESET client_min_messages; }
step prep { PREPARE TRANSACTION 'p'; }
step cprep { COMMIT PREPARED 'p'; }
teardown { ROLLBACK; SET client_min_messages = error; SELECT pg_advisory_unlock_all(); }

session two
step B { BEGIN; }
step C { COMMIT; }
step L1 { SELECT pg_advisory_lock(1); }
step L1s { SELECT pg_advisory_lock_shared(1); }
step L2 { SELECT pg_advisory_lock(2); }
step X1 { SELECT pg_advisory_xact_lock(1); }
step X1s { SELECT pg_advisory_xact_lock_shared(1); }
step T1 { SELECT pg_try_advisory_lock(1), pg_try_advisory_lock_shared(1), pg_try_advisory_xact_lock(1), pg_try_advisory_xact_lock_shared(1); }
step U1 { SELECT pg_advisory_unlock(1); }
step U1s { SELECT pg_advisory_unlock_shared(1); }
step U2 { SELECT pg_advisory_unlock(2); }
step Tall { SELECT pg_try_advisory_lock_shared(1) a, pg_try_advisory_lock_shared(2) b, pg_try_advisory_lock_shared(3) c, pg_try_advisory_lock_shared(10) d, pg_try_advisory_lock_shared(20) e, pg_try_advisory_lock_shared(30) f; }
step Tints { SELECT pg_try_advisory_lock(1), pg_try_advisory_lock(0, 1), pg_try_advisory_lock(1, 1), pg_try_advisory_lock(1, -1), pg_try_advisory_lock(8589934591); }
step Rowlock { SELECT * FROM t WHERE id = 1 FOR UPDATE; }
step Each { SELECT id, pg_advisory_lock(k) FROM t WHERE id > 1; }
step Eachw { SELECT id FROM t WHERE pg_advisory_lock(k) IS NOT NULL; }
step Order { SELECT id FROM t WHERE id % 2 = 1 AND pg_advisory_lock(k) IS NOT NULL; }
step Orderu { SELECT id FROM t WHERE pg_advisory_unlock(k); }
step Sort { SELECT id, pg_advisory_lock(k) FROM t ORDER BY v DESC LIMIT 2 OFFSET 1; }
step Skip { SELECT id, pg_advisory_lock(k) FROM t LIMIT 1 OFFSET 1; }
step Lockrow { SELECT id, v FROM t WHERE pg_advisory_lock(k) IS NOT NULL FOR UPDATE; }
step Locktarget { SELECT id, v, pg_advisory_lock(k) FROM t FOR UPDATE; }
step Locksort { SELECT id, v FROM t WHERE pg_advisory_lock(k) IS NOT NULL ORDER BY v DESC LIMIT 1 FOR UPDATE; }
step Upd { UPDATE t SET v = v || 'z' WHERE pg_advisory_lock(k) IS NOT NULL; }
step Set { UPDATE t SET v = CASE WHEN pg_advisory_lock(k) IS NULL THEN 'null' ELSE v || 'y' END WHERE id < 3; }
step Del { DELETE FROM t WHERE pg_advisory_lock_shared(k) IS NOT NULL AND id = 3; }
step Ins { INSERT INTO t VALUES (4, 40, CASE WHEN pg_try_advisory_lock(40) THEN 'got' END), (5, 50, CASE WHEN pg_advisory_lock(20) IS NOT NULL THEN 'got' END); }
step Init { SELECT id FROM t WHERE (SELECT pg_advisory_lock(1)) IS NOT NULL; }
step Initfor { SELECT id FROM t WHERE (SELECT pg_advisory_lock(1)) IS NOT NULL FOR SHARE; }
step Bare { SELECT 1 AS one WHERE pg_advisory_lock(1) IS NOT NULL; }
step Series { SELECT i, pg_try_advisory_lock_shared(i) FROM generate_series(1, 3) i; }
step Or { SELECT id FROM t WHERE id = 1 OR pg_try_advisory_lock(k); }
step Rows { SELECT id, k, v FROM t ORDER BY id; }
step Prep { PREPARE run AS SELECT id, pg_advisory_lock(k) FROM t WHERE id >= $1; }
step Exec { EXECUTE run(2); }
step Ua { SELECT pg_advisory_unlock_all(); }
teardown { ROLLBACK; SET client_min_messages = error; SELECT pg_advisory_unlock_all(); }

session three
step d1 { SELECT pg_advisory_lock(1); }
step d1s { SELECT pg_advisory_lock_shared(1); }
step dx { BEGIN; UPDATE t SET v = 'new', k = k + 100 WHERE id = 2; }
step dc { COMMIT; }
step de { SELECT pg_try_advisory_lock(10), pg_try_advisory_lock(20), pg_try_advisory_lock(120), pg_try_advisory_lock(30); }
step dul { SELECT pg_advisory_unlock_all(); }
teardown { ROLLBACK; SET client_min_messages = error; SELECT pg_advisory_unlock_all(); }

permutation l1 l1 L1 u1 T1 u1 U1 u1 u1s
permutation l1 T1 L1s u1 U1s U1s
permutation l1s L1s T1 d1 u1s U1s
permutation b1 x1 L1 c1 U1
permutation b1 x1 u1 sp l1 rb L1 c1 u1 U1
permutation b1 sp x1 L1 rb c1 U1
permutation b1 sp x1 rel L1 c1 U1
permutation b1 x1 fail L1 r1 U1
permutation b1 l1 fail L1 r1 u1 U1
permutation b1 x1s B X1s C c1
permutation b1 x1 B X1 T1 c1 C
permutation ints Tints ua
permutation big ubig
permutation none wrong wrong2 wrong3 wrong4
permutation l1 L2 l2 L1 ua Ua
permutation b1 rowlock L1 B Rowlock l1 c1 U1 C
permutation b1 l1 B L2 l2 X1 c1 C ua
permutation l1s L1s l1 L1 ua Ua
permutation l2 L2 ua U2
permutation L2 three U2 un3
permutation L2 three Tall U2 un3 un3
permutation from tryfrom T1 u1 u1 u1
permutation each Each eachu ua U2 Tall Ua
permutation each Eachw eachu ua Ua
permutation each Order ua Orderu Ua
permutation each Sort ua Tall Ua
permutation each Skip ua Ua de
permutation each B Lockrow ua C
permutation each B Locktarget ua C
permutation each B Locksort ua C Ua de
permutation dx Lockrow dc Ua de Rows
permutation dx Locktarget dc de Rows
permutation dx Upd dc de Rows
permutation dx Set dc de Rows
permutation dx each Upd dc ua de Rows
permutation dx each Lockrow dc ua Rows de
permutation each Upd ua Rows de Ua
permutation each Set ua Rows de Ua
permutation each Del ua Rows de Ua
permutation each Ins ua Rows Ua
permutation l1 Init u1 U1 U1
permutation l1 Initfor u1 U1 U1
permutation l1 Bare u1 U1
permutation l1 Series u1 Ua
permutation each Or ua Ua
permutation Prep each Exec ua Exec Ua
permutation quiet u1 loud u1 u1s
permutation l1 L1 d1s u1 U1 dul
permutation l1s L1 d1s u1s U1 dul
permutation b1 x1 l1 prep u1
permutation b1 rowlock l1 prep T1 B Rowlock cprep u1
permutation b1 x1 prep L1 cprep U1
`;

/** The functions of advisory locks at random, by three sessions in blocks with savepoints. */
export function advisoryAtRandom(seed: number, permutations: number): string {
  const rng = rngOf(seed);
  const sessions = ['a', 'b', 'c'];
  const names: string[] = [];
  const text = sessions.map((session) => {
    const steps: string[] = [];
    const step = (name: string, sql: string): void => {
      steps.push(`step ${session}_${name} { ${sql}; }`);
      names.push(`${session}_${name}`);
    };
    for (const scope of ['', 'xact_'])
      for (const mode of ['', '_shared'])
        for (const key of ['1', '2'])
          for (const form of ['', 'try_'])
            step(`${form}${scope}lock${mode}${key}`, `SELECT pg_${form}advisory_${scope}lock${mode}(${key})`);
    for (const mode of ['', '_shared'])
      for (const key of ['1', '2']) step(`unlock${mode}${key}`, `SELECT pg_advisory_unlock${mode}(${key})`);
    step('all', 'SELECT pg_advisory_unlock_all()');
    for (const [name, sql] of Object.entries({
      begin: 'BEGIN',
      commit: 'COMMIT',
      rollback: 'ROLLBACK',
      save: 'SAVEPOINT s',
      back: 'ROLLBACK TO s',
      release: 'RELEASE s',
    }))
      step(name, sql);
    return `session ${session}
${steps.join('\n')}
teardown { ROLLBACK; SET client_min_messages = error; SELECT pg_advisory_unlock_all(); }`;
  });
  const lines = Array.from({ length: permutations }, () => {
    const count = 6 + rng.below(8);
    return `permutation ${Array.from({ length: count }, () => names[rng.below(names.length)] ?? '').join(' ')}`;
  });
  return [...text, ...lines].join('\n');
}
