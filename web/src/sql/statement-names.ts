/** SQL's names for the statements and objects that the parser names differently: for messages. */

import type { Node } from 'libpg-query';
import { FUNCTIONS, RELATIONS, SETTINGS, TYPES } from './known-names.gen.ts';

/**
 * Names that servers of 13 to 18 know and the subset does not: they are refused, because the answer "does not exist"
 * would be wrong. Includes a substitute if there is one. The names come from servers (known-names.gen.ts).
 */

type Kind = 'relation' | 'function' | 'type' | 'setting';
const LISTS: Readonly<Record<Kind, string>> = {
  relation: RELATIONS,
  function: FUNCTIONS,
  type: TYPES,
  setting: SETTINGS,
};
const sets = new Map<Kind, ReadonlySet<string>>();

/** Whether any server knows the name. */
export function isKnown(kind: Kind, name: string): boolean {
  let set = sets.get(kind);
  if (set === undefined) {
    set = new Set(LISTS[kind].split(/\s+/));
    sets.set(kind, set);
  }
  return name !== '' && set.has(name);
}

const WHOLE = 'use numeric, int or bigint';
const SUBSTITUTES: Readonly<Record<string, string>> = {
  'type json': 'use text',
  'type money': WHOLE,
  'function generate_series': 'use it in FROM',
  'relation pg_stat_user_tables': 'use heap_page_items, which lists live and dead row versions',
  'relation pg_stat_slru': 'look at the figure of pg_subtrans, which counts lookups',
};
/** "use text" if text would do. */
export const substituteFor = (kind: 'type' | 'function' | 'relation', name: string): string | undefined =>
  SUBSTITUTES[`${kind} ${name}`];

/** What to write instead of a statement. */
const INSTEAD: Readonly<Record<string, string>> = {
  'CREATE VIEW': 'write its query where you would name it',
  'CREATE FUNCTION': 'write its statements as steps',
  DO: 'write its statements as steps',
  GRANT: 'leave it out: there is one user',
  REVOKE: 'leave it out: there is one user',
  COPY: 'use INSERT or SELECT',
};
/** "GRANT (leave it out: there is one user)". */
export function refusedStatement(node: Node): string {
  const name = statementName(node);
  return withHint(name, Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined);
}

/** serial and its variants are no types, but the parser knows them. */
export const isSerial = (name: string): boolean => /^(?:small|big)?serial$|^serial[248]$/.test(name);

/** Valid PostgreSQL outside the subset: reported with its place, and nothing of the query runs. */
export interface NotSupported {
  /** E.g. "JOIN". */
  readonly what: string;
  /** Its place in the query, in UTF-16 units from 0. */
  readonly position: number;
}

/** Thrown while compiling and turned into a value at the end. `at`: bytes, as the parser counts. */
export class Outside extends Error {
  readonly what: string;
  readonly at: number | undefined;
  constructor(what: string, at: number | undefined) {
    super(what);
    this.what = what;
    this.at = at;
  }
}

/** "the type varchar (use text)": with a substitute, if there is one. */
export const withHint = (what: string, hint: string | undefined): string =>
  hint === undefined ? what : `${what} (${hint})`;

/** A type that no server knows either: its error comes when the statement runs. */
export class NoSuchType extends Error {
  readonly type: string;
  constructor(type: string) {
    super(type);
    this.type = type;
  }
}

/** From a place in the UTF-8 form of `text` to its index there. Made once, asked often. */
export function indexOfBytes(text: string): (at: number) => number {
  const indexes: number[] = [];
  let index = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let i = 0; i < bytes; i++) indexes.push(index);
    index += character.length;
  }
  return (at) => indexes[at] ?? index;
}

