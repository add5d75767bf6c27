/**
 * Texts in a picture that leaves the page: widths and line breaks, estimated from the letters alone. A viewer may have
 * other fonts than ours, so the widths are generous and nothing is measured.
 */

export type Face = 'serif' | 'sans' | 'mono';

/** Advance widths in em: all mono fonts have the same; for the others the mean of a kind of letter. */
const MONO = 0.605;
const NARROW = /[\sijlIft.,:;'’‘!|()[\]{}/\\-]/u;
const WIDE = /[mwMW@%&—…→]/u;
const BROAD = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{1f000}-\u{3ffff}]/u;

function advance(letter: string): number {
  if (NARROW.test(letter)) return 0.34;
  if (WIDE.test(letter)) return 0.92;
  if (BROAD.test(letter)) return 1.05;
  return /[\p{Lu}\d]/u.test(letter) ? 0.66 : 0.58;
}

/** In px. */
export function textWidth(text: string, px: number, face: Face, bold = false): number {
  let em = 0;
  for (const letter of text) em += face === 'mono' ? (BROAD.test(letter) ? 2 * MONO : MONO) : advance(letter);
  // The bold serifs that most Linux systems fall back to are much wider than all others.
  return em * px * (bold && face !== 'mono' ? (face === 'serif' ? 1.2 : 1.06) : 1);
}

/** A text's width in Latin letters, for estimates by an average letter. A Chinese character counts nearly two. */
export function letterCount(text: string): number {
  let count = 0;
  for (const letter of text) count += BROAD.test(letter) ? 1.85 : 1;
  return count;
}

/** The beginning of a text, at most `most` Latin letters wide, with an ellipsis if it was cut. */
export function cutLetters(text: string, most: number): string {
  if (letterCount(text) <= most) return text;
  const letters = [...text];
  while (letters.length > 1 && letterCount(letters.join('')) > most - 1) letters.pop();
  return `${letters.join('')}…`;
}

/** As much of a text as fits, with an ellipsis if it was cut. */
export function cutText(text: string, room: number, px: number, face: Face, bold = false): string {
  if (textWidth(text, px, face, bold) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, px, face, bold) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Lines of a text, broken at blanks; a word that is longer than a line is broken anywhere. At most `most` lines. */
export function wrapText(
  text: string,
  room: number,
  px: number,
  face: Face,
  { most = Number.POSITIVE_INFINITY, bold = false }: { readonly most?: number; readonly bold?: boolean } = {},
): readonly string[] {
  const fits = (line: string): boolean => textWidth(line, px, face, bold) <= room;
  const lines: string[] = [];
  let line = '';
  const words = text.split(/\s+/u).filter((word) => word !== '');
  for (const word of words) {
    if (line !== '' && fits(`${line} ${word}`)) {
      line = `${line} ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
    // A text of megabytes is not scanned to its end.
    if (lines.length > most) break;
  }
  if (line !== '') lines.push(line);
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  const last = `${kept.at(-1) ?? ''}…`;
  return [...kept.slice(0, -1), fits(last) ? last : cutText(`${kept.at(-1) ?? ''}……`, room, px, face, bold)];
}

/** Chinese fonts that most systems have; the first is the page's own. */
const CHINESE = "'Noto Sans SC Variable', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei'";
/** For viewers without the page's fonts: fonts that most systems have. */
export const FACE_STACKS: Readonly<Record<Face, string>> = {
  serif: `'Source Serif 4 Variable', 'Source Serif 4', Charter, Georgia, 'Times New Roman', ${CHINESE}, serif`,
  sans: `'Inter Variable', Inter, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, ${CHINESE}, sans-serif`,
  mono: `'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', ${CHINESE}, monospace`,
};
/** The page's own fonts: a PNG picture embeds the parts that its words need. */
export const FACE_FAMILIES = [
  'Inter Variable',
  'JetBrains Mono Variable',
  'Source Serif 4 Variable',
  'Noto Sans SC Variable',
] as const;

/** Replaces characters that XML does not allow by blanks. */
export const xmlChars = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ');

/** Like `xmlChars`; it also escapes characters with a meaning in XML. */
export const xmlText = (text: string): string =>
  xmlChars(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
