/**
 * Tables, by name. A definition is plain data and never changes; a changed table is a new definition, so that what was
 * compiled against one knows by identity whether it still fits. Who made or dropped what in a running transaction is in
 * its list of changes: the maker sees it, everybody else waits for the lock or sees it at commit.
 * MODEL: the catalog is no table, so its rows have no versions: others see a change from the commit on, whatever their snapshot.
 */
import type { ColumnType, Expr } from './plan.ts';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly notNull: boolean;
  readonly fallback: Expr | undefined;
}
export interface Index {
  readonly name: string;
  readonly unique: boolean;
  readonly primary: boolean;
  /** Of a PRIMARY KEY or UNIQUE, not of CREATE INDEX. */
  readonly isConstraint: boolean;
  /** Columns of the key by number, then those that are only included. */
  readonly columns: readonly number[];
  readonly including: readonly number[];
}
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
}

export function tableOf(name: string, relation: number, columns: readonly Column[], indexes: readonly Index[]): Table {
  const isKey = columns.map((_, i) => indexes.some((index) => index.unique && index.columns.includes(i)));
  const isIndexed = columns.map((_, i) =>
    indexes.some((index) => index.columns.includes(i) || index.including.includes(i)),
  );
  return {
    name,
    relation,
    columns,
    types: columns.map(({ type }) => type),
    indexes,
    keyColumn: isKey,
    indexedColumn: isIndexed,
  };
}

/** What a transaction did to the catalog: its table before (if any) and after (if any), at which level. */
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

/** As a session sees it: its own changes first, newest last. */
export function lookUp(catalog: Catalog, changes: readonly Change[], name: string): Table | undefined {
  for (let i = changes.length - 1; i >= 0; i--) {
    const change = changes[i];
    if (change?.name === name) return change.after;
  }
  return catalog.tables.get(name);
}

export function allTables(catalog: Catalog, changes: readonly Change[]): Table[] {
  const tables = new Map(catalog.tables);
  for (const { name, after } of changes) {
    if (after === undefined) tables.delete(name);
    else tables.set(name, after);
  }
  return [...tables.values()];
}
