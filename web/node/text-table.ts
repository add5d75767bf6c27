/** Aligned columns for a terminal. Numbers on the right, words on the left. */

export interface TextColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'left' | 'right';
}

/** Lines without trailing blanks: the heads, then one line per row. */
export function textTable<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const cells = [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ cell }) => cell(row)))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((text, i) => (columns[i]?.align === 'right' ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
