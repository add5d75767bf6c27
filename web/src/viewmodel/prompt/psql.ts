/** Results and errors as psql prints them. Source: print_aligned_text in src/fe_utils/print.c, PQerrorMessage's LINE and caret. */
import type { EventResult } from '../../engine/stage/stage-types.ts';

/** A value that looks like a number keeps its column on the right; psql itself asks for the column's type, which a trace does not have. */
const NUMBER = /^-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|NaN|-?Infinity)$/i;

const widthOf = (text: string): number => [...text].reduce((sum, one) => sum + (isWide(one) ? 2 : 1), 0);
/** Characters that take two columns of a terminal. */
const isWide = (one: string): boolean =>
  /\p{sc=Han}|\p{sc=Hangul}|\p{sc=Hiragana}|\p{sc=Katakana}|[\u3000-\u303f\uff00-\uff60]/u.test(one);
const pad = (count: number): string => ' '.repeat(Math.max(0, count));

/**
 * A table with its header, and how many rows it has.
 * @param as 'texts': none of its columns is numeric, whatever the values look like
 */
export function resultLines(
  { columns, rows, rowCount }: EventResult,
  as: 'found' | 'texts' = 'found',
): readonly string[] {
  const counted = `(${rowCount} row${rowCount === 1 ? '' : 's'})`;
  if (columns.length === 0) return ['--', counted];
  const cells = rows.map((row) => columns.map((_, i) => row[i] ?? ''));
  const widths = columns.map((name, i) => Math.max(widthOf(name), ...cells.map((row) => widthOf(row[i] ?? ''))));
  const onRight = columns.map((_, i) => {
    if (as === 'texts') return false;
    const own = cells.map((row) => row[i] ?? '').filter((value) => value !== '');
    return own.length > 0 && own.every((value) => NUMBER.test(value));
  });
  const head = columns.map((name, i) => {
    const room = (widths[i] ?? 0) - widthOf(name);
    return ` ${pad(Math.floor(room / 2))}${name}${pad(Math.ceil(room / 2))} `;
  });
  const lineOf = (row: readonly string[]): string =>
    row
      .map((value, i) => {
        const room = pad((widths[i] ?? 0) - widthOf(value));
        if (onRight[i] === true) return ` ${room}${value}`;
        return i === row.length - 1 ? ` ${value}` : ` ${value}${room}`;
      })
      .join(' |');
  return [
    head.join('|'),
    widths.map((width) => '-'.repeat(width + 2)).join('+'),
    ...cells.map(lineOf),
    ...(rowCount > rows.length ? ['…'] : []),
    counted,
  ];
}

/** With a title above its middle. */
export function titled(title: string, lines: readonly string[]): readonly string[] {
  // The line below the header is as wide as the table.
  const room = widthOf(lines[1] ?? '') - widthOf(title);
  return [`${pad(Math.trunc(room / 2))}${title}`, ...lines];
}

/** The line of the statement that holds the error's place, and a caret below it. */
export function caretLines(sql: string, at: number): readonly string[] {
  const from = sql.slice(0, at).lastIndexOf('\n') + 1;
  const stop = sql.indexOf('\n', at);
  const line = sql.slice(from, stop === -1 ? undefined : stop);
  const number = sql.slice(0, from).split('\n').length;
  const label = `LINE ${number}: `;
  return [`${label}${line}`, `${pad(label.length + widthOf(sql.slice(from, at)))}^`];
}
