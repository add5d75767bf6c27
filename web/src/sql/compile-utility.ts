/** Turns all statements except queries from PostgreSQL's parse tree into plans. */
import type {
  ColumnDef,
  Constraint,
  CreateStmt,
  CreateTableAsStmt,
  DefElem,
  DropStmt,
  IndexStmt,
  Node,
  TransactionStmt,
  VacuumStmt,
  VariableSetStmt,
} from 'libpg-query';
import { columnTypeOf } from './compile-column-type.ts';
import { alterTable, takesConstraint } from './compile-constraint.ts';
import { compileDdl, identityOf, serialOf } from './compile-ddl.ts';
import { compileExpr, plainName, stringOf, typeOf } from './compile-expr.ts';
import { indexPlan } from './compile-index.ts';
import { compileQuery, compileSelect, isQuery, tableName } from './compile-query.ts';
import type { ColumnPlan, ConstraintPlan, IndexPlan, Plan, TransactionOption } from './plan.ts';
import { isObeyed, isolationOption, isShown } from './settings-names.ts';
import { isKnown, Outside, objectName, refusedStatement } from './statement-names.ts';

export function compileUtility(node: Node): Plan {
  if ('TransactionStmt' in node) return transaction(node.TransactionStmt);
  if ('VariableSetStmt' in node) return set(node.VariableSetStmt);
  if ('VariableShowStmt' in node) {
    const { name = '' } = node.VariableShowStmt;
    if (name === 'all') throw new Outside('SHOW ALL', undefined);
    const lower = name.toLowerCase();
    if (!isShown(lower) && (isKnown('setting', lower) || lower.includes('.')))
      throw new Outside(`the setting ${lower}`, undefined);
    return { kind: 'show', name };
  }
  const ddl = compileDdl(node);
  if (ddl !== undefined) return ddl;
  if ('CreateStmt' in node) return createTable(node.CreateStmt);
  if ('CreateTableAsStmt' in node) return createTableAs(node.CreateTableAsStmt);
  if ('AlterTableStmt' in node) return alterTable(node.AlterTableStmt, columnOf);
  if ('DropStmt' in node) return dropTable(node.DropStmt);
  if ('IndexStmt' in node) return createIndex(node.IndexStmt);
  if ('VacuumStmt' in node) return vacuum(node.VacuumStmt);
  if ('LockStmt' in node) {
    const { relations = [], mode = 8, nowait = false } = node.LockStmt;
    const tables = relations.map((rel) => tableName('RangeVar' in rel ? rel.RangeVar : undefined));
    return { kind: 'lock-table', tables, mode, noWait: nowait };
  }
  if ('PrepareStmt' in node) {
    const { name = '', argtypes = [], query } = node.PrepareStmt;
    if (query === undefined || !isQuery(query)) throw new Outside('PREPARE of this statement', undefined);
    const types = argtypes.map((type) => {
      if (!('TypeName' in type)) throw new Outside('this type', undefined);
      const word = stringOf(type.TypeName.names?.at(-1));
      return word === 'unknown' ? undefined : typeOf(type.TypeName, undefined);
    });
    return { kind: 'prepare', name, types, query: compileQuery(query) };
  }
  if ('ExecuteStmt' in node)
    return {
      kind: 'execute',
      name: node.ExecuteStmt.name ?? '',
      args: (node.ExecuteStmt.params ?? []).map(compileExpr),
    };
  if ('DeallocateStmt' in node) return { kind: 'deallocate', name: node.DeallocateStmt.name };
  throw new Outside(refusedStatement(node), undefined);
}

function options(list: readonly Node[] | undefined): TransactionOption[] {
  return (list ?? []).map((node): TransactionOption => {
    const element = 'DefElem' in node ? node.DefElem : undefined;
    const arg = element?.arg;
    const value = arg !== undefined && 'A_Const' in arg ? arg.A_Const : undefined;
    switch (element?.defname) {
      case 'transaction_isolation': {
        const level = value?.sval?.sval ?? '';
        const known = isolationOption(level);
        if (known !== undefined) return { kind: 'isolation', level: known };
        throw new Outside(`ISOLATION LEVEL ${level.toUpperCase()}`, element.location);
      }
      case 'transaction_read_only':
        return { kind: 'read-only', value: (value?.ival?.ival ?? 0) !== 0 };
      case 'transaction_deferrable':
        return { kind: 'deferrable', value: (value?.ival?.ival ?? 0) !== 0 };
      default:
        throw new Outside(`the option ${element?.defname ?? ''}`, element?.location);
    }
  });
}

