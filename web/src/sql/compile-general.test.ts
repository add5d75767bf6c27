import { beforeAll, expect, test } from 'vitest';
import { type Compile, loadCompiler } from './compile.ts';
import type { GeneralPlan } from './general.ts';
import { needsOf } from './needs.ts';
import type { PlannedStatement } from './plan.ts';

let compile: Compile;
beforeAll(async () => {
  compile = await loadCompiler();
});

const general = (sql: string): GeneralPlan => {
  const query = compile(sql);
  const [one] = query.ok ? (query.value.statements as readonly PlannedStatement[]) : [];
  if (one?.plan.kind !== 'general') throw new Error(`${sql}: ${JSON.stringify(query)}`);
  return one.plan;
};

test.each([
  ['SELECT * FROM a JOIN b USING (id), c', 'a b c'],
  ['WITH w AS (SELECT * FROM a) SELECT (SELECT max(x) FROM c) FROM w, b WHERE EXISTS (SELECT 1 FROM d)', 'a b c d'],
  ['WITH w AS (SELECT 1), b AS (SELECT * FROM w) SELECT * FROM b, public.w', 'w'],
  ['WITH b AS (SELECT * FROM w), w AS (SELECT 1) SELECT * FROM b, w', 'w'],
  ['WITH RECURSIVE w AS (SELECT 1 UNION ALL SELECT * FROM w, a) SELECT * FROM w', 'a'],
  ['SELECT 1 FROM (SELECT * FROM b WHERE id IN (TABLE a)) s UNION SELECT 2 FROM c', 'b a c'],
  ['SELECT x.id FROM a x, a y WHERE x.id = ANY (SELECT id FROM b)', 'a a b'],
])('tables come in the order in which analysis locks them: %s', (sql, tables) => {
  expect(general(sql).relations).toEqual(tables.split(' '));
});

test('a query that our own executor knows needs no evaluator; one of a spec that does not is enough', () => {
  const made = (sql: string) => {
    const query = compile(sql);
    if (!query.ok) throw new Error(query.error.what);
    return query.value;
  };
  const own = [
    "SELECT id, count(*) FROM t WHERE s LIKE 'a%' GROUP BY id ORDER BY 1",
    'UPDATE t SET a = (SELECT max(a) FROM t)',
    'INSERT INTO t VALUES ((SELECT 1))',
    'SELECT * FROM t WHERE id = (SELECT min(id) FROM t) FOR UPDATE',
  ].map(made);
  expect(needsOf([...own, null]).evaluator).toBe(false);
  expect(needsOf([...own, made('SELECT id FROM t UNION SELECT 1')]).evaluator).toBe(true);
});

test('the statement’s own text is what is asked, and how many rows its functions make is known', () => {
  const query = compile('SELECT 1 ; SELECT * FROM generate_series(1, 9, 2) g, generate_series(5, -5, -1) h -- all\n');
  const plans = query.ok ? (query.value.statements as readonly PlannedStatement[]).map(({ plan }) => plan) : [];
  expect(plans[1]).toEqual({
    kind: 'general',
    sql: 'SELECT * FROM generate_series(1, 9, 2) g, generate_series(5, -5, -1) h -- all',
    relations: [],
    series: [5, 11],
    isSorted: false,
    isRecursive: false,
  });
});

test.each([
  ['SELECT * FROM generate_series(1, 30000) g, a', 'more than 20000 rows of generate_series'],
  ['SELECT * FROM a, generate_series(1, a.id) g', 'generate_series of anything but whole numbers'],
  ["SELECT '1'::money, count(*) OVER () FROM a", 'the type money (use numeric, int or bigint)'],
  ["SELECT 'now'::date, count(*) OVER () FROM a", 'a text that may stand for a day of the clock'],
  ['SELECT * FROM a, pg_proc', 'the catalog pg_proc'],
  ['SELECT repeat(s, 900), (SELECT 1) FROM a', 'repeat of anything but a number up to 100'],
  ["SELECT format('%9s', s), (SELECT 1) FROM a", 'the function format'],
])('what an evaluator could not answer truly, or not in time, is refused by name: %s', (sql, what) => {
  expect(compile(sql)).toMatchObject({ ok: false, error: { what } });
});
