/** Prose for a terminal: lines of its width, broken at blanks; what has none stays whole. Pure. */

/** Where the width is not known, as in a file or a pipe. */
export const USUAL_WIDTH = 80;

/** @param indent before the first line; the others begin two further in */
export function wrapped(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  let line = indent;
  let begin = indent;
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    if (line !== begin && line.length + 1 + word.length > width) {
      lines.push(line);
      begin = `${indent}  `;
      line = begin;
    }
    line += line === begin ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}
