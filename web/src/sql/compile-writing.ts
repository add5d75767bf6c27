/** A SELECT whose WITH writes: one INSERT, UPDATE or DELETE that nothing else in the statement reads. */
import type { SelectStmt } from 'libpg-query';
import { compileQuery, compileSelect } from './compile-query.ts';
import type { Plan } from './plan.ts';

/** Undefined: it is nothing of the kind. */
export function compileWriting({ withClause, ...rest }: SelectStmt): Plan | undefined {
  const [node, another] = withClause?.ctes ?? [];
  if (node === undefined || another !== undefined || !('CommonTableExpr' in node)) return undefined;
  const { ctename = '', ctequery, aliascolnames = [] } = node.CommonTableExpr;
  if (ctequery === undefined || 'SelectStmt' in ctequery || aliascolnames.length > 0) return undefined;
  if (rest.lockingClause !== undefined || names(rest, ctename) || names(ctequery, ctename)) return undefined;
  const change = compileQuery(ctequery);
  if (change.kind === 'select' || change.returning.length > 0) return undefined;
  return { kind: 'writing-with', change, select: compileSelect(rest) };
}

/** Whether a part reads a table of that name. */
const names = (part: unknown, name: string): boolean =>
  JSON.stringify(part).includes(`"relname":${JSON.stringify(name)}`);
