/** CHECK and foreign keys of CREATE TABLE, and ALTER TABLE for them, of PostgreSQL's parse tree as plans. */
import type { AlterTableStmt, Constraint, Node } from 'libpg-query';
import { type ColumnOf, columnAction } from './compile-alter.ts';
import { compileExpr, stringOf } from './compile-expr.ts';
import { tableName } from './compile-query.ts';
import type { ConstraintPlan, ForeignKeyPlan, KeyAction, Plan } from './plan.ts';
import { Outside } from './statement-names.ts';

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  a: 'no action',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
};
const actionOf = (letter: string | undefined): KeyAction => ACTIONS[letter ?? ''] ?? 'no action';
const namesOf = (list: readonly Node[] | undefined): string[] => (list ?? []).map(stringOf);

function foreignKey(constraint: Constraint, column: string | undefined): ForeignKeyPlan {
  const { location } = constraint;
  if (constraint.fk_matchtype === 'f') throw new Outside('MATCH FULL', location);
  if (constraint.fk_matchtype === 'p') throw new Outside('MATCH PARTIAL', location);
  if ((constraint.fk_del_set_cols?.length ?? 0) > 0) throw new Outside('ON DELETE SET of some columns', location);
  return {
    kind: 'foreign-key',
    name: constraint.conname,
    columns: column === undefined ? namesOf(constraint.fk_attrs) : [column],
    parent: tableName(constraint.pktable),
    parentColumns: namesOf(constraint.pk_attrs),
    onDelete: actionOf(constraint.fk_del_action),
    onUpdate: actionOf(constraint.fk_upd_action),
    deferred: constraint.initdeferred === true,
    notValid: constraint.skip_validation === true,
  };
}

/** Adds the constraint to the list, if it is one of these; `column` if it is written at a column. */
export function takesConstraint(
  constraint: Constraint,
  column: string | undefined,
  constraints: ConstraintPlan[],
  previous?: Constraint,
): boolean {
  switch (constraint.contype) {
    case 'CONSTR_CHECK':
      if (constraint.raw_expr === undefined) return false;
      constraints.push({
        kind: 'check',
        name: constraint.conname,
        expr: compileExpr(constraint.raw_expr),
        notValid: constraint.skip_validation === true,
      });
      return true;
    case 'CONSTR_FOREIGN':
      constraints.push(foreignKey(constraint, column));
      return true;
    case 'CONSTR_ATTR_DEFERRABLE':
    case 'CONSTR_ATTR_NOT_DEFERRABLE':
    case 'CONSTR_ATTR_IMMEDIATE':
      // Without SET CONSTRAINTS all of them are the same.
      return previous?.contype === 'CONSTR_FOREIGN';
    case 'CONSTR_ATTR_DEFERRED': {
      const last = constraints.at(-1);
      if (previous?.contype !== 'CONSTR_FOREIGN' || last?.kind !== 'foreign-key') return false;
      constraints[constraints.length - 1] = { ...last, deferred: true };
      return true;
    }
    default:
      return false;
  }
}

export function alterTable({ relation, cmds = [], objtype, missing_ok }: AlterTableStmt, columnOf: ColumnOf): Plan {
  const at = relation?.location;
  const [node, second] = cmds;
  const command = node !== undefined && 'AlterTableCmd' in node ? node.AlterTableCmd : undefined;
  if (objtype !== 'OBJECT_TABLE' || command === undefined) throw new Outside('ALTER of this', at);
  if (second !== undefined) throw new Outside('ALTER TABLE with several actions', at);
  const table = { kind: 'alter-table', table: tableName(relation), ifExists: missing_ok === true } as const;
  const { name = '', def, subtype = '' } = command;
  switch (subtype) {
    case 'AT_AddConstraint': {
      const found: ConstraintPlan[] = [];
      if (def === undefined || !('Constraint' in def)) break;
      if (!takesConstraint(def.Constraint, undefined, found))
        throw new Outside('ALTER TABLE … ADD of this constraint', def.Constraint.location);
      const [constraint] = found;
      if (constraint !== undefined) return { ...table, action: { kind: 'add-constraint', constraint } };
      break;
    }
    case 'AT_DropConstraint':
      return { ...table, action: { kind: 'drop-constraint', name, ifExists: command.missing_ok === true } };
    case 'AT_ValidateConstraint':
      return { ...table, action: { kind: 'validate-constraint', name } };
    default: {
      const action = columnAction(command, columnOf);
      if (action !== undefined) return { ...table, action };
    }
  }
  throw new Outside('ALTER TABLE', undefined);
}
