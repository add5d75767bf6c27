/**
 * A table of data. Numbers are right-aligned, in figures of equal width. It scrolls inside itself when it is too wide.
 */
import { Fragment, type ReactNode } from 'react';
import styles from './table.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  readonly kind?: 'text' | 'number';
  /** Its text breaks before the table has to scroll. */
  readonly wraps?: boolean;
  /** The rows are in the order of this column. */
  readonly sort?: 'ascending' | 'descending';
  readonly cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  readonly caption: string;
  readonly hideCaption?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The text to show when there are no rows yet. */
  readonly empty?: string;
  /** A line below the row, as wide as the table; null for none. */
  readonly below?: (row: Row) => ReactNode;
}

export function DataTable<Row>({
  caption,
  hideCaption = false,
  columns,
  rows,
  rowKey,
  empty,
  below,
}: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
    <section className={styles.scroll} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className={hideCaption ? 'visually-hidden' : styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-kind={column.kind ?? 'text'} aria-sort={column.sort}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && empty !== undefined && (
            <tr>
              <td colSpan={columns.length} className={styles.empty}>
                {empty}
              </td>
            </tr>
          )}
          {rows.map((row) => {
            const more = below?.(row) ?? null;
            return (
              <Fragment key={rowKey(row)}>
                <tr data-more={more !== null || undefined}>
                  {columns.map((column) => (
                    <td key={column.key} data-kind={column.kind ?? 'text'} data-wraps={column.wraps || undefined}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
                {more !== null && (
                  <tr>
                    <td colSpan={columns.length} data-wraps>
                      {more}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
