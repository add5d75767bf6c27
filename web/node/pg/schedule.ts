/** Schedules that the fuzzer draws, runs, shrinks and prints. Plain data. */

/** Sessions of a schedule. */
export const SESSIONS = 4;

export interface Step {
  /** From 0. */
  readonly session: number;
  /** Sent as one simple query, joined by '; '. */
  readonly statements: readonly string[];
}

/** A step that sets one waits until it runs out. */
export const hasTimeout = (sql: string): boolean => /_timeout = [1-9]/.test(sql);

export const sqlOf = (step: Step): string => step.statements.join('; ');

/** Of a table whose rows refer to other rows of it. */
export type KeyedTableId = 'treeNoAction' | 'treeCascade' | 'treeSetNull' | 'treeSetDefault' | 'treeRestrict';
export type TableId = 'keyed' | 'bare' | 'wide' | 'twin' | 'pair' | 'docs' | KeyedTableId;

export interface Schedule {
  readonly table: TableId;
  readonly steps: readonly Step[];
  /** The number of sessions that may wait at a time; default 1. With more the server's sessions may race. */
  readonly waiters?: number;
}

export interface Table {
  readonly id: TableId;
  readonly name: string;
  readonly columns: string;
  readonly rows: string;
  /** A second table that statements join; its pages are not compared. */
  readonly other?: { readonly name: string; readonly columns: string; readonly rows: string };
}

/**
 * Long enough that eight rows fill a page: pruning on access happens, and the table grows. Short enough to be stored
 * inline.
 */
const PAD = 'x'.repeat(900);

const TREE_ROWS = '(1, NULL), (2, 1), (3, 1), (4, 3), (5, 4), (6, NULL)';
function treeOf(id: KeyedTableId, action: string): Table {
  const name = id.toLowerCase();
  const columns = `id int PRIMARY KEY, v int DEFAULT 6 REFERENCES ${name} ON DELETE ${action} ON UPDATE ${action}`;
  return { id, name, columns, rows: TREE_ROWS };
}

export const TABLES: Readonly<Record<TableId, Table>> = {
  keyed: { id: 'keyed', name: 't', columns: 'id int PRIMARY KEY, v int', rows: '(1, 10), (2, 20), (3, 30)' },
  bare: { id: 'bare', name: 'b', columns: 'id int, v int', rows: '(1, 10), (2, 20), (3, 30), (4, 40)' },
  wide: {
    id: 'wide',
    name: 'w',
    columns: `id int PRIMARY KEY, v int, pad text DEFAULT '${PAD}'`,
    rows: '(1, 10), (2, 20), (3, 30), (4, 40), (5, 50)',
  },
  treeNoAction: treeOf('treeNoAction', 'NO ACTION'),
  treeCascade: treeOf('treeCascade', 'CASCADE'),
  treeSetNull: treeOf('treeSetNull', 'SET NULL'),
  treeSetDefault: treeOf('treeSetDefault', 'SET DEFAULT'),
  treeRestrict: treeOf('treeRestrict', 'RESTRICT'),
  // The second key is checked while the first one's entry is there already.
  twin: { id: 'twin', name: 'k', columns: 'id int PRIMARY KEY, v int UNIQUE', rows: '(1, 10), (2, 20), (3, 30)' },
  docs: {
    id: 'docs',
    name: 'j',
    columns: `id int PRIMARY KEY, v int, doc jsonb DEFAULT '[1, "x"]'`,
    rows: '(1, 10), (2, 20), (3, 30)',
  },
  pair: {
    id: 'pair',
    name: 'p',
    columns: 'id int PRIMARY KEY, v int',
    rows: '(1, 10), (2, 20), (3, 30), (4, 40)',
    other: {
      name: 'o',
      columns: 'id int PRIMARY KEY, pid int, w int',
      rows: '(1, 1, 1), (2, 2, 2), (3, 2, 3), (4, 7, 4)',
    },
  },
};

/** The prefix of tables that a schedule makes; on a server they are dropped before the next schedule. */
export const MADE = 'made_';

const both = ({ other, ...table }: Table) => (other === undefined ? [table] : [table, other]);
export const namesOf = (table: Table): string =>
  both(table)
    .map(({ name }) => name)
    .join(', ');
export const createTable = (table: Table): string =>
  both(table)
    .map(({ name, columns }) => `CREATE TABLE ${name} (${columns})`)
    .join('; ');
/**
 * Run by each session before a schedule: looks up everything about a new table in advance. A lookup takes a snapshot,
 * which has effects in REPEATABLE READ.
 */
export const warmUp = (table: Table): readonly string[] => [
  `SELECT count(*) FROM ${table.name}`,
  `UPDATE ${table.name} SET v = v WHERE false`,
  ...(table.id.startsWith('tree') ? warmUpKeys(table) : []),
  ...(table.other === undefined
    ? []
    : [`SELECT count(*) FROM ${table.other.name}`, `UPDATE ${table.other.name} SET w = w WHERE false`]),
];
/** Each trigger of the foreign key runs once. */
const warmUpKeys = ({ name }: Table): readonly string[] => [
  `BEGIN; INSERT INTO ${name} (id, v) VALUES (1000, 6); UPDATE ${name} SET id = 1001, v = 5 WHERE id = 1000; DELETE FROM ${name} WHERE id = 1001; ROLLBACK`,
];
export const fillTable = ({ name, rows, other }: Table): string =>
  `INSERT INTO ${name} (id, v) VALUES ${rows}${other === undefined ? '' : `; INSERT INTO ${other.name} VALUES ${other.rows}`}`;
