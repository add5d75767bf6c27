/**
 * Published measurements: `scenarios/published/*.csv` as typed tables, each with its source. The files are never edited
 * by hand. A file without the promised columns is refused with its place. This file parses text; its caller (the
 * bundler, Node) passes the text in. More: `scenarios/published/README.md`.
 */
import { csvParseRows } from 'd3';
import { err, ok, type Result } from '../base/result.ts';

/** Where a figure was published and which machine it was measured on. Proper names: they are not translated. */
export interface PublishedSource {
  readonly file: string;
  readonly author: string;
  readonly year: number;
  /** Enough to look it up. */
  readonly title: string;
  readonly part: string;
  readonly machine: string;
  /** The machine, short enough for a badge. */
  readonly machineShort: string;
}

export interface PublishedError {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface PublishedTable<Row> {
  readonly source: PublishedSource;
  readonly rows: readonly Row[];
}

type ColumnKind = 'count' | 'number' | 'text';
type Columns = Readonly<Record<string, ColumnKind>>;
type RowOf<C extends Columns> = { readonly [K in keyof C]: C[K] extends 'text' ? string : number };

export interface PublishedSpec<C extends Columns> {
  readonly columns: C;
  readonly source: PublishedSource;
}
const spec = <const C extends Columns>(columns: C, source: PublishedSource): PublishedSpec<C> => ({ columns, source });

const FREUND_2020 = {
  author: 'Freund',
  year: 2020,
  title: 'Andres Freund, “Improving Postgres Connection Scalability: Snapshots”, 25 October 2020',
} as const;
const XEON_5215 = {
  machine: '2 × Xeon Gold 5215 (20 cores, 40 threads), 192 GiB, Linux 5.8.5',
  machineShort: '2 × Xeon Gold 5215',
} as const;
const SERIES_2020 = {
  author: 'Freund',
  year: 2020,
  title: 'Commit messages of the PostgreSQL 14 snapshot scalability series, August 2020',
} as const;
const SUBTRANSACTIONS_2024 = {
  author: 'PostgreSQL Subtransaction Problem',
  year: 2024,
  title: '“PostgreSQL Subtransaction Problem: Subtransaction cache overflow”, 21 May 2024',
  machine: '8 cores, PostgreSQL 12',
  machineShort: '8 cores, PostgreSQL 12',
} as const;

/** Every published file: its columns and its source. */
export const PUBLISHED = {
  idleConnections: spec(
    { idle: 'count', active: 'count', tps_pre: 'number', tps_post: 'number' },
    { file: 'idle-connections.csv', ...FREUND_2020, part: 'note 3', ...XEON_5215 },
  ),
  mostlyIdleConnections: spec(
    { mostly_idle: 'count', active: 'count', tps_pre: 'number', tps_post: 'number' },
    { file: 'mostly-idle-connections.csv', ...FREUND_2020, part: 'note 4', ...XEON_5215 },
  ),
  readonlyByClients: spec(
    { clients: 'count', tps_pre: 'number', tps_post: 'number' },
    {
      file: 'readonly-by-clients.csv',
      ...FREUND_2020,
      part: 'note 1',
      machine: 'Azure F72s_v2 (72 vCPU, Xeon Platinum 8168 class)',
      machineShort: 'Azure F72s_v2',
    },
  ),
  commitGains: spec(
    { commit: 'text', change: 'text', workload: 'text', gain: 'number' },
    {
      file: 'commit-gains.csv',
      ...SERIES_2020,
      part: 'each commit for itself',
      machine: 'as each row says',
      machineShort: 'as each row says',
    },
  ),
  unlockedReuse2012: spec(
    { tables: 'text', clients: 'count', tps_master: 'number', tps_patched: 'number' },
    {
      file: 'unlocked-reuse-2012.csv',
      author: 'Haas',
      year: 2012,
      title: 'Robert Haas, pgsql-hackers, January 2012, “optimizing repeated MVCC snapshots”',
      part: 'the whole table',
      machine: '32-core Itanium; scale 100, median of three 5-minute runs',
      machineShort: '32-core Itanium',
    },
  ),
  subtransactions: spec(
    {
      savepoints: 'count',
      clients: 'count',
      transactions: 'count',
      seconds: 'count',
      latency_ms: 'number',
      tps: 'number',
    },
    { file: 'subtransactions.csv', ...SUBTRANSACTIONS_2024, part: 'throughput' },
  ),
  subtransactionsProfile: spec(
    { savepoints: 'count', percent: 'number', function: 'text' },
    { file: 'subtransactions-profile.csv', ...SUBTRANSACTIONS_2024, part: 'profile' },
  ),
} as const;

export type PublishedId = keyof typeof PUBLISHED;
export type PublishedRow<Id extends PublishedId> = RowOf<(typeof PUBLISHED)[Id]['columns']>;
export type IdleConnectionsRow = PublishedRow<'idleConnections'>;

/** Reads one published file. Every cell must be present and be of its column's kind. */
export function parsePublished<Id extends PublishedId>(
  id: Id,
  text: string,
): Result<PublishedTable<PublishedRow<Id>>, PublishedError> {
  const { columns, source } = PUBLISHED[id];
  const fault = (line: number, column: number, message: string) =>
    err<PublishedError>({ file: source.file, line, column, message });
  const names = Object.keys(columns);
  const kinds: readonly ColumnKind[] = Object.values(columns);

  const lines = csvParseRows(text);
  const header = lines[0] ?? [];
  if (header.join() !== names.join()) {
    return fault(1, 1, `expected the columns ${names.join()}, found ${header.join() || 'nothing'}`);
  }
  const rows: Record<string, string | number>[] = [];
  for (const [index, cells] of lines.slice(1).entries()) {
    const line = index + 2;
    if (cells.length !== names.length) {
      return fault(line, 1, `expected ${names.length} cells, found ${cells.length}`);
    }
    const row: Record<string, string | number> = {};
    for (const [i, name] of names.entries()) {
      const cell = readCell(kinds[i] ?? 'text', cells[i] ?? '');
      if (!cell.ok) return fault(line, i + 1, `${name}: ${cell.error}`);
      row[name] = cell.value;
    }
    rows.push(row);
  }
  if (rows.length === 0) return fault(1, 1, 'the table has no rows');
  // Each cell was checked against its column's kind above; the type checker cannot follow a loop over names.
  return ok({ source, rows: rows as unknown as readonly PublishedRow<Id>[] });
}

/** Parses a cell by its column's kind. `column` of an error counts cells, not characters. */
function readCell(kind: ColumnKind, text: string): Result<string | number, string> {
  const cell = text.trim();
  if (cell === '') return err('the cell is empty');
  if (kind === 'text') return ok(cell);
  const value = Number(cell);
  if (!Number.isFinite(value) || value < 0) return err(`expected a number from 0 up, found “${cell}”`);
  if (kind === 'count' && !Number.isInteger(value)) return err(`expected a whole number, found “${cell}”`);
  return ok(value);
}

/** The rows of a shipped file. A test checks these files; a broken one is a fault of this build, not of its reader. */
export function shippedRows<Id extends PublishedId>(id: Id, text: string): readonly PublishedRow<Id>[] {
  const table = parsePublished(id, text);
  if (table.ok) return table.value.rows;
  throw new Error(`${table.error.file}:${table.error.line}: ${table.error.message}`);
}
