/** Which specs need the seldom code, and that specs accepted without it run as they do with it. */
import { expect, test } from 'vitest';
import { bindQuery } from './bound.ts';
import type { Order } from './bound-types.ts';
import { type Table, tableOf } from './catalog.ts';
import { loadCompiler } from './compile.ts';
import type { Rules } from './core.ts';
import { seldomCode } from './exec-seldom.ts';
import { Failure } from './failure.ts';
import { knownAccess } from './index-scan.ts';
import { needsOf } from './needs.ts';
import type { Question } from './path-cost.ts';
import type { PlannedStatement, QueryPlan } from './plan.ts';
import { type Access, planAccess } from './planner.ts';
import type { SeldomCode } from './session.ts';

const compile = await loadCompiler();
const queryOf = (sql: string) => {
  const compiled = compile(sql);
  if (!compiled.ok) throw new Error(compiled.error.what);
  return compiled.value;
};

test.each([
  'BEGIN; SELECT 1; COMMIT',
  'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1; ROLLBACK',
  'CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t VALUES (1); UPDATE t SET id = 2; DELETE FROM t; DROP TABLE t',
  "CREATE TABLE t (id int, v text); UPDATE t SET v = 'a' WHERE id > 1; SELECT xmin, * FROM t WHERE v = 'a'",
  'CREATE TABLE t (id int PRIMARY KEY, v int DEFAULT -1); UPDATE t SET v = v + 1 WHERE id = 1; SELECT * FROM t ORDER BY id',
  'CREATE TABLE t (id int PRIMARY KEY, v int); DELETE FROM t WHERE id = 1 RETURNING v; SELECT v FROM t WHERE id = 1 ORDER BY id',
])('%s needs none of it', (sql) => {
  expect(needsOf([null, queryOf(sql)]).seldom).toBe(false);
});

test.each([
  'BEGIN; SELECT 1; VACUUM t',
  'SAVEPOINT a',
  'RELEASE a',
  'ROLLBACK TO a',
  'SET deadlock_timeout = 10',
  'BEGIN ISOLATION LEVEL SERIALIZABLE',
  'CREATE TABLE t (v numeric)',
  'CREATE TABLE t (v date)',
  'CREATE TABLE t (v varchar(20))',
  'CREATE TABLE t (v int); SELECT v * 1.5 FROM t',
  'SHOW transaction_isolation',
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  "PREPARE TRANSACTION 'a'",
  'PREPARE p AS SELECT 1',
  'EXECUTE p',
  'LOCK TABLE t',
  'ANALYZE t',
  'CREATE INDEX ON t (id)',
  'CREATE TABLE u AS SELECT 1 AS a',
  // Clauses and expressions.
  'SELECT count(*) FROM t',
  'SELECT DISTINCT v FROM t',
  'SELECT v FROM t GROUP BY v',
  'SELECT v FROM t LIMIT 1',
  'SELECT v FROM t OFFSET 1',
  'SELECT v FROM t FOR UPDATE',
  'SELECT txid_current()',
  'SELECT * FROM generate_series(1, 3)',
  'INSERT INTO t SELECT 1',
  'UPDATE t SET v = 1 WHERE id = 1 AND v = 2',
  "DELETE FROM t WHERE v LIKE 'a%'",
  'SELECT v::text FROM t',
  'CREATE TABLE t (id int DEFAULT abs(-1))',
  // Sorted rows, or rows with several ways to them.
  'CREATE TABLE t (id int, v int); SELECT * FROM t ORDER BY id',
  'CREATE TABLE t (id int PRIMARY KEY, v int); SELECT * FROM t ORDER BY v',
  'CREATE TABLE t (id int PRIMARY KEY, v int); SELECT * FROM t ORDER BY id DESC',
  'CREATE TABLE t (id int PRIMARY KEY, v int); SELECT * FROM t ORDER BY id NULLS FIRST',
  'CREATE TABLE t (id int PRIMARY KEY, v int); SELECT * FROM t ORDER BY id, v',
  'CREATE TABLE t (id int PRIMARY KEY, v int); SELECT v AS id FROM t ORDER BY id',
  'CREATE TABLE t (id int PRIMARY KEY, v int); SELECT * FROM t WHERE v = 1 ORDER BY id',
  'CREATE TABLE t (id int PRIMARY KEY, v int); SELECT * FROM t WHERE id > 1',
  'CREATE TABLE t (id int PRIMARY KEY, v int); SELECT * FROM t WHERE id = v',
  'CREATE TABLE t (id int PRIMARY KEY, v int); SELECT id FROM t',
  'CREATE TABLE t (id int PRIMARY KEY); SELECT * FROM t',
  'CREATE TABLE t (id int PRIMARY KEY, v int UNIQUE); SELECT * FROM t WHERE id = 1',
  'CREATE TABLE t (id int, v int, PRIMARY KEY (id, v)); SELECT * FROM t WHERE id = 1',
  'CREATE TABLE t (id text PRIMARY KEY, v int); SELECT * FROM t ORDER BY id',
  'CREATE TABLE t (id int PRIMARY KEY, v text); SELECT * FROM t ORDER BY id',
  'CREATE TABLE t (id int PRIMARY KEY, a int, b int, c int); SELECT * FROM t ORDER BY id',
  'CREATE TABLE t (id int PRIMARY KEY, v int) WITH (fillfactor = 10); SELECT * FROM t ORDER BY id',
  // Another table with the same name may be the one used.
  'CREATE TABLE t (id int); DROP TABLE t; CREATE TABLE t (id int UNIQUE); SELECT id FROM t',
])('%s needs it', (sql) => {
  expect(needsOf([queryOf('SELECT 1'), null, queryOf(sql)]).seldom).toBe(true);
});

