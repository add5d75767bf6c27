/**
 * Tables, by name. A definition is plain data and never changes; a changed table is a new definition, so that code
 * compiled against one knows by identity whether it still fits. A running transaction's list of changes says which
 * tables it has created or dropped: that transaction sees its changes, all others wait for the lock or see them at
 * commit.
 * MODEL: the catalog is no table, so its rows have no versions: others see a change from the commit on, whatever their
 * snapshot.
 */
import type { ColumnType, Expr, IndexExpression, KeyAction, Modifier } from './plan.ts';
import type { Serial } from './plan-ddl.ts';
import type { SequenceDefinition } from './sequence.ts';
import type { Row, Value } from './values.ts';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly modifier?: Modifier;
  readonly serial?: Serial;
  readonly notNull: boolean;
  readonly fallback: Expr | undefined;
  /** ALTER TABLE … DROP COLUMN: its place among a row's values stays, and its name is one that nobody writes. */
  readonly dropped?: true;
  /** Of rows that are older than the column (attmissingval). */
  readonly missing?: Value;
}
export interface Index {
  readonly name: string;
  readonly unique: boolean;
  readonly primary: boolean;
  /** True for PRIMARY KEY or UNIQUE, not for CREATE INDEX. */
  readonly isConstraint: boolean;
  /** Numbers of the key's columns, then of the included ones; from VIRTUAL on they are those of `expressions`. */
  readonly columns: readonly number[];
  readonly including: readonly number[];
  readonly expressions?: readonly IndexExpression[];
  /** WHERE of a partial index. */
  readonly where?: Expr;
  /** Missing: a btree. */
  readonly method?: 'hash';
  /** Of a hash index. */
  readonly buckets?: number;
}
export interface Check {
  readonly name: string;
  readonly expr: Expr;
  readonly valid: boolean;
}
/** A foreign key; columns by number, those of the parent in the same order. */
export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly number[];
  readonly parent: string;
  /** The C engine's number of the parent. */
  readonly parentRelation: number;
  readonly parentColumns: readonly number[];
  readonly onDelete: KeyAction;
  readonly onUpdate: KeyAction;
  /** Its checks, and NO ACTION, come at COMMIT. */
  readonly deferred: boolean;
  readonly valid: boolean;
}
/** Of a view (exec-view.ts). */
export interface ViewDefinition {
  readonly kind: 'view';
  /** Its query, as PostgreSQL writes it. */
  readonly query: string;
  /** Tables that it reads, and rows of each function in FROM. */
  readonly relations: readonly string[];
  readonly series: readonly number[];
}
/** Another table's foreign key (or its own), seen from the parent. */
export interface Reference {
  readonly child: string;
  readonly childRelation: number;
  readonly key: ForeignKey;
}
/** No table has so many columns. */
export const VIRTUAL = 2000;
/** A btree; all its entries are the values of columns, and all rows have one. */
export const isPlain = ({ expressions, where, method }: Index): boolean =>
  expressions === undefined && where === undefined && method === undefined;

/** Whether an index's expressions or its WHERE read the column (pull_varattnos). */
const reads = ({ expressions, where }: Index, name: string): boolean =>
  JSON.stringify([expressions, where]).includes(`"name":${JSON.stringify(name)}`);

export interface Table {
  readonly name: string;
  /** The C engine's number. */
  readonly relation: number;
  readonly columns: readonly Column[];
  readonly types: readonly ColumnType[];
  readonly indexes: readonly Index[];
  /** By column: part of a unique key (INDEX_ATTR_BITMAP_KEY); part of any index, included columns too. */
  readonly keyColumn: readonly boolean[];
  readonly indexedColumn: readonly boolean[];
  /** By name, which is the order in which they are tested. Missing, here and below: none. */
  readonly checks?: readonly Check[];
  /** In the order of their creation, which is the one of their triggers. */
  readonly foreignKeys?: readonly ForeignKey[];
  readonly referencedBy?: readonly Reference[];
  /** Values of rows that are older than a column, by column. */
  readonly missing?: Row;
  /** It is no table. */
  readonly other?: SequenceDefinition | ViewDefinition;
}

export function tableOf(name: string, relation: number, columns: readonly Column[], indexes: readonly Index[]): Table {
  const isKey = columns.map((_, i) =>
    indexes.some((index) => index.unique && isPlain(index) && index.columns.includes(i)),
  );
  const isIndexed = columns.map(({ name }, i) =>
    indexes.some(
      (index) => index.columns.includes(i) || index.including.includes(i) || (!isPlain(index) && reads(index, name)),
    ),
  );
  return {
    name,
    relation,
    columns,
    types: columns.map(({ type }) => type),
    indexes,
    keyColumn: isKey,
    indexedColumn: isIndexed,
    ...(columns.some(({ missing }) => missing !== undefined) && {
      missing: columns.map(({ missing = null }) => missing),
    }),
  };
}

/** A transaction's change to the catalog: its table before (if any) and after (if any), and the level. */
export interface Change {
  readonly name: string;
  readonly before: Table | undefined;
  readonly after: Table | undefined;
  level: number;
}

/** MODEL: names of indexes are unique among all tables, as PostgreSQL's, but are not looked up by name otherwise. */
export interface Catalog {
  readonly tables: Map<string, Table>;
}

/** As a session sees it: its own changes override, the newest last. */
export function lookUp(catalog: Catalog, changes: readonly Change[], name: string): Table | undefined {
  for (let i = changes.length - 1; i >= 0; i--) {
    const change = changes[i];
    if (change?.name === name) return change.after;
  }
  return catalog.tables.get(name);
}

/** Without sequences. */
export const allTables = (catalog: Catalog, changes: readonly Change[]): Table[] =>
  allRelations(catalog, changes).filter(({ other }) => other === undefined);
/** Committed ones, for whoever shows them. */
export const tablesIn = (catalog: Catalog): Table[] => allTables(catalog, []);

export function allRelations(catalog: Catalog, changes: readonly Change[]): Table[] {
  const tables = new Map(catalog.tables);
  for (const { name, after } of changes) {
    if (after === undefined) tables.delete(name);
    else tables.set(name, after);
  }
  return [...tables.values()];
}
