/**
 * Text of others (names of files, records, specs) as it may be shown. A control character may move a terminal's cursor or
 * colour what follows; a format character may turn the order of letters around.
 */

/** Controls, formats, and separators of lines and paragraphs. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const HIDDEN_IN_LINES = /(?![\n\t]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** One line. */
export const shownLine = (text: string): string => text.replace(HIDDEN, ' ');

/** Several lines: line ends and tabs stay. What is taken out leaves a mark, since a terminal's reader may look for the file. */
export const shownLines = (text: string): string => text.replace(HIDDEN_IN_LINES, '\u{fffd}');

/** JSON that says the same and holds nothing hidden: what `JSON.stringify` leaves as it is becomes an escape, too. */
export const shownJson = (json: string): string =>
  json.replace(HIDDEN_IN_LINES, (found) =>
    Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );
