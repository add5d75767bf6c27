/** ALTER TABLE of a column, TRUNCATE, DROP INDEX and RENAME COLUMN as plans. */
import type {
  AlterTableCmd,
  ColumnDef,
  CommentStmt,
  DropStmt,
  Node,
  ReindexStmt,
  RenameStmt,
  TruncateStmt,
} from 'libpg-query';
import { compileExpr, plainName } from './compile-expr.ts';
import { tableName } from './compile-query.ts';
import type { ColumnAction, ColumnPlan, ConstraintPlan, IndexPlan, Plan } from './plan.ts';
import { isKnown, Outside, objectName } from './statement-names.ts';

export type ColumnOf = (def: ColumnDef, indexes: IndexPlan[], constraints: ConstraintPlan[]) => ColumnPlan;

/** Undefined: it is another action. */
export function columnAction(command: AlterTableCmd, columnOf: ColumnOf): ColumnAction | undefined {
  const { subtype = '', name = '', def, missing_ok, behavior } = command;
  switch (subtype) {
    case 'AT_AddColumn':
      if (def === undefined || !('ColumnDef' in def)) return undefined;
      return { kind: 'add-column', column: newColumn(def.ColumnDef, columnOf), ifNotExists: missing_ok === true };
    case 'AT_DropColumn':
      if (behavior === 'DROP_CASCADE') throw new Outside('DROP COLUMN … CASCADE', undefined);
      return { kind: 'drop-column', name, ifExists: missing_ok === true };
    case 'AT_ColumnDefault':
      return { kind: 'set-default', name, fallback: def === undefined ? undefined : compileExpr(def) };
    case 'AT_SetNotNull':
    case 'AT_DropNotNull':
      return { kind: 'set-not-null', name, value: subtype === 'AT_SetNotNull' };
    case 'AT_SetRelOptions': {
      const items = def !== undefined && 'List' in def ? (def.List.items ?? []) : [];
      const isNothing = items.every((item) => 'DefElem' in item && item.DefElem.defname === 'parallel_workers');
      return isNothing ? { kind: 'nothing' } : undefined;
    }
    default:
      return undefined;
  }
}

function newColumn(def: ColumnDef, columnOf: ColumnOf): ColumnPlan {
  const indexes: IndexPlan[] = [];
  const constraints: ConstraintPlan[] = [];
  const column = columnOf(def, indexes, constraints);
  if (indexes.length + constraints.length > 0 || column.serial !== undefined)
    throw new Outside('ADD COLUMN with keys, constraints or a sequence', def.location);
  return column;
}

export function truncate({ relations = [], restart_seqs, behavior }: TruncateStmt): Plan {
  if (restart_seqs === true || behavior === 'DROP_CASCADE')
    throw new Outside('TRUNCATE … RESTART IDENTITY or CASCADE', undefined);
  return {
    kind: 'truncate',
    tables: relations.map((node: Node) => tableName('RangeVar' in node ? node.RangeVar : undefined)),
  };
}

/** No query here shows a comment; what counts is its lock and its xid. Without a text it may write nothing. */
export function comment({ objtype, object, comment: text }: CommentStmt): Plan {
  const names = object !== undefined && 'List' in object ? (object.List.items ?? []) : [];
  if (objtype !== 'OBJECT_TABLE') throw new Outside(`COMMENT ON ${objectName(objtype)}`, undefined);
  if (text === undefined || text === '') throw new Outside('COMMENT without a text', undefined);
  const table = plainName(names, undefined);
  if (isKnown('relation', table)) throw new Outside(`the catalog ${table}`, undefined);
  return { kind: 'comment', table };
}

export function dropIndex({ missing_ok, concurrent, behavior }: DropStmt, names: readonly string[]): Plan {
  if (concurrent === true) throw new Outside('DROP INDEX CONCURRENTLY', undefined);
  if (behavior === 'DROP_CASCADE') throw new Outside('DROP INDEX … CASCADE', undefined);
  return { kind: 'drop-index', names, ifExists: missing_ok === true };
}

export function rename({ renameType, relation, relationType, subname = '', newname = '' }: RenameStmt): Plan {
  if (renameType !== 'OBJECT_COLUMN' || relationType !== 'OBJECT_TABLE')
    throw new Outside(`ALTER ${objectName(renameType)} … RENAME`, relation?.location);
  return { kind: 'rename-column', table: tableName(relation), column: subname, to: newname };
}

export function reindex({ kind, relation, params = [] }: ReindexStmt): Plan {
  const isIndex = kind === 'REINDEX_OBJECT_INDEX';
  if (params.length > 0 || (!isIndex && kind !== 'REINDEX_OBJECT_TABLE'))
    throw new Outside('this form of REINDEX', relation?.location);
  return { kind: 'reindex', name: tableName(relation), isIndex };
}
