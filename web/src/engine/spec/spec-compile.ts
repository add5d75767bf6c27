/** All SQL of a spec, compiled before anything runs: what the engine cannot run is named with its place, at once. */
import '../../base/messages/en/spec.ts';
import { type Lang, type Messages, messagesIn } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { parseSpecBytes } from '../../scenario/spec-parse.ts';
import { type Fault, Lines } from '../../scenario/spec-scan.ts';
import type { Spec, SpecProblem, SqlBlock } from '../../scenario/spec-types.ts';
import type { Compile } from '../../sql/compile.ts';
import type { CompiledQuery } from '../../sql/database.ts';
import { type Needs, needsOf } from '../../sql/needs.ts';
import type { Plan, PlannedStatement } from '../../sql/plan.ts';
import { columnCheck } from './spec-columns.ts';

/**
 * Finds SQL of a spec that a server always refuses: a syntax error, a table that nothing in the spec creates, and a
 * column that a table does not have (spec-columns.ts).
 * isolationtester runs such a file and prints the errors, so for a run these are warnings; for the spec's author they
 * are mostly typos. A table that is created somewhere may exist or not, depending on the order of the steps: that is
 * not reported.
 */

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
  const own = ownTablesOf(plan);
  const inner = 'initPlans' in plan ? (plan.initPlans ?? []) : [];
  return { ...own, used: [...own.used, ...inner.flatMap(({ select }) => tablesOf(select).used)] };
}

function ownTablesOf(plan: Plan): Tables {
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
      return { made: [plan.table, ...serialsOf(plan)], used: [] };
    case 'create-table-as':
      return { made: [plan.table], used: tablesOf(plan.select).used };
    case 'create-view':
      return { made: [plan.name], used: plan.relations };
    case 'create-sequence':
      return { made: [plan.name], used: [] };
    case 'drop-table':
      return plan.ifExists ? NO_TABLES : used(...plan.tables);
    case 'truncate':
    case 'vacuum':
    case 'analyze':
    case 'lock-table':
      return used(...plan.tables);
    case 'with-returning':
      return tablesOf(plan.change);
    case 'prepare':
      return tablesOf(plan.query);
    case 'general':
    case 'general-change':
    case 'general-insert':
      return used(...plan.relations);
    case 'explain':
      return used(...plan.locks.map(({ name }) => name));
    default:
      return NO_TABLES;
  }
}

/** The sequences of its serial columns. */
const serialsOf = ({ table, columns }: Extract<Plan, { kind: 'create-table' }>): string[] =>
  columns.flatMap(({ name, serial }) => (serial === undefined ? [] : [`${table}_${name}_seq`]));

const statementsOf = ({ statements }: CompiledQuery): readonly PlannedStatement[] =>
  statements as readonly PlannedStatement[];

/** @param compiled the spec's blocks with the results of compiling each */
function refusals(compiled: readonly Ran[], messages: Messages = messagesIn('en')): readonly Fault[] {
  const plans = compiled.flatMap(({ query }) => statementsOf(query).map(({ plan }) => plan));
  const made = new Set(plans.flatMap((plan) => tablesOf(plan).made));
  const unresolvedIn = columnCheck(plans);
  const faults: Fault[] = [];
  const told = (offset: number, answer: string): void => {
    faults.push({ offset, message: messages.t('spec.refused', { answer }) });
  };
  for (const { block, query } of compiled) {
    if (query.error !== undefined) told(block.offset + (query.errorAt ?? 0), query.error.message);
    let from = 0;
    for (const statement of statementsOf(query)) {
      const { plan, sql } = statement;
      // The same text may occur twice: the search continues after the previous statement.
      const start = Math.max(from, block.sql.indexOf(sql, from));
      for (const table of new Set(tablesOf(plan).used)) {
        if (made.has(table)) continue;
        const at = sql.toLowerCase().indexOf(table.toLowerCase());
        told(block.offset + start + Math.max(0, at), `relation "${table}" does not exist`);
      }
      const unresolved = unresolvedIn(statement);
      if (unresolved !== null) told(block.offset + start + unresolved.at, unresolved.answer);
      from = start + sql.length;
    }
  }
  return faults;
}

