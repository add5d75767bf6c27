/** SERIALIZABLE beside PostgreSQL 13, 14 and 17: every permutation of specs whose transactions read what others change. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformHasServers } from '../node/pg/packages.ts';
import { ran } from './io.fake.ts';

const platform = platformHasServers();
if (!platform.ok) process.stderr.write(`Skipped: ${platform.error.message}\n`);

const KEYED = `setup { CREATE TABLE t (id int PRIMARY KEY, v int);
  INSERT INTO t VALUES (1, 10), (2, 20), (3, 30), (4, 40), (5, 50); }
teardown { DROP TABLE t; }
`;
const LEVEL = 'ISOLATION LEVEL SERIALIZABLE';
const session = (name: string, begin: string, ...steps: readonly string[]): string =>
  [
    `session ${name}`,
    `setup { BEGIN ${begin}; }`,
    ...[...steps, 'COMMIT'].map((sql, i) => `step ${name}${i} { ${sql}; }`),
    '',
  ].join('\n');

const SPECS: Readonly<Record<string, string>> = {
  'each counts and changes the other row, by a scan':
    'setup { CREATE TABLE t (id int, v int); INSERT INTO t VALUES (1, 1), (2, 1); }\nteardown { DROP TABLE t; }\n' +
    session('a', LEVEL, 'SELECT sum(v) FROM t', 'UPDATE t SET v = 0 WHERE id = 1') +
    session('b', LEVEL, 'SELECT sum(v) FROM t', 'UPDATE t SET v = 0 WHERE id = 2'),
  'rows by their keys, and one that neither meets':
    KEYED +
    session('a', LEVEL, 'SELECT v FROM t WHERE id = 1', 'UPDATE t SET v = v + 1 WHERE id = 2') +
    session('b', LEVEL, 'SELECT v FROM t WHERE id = 2', 'UPDATE t SET v = v + 1 WHERE id = 3'),
  'a new key in the leaf that the other has read':
    KEYED +
    session('a', LEVEL, 'SELECT v FROM t WHERE id = 8', 'INSERT INTO t VALUES (8, 80)') +
    session('b', LEVEL, 'SELECT v FROM t WHERE id = 8', 'INSERT INTO t VALUES (8, 81)'),
  'three rows of a page, which become the page': [
    KEYED,
    session('a', LEVEL, 'SELECT v FROM t WHERE id IN (1, 2, 3)', 'UPDATE t SET v = 0 WHERE id = 5'),
    session('b', LEVEL, 'SELECT v FROM t WHERE id = 5', 'UPDATE t SET v = 0 WHERE id = 4'),
  ].join(''),
  'a report that reads only': [
    KEYED,
    session('a', LEVEL, 'SELECT v FROM t WHERE id = 1', 'UPDATE t SET v = 0 WHERE id = 2'),
    session('b', LEVEL, 'UPDATE t SET v = 1 WHERE id = 1'),
    session('r', `${LEVEL}, READ ONLY`, 'SELECT id, v FROM t WHERE id <= 2 ORDER BY id'),
  ].join(''),
  'reads and writes of a subtransaction that is rolled back': [
    KEYED,
    session('a', LEVEL, 'SAVEPOINT s; SELECT v FROM t WHERE id = 1; ROLLBACK TO s', 'UPDATE t SET v = 0 WHERE id = 2'),
    session('b', LEVEL, 'SAVEPOINT s; UPDATE t SET v = 0 WHERE id = 1; RELEASE s', 'SELECT v FROM t WHERE id = 2'),
  ].join(''),
  'queries of their own': [
    KEYED,
    'session a\nstep a0 { BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT v FROM t WHERE id = 1; }\n',
    'step a1 { UPDATE t SET v = 0 WHERE id = 2; }\nstep a2 { COMMIT; }\n',
    "session b\nsetup { SET default_transaction_isolation = 'serializable'; }\n",
    'step b0 { UPDATE t SET v = 1 WHERE id = 1 RETURNING v; }\nstep b1 { SELECT v FROM t WHERE id = 2; }\n',
  ].join(''),
};

/** Their permutations are chosen: most of the others only wait for isolationtester's patience to run out. */
const DEFERRABLE: Readonly<Record<string, string>> = {
  'upstream read-only-anomaly-3, and what a snapshot waits for': [
    KEYED,
    session(
      'a',
      LEVEL,
      'SELECT v FROM t WHERE id = 1; SELECT v FROM t WHERE id = 2',
      'UPDATE t SET v = 0 WHERE id = 1',
    ),
    session('b', LEVEL, 'SELECT v FROM t WHERE id = 2', 'UPDATE t SET v = 1 WHERE id = 2'),
    session('r', `${LEVEL}, READ ONLY, DEFERRABLE`, 'SELECT id, v FROM t WHERE id <= 2 ORDER BY id'),
    'permutation a0 b0 b1 b2 r0 a1 a2 r1\n', // unsafe: another snapshot, which shows the change of a
    'permutation a0 b0 b1 r0 b2 a1 a2 r1\n', // safe: b committed after the snapshot
    'permutation b0 b1 r0 b2 a0 r1 a1 a2\n',
    'permutation a0 a1 a2 b0 b1 b2 r0 r1\n', // at once
  ].join(''),
  'prepared transactions, and sessions whose settings say it': [
    KEYED,
    `session a\nstep a0 { BEGIN ${LEVEL}; SELECT v FROM t WHERE id = 1; UPDATE t SET v = 0 WHERE id = 2; }\n`,
    "step a1 { PREPARE TRANSACTION 'p'; }\nstep a2 { COMMIT PREPARED 'p'; }\n",
    `session b\nstep b0 { BEGIN ${LEVEL}; UPDATE t SET v = 1 WHERE id = 1; }\nstep b1 { COMMIT; }\n`,
    "session r\nsetup { SET default_transaction_isolation = 'serializable'; SET default_transaction_read_only = on; }\n",
    'step r { SET SESSION CHARACTERISTICS AS TRANSACTION DEFERRABLE; }\n',
    'step r0 { SELECT id, v FROM t WHERE id <= 2 ORDER BY id; }\n',
    'step r1 { BEGIN; SET LOCAL lock_timeout = 20; SELECT count(*) FROM t; COMMIT; }\nteardown { RESET ALL; }\n',
    'permutation r a0 r0 a1 a2\npermutation r a0 a1 r0 a2\npermutation r b0 a0 b1 r0 a1 a2 r1\n',
    'permutation r b0 r1 a0 b1 a1 a2 r0\n',
  ].join(''),
  'when it can be said, and what ends the wait': [
    KEYED,
    `session a\nstep a0 { BEGIN ${LEVEL}; UPDATE t SET v = 0 WHERE id = 2; }\nstep a1 { COMMIT; }\n`,
    `session r\nstep r { BEGIN ${LEVEL} READ ONLY DEFERRABLE; SHOW transaction_deferrable; }\n`,
    'step not { SET TRANSACTION NOT DEFERRABLE; }\nstep yes { SET TRANSACTION DEFERRABLE; }\n',
    'step s { SAVEPOINT s; }\nstep q { SELECT count(*) FROM t; }\nstep end { ROLLBACK; }\n',
    'step short { SET LOCAL statement_timeout = 500; SELECT count(*) FROM t; }\n',
    'step lock { LOCK TABLE t IN ACCESS SHARE MODE; }\nstep v { VACUUM t; }\n',
    'permutation a0 r not yes q yes end a1\npermutation a0 r s not end a1\npermutation a0 r not q end a1\n',
    'permutation a0 r lock short end a1\npermutation a0 r v a1 end\n',
  ].join(''),
};

