/**
 * Finds SQL of a spec that a server always refuses: a syntax error, and a table that nothing in the spec creates.
 * isolationtester runs such a file and prints the errors, so for a run these are warnings; for the spec's author they
 * are mostly typos. A table that is created somewhere may exist or not, depending on the order of the steps: that is
 * not reported.
 */
import { type Messages, messagesIn } from '../../base/messages/index.ts';
import type { Fault } from '../../scenario/spec-scan.ts';
import type { SqlBlock } from '../../scenario/spec-types.ts';
import type { CompiledQuery } from '../../sql/database.ts';
import type { Plan, PlannedStatement } from '../../sql/plan.ts';

interface Ran {
  readonly block: SqlBlock;
  readonly query: CompiledQuery;
}
interface Tables {
  readonly made: readonly string[];
  readonly used: readonly string[];
}

const NO_TABLES: Tables = { made: [], used: [] };
const used = (...names: readonly (string | undefined)[]): Tables => ({
  made: [],
  used: names.flatMap((name) => (name === undefined ? [] : [name])),
});

/** The tables that a statement creates, and those that it needs. */
function tablesOf(plan: Plan): Tables {
  switch (plan.kind) {
    case 'select':
      return plan.from?.kind === 'table' ? used(plan.from.table) : NO_TABLES;
    case 'insert':
      return used(plan.table, ...(plan.source.kind === 'select' ? tablesOf(plan.source.select).used : []));
    case 'update':
    case 'delete':
    case 'create-index':
      return used(plan.table);
    case 'create-table':
      return { made: [plan.table], used: [] };
    case 'create-table-as':
      return { made: [plan.table], used: tablesOf(plan.select).used };
    case 'drop-table':
      return plan.ifExists ? NO_TABLES : used(...plan.tables);
    case 'vacuum':
    case 'analyze':
    case 'lock-table':
      return used(...plan.tables);
    case 'prepare':
      return tablesOf(plan.query);
    default:
      return NO_TABLES;
  }
}

const statementsOf = ({ statements }: CompiledQuery): readonly PlannedStatement[] =>
  statements as readonly PlannedStatement[];

/** @param compiled the spec's blocks with the results of compiling each */
export function refusals(compiled: readonly Ran[], messages: Messages = messagesIn('en')): readonly Fault[] {
  const made = new Set(compiled.flatMap(({ query }) => statementsOf(query).flatMap(({ plan }) => tablesOf(plan).made)));
  const faults: Fault[] = [];
  const told = (offset: number, answer: string): void => {
    faults.push({ offset, message: messages.t('spec.refused', { answer }) });
  };
  for (const { block, query } of compiled) {
    if (query.error !== undefined) told(block.offset + (query.errorAt ?? 0), query.error.message);
    let from = 0;
    for (const { plan, sql } of statementsOf(query)) {
      // The same text may occur twice: the search continues after the previous statement.
      const start = Math.max(from, block.sql.indexOf(sql, from));
      for (const table of new Set(tablesOf(plan).used)) {
        if (made.has(table)) continue;
        const at = sql.toLowerCase().indexOf(table.toLowerCase());
        told(block.offset + start + Math.max(0, at), `relation "${table}" does not exist`);
      }
      from = start + sql.length;
    }
  }
  return faults;
}
