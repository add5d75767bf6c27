/** Valid PostgreSQL outside the subset: reported with its place, and nothing of the query runs. */
export interface NotSupported {
  /** E.g. "JOIN". */
  readonly what: string;
  /** Its place in the query, in UTF-16 units from 0. */
  readonly position: number;
}

/** Thrown while compiling and turned into a value at the end. `at`: bytes, as the parser counts. */
export class Outside extends Error {
  readonly what: string;
  readonly at: number | undefined;
  constructor(what: string, at: number | undefined) {
    super(what);
    this.what = what;
    this.at = at;
  }
}

/** "the type varchar (use text)": with a substitute, if there is one. */
export const withHint = (what: string, hint: string | undefined): string =>
  hint === undefined ? what : `${what} (${hint})`;

/** A type that no server knows either: its error comes when the statement runs. */
export class NoSuchType extends Error {
  readonly type: string;
  constructor(type: string) {
    super(type);
    this.type = type;
  }
}

/** From a place in the UTF-8 form of `text` to its index there. Made once, asked often. */
export function indexOfBytes(text: string): (at: number) => number {
  const indexes: number[] = [];
  let index = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let i = 0; i < bytes; i++) indexes.push(index);
    index += character.length;
  }
  return (at) => indexes[at] ?? index;
}