const DDL: Readonly<Record<string, string>> = {
  'a table is dropped that the other has read': [
    'setup { CREATE TABLE t (id int PRIMARY KEY, v int); CREATE TABLE u (id int PRIMARY KEY, v int); }\n',
    'setup { INSERT INTO t VALUES (1, 10), (2, 20); INSERT INTO u VALUES (1, 10), (2, 20); }\n',
    'teardown { DROP TABLE IF EXISTS t; DROP TABLE u; }\n',
    session('a', LEVEL, 'SELECT v FROM t WHERE id = 1', 'UPDATE u SET v = 0 WHERE id = 2'),
    session('d', LEVEL, 'SELECT v FROM u WHERE id = 2', 'CREATE INDEX ON u (v)', 'DROP TABLE t'),
    'permutation a0 d0 d1 d2 a1 d3 a2\npermutation d0 a0 a1 a2 d2 d3\npermutation a0 d0 a1 a2 d2 d3\n',
    'permutation a0 a1 d0 a2 d1 d2 d3\npermutation d0 d2 a0 d3 a1 a2\n',
  ].join(''),
};

describe.skipIf(!platform.ok)('SERIALIZABLE', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'xipscope-serializable-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('prints in every permutation what servers print', async () => {
    const files = Object.entries({ ...SPECS, ...DEFERRABLE, ...DDL }).map(([name, text]) => {
      const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.spec`);
      writeFileSync(file, text);
      return file;
    });
    const { code, stdout } = await ran(['check', ...files, '--against', '13,14,17'], { prepare: async () => {} });
    expect(stdout.trim().split('\n').at(-1)).toMatch(new RegExp(`^${3 * files.length} runs: no difference`));
    expect(code).toBe(0);
  });

  it('fails in some permutation where there is a circle', async () => {
    for (const [name, text] of Object.entries({ ...SPECS, ...DDL })) {
      const file = join(folder, 'one.spec');
      writeFileSync(file, text);
      const { stdout } = await ran(['spec', file], { prepare: async () => {} });
      const fails = stdout.includes('could not serialize access due to read/write dependencies among transactions');
      // Rows that are met by key alone are no circle.
      expect([name, fails]).toEqual([name, !name.startsWith('rows by')]);
    }
  });

  it('lets a DEFERRABLE report wait until its snapshot is safe', async () => {
    for (const [name, text] of Object.entries(DEFERRABLE)) {
      const file = join(folder, 'one.spec');
      writeFileSync(file, text);
      const { stdout } = await ran(['spec', file], { prepare: async () => {} });
      expect([name, /<waiting \.\.\.>/.test(stdout)]).toEqual([name, true]);
      expect([name, stdout.includes('read/write dependencies')]).toEqual([name, false]);
    }
  });
});
