/**
 * Names that servers know and the subset does not are refused; names that no server knows are not the compiler's
 * business.
 */
import { describe, expect, test } from 'vitest';
import { loadCompiler } from './compile.ts';

const compile = await loadCompiler();
const refusal = (sql: string): string | undefined => {
  const done = compile(sql);
  return done.ok ? undefined : `${done.error.position}: ${done.error.what}`;
};

const REFUSED: readonly (readonly [string, string])[] = [
  [
    'SELECT * FROM pg_stat_slru',
    '14: the catalog pg_stat_slru (look at the figure of pg_subtrans, which counts lookups)',
  ],
  ['SELECT pid FROM pg_stat_ssl', '16: the catalog pg_stat_ssl'],
  ['SELECT * FROM pg_catalog.pg_proc', '14: the catalog pg_catalog.pg_proc'],
  ['SELECT * FROM information_schema.tables', '14: the catalog information_schema.tables'],
  [
    'SELECT * FROM pg_stat_user_tables',
    '14: the catalog pg_stat_user_tables (use heap_page_items, which lists live and dead row versions)',
  ],
  ['UPDATE pg_class SET relpages = 0', '7: the catalog pg_class'],
  ['EXPLAIN ANALYZE SELECT 1', '8: the option ANALYZE of EXPLAIN (use EXPLAIN (COSTS OFF))'],
  ['CREATE EXTENSION hstore', '0: the extension hstore'],
  ['SELECT 1; DROP TABLE pg_locks', '10: the catalog pg_locks'],
  ['SELECT tableoid FROM t ORDER BY tableoid', '0: the system column tableoid in an expression'],
  ['SHOW shared_buffers', '0: the setting shared_buffers'],
  ["SELECT current_setting('shared_buffers')", '7: the setting shared_buffers'],
  ['SET idle_in_transaction_session_timeout = 5', '0: the setting idle_in_transaction_session_timeout'],
  ['SET transaction_timeout = 5', '0: the setting transaction_timeout'],
  ['SET idle_session_timeout = 5', '0: the setting idle_session_timeout'],
  ['SET enable_sort = off', '0: the setting enable_sort'],
  ['SET vacuum_freeze_min_age = 0', '0: the setting vacuum_freeze_min_age'],
  ['RESET random_page_cost', '0: the setting random_page_cost'],
  ['SET my.setting = 1', '0: the setting my.setting'],
  ['SET search_path = elsewhere', '0: the value elsewhere of the setting search_path'],
  ['SELECT current_timestamp(2)', '7: current_timestamp'],
  ["SELECT pg_sleep_for('1s')", '7: the function pg_sleep_for'],
  ['CREATE TABLE x (a money)', '18: the type money (use numeric, int or bigint)'],
  ['CREATE TABLE x (a numeric(5, 7))', '18: numeric with such a precision or scale'],
  ['DECLARE c CURSOR WITH HOLD FOR SELECT 1', '0: WITH HOLD (fetch all rows before COMMIT)'],
  ['DECLARE c CURSOR FOR SELECT * FROM t FOR UPDATE', '0: FOR UPDATE in a cursor (lock the rows in a SELECT before)'],
  ['DECLARE c CURSOR FOR SELECT a FROM t GROUP BY a', '0: groups in a cursor (run its query itself)'],
  ['DECLARE c CURSOR FOR SELECT 1 FROM t JOIN u ON true', '0: DECLARE CURSOR (run its query itself)'],
  ['FETCH BACKWARD FROM c', '0: FETCH other than forward (declare the cursor again to begin anew)'],
  ['MOVE ABSOLUTE 1 IN c', '0: MOVE other than forward (declare the cursor again to begin anew)'],
  ['UPDATE t SET a = 1 WHERE CURRENT OF c', '0: WHERE CURRENT OF (name the row by its key)'],
  ['DROP DATABASE x', '0: DROP DATABASE'],
  ["COMMENT ON COLUMN t.a IS 'x'", '0: COMMENT ON TABLE'],
  ['CREATE OR REPLACE VIEW x AS SELECT 1', '23: this form of CREATE VIEW'],
  ['DROP MATERIALIZED VIEW x', '0: DROP MATERIALIZED VIEW'],
  ['ALTER TABLE x DROP COLUMN y CASCADE', '0: DROP COLUMN … CASCADE'],
  ['REVOKE SELECT ON x FROM y', '0: REVOKE (leave it out: there is one user)'],
  ['CREATE TABLE x (a int, EXCLUDE (a WITH =))', '23: EXCLUDE constraints'],
];

describe('refused by name and place', () => {
  test.each(REFUSED)('%s', (sql, what) => {
    expect(refusal(sql)).toBe(what);
  });
});

test.each([
  'SELECT nothing(1)',
  'SELECT 1::nothing',
  'CREATE TABLE x (a nothing)',
  'SELECT * FROM nothing',
  'SHOW nothing',
  'SET nothing = 1',
  'SHOW enable_indexscan',
  "SET LOCAL lock_timeout = '1s'",
])('%s is answered when it is run', (sql) => {
  expect(refusal(sql)).toBeUndefined();
});
