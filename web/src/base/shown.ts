/**
 * Text from others (names of files, records, specs), made safe to show. A control character may move a terminal's
 * cursor or colour the text after it; a format character may reverse the order of letters.
 */

/** Control and format characters, and separators of lines and paragraphs. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const HIDDEN_IN_LINES = /(?![\n\t]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** One line. */
export const shownLine = (text: string): string => text.replace(HIDDEN, ' ');

/** Several lines: line ends and tabs stay. Removed characters leave a mark, since somebody at a terminal may look for the file. */
export const shownLines = (text: string): string => text.replace(HIDDEN_IN_LINES, '\u{fffd}');

/** The same JSON with nothing hidden: characters that `JSON.stringify` leaves as they are become escapes, too. */
export const shownJson = (json: string): string =>
  json.replace(HIDDEN_IN_LINES, (found) =>
    Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );
