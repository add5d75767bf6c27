/** Values as text that leaves the page or came from others: CSV for a spreadsheet, and lines that are safe to show. */

/** Rows as CSV after RFC 4180: CRLF, a header line, quotes only where they are needed. Pure. */
export type Cell = string | number | boolean | null | undefined;

/**
 * Beginnings that make a spreadsheet take a cell for a formula, also in the wide forms that East Asian keyboards write.
 * A cell may begin inside a text, too: at a line's end, and at a tab or semicolon, where a machine's settings separate
 * columns by these. Numbers are exempt: −5 is not a formula.
 */
const FORMULA = /(^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g;
const ODD_BEGINNING = /^[\t\r]/;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  const marked = cell.replace(FORMULA, "$1'");
  const safe = ODD_BEGINNING.test(marked) ? `'${marked}` : marked;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The columns that each figure's CSV has behind its numbers: what it says, its settings, their source, its address. */
export const AROUND_HEADER = ['figure', 'settings', 'source', 'address'] as const;

export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/**
 * Text from others (names of files, records, specs), made safe to show. A control character may move a terminal's
 * cursor or colour the text after it; a format character may reverse the order of letters. Each is named in its place,
 * `<U+202E>`: somebody has to find it, in a text or among files.
 */

/** Control and format characters, and separators of lines and paragraphs. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const HIDDEN_IN_LINES = /(?![\n\t]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const named = (found: string): string => `<U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`;

/** One line. */
export const shownLine = (text: string): string => text.replace(HIDDEN, named);

/** Several lines: line ends and tabs stay. */
export const shownLines = (text: string): string => text.replace(HIDDEN_IN_LINES, named);

/** The same JSON with nothing hidden: characters that `JSON.stringify` leaves as they are become escapes, too. */
export const shownJson = (json: string): string =>
  json.replace(HIDDEN_IN_LINES, (found) =>
    Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );
