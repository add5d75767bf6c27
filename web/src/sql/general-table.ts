/** Tables for an evaluator, as SQL, and what its EXPLAIN says of them. Pure. */
import { type Index, isPlain, type Table } from './catalog.ts';
import { declared } from './modifier.ts';

/** A value for each column, as text; null is SQL's NULL. */
export type Texts = readonly (string | null)[];

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string | null): string => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);

/** All that a planner and an analyser can see of a table: columns, keys, indexes. */
export function definitionOf({ name, columns, indexes }: Table, fillfactor: number): string {
  const named = (numbers: readonly number[]): string =>
    numbers.map((number) => quoted(columns[number]?.name ?? '')).join(', ');
  const keys = ({ columns: key, including }: Index): string =>
    `(${named(key)})${including.length === 0 ? '' : ` INCLUDE (${named(including)})`}`;
  const parts = [
    ...columns.map((column) => `${quoted(column.name)} ${declared(column)}${column.notNull ? ' NOT NULL' : ''}`),
    ...indexes
      .filter(({ isConstraint }) => isConstraint)
      .map((index) => `CONSTRAINT ${quoted(index.name)} ${index.primary ? 'PRIMARY KEY' : 'UNIQUE'} ${keys(index)}`),
  ];
  const others = indexes
    .filter((index) => !index.isConstraint && isPlain(index))
    .map((index) => {
      const unique = index.unique ? 'UNIQUE ' : '';
      return `; CREATE ${unique}INDEX ${quoted(index.name)} ON ${quoted(name)} ${keys(index)}`;
    });
  const dropped = columns
    .filter((one) => one.dropped)
    .map((one) => `; ALTER TABLE ${quoted(name)} DROP ${quoted(one.name)}`);
  return `CREATE TABLE ${quoted(name)} (${parts.join(', ')}) WITH (fillfactor = ${fillfactor})${dropped.join('')}${others.join('')}`;
}

const CHUNK = 1000;

/** Puts the rows into the empty table, in this order. */
export function insertOf({ name, columns }: Table, rows: readonly Texts[]): string {
  const isWhole = columns.every((one) => !one.dropped);
  return insertText(quoted(name), isWhole ? rows : rows.map((row) => row.filter((_, i) => !columns[i]?.dropped)));
}

/** @param name as SQL */
export function insertText(name: string, rows: readonly Texts[]): string {
  const commands: string[] = [];
  for (let i = 0; i < rows.length; i += CHUNK) {
    const values = rows.slice(i, i + CHUNK).map((row) => `(${row.map(literal).join(', ')})`);
    commands.push(`INSERT INTO ${name} VALUES ${values.join(', ')}`);
  }
  return commands.join(';');
}

export const emptied = (tables: readonly Table[]): string =>
  `TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`;

/** A node of a plan that reads a table. Of EXPLAIN ANALYZE: `rows` that it met in all its loops. */
export interface ScanNode {
  readonly table: string;
  readonly isSequential: boolean;
  readonly loops: number;
  readonly rows: number;
}

/** It gathers groups, by hashing or by sorting: other versions' planners may choose otherwise. Of EXPLAIN (FORMAT JSON). */
export const isGrouped = (json: string): boolean =>
  /"(?:Group Key|Grouping Sets)":|"Node Type": "(?:Unique|SetOp)"/.test(json);

/** From EXPLAIN (FORMAT JSON). */
export function scansOf(json: string): readonly ScanNode[] {
  const found: ScanNode[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Readonly<Record<string, unknown>>;
    const number = (name: string): number => Number(node[name] ?? 0);
    const table = node['Relation Name'];
    if (typeof table === 'string' && node['Node Type'] !== 'ModifyTable') {
      const loops = number('Actual Loops');
      const rows = Math.round((number('Actual Rows') + number('Rows Removed by Filter')) * loops);
      found.push({ table, isSequential: node['Node Type'] === 'Seq Scan', loops, rows });
    }
    for (const inner of Object.values(node)) look(inner);
  };
  look(JSON.parse(json));
  return found;
}
