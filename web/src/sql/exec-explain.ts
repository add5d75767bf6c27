/**
 * EXPLAIN (COSTS OFF): the evaluator's own, for empty tables of the same definitions. A planner takes a table that
 * nothing has counted to have ten pages, whatever it holds, so both stand before the same choice; of other tables the
 * evaluator has no statistics, and of several tables versions before its own may choose another join: these are refused.
 */
import { lookUp, type Table } from './catalog.ts';
import type { ServerCore } from './core.ts';
import { popSnapshot, pushSnapshot } from './exec.ts';
import { lockTable } from './exec-query.ts';
import { engineLimit, Failure } from './failure.ts';
import { definitionOf } from './general-table.ts';
import { PRICE, WORK } from './limits.ts';
import { lockIndexes } from './lock-tags.ts';
import type { UtilityPlan } from './plan.ts';
import { waysOff } from './plan-scan.ts';
import { openRelation } from './relcache.ts';
import { readIndexRow } from './relcache-index.ts';
import { fetched } from './seldom.ts';
import type { Exec, Results } from './session.ts';

/** Undefined: waits. */
export function runExplain(x: Exec, plan: Extract<UtilityPlan, { kind: 'explain' }>): Results | undefined {
  const { world, run, session } = x;
  const { core, work, catalog, evaluator } = world;
  if (run.phase === 'begin') {
    work.pay(WORK.statements, PRICE.query + PRICE.evaluator);
    if (!pushSnapshot(x)) return undefined;
    run.phase = 'lock';
  }
  for (; run.lockAt < plan.locks.length; run.lockAt++) {
    const { name, mode } = plan.locks[run.lockAt] ?? { name: '', mode: 1 };
    // What does not exist is the evaluator's error.
    if (run.table === undefined && lookUp(catalog, session.changes, name) === undefined) continue;
    const table = lockTable(x, name, mode);
    if (table === undefined) return undefined;
    openRelation(world, session, table);
    lockIndexes(world, session.id, table, mode);
  }
  const names = [...new Set(plan.locks.map(({ name }) => name))];
  const tables = names.flatMap((name) => lookUp(catalog, session.changes, name) ?? []);
  const ask = (sql: string) => {
    const answer = fetched(evaluator).run(sql);
    if (answer.error !== undefined) throw new Failure(answer.error.sqlstate, answer.error.message, answer.error.detail);
    return answer.rows.map(([line]) => line ?? '');
  };
  try {
    ask(['BEGIN', ...tables.map((table) => definitionOf(table, core.figures(table.relation).fillfactor))].join(';'));
    const off = waysOff(session);
    if (off.length > 0) ask(off.map((way) => `SET LOCAL enable_${way} = off`).join(';'));
    const lines = ask(plan.sql);
    if (!tables.every(({ relation }) => isUncounted(x, relation)))
      throw engineLimit('EXPLAIN of a table that has ten pages, or that VACUUM, ANALYZE or CREATE INDEX has counted');
    if (
      core.rules < fetched(evaluator).major &&
      (plan.locks.length > 1 || off.length > 0 || mayDiffer(plan.sql, lines.join('\n')))
    )
      throw engineLimit(
        'EXPLAIN of this statement by the rules of an older version: its planner may choose another plan',
      );
    if (plan.hasCosts) mustCostAlike(lines, tables, core);
    nameIndexes(x, lines, tables);
    while (run.pushed > 0) popSnapshot(x);
    return [
      {
        kind: 'rows',
        columns: [{ name: 'QUERY PLAN', type: 'text' }],
        rows: lines.map((line) => [line]),
        tag: 'EXPLAIN',
      },
    ];
  } finally {
    fetched(evaluator).run('ROLLBACK');
  }
}

/**
 * The evaluator's tables are empty: costs are a server's only where they do not depend on the number of an index's pages,
 * and versions compute those of a single node alike. fillfactor counts since 17.
 */
function mustCostAlike(lines: readonly string[], tables: readonly Table[], core: ServerCore): void {
  const nodes = lines.filter((line) => line.includes('(cost='));
  const isAlike = nodes.length === 1 && /^Seq Scan|^Index Scan .* rows=1 |^Result/.test(nodes[0] ?? '');
  if (!isAlike || (core.rules < 17 && tables.some(({ relation }) => core.figures(relation).fillfactor !== 100)))
    throw engineLimit('costs of this plan (use EXPLAIN (COSTS OFF))');
}

/** Versions plan or print these in different ways. */
const mayDiffer = (sql: string, plan: string): boolean =>
  OTHERWISE.test(plan) || (/\bor\b/i.test(sql) && plan.includes(' = ANY ('));
const OTHERWISE = /InitPlan|SubPlan|WindowAgg|Memoize|Group Key|Unique|SetOp|CTE|Disabled|Append/;

/** explain_get_index_name in src/backend/commands/explain.c. */
function nameIndexes({ world, session }: Exec, lines: readonly string[], tables: readonly Table[]): void {
  for (const table of tables)
    for (const { name } of table.indexes)
      if (lines.some((line) => /\bIndex\b/.test(line) && line.split(/[ "]+/).includes(name)))
        readIndexRow(world, session, table, name);
}

function isUncounted({ world }: Exec, relation: number): boolean {
  const { tuples, pages, blocks } = world.core.figures(relation);
  return (tuples === undefined || (tuples === 0 && pages === 0)) && blocks < 10 && !world.counted.has(relation);
}
