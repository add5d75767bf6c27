/** A SELECT whose WITH writes: one INSERT, UPDATE or DELETE that nothing else in the statement reads. */
import type { SelectStmt } from 'libpg-query';
import type { Place } from './compile-change.ts';
import { compileGeneral } from './compile-general.ts';
import { compileQuery, compileSelect } from './compile-query.ts';
import type { Plan, QueryPlan } from './plan.ts';

/** Undefined: it is nothing of the kind. */
export function compileWriting({ withClause, ...rest }: SelectStmt, text: string, place: Place): Plan | undefined {
  const [node, another] = withClause?.ctes ?? [];
  if (node === undefined || another !== undefined || !('CommonTableExpr' in node)) return undefined;
  const { ctename = '', ctequery, aliascolnames = [] } = node.CommonTableExpr;
  if (ctequery === undefined || 'SelectStmt' in ctequery || aliascolnames.length > 0) return undefined;
  if (rest.lockingClause !== undefined || names(ctequery, ctename)) return undefined;
  if (names(rest, ctename)) return readingWhatReturns(rest, ctename, compileQuery(ctequery), text, place);
  const change = compileQuery(ctequery);
  if (change.kind === 'select' || change.returning.length > 0) return undefined;
  return { kind: 'writing-with', change, select: compileSelect(rest) };
}

/** Of nothing else, and once. */
function readingWhatReturns(
  rest: SelectStmt,
  name: string,
  change: QueryPlan,
  text: string,
  place: Place,
): Plan | undefined {
  const [target] = rest.targetList ?? [];
  const at = target !== undefined && 'ResTarget' in target ? target.ResTarget.location : undefined;
  if (change.kind === 'select' || change.returning.length === 0 || at === undefined || at < 0) return undefined;
  const from = text.slice(0, place(at)).toLowerCase().lastIndexOf('select');
  const { relations, series, system } = compileGeneral(rest, '', (one) => one);
  if (from < 0 || relations.length !== 1 || relations[0] !== name || series.length > 0 || system !== undefined)
    return undefined;
  return { kind: 'with-returning', change, name, sql: text.slice(from) };
}

/** Whether a part reads a table of that name. */
const names = (part: unknown, name: string): boolean =>
  JSON.stringify(part).includes(`"relname":${JSON.stringify(name)}`);
