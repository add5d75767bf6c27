import { beforeAll, expect, test } from 'vitest';
import { type Compile, loadCompiler } from './compile.ts';
import type { PlannedStatement } from './plan.ts';

let compile: Compile;
beforeAll(async () => {
  compile = await loadCompiler();
});

const plans = (sql: string): readonly PlannedStatement['plan'][] => {
  const query = compile(sql);
  if (!query.ok) throw new Error(query.error.what);
  return query.value.statements.map((one) => (one as PlannedStatement).plan);
};

test.each([
  ['SELECT 1; SELECT (SELECT now())', 'the function now in a query with joins, subqueries, WITH or windows', 25],
  ["SELECT 'é', (SELECT now())", 'the function now in a query with joins, subqueries, WITH or windows', 20],
  [
    '  -- first\n  CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE FUNCTION with a result (write its query where you would call it)',
    13,
  ],
  [
    'SELECT * FROM a JOIN b ON random() < 1',
    'the function random in a query with joins, subqueries, WITH or windows',
    26,
  ],
  ['SELECT a.xmin FROM a, b', 'the system column xmin in a query with joins, subqueries, WITH or windows', 7],
  ['SELECT * FROM a, b FOR UPDATE', 'row locks in a query with joins, subqueries or WITH', 0],
  [
    'WITH w AS (DELETE FROM t RETURNING id) SELECT * FROM w, t',
    'DELETE in WITH (run it alone: RETURNING shows its rows)',
    5,
  ],
  ['SELECT 2 ^ 3, count(*) OVER () FROM a', 'the operator ^', 9],
  ['SELECT pg_sleep_for($$1s$$)', 'the function pg_sleep_for', 7],
  ['CREATE TABLE t (a json)', 'the type json (use text)', 18],
  ['CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN END $$', 'CREATE FUNCTION in plpgsql', 0],
  ["CREATE FUNCTION f(a int) RETURNS void LANGUAGE sql STRICT AS ''", 'the option STRICT of CREATE FUNCTION', 51],
  ["CREATE FUNCTION f(OUT a int) RETURNS void LANGUAGE sql AS ''", 'this form of CREATE FUNCTION', 0],
  ["CREATE FUNCTION f(a float) RETURNS void LANGUAGE sql AS ''", 'such an argument of a function', 0],
  ["CREATE FUNCTION f() RETURNS void LANGUAGE sql AS 'SELECT 1'", 'this form of CREATE FUNCTION', 0],
  ["CREATE FUNCTION abs(a int) RETURNS void LANGUAGE sql AS ''", 'CREATE FUNCTION abs', 0],
  ['CREATE INDEX ON t USING hash (a, b)', 'the index method hash for such an index', 16],
  ['CREATE INDEX ON t USING gin (a)', 'the index method gin', 16],
])('outside the subset, with its place: %s', (sql, what, position) => {
  expect(compile(sql)).toEqual({ ok: false, error: { what, position } });
});

test.each([
  ['comments within comments', '/*'.repeat(24_000), 'so many comments without a space between them'],
  ['comments side by side', '/**/'.repeat(12_000), 'so many comments without a space between them'],
  ['an operator', '+'.repeat(1000), '1000 operator characters in a row'],
  ['a line in a comment', `-- ${'='.repeat(1000)}\n`, '1000 operator characters in a row'],
])('a long row of signs is called what it is: %s', (_, signs, what) => {
  expect(compile(`SELECT 1 ${signs}`)).toMatchObject({ ok: false, error: { what } });
});

test('a syntax error is part of what is compiled: a server answers it when the query is run', () => {
  const query = compile('SELECT 1; SELEC 2');
  expect(query.ok && query.value).toMatchObject({
    statements: [],
    error: { sqlstate: '42601', message: 'syntax error at or near "SELEC"' },
  });
});

test('plans are plain data', () => {
  const sql =
    "PREPARE p(int) AS UPDATE t SET v = v + $1, s = DEFAULT WHERE id IN (1, 2) AND v BETWEEN 1 AND 3 RETURNING *; SELECT count(*) FROM t WHERE s LIKE 'a%' GROUP BY v ORDER BY 1 LIMIT 3";
  const made = plans(sql);
  expect(structuredClone(made)).toEqual(made);
  expect(JSON.parse(JSON.stringify(made))).toEqual(JSON.parse(JSON.stringify(made)));
});

test('an empty query has no statements', () => {
  for (const sql of ['', '  \n', ';', '-- nothing']) expect(plans(sql)).toEqual([]);
});

test('each statement has its own text', () => {
  const query = compile("  SELECT 'é' ;\n-- two\n SELECT 2 ");
  expect(query.ok && query.value.statements.map((one) => (one as PlannedStatement).sql)).toEqual([
    "SELECT 'é'",
    'SELECT 2',
  ]);
});

test('names out of Object.prototype are ordinary names', () => {
  expect(plans('SELECT constructor(1)')).toMatchObject([
    { select: { targets: [{ expr: { kind: 'call', name: 'constructor' } }] } },
  ]);
  expect(plans('CREATE TABLE t (a "toString")')).toEqual([{ kind: 'no-type', name: 'toString' }]);
  expect(plans('SELECT "__proto__" FROM "constructor"')).toHaveLength(1);
});
