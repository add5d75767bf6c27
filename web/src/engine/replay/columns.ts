/** Arrays of C structs in a module's memory, read column by column. */

type Fields = Readonly<Record<string, readonly ['u32' | 'f64', number]>>;

/** Columns of an array of structs at `at`. */
export class Columns<F extends Fields> {
  readonly #words: Uint32Array;
  readonly #doubles: Float64Array;
  readonly #struct: { readonly size: number; readonly fields: F };
  readonly count: number;

  constructor(buffer: ArrayBuffer, at: number, count: number, struct: { readonly size: number; readonly fields: F }) {
    this.#words = new Uint32Array(buffer, at, (count * struct.size) / 4);
    this.#doubles = new Float64Array(buffer, at, Math.floor((count * struct.size) / 8));
    this.#struct = struct;
    this.count = count;
  }

  get(row: number, field: keyof F & string): number {
    const { size, fields } = this.#struct;
    const [type, offset] = fields[field] ?? ['u32', 0];
    return (type === 'f64' ? this.#doubles[(row * size + offset) / 8] : this.#words[(row * size + offset) / 4]) ?? 0;
  }

  /** Rows [from, from + into.length) of a column. */
  fill<A extends Uint8Array | Uint32Array | Float64Array>(field: keyof F & string, into: A, from = 0): A {
    const { size, fields } = this.#struct;
    const [type, offset] = fields[field] ?? ['u32', 0];
    const width = type === 'f64' ? 8 : 4;
    const values = type === 'f64' ? this.#doubles : this.#words;
    const stride = size / width;
    let at = (from * size + offset) / width;
    for (let i = 0; i < into.length; i++, at += stride) into[i] = values[at] ?? 0;
    return into;
  }
}