function transaction(stmt: TransactionStmt): Plan {
  const name = stmt.savepoint_name ?? '';
  const gid = stmt.gid ?? '';
  if (stmt.chain === true) return { kind: 'chain', ends: stmt.kind === 'TRANS_STMT_ROLLBACK' ? 'ROLLBACK' : 'COMMIT' };
  switch (stmt.kind) {
    case 'TRANS_STMT_BEGIN':
      return { kind: 'begin', tag: 'BEGIN', options: options(stmt.options) };
    case 'TRANS_STMT_START':
      return { kind: 'begin', tag: 'START TRANSACTION', options: options(stmt.options) };
    case 'TRANS_STMT_COMMIT':
      return { kind: 'commit' };
    case 'TRANS_STMT_ROLLBACK':
      return { kind: 'rollback' };
    case 'TRANS_STMT_SAVEPOINT':
      return { kind: 'savepoint', name };
    case 'TRANS_STMT_RELEASE':
      return { kind: 'release', name };
    case 'TRANS_STMT_ROLLBACK_TO':
      return { kind: 'rollback-to', name };
    case 'TRANS_STMT_PREPARE':
      return { kind: 'prepare-transaction', gid };
    case 'TRANS_STMT_COMMIT_PREPARED':
      return { kind: 'commit-prepared', gid };
    case 'TRANS_STMT_ROLLBACK_PREPARED':
      return { kind: 'rollback-prepared', gid };
    default:
      throw new Outside('this transaction command', stmt.location);
  }
}

function set(stmt: VariableSetStmt): Plan {
  const name = (stmt.name ?? '').toLowerCase();
  const local = stmt.is_local === true;
  switch (stmt.kind) {
    case 'VAR_SET_MULTI':
      if (stmt.name === 'TRANSACTION')
        return { kind: 'set-transaction', scope: 'transaction', options: options(stmt.args) };
      if (stmt.name === 'SESSION CHARACTERISTICS')
        return { kind: 'set-transaction', scope: 'session', options: options(stmt.args) };
      return { kind: 'import-snapshot', name: (stmt.args ?? []).map(settingText).join() };
    case 'VAR_SET_VALUE': {
      const value = (stmt.args ?? []).map(settingText).join(', ');
      checkValue(known(name), value);
      return { kind: 'set', name, value, local };
    }
    case 'VAR_SET_DEFAULT':
      return { kind: 'set', name: known(name), value: undefined, local };
    case 'VAR_RESET':
      return { kind: 'reset', name: known(name) };
    case 'VAR_RESET_ALL':
      return { kind: 'reset', name: undefined };
    default:
      throw new Outside('SET … FROM CURRENT', undefined);
  }
}

/**
 * A name that no server knows is an error at run time; one that servers know and we do not obey is outside the subset.
 */
function known(name: string): string {
  const isOutside = isShown(name) ? !isObeyed(name) : isKnown('setting', name) || name.includes('.');
  if (isOutside) throw new Outside(`the setting ${name}`, undefined);
  return name;
}
/** Refuses values that would have to change something. */
function checkValue(name: string, value: string): void {
  const isFine =
    name === 'search_path'
      ? value.split(',').some((one) => one.trim() === 'public')
      : name === 'standard_conforming_strings'
        ? ['on', 'true', 'yes', '1', 't', 'y'].includes(value.toLowerCase())
        : true;
  if (!isFine) throw new Outside(`the value ${value} of the setting ${name}`, undefined);
}

function settingText(node: Node): string {
  if (!('A_Const' in node)) throw new Outside('this value of a setting', undefined);
  const { ival, fval, sval, boolval } = node.A_Const;
  if (ival !== undefined) return String(ival.ival ?? 0);
  if (fval !== undefined) return fval.fval ?? '';
  if (boolval !== undefined) return boolval.boolval === true ? 'true' : 'false';
  return sval?.sval ?? '';
}