/** Statements whose parser name, split into words, is not SQL's. */
const STATEMENTS: Readonly<Record<string, string>> = {
  AlterDatabaseRefreshCollStmt: 'ALTER DATABASE',
  AlterDatabaseSetStmt: 'ALTER DATABASE',
  AlterEnumStmt: 'ALTER TYPE',
  AlterEventTrigStmt: 'ALTER EVENT TRIGGER',
  AlterExtensionContentsStmt: 'ALTER EXTENSION',
  AlterFdwStmt: 'ALTER FOREIGN DATA WRAPPER',
  AlterOpFamilyStmt: 'ALTER OPERATOR FAMILY',
  AlterRoleSetStmt: 'ALTER ROLE',
  AlterSeqStmt: 'ALTER SEQUENCE',
  AlterStatsStmt: 'ALTER STATISTICS',
  AlterTSConfigurationStmt: 'ALTER TEXT SEARCH CONFIGURATION',
  AlterTSDictionaryStmt: 'ALTER TEXT SEARCH DICTIONARY',
  AlterTableMoveAllStmt: 'ALTER TABLE ALL',
  AlterTableSpaceOptionsStmt: 'ALTER TABLESPACE',
  CheckPointStmt: 'CHECKPOINT',
  ClosePortalStmt: 'CLOSE',
  CompositeTypeStmt: 'CREATE TYPE',
  ConstraintsSetStmt: 'SET CONSTRAINTS',
  CreateAmStmt: 'CREATE ACCESS METHOD',
  CreateEnumStmt: 'CREATE TYPE',
  CreateEventTrigStmt: 'CREATE EVENT TRIGGER',
  CreateFdwStmt: 'CREATE FOREIGN DATA WRAPPER',
  CreateOpClassStmt: 'CREATE OPERATOR CLASS',
  CreateOpFamilyStmt: 'CREATE OPERATOR FAMILY',
  CreatePLangStmt: 'CREATE LANGUAGE',
  CreateRangeStmt: 'CREATE TYPE',
  CreateSeqStmt: 'CREATE SEQUENCE',
  CreateForeignServerStmt: 'CREATE SERVER',
  CreateStatsStmt: 'CREATE STATISTICS',
  CreateTableSpaceStmt: 'CREATE TABLESPACE',
  CreateTrigStmt: 'CREATE TRIGGER',
  CreatedbStmt: 'CREATE DATABASE',
  DeclareCursorStmt: 'DECLARE CURSOR',
  DropTableSpaceStmt: 'DROP TABLESPACE',
  DropdbStmt: 'DROP DATABASE',
  RefreshMatViewStmt: 'REFRESH MATERIALIZED VIEW',
  ReplicaIdentityStmt: 'REPLICA IDENTITY',
  RuleStmt: 'CREATE RULE',
  SecLabelStmt: 'SECURITY LABEL',
  ViewStmt: 'CREATE VIEW',
};
const OBJECTS: Readonly<Record<string, string>> = {
  OBJECT_AMOP: 'OPERATOR FAMILY',
  OBJECT_AMPROC: 'OPERATOR FAMILY',
  OBJECT_ATTRIBUTE: 'TYPE',
  OBJECT_COLUMN: 'TABLE',
  OBJECT_DOMCONSTRAINT: 'DOMAIN',
  OBJECT_FDW: 'FOREIGN DATA WRAPPER',
  OBJECT_FOREIGN_SERVER: 'SERVER',
  OBJECT_MATVIEW: 'MATERIALIZED VIEW',
  OBJECT_OPCLASS: 'OPERATOR CLASS',
  OBJECT_OPFAMILY: 'OPERATOR FAMILY',
  OBJECT_STATISTIC_EXT: 'STATISTICS',
  OBJECT_TABCONSTRAINT: 'TABLE',
  OBJECT_TSCONFIGURATION: 'TEXT SEARCH CONFIGURATION',
  OBJECT_TSDICTIONARY: 'TEXT SEARCH DICTIONARY',
  OBJECT_TSPARSER: 'TEXT SEARCH PARSER',
  OBJECT_TSTEMPLATE: 'TEXT SEARCH TEMPLATE',
};

/** MATERIALIZED VIEW for OBJECT_MATVIEW. */
export const objectName = (type: string | undefined): string =>
  OBJECTS[type ?? ''] ?? (type ?? '').replace('OBJECT_', '').replaceAll('_', ' ');

/** CREATE FUNCTION for CreateFunctionStmt. */
export function statementName(node: Node): string {
  if ('GrantStmt' in node) return node.GrantStmt.is_grant === true ? 'GRANT' : 'REVOKE';
  if ('GrantRoleStmt' in node) return node.GrantRoleStmt.is_grant === true ? 'GRANT' : 'REVOKE';
  if ('FetchStmt' in node) return node.FetchStmt.ismove === true ? 'MOVE' : 'FETCH';
  if ('AlterTableStmt' in node) return `ALTER ${objectName(node.AlterTableStmt.objtype)}`;
  if ('RenameStmt' in node) return `ALTER ${objectName(node.RenameStmt.renameType)} … RENAME`;
  if ('AlterOwnerStmt' in node) return `ALTER ${objectName(node.AlterOwnerStmt.objectType)} … OWNER TO`;
  if ('AlterObjectSchemaStmt' in node) return `ALTER ${objectName(node.AlterObjectSchemaStmt.objectType)} … SET SCHEMA`;
  if ('AlterObjectDependsStmt' in node)
    return `ALTER ${objectName(node.AlterObjectDependsStmt.objectType)} … DEPENDS ON`;
  if ('DefineStmt' in node) return `CREATE ${objectName(node.DefineStmt.kind)}`;
  const kind = Object.keys(node)[0] ?? '';
  return STATEMENTS[kind] ?? (kind === '' ? 'this statement' : words(kind.replace(/Stmt$/, '')));
}
const words = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toUpperCase();

const EXPRESSIONS: Readonly<Record<string, string>> = {
  CollateClause: 'COLLATE',
  CurrentOfExpr: 'WHERE CURRENT OF (name the row by its key)',
  GroupingFunc: 'GROUPING',
  RowExpr: 'ROW',
  SetToDefault: 'DEFAULT in this place',
  XmlExpr: 'XML',
  XmlSerialize: 'XML',
  MultiAssignRef: 'SET of several columns',
};

/** current_date for SQLValueFunction: the word in the text, if there is a single one. */
export function expressionName(node: Node): string {
  if ('SQLValueFunction' in node) return (node.SQLValueFunction.op ?? '').replace(/^SVFOP_|_N$/g, '').toLowerCase();
  const kind = Object.keys(node)[0] ?? 'nothing';
  return EXPRESSIONS[kind] ?? (kind.startsWith('Json') ? 'SQL/JSON' : words(kind));
}
