/**
 * Somebody's own measurements in the format of a published table: one of the tables that the model is compared with,
 * recognised by its columns. Pure. Nothing here throws; a fault names the file, the line, the column and what to give.
 */
import '../../base/messages/en/model.ts';
import { csvParseRows } from 'd3';
import { number } from '../../base/fields.ts';
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { MODEL_LIMITS } from '../../engine/simulation/model-config.ts';
import { PUBLISHED } from '../../scenario/published.ts';
import { COMPARED, type ComparedId, type ComparisonPoint, comparisonPoints } from './comparison.ts';

export const OWN_TABLE_LIMITS = { fileBytes: 20_000, rows: 100 } as const;
/** Transactions per second, far above any machine's. */
const MOST_TPS = 1e12;

export interface OwnTable {
  /** The published table that has the same columns. */
  readonly id: ComparedId;
  readonly file: string;
  readonly points: readonly ComparisonPoint[];
}

const columnsOf = (id: ComparedId): string => Object.keys(PUBLISHED[id].columns).join(',');
/** The first lines that a table may have. */
export const OWN_TABLE_COLUMNS: readonly string[] = COMPARED.map(columnsOf);

/** The cells of one line, by column. */
function readLine(
  id: ComparedId,
  cells: readonly string[],
  where: string,
  messages: Messages,
): Result<Record<string, number>, string> {
  const columns = Object.entries(PUBLISHED[id].columns);
  if (cells.length !== columns.length)
    return err(messages.t('model.own.cells', { where, found: cells.length, wanted: columns.length }));
  const row: Record<string, number> = {};
  for (const [i, [name, kind]] of columns.entries()) {
    const range =
      kind === 'count'
        ? // At least one client works.
          { min: name === 'active' || name === 'clients' ? 1 : 0, max: MODEL_LIMITS.connections, whole: true }
        : { min: Number.MIN_VALUE, max: MOST_TPS, whole: false };
    const cell = number(range).read(cells[i] ?? '', { where: `${where}, ${name}`, messages });
    if (!cell.ok) return cell;
    row[name] = cell.value;
  }
  return ok(row);
}

export function readOwnTable(file: string, text: string, messages: Messages): Result<OwnTable, string> {
  const { t } = messages;
  const [header = [], ...lines] = csvParseRows(text.replace(/^\uFEFF/, '').trimEnd());
  const found = header.map((name) => name.trim()).join(',');
  const id = COMPARED.find((known) => columnsOf(known) === found);
  if (id === undefined)
    return err(
      t('model.own.columns', {
        where: `${file}:1`,
        given: found.slice(0, 80),
        known: OWN_TABLE_COLUMNS,
      }),
    );
  if (lines.length === 0) return err(t('model.own.empty', { where: `${file}:2` }));
  if (lines.length > OWN_TABLE_LIMITS.rows)
    return err(t('model.own.long', { where: `${file}:${OWN_TABLE_LIMITS.rows + 2}`, most: OWN_TABLE_LIMITS.rows }));
  const points: ComparisonPoint[] = [];
  for (const [i, cells] of lines.entries()) {
    const where = `${file}:${i + 2}`;
    const row = readLine(id, cells, where, messages);
    if (!row.ok) return row;
    // The line was checked against the columns of `id`; the type checker cannot follow a loop over names.
    const [point] = comparisonPoints([row.value] as unknown as Parameters<typeof comparisonPoints>[0]);
    if (point === undefined) continue;
    const sum = point.active + point.idle + point.mostlyIdle;
    if (sum > MODEL_LIMITS.connections)
      return err(t('model.own.connections', { where, sum, most: MODEL_LIMITS.connections }));
    if (points.some(({ x, active }) => x === point.x && active === point.active))
      return err(t('model.own.twice', { where }));
    points.push(point);
  }
  return ok({ id, file, points: points.toSorted((a, b) => a.x - b.x) });
}
