/** CREATE VIEW and DROP VIEW as plans: what an evaluator makes of the view's query is its definition. */
import type { DropStmt, ViewStmt } from 'libpg-query';
import { compileGeneral } from './compile-general.ts';
import { tableName } from './compile-query.ts';
import type { Plan } from './plan.ts';
import { Outside } from './statement-names.ts';

/** Up to the query, whose place the parser does not tell. */
const HEAD = /^create\s+view\s+(?:"[^"]+"|[\w$.]+)\s*(?:\([^()]*\)\s*)?as\s+/i;

export function compileView(stmt: ViewStmt, text: string): Plan {
  const { view, query, replace, options = [], withCheckOption } = stmt;
  const at = view?.location;
  const head = HEAD.exec(text)?.[0];
  const isPlain =
    replace !== true && options.length === 0 && (withCheckOption ?? 'NO_CHECK_OPTION') === 'NO_CHECK_OPTION';
  if (!isPlain || head === undefined || query === undefined || !('SelectStmt' in query))
    throw new Outside('this form of CREATE VIEW', at);
  const { relations, system, series } = compileGeneral(query.SelectStmt, text.slice(head.length), (place) => place);
  if (system !== undefined) throw new Outside('a view of what the server is asked', at);
  return { kind: 'create-view', name: tableName(view), sql: text, relations, series };
}

export function dropView({ missing_ok, behavior }: DropStmt, names: readonly string[]): Plan {
  if (behavior === 'DROP_CASCADE') throw new Outside('DROP VIEW … CASCADE', undefined);
  return { kind: 'drop-view', names, ifExists: missing_ok === true };
}
