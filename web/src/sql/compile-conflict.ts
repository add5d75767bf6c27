/** INSERT … ON CONFLICT of PostgreSQL's parse tree. Source: transformOnConflictClause in parser/analyze.c. */
import type { IndexElem, InferClause, Node, OnConflictClause } from 'libpg-query';
import { compileExpr } from './compile-expr.ts';
import type { Expr, OnConflict, SetList } from './plan.ts';
import { Outside } from './statement-names.ts';

/** `setOf`: compiles SET. The subqueries of the clause are parameters already. */
export function compileConflict(
  { action, infer, targetList, whereClause, location }: OnConflictClause,
  setOf: (list: readonly Node[]) => SetList,
): OnConflict {
  const target = infer === undefined ? undefined : targetOf(infer);
  if (action === 'ONCONFLICT_NOTHING') return { kind: 'on-conflict', target, update: undefined };
  if (action !== 'ONCONFLICT_UPDATE') throw new Outside('this form of ON CONFLICT', location);
  const where = whereClause === undefined ? undefined : ofTwoRows(compileExpr(whereClause));
  return { kind: 'on-conflict', target, update: { set: ofTwoRows(setOf(targetList ?? [])), where } };
}

function targetOf({ conname, indexElems = [], whereClause, location }: InferClause): OnConflict['target'] {
  if (conname !== undefined) return { kind: 'constraint', name: conname };
  const keys = indexElems.map((node): Expr => {
    if (!('IndexElem' in node)) throw new Outside('this target of ON CONFLICT', location);
    return keyOf(node.IndexElem, location);
  });
  return { kind: 'keys', keys, where: whereClause === undefined ? undefined : compileExpr(whereClause) };
}

function keyOf({ name, expr, collation, opclass }: IndexElem, at: number | undefined): Expr {
  if (collation !== undefined || opclass !== undefined)
    throw new Outside('COLLATE and operator classes in the target of ON CONFLICT', at);
  if (name !== undefined) return { kind: 'column', table: undefined, name };
  if (expr === undefined) throw new Outside('this target of ON CONFLICT', at);
  return compileExpr(expr);
}

/** Both the row that is there and the one proposed for insertion have each column, so that a bare name is ambiguous. */
function ofTwoRows<T>(part: T): T {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one: unknown) => ofTwoRows(one)) as T;
  const { kind, table, name } = part as { readonly kind?: unknown; readonly table?: unknown; readonly name?: unknown };
  if (kind === 'column' && table === undefined) return { kind: 'unqualified', name } as T;
  if (kind === 'column' && table === 'excluded') return { kind: 'excluded', name } as T;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => [key, ofTwoRows(value)]),
  ) as T;
}
