/** What is valid PostgreSQL and outside the subset: said with its place, and nothing of the query runs. */
export interface NotSupported {
  /** E.g. "JOIN". */
  readonly what: string;
  /** Where in the query, in UTF-16 units from 0. */
  readonly position: number;
}

/** Thrown while compiling and turned into a value at its end. `at`: bytes, as the parser counts. */
export class Outside extends Error {
  readonly what: string;
  readonly at: number | undefined;
  constructor(what: string, at: number | undefined) {
    super(what);
    this.what = what;
    this.at = at;
  }
}

/** The index in `text` of the byte `at` of its UTF-8 form. */
export function indexOfByte(text: string, at: number): number {
  let bytes = 0;
  let index = 0;
  while (index < text.length && bytes < at) {
    const code = text.codePointAt(index) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += code < 0x10000 ? 1 : 2;
  }
  return index;
}