const textOf = (node: Node | undefined): string =>
  node === undefined
    ? ''
    : 'Integer' in node
      ? String(node.Integer.ival ?? 0)
      : 'Float' in node
        ? (node.Float.fval ?? '')
        : 'String' in node
          ? (node.String.sval ?? '')
          : '';

function fillfactorOf(list: readonly Node[] | undefined): number {
  let fillfactor = 100;
  for (const node of list ?? []) {
    const element: DefElem | undefined = 'DefElem' in node ? node.DefElem : undefined;
    const name = element?.defname ?? '';
    if (name === 'fillfactor' && element?.defnamespace === undefined) {
      fillfactor = Number(textOf(element?.arg));
      if (!(fillfactor >= 10 && fillfactor <= 100)) throw new Outside('this fillfactor', element?.location);
    } else if (!name.startsWith('autovacuum_')) throw new Outside(`the option ${name}`, element?.location);
  }
  return fillfactor;
}

const keysOf = (keys: readonly Node[] | undefined): string[] => (keys ?? []).map(stringOf);

/** A PRIMARY KEY or UNIQUE constraint; `column` if it is written at a column. */
function indexOf(constraint: Constraint, column: string | undefined): IndexPlan {
  if (constraint.deferrable === true || constraint.nulls_not_distinct === true)
    throw new Outside('this kind of constraint', constraint.location);
  return {
    name: constraint.conname,
    primary: constraint.contype === 'CONSTR_PRIMARY',
    unique: true,
    columns: column === undefined ? keysOf(constraint.keys) : [column],
    including: keysOf(constraint.including),
  };
}

const isKey = (constraint: Constraint): boolean =>
  constraint.contype === 'CONSTR_PRIMARY' || constraint.contype === 'CONSTR_UNIQUE';

function columnOf(def: ColumnDef, indexes: IndexPlan[], constraints: ConstraintPlan[]): ColumnPlan {
  const name = def.colname ?? '';
  const { type, modifier } = columnTypeOf(def);
  if (def.collClause !== undefined) throw new Outside('COLLATE', def.location);
  let serial = serialOf(def);
  let notNull = serial !== undefined;
  let fallback: ColumnPlan['fallback'];
  let previous: Constraint | undefined;
  for (const node of def.constraints ?? []) {
    if (!('Constraint' in node)) throw new Outside('this constraint', def.location);
    const constraint = node.Constraint;
    if (takesConstraint(constraint, name, constraints, previous)) {
      if (constraint.contype?.startsWith('CONSTR_ATTR') !== true) previous = constraint;
      continue;
    }
    previous = constraint;
    if (isKey(constraint)) indexes.push(indexOf(constraint, name));
    else if (constraint.contype === 'CONSTR_NOTNULL') notNull = true;
    else if (constraint.contype === 'CONSTR_DEFAULT' && constraint.raw_expr !== undefined)
      fallback = compileExpr(constraint.raw_expr);
    else if (constraint.contype === 'CONSTR_IDENTITY') {
      serial = identityOf(constraint, type);
      notNull = true;
    } else if (constraint.contype !== 'CONSTR_NULL') throw new Outside(constraintName(constraint), constraint.location);
  }
  if (serial !== undefined && fallback !== undefined) throw new Outside('DEFAULT of such a column', def.location);
  return { name, type, ...(modifier && { modifier }), ...(serial && { serial }), notNull, fallback };
}

const constraintName = (constraint: Constraint): string =>
  constraint.contype === 'CONSTR_FOREIGN'
    ? 'foreign keys'
    : `${CONSTRAINTS[constraint.contype ?? ''] ?? (constraint.contype ?? '').replace('CONSTR_', '')} constraints`;
const CONSTRAINTS: Readonly<Record<string, string>> = {
  CONSTR_EXCLUSION: 'EXCLUDE',
  CONSTR_ATTR_DEFERRABLE: 'DEFERRABLE',
  CONSTR_ATTR_NOT_DEFERRABLE: 'NOT DEFERRABLE',
  CONSTR_ATTR_DEFERRED: 'INITIALLY DEFERRED',
  CONSTR_ATTR_IMMEDIATE: 'INITIALLY IMMEDIATE',
};

