/**
 * A struct in C's memory, read in place. Its fields are in a generated subclass (sim.gen.ts); it is valid until the
 * next call of its module.
 */
export class Answer {
  readonly words: Uint32Array;
  /** The index of its first word. */
  at: number;

  constructor(words: Uint32Array, at = 0) {
    this.words = words;
    this.at = at;
  }

  /** The same object for a struct elsewhere. */
  moved(at: number): this {
    this.at = at;
    return this;
  }

  /** The index-th word. */
  u32(index: number): number {
    return this.words[this.at + index] ?? 0;
  }
  /** Two words as a number: exact below 2^53. */
  u64(index: number): number {
    return this.u32(index + 1) * 0x1_0000_0000 + this.u32(index);
  }
  full(index: number): bigint {
    return (BigInt(this.u32(index + 1)) << 32n) | BigInt(this.u32(index));
  }
  /** A copy of the words at the address that a `sim_list` holds. */
  u32s(index: number): readonly number[] {
    const from = this.u32(index) / 4;
    return [...this.words.subarray(from, from + this.u32(index + 1))];
  }
}

/** The values of a generated list of names, to pass them to C; of a name that is listed twice, the last one. */
export const codesOf = <Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> =>
  Object.fromEntries(names.map((name, value) => [name, value])) as Record<Name, number>;
