/** The order of a table's columns where not all of them fit: the ones that its updates change come before the others. */
import type { HeapModel, HeapVersion } from './heap.ts';

/** The largest number of columns that the stage has room for. @param stamps with each version's t_xmin and t_xmax */
const mostOf = (stamps: boolean, sessions: number): number => (stamps ? (sessions > 2 ? 1 : 3) : 5);

/** Columns whose value differs between a version and the next one of its row, on this page. */
function changedColumns({ rows, columns }: HeapModel): readonly number[] {
  const versions = new Map(
    rows.flatMap((row): [number, HeapVersion][] => (row.kind === 'version' ? [[row.offset, row]] : [])),
  );
  const isChanged = (column: number): boolean =>
    [...versions.values()].some(({ cells, next }) => {
      const after = next?.here ? versions.get(next.to.offset) : undefined;
      return after !== undefined && after.cells[column]?.text !== cells[column]?.text;
    });
  return columns.flatMap((_, column) => (isChanged(column) ? [column] : []));
}

/** The same model if all columns fit, or none has changed. The first column names the row: it stays first if two fit. */
export function changedFirst(model: HeapModel, stamps: boolean): HeapModel {
  const { columns, rows, sessions } = model;
  const most = mostOf(stamps, sessions.length);
  if (columns.length <= most) return model;
  const changed = changedColumns(model);
  const first = most > 1 ? [0, ...changed] : [...changed, 0];
  const order = [...new Set([...first, ...columns.keys()])];
  const inOrder = <T>(all: readonly T[]): readonly T[] => order.flatMap((at) => all.slice(at, at + 1));
  return {
    ...model,
    columns: inOrder(columns),
    rows: rows.map((row) => (row.kind === 'version' ? { ...row, cells: inOrder(row.cells) } : row)),
  };
}