/** Plain data: it can be made at build time. */
export interface CompiledSpec {
  /** The spec's text, for lines and columns. */
  readonly text: string;
  readonly spec: Spec;
  readonly setups: readonly CompiledQuery[];
  readonly sessionSetups: readonly (CompiledQuery | null)[];
  readonly steps: readonly CompiledQuery[];
  readonly sessionTeardowns: readonly (CompiledQuery | null)[];
  readonly teardown: CompiledQuery | null;
  /** What code all these queries need. */
  readonly needs: Needs;
}

/** More problems than these are not shown: finding a column means reading through its line. */
const MAX_PROBLEMS = 100;

/** @param text the spec's own text, for lines and columns */
export function compileSpec(
  text: string,
  spec: Spec,
  compile: Compile,
  messages: Messages = messagesIn('en'),
): Result<CompiledSpec, readonly SpecProblem[]> {
  const lines = new Lines(text);
  const ran: { readonly block: SqlBlock; readonly query: CompiledQuery }[] = [];
  const problems: { readonly message: string; readonly offset: number }[] = [];
  const nothing: CompiledQuery = { sql: '', statements: [] };
  const inOrder = (all: typeof problems | readonly Fault[]): readonly SpecProblem[] =>
    [...all]
      .sort((a, b) => a.offset - b.offset)
      .slice(0, MAX_PROBLEMS)
      .map(({ offset, message }) => ({ ...lines.placeOf(offset), message }));
  const one = (block: SqlBlock): CompiledQuery => {
    const compiled = compile(block.sql);
    if (compiled.ok) {
      ran.push({ block, query: compiled.value });
      return compiled.value;
    }
    const offset = block.offset + compiled.error.position;
    problems.push({ message: messages.t('spec.notSupported', { what: compiled.error.what }), offset });
    return nothing;
  };
  const maybe = (block: SqlBlock | null): CompiledQuery | null => (block === null ? null : one(block));
  const queries = {
    setups: spec.setups.map(one),
    sessionSetups: spec.sessions.map((session) => maybe(session.setup)),
    steps: spec.steps.map(one),
    sessionTeardowns: spec.sessions.map((session) => maybe(session.teardown)),
    teardown: maybe(spec.teardown),
  };
  const needs = needsOf(Object.values(queries).flat());
  const compiled: CompiledSpec = { text, spec, ...queries, needs };
  if (problems.length === 0) {
    const refused = inOrder(refusals(ran, messages));
    return ok(
      withWarnings(
        compiled,
        refused.map((problem) => ({ ...problem, isRefused: true })),
      ),
    );
  }
  return err(inOrder(problems));
}

/** Sorts the problems by place, including the parser's own. */
function withWarnings(compiled: CompiledSpec, more: readonly SpecProblem[]): CompiledSpec {
  if (more.length === 0) return compiled;
  const { spec } = compiled;
  const warnings = [...spec.warnings, ...more].sort((a, b) => a.line - b.line || a.column - b.column);
  return { ...compiled, spec: { ...spec, warnings: warnings.slice(0, MAX_PROBLEMS) } };
}

export type CompileResult = Result<CompiledSpec, readonly SpecProblem[]>;

/** The worker's methods. */
export interface CompileApi {
  compile(question: { readonly source: Uint8Array | string; readonly lang: Lang }): CompileResult;
}

/** A spec's bytes or text, parsed and compiled: the same in the page's worker, at build time and in tests. */

/** A text is treated as the file that it would be saved as, including the limit of the file's size. */
export function compileSource(
  source: Uint8Array | string,
  compile: Compile,
  messages: Messages = messagesIn('en'),
): Result<CompiledSpec, readonly SpecProblem[]> {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  const parsed = parseSpecBytes(bytes, messages);
  if (!parsed.ok) return parsed;
  const { text, ...spec } = parsed.value;
  return compileSpec(text, spec, compile, messages);
}
