/**
 * ON CONFLICT, bound: which unique keys it is about, and DO UPDATE's SET and WHERE over two rows, the one that is there
 * and the one proposed for insertion. Source: transformOnConflictClause in analyze.c, infer_arbiter_indexes in plancat.c.
 */
import { bindCondition, bindExpr, columnOf } from './bind.ts';
import { scopeOf, setOf } from './bound.ts';
import type { BoundConflict, Given, Relation, Scope, Typed } from './bound-types.ts';
import { type Index, type Table, VIRTUAL } from './catalog.ts';
import { engineLimit, Failure } from './failure.ts';
import { hasExpressions, implies } from './index-proof.ts';
import type { Expr, OnConflict } from './plan.ts';

export function bindConflict(
  { target, update }: OnConflict,
  table: Table,
  relation: Relation,
  given: Given,
): BoundConflict {
  if (update !== undefined && target === undefined)
    throw new Failure('42601', 'ON CONFLICT DO UPDATE requires inference specification or constraint name');
  if (relation.name === 'excluded') throw engineLimit('ON CONFLICT of a table that is called "excluded"');
  const isNamed = target?.kind === 'constraint';
  const named = isNamed ? [constraint(table, target.name)] : undefined;
  const bound = update && updateOf(update, table, relation, given);
  const scope = scopeOf(relation, given, 'ON CONFLICT');
  const arbiters = named ?? (target?.kind === 'keys' ? inferred(target, table, scope) : undefined);
  return { arbiters, isNamed, update: bound };
}

function updateOf(
  { set, where }: NonNullable<OnConflict['update']>,
  table: Table,
  relation: Relation,
  given: Given,
): BoundConflict['update'] {
  const scope = scopeOf(relation, given, 'UPDATE');
  const evals = setOf(set, table, scope);
  const condition = where && bindCondition(where, { ...scope, clause: 'WHERE' }, 'WHERE');
  // ExecUpdateLockMode: by the columns that are set, whatever their values.
  const isKey = evals.some((one, i) => one !== undefined && table.keyColumn[i] === true);
  return { set: evals, where: condition, mode: isKey ? 'update' : 'no key update' };
}

/** The columns of the proposed row follow the table's own and its system columns (exec-conflict.ts). */
export function bindOfTwoRows(
  { kind, name }: Extract<Expr, { kind: 'excluded' | 'unqualified' }>,
  scope: Scope,
): Typed {
  const { relation } = scope;
  const columns = relation?.columns.slice(0, relation.starred) ?? [];
  const at = columns.findIndex((column) => column.name === name);
  const column = columns[at];
  if (column === undefined) {
    // A system column has only the row that is there.
    if (kind === 'unqualified' && relation !== undefined) return columnOf(scope, undefined, name);
    throw new Failure('42703', `column excluded.${name} does not exist`);
  }
  if (kind === 'unqualified') throw new Failure('42702', `column reference "${name}" is ambiguous`);
  const place = (relation?.columns.length ?? 0) + at;
  return { type: column.type, eval: (row) => row[place] ?? null };
}

function constraint(table: Table, name: string): Index {
  const found = table.indexes.find((index) => index.isConstraint && index.name === name);
  if (found === undefined) throw new Failure('42704', `constraint "${name}" for table "${table.name}" does not exist`);
  return found;
}

/** infer_arbiter_indexes: all that have exactly these columns and expressions, and whose WHERE the target's implies. */
function inferred(
  { keys, where }: Extract<OnConflict['target'], { kind: 'keys' }>,
  table: Table,
  scope: Scope,
): readonly Index[] {
  for (const key of keys) bindExpr(key, scope);
  if (where !== undefined) bindCondition(where, scope, 'WHERE');
  const columns = keys.flatMap((key) =>
    key.kind === 'column' ? [table.columns.findIndex(({ name }) => name === key.name)] : [],
  );
  const others = keys.filter(({ kind }) => kind !== 'column');
  const found = table.indexes.filter((index) => {
    const own = index.columns.filter((one) => one < VIRTUAL);
    if (!index.unique || !own.every((one) => columns.includes(one)) || !columns.every((one) => own.includes(one)))
      return false;
    if (!hasExpressions(index, others)) return false;
    const answer = index.where === undefined ? 'yes' : implies(where, index);
    if (answer === 'perhaps')
      throw engineLimit(`a target of ON CONFLICT that may imply the WHERE of the partial index "${index.name}"`);
    return answer === 'yes';
  });
  if (found.length === 0)
    throw new Failure('42P10', 'there is no unique or exclusion constraint matching the ON CONFLICT specification');
  return found;
}
