/** A function: the types of its arguments and result, and what it computes. */
import type { Context } from './bound-types.ts';
import type { SqlType } from './database.ts';
import type { Value } from './values.ts';

export interface Signature {
  readonly args: readonly SqlType[];
  readonly result: SqlType;
  readonly eval: (args: readonly Value[], context: Context) => Value;
  /** Also called with nulls. */
  readonly takesNull?: boolean;
}
