/** Which specs need the code of seldom statements. */
import { expect, test } from 'vitest';
import { loadCompiler } from './compile.ts';
import { needSeldom } from './seldom.ts';

const compile = await loadCompiler();
const queryOf = (sql: string) => {
  const compiled = compile(sql);
  if (!compiled.ok) throw new Error(compiled.error.what);
  return compiled.value;
};

test.each([
  'BEGIN; SELECT 1; COMMIT',
  'BEGIN ISOLATION LEVEL REPEATABLE READ; SAVEPOINT a; RELEASE a; ROLLBACK',
  'CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t VALUES (1); UPDATE t SET id = 2; DELETE FROM t; DROP TABLE t',
])('%s needs none of it', (sql) => {
  expect(needSeldom([null, queryOf(sql)])).toBe(false);
});

test.each([
  'BEGIN; SELECT 1; VACUUM t',
  'SET deadlock_timeout = 10',
  'SHOW transaction_isolation',
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  "PREPARE TRANSACTION 'a'",
  'PREPARE p AS SELECT 1',
  'EXECUTE p',
  'LOCK TABLE t',
  'ANALYZE t',
  'CREATE INDEX ON t (id)',
  'CREATE TABLE u AS SELECT 1 AS a',
])('%s needs it', (sql) => {
  expect(needSeldom([queryOf('SELECT 1'), null, queryOf(sql)])).toBe(true);
});