const COLUMNS = [
  'id int PRIMARY KEY',
  'id int PRIMARY KEY, v int',
  'id int PRIMARY KEY, v text',
  'id int PRIMARY KEY, v bool, w bigint',
  'id int PRIMARY KEY, v bigint, w bigint',
  'v text, id int PRIMARY KEY, w bigint',
  'v text, w text, id int PRIMARY KEY',
  'v int, id int UNIQUE',
  'id bigint PRIMARY KEY, v int',
  'id text PRIMARY KEY, v int',
  'id int, v int',
  'id int, v int, PRIMARY KEY (id, v)',
  'id int PRIMARY KEY, v int, a text, b text, c text, d text, e text, f text',
];
const TARGETS = ['*', 'id', 'v', 'id, v', 'xmin, id', 'ctid', '1', 'v AS id', 'id AS v', 'v + 1 AS id'];
const WHERES = [
  '',
  'WHERE id = 1',
  'WHERE v = 1',
  'WHERE id > 1',
  'WHERE 1 = id',
  'WHERE id = 1 AND v = 1',
  "WHERE id = '1'",
];
const ORDERS = ['', 'ORDER BY id', 'ORDER BY id DESC', 'ORDER BY v', 'ORDER BY id, v', 'ORDER BY 1'];
const STATEMENTS = [
  ...WHERES.flatMap((where) => [`UPDATE t SET id = 2 ${where}`, `DELETE FROM t ${where}`]),
  ...TARGETS.flatMap((targets) =>
    WHERES.flatMap((where) => ORDERS.map((order) => `SELECT ${targets} FROM t ${where} ${order}`)),
  ),
];

/** A statement and its table, both compiled. */
function planned(columns: string, statement: string): { readonly table: Table; readonly plan: QueryPlan } {
  const [made, query] = queryOf(`CREATE TABLE t (${columns}); ${statement}`).statements.map(
    (one) => (one as PlannedStatement).plan,
  );
  if (
    made?.kind !== 'create-table' ||
    (query?.kind !== 'select' && query?.kind !== 'update' && query?.kind !== 'delete')
  )
    throw new Error(`${statement} is not what was meant`);
  const place = (name: string): number => made.columns.findIndex((column) => column.name === name);
  const indexes = made.indexes.map(({ primary, unique, columns }, i) => {
    return { name: `i${i}`, primary, unique, isConstraint: true, columns: columns.map(place), including: [] };
  });
  return { table: tableOf('t', 1, made.columns, indexes), plan: query };
}

/** Its conditions and order, or why it is an error. */
function lookOf(table: Table, plan: QueryPlan, seldom: SeldomCode | null) {
  try {
    const bound = bindQuery(plan, table, undefined, { params: [], seldom });
    const columns = bound.kind === 'select' ? bound.orderBy.map(({ column }) => column) : [];
    const order: Order | undefined = columns.length === 0 ? undefined : { columns, descending: false };
    return { look: bound.look, order };
  } catch (cause) {
    if (cause instanceof Failure) return cause.error.message;
    throw cause;
  }
}
const told = (access: Access | undefined): string => {
  if (access?.kind !== 'index') return access?.kind ?? 'heap';
  const asked = access.quals.map((qual) => (qual.kind === 'compare' ? `${qual.column} ${qual.op}` : qual.kind));
  return `${access.index.name} (${asked.join()}) ${access.order?.columns.join() ?? ''}`;
};

const RULES: readonly Rules[] = [13, 14, 15, 16, 17, 18];
const BLOCKS = [0, 1, 2, 9, 10, 11, 30, 300, 3000, 30_000];
/** Line pointers of a page, each with one entry, in leaves that are filled to nine tenths. */
const MAX_POINTERS = 291;
const pagesFor = (blocks: number): number => 2 + Math.ceil((blocks * MAX_POINTERS * 20) / (8152 * 0.9));

test('of what needs none of it, each statement has one way to its rows, the planner’s, however large the table is', () => {
  const seen = { through: 0, byKey: 0, inOrder: 0 };
  for (const columns of COLUMNS)
    for (const statement of STATEMENTS) {
      if (needsOf([queryOf(`CREATE TABLE t (${columns}); ${statement}`)]).seldom) continue;
      const { table, plan } = planned(columns, statement);
      const [here, whole] = [lookOf(table, plan, null), lookOf(table, plan, seldomCode)];
      if (typeof here === 'string' || typeof whole === 'string') {
        expect(here).toBe(whole);
        continue;
      }
      const { look, order } = here;
      expect(whole.order).toEqual(order);
      seen.through += 1;
      for (const one of [undefined, order]) {
        const known = told(knownAccess(table, look.quals, one));
        if (look.quals.length > 0) seen.byKey += 1;
        if (one !== undefined) seen.inOrder += 1;
        for (const rules of RULES)
          for (const blocks of BLOCKS)
            for (const pages of [1, 2, pagesFor(blocks)]) {
              const figures = { pages: 0, tuples: rules < 14 ? 0 : undefined, fillfactor: 100, allVisible: 0, blocks };
              const question: Question = {
                ...whole.look,
                table,
                figures,
                rules,
                sizeOf: () => ({ pages, height: pages > 2 ? 1 : 0 }),
                wanted: 0,
                off: [],
                order: one,
              };
              expect([columns, statement, rules, blocks, pages, told(planAccess(question))]).toEqual([
                columns,
                statement,
                rules,
                blocks,
                pages,
                known,
              ]);
            }
      }
    }
  expect(Object.values(seen).every((count) => count > 20)).toBe(true);
});