function createTable(stmt: CreateStmt): Plan {
  const at = stmt.relation?.location;
  if (stmt.partspec !== undefined || stmt.partbound !== undefined) throw new Outside('partitions', at);
  if ((stmt.inhRelations?.length ?? 0) > 0) throw new Outside('INHERITS', at);
  if (stmt.ofTypename !== undefined || stmt.tablespacename !== undefined || stmt.accessMethod !== undefined)
    throw new Outside('this form of CREATE TABLE', at);
  const columns: ColumnPlan[] = [];
  const indexes: IndexPlan[] = [];
  const constraints: ConstraintPlan[] = [];
  for (const node of stmt.tableElts ?? []) {
    if ('ColumnDef' in node) columns.push(columnOf(node.ColumnDef, indexes, constraints));
    else if ('Constraint' in node && takesConstraint(node.Constraint, undefined, constraints)) continue;
    else if ('Constraint' in node && isKey(node.Constraint)) indexes.push(indexOf(node.Constraint, undefined));
    else if ('Constraint' in node) throw new Outside(constraintName(node.Constraint), node.Constraint.location);
    else throw new Outside('this part of CREATE TABLE', at);
  }
  return {
    kind: 'create-table',
    table: tableName(stmt.relation),
    ifNotExists: stmt.if_not_exists === true,
    columns,
    indexes,
    fillfactor: fillfactorOf(stmt.options),
    ...(constraints.length > 0 && { constraints }),
  };
}

function createTableAs(stmt: CreateTableAsStmt): Plan {
  const { query, into, objtype } = stmt;
  const at = into?.rel?.location;
  if (query === undefined || !('SelectStmt' in query) || objtype !== 'OBJECT_TABLE' || into?.skipData === true)
    throw new Outside('this form of CREATE TABLE AS', at);
  if ((into?.options?.length ?? 0) > 0) throw new Outside('options of CREATE TABLE AS', at);
  return {
    kind: 'create-table-as',
    table: tableName(into?.rel),
    ifNotExists: stmt.if_not_exists === true,
    columns: keysOf(into?.colNames),
    select: compileSelect(query.SelectStmt),
  };
}

function dropTable(stmt: DropStmt): Plan {
  if (stmt.removeType !== 'OBJECT_TABLE') throw new Outside(`DROP ${objectName(stmt.removeType)}`, undefined);
  const tables = (stmt.objects ?? []).map((node) => {
    const name = plainName('List' in node ? (node.List.items ?? []) : [], undefined);
    if (isKnown('relation', name)) throw new Outside(`the catalog ${name}`, undefined);
    return name;
  });
  return { kind: 'drop-table', tables, ifExists: stmt.missing_ok === true, cascade: stmt.behavior === 'DROP_CASCADE' };
}

function createIndex(stmt: IndexStmt): Plan {
  const at = stmt.relation?.location;
  if (stmt.concurrent === true) throw new Outside('CONCURRENTLY', at);
  if (stmt.nulls_not_distinct === true) throw new Outside('NULLS NOT DISTINCT', at);
  return {
    kind: 'create-index',
    table: tableName(stmt.relation),
    ifNotExists: stmt.if_not_exists === true,
    index: indexPlan(stmt),
  };
}

function vacuum(stmt: VacuumStmt): Plan {
  const isVacuum = stmt.is_vacuumcmd === true;
  let freezes = false;
  for (const node of stmt.options ?? []) {
    const element = 'DefElem' in node ? node.DefElem : undefined;
    const name = element?.defname ?? '';
    if (name === 'freeze' && element?.arg === undefined) {
      freezes = true;
      continue;
    }
    // Their output goes to the log or as INFO; ANALYZE's statistics are not used.
    if (
      !['analyze', 'skip_locked', 'parallel', 'truncate', 'index_cleanup'].includes(name) ||
      element?.arg !== undefined
    )
      throw new Outside(`the option ${name.toUpperCase()} (use VACUUM without it)`, element?.location);
  }
  const tables = (stmt.rels ?? []).map((node) => {
    const rel = 'VacuumRelation' in node ? node.VacuumRelation : undefined;
    if ((rel?.va_cols?.length ?? 0) > 0 && isVacuum) throw new Outside('columns of VACUUM', rel?.relation?.location);
    return tableName(rel?.relation);
  });
  return isVacuum ? { kind: 'vacuum', tables, ...(freezes && { freezes }) } : { kind: 'analyze', tables };
}
