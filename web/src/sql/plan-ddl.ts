/** Plans of statements that define something, and that few specs have. */
import type { ColumnType, Expr, QueryPlan, SelectPlan } from './plan.ts';
import type { SequenceOptions, SequenceType } from './sequence.ts';

/** Of a serial or identity column. */
export interface Serial {
  readonly as: SequenceType;
  /** Undefined: serial, which is a default like any other. */
  readonly identity?: 'always' | 'by default';
  readonly options: SequenceOptions;
}

/** In SQL, without a result. */
export interface FunctionPlan {
  readonly kind: 'create-function';
  readonly name: string;
  /** OR REPLACE. */
  readonly replaces: boolean;
  readonly args: readonly { readonly name: string; readonly type: ColumnType }[];
  /** Its arguments are $1, $2, … */
  readonly query: QueryPlan;
}

export type DdlPlan =
  | FunctionPlan
  | { readonly kind: 'writing-with'; readonly change: Exclude<QueryPlan, SelectPlan>; readonly select: SelectPlan }
  | {
      readonly kind: 'drop-function';
      readonly name: string;
      readonly types: readonly ColumnType[] | undefined;
      readonly ifExists: boolean;
    }
  | {
      readonly kind: 'call-function';
      readonly name: string;
      readonly args: readonly Expr[];
      /** Of its column. */
      readonly title: string;
      /** If there is no such function, this says so. */
      readonly select: SelectPlan;
    }
  | {
      readonly kind: 'create-sequence';
      readonly name: string;
      readonly ifNotExists: boolean;
      readonly options: SequenceOptions;
    }
  | {
      readonly kind: 'alter-sequence';
      readonly name: string;
      readonly ifExists: boolean;
      readonly options: SequenceOptions;
    }
  | { readonly kind: 'drop-sequence'; readonly names: readonly string[]; readonly ifExists: boolean }
  | { readonly kind: 'rename-column'; readonly table: string; readonly column: string; readonly to: string }
  | { readonly kind: 'drop-index'; readonly names: readonly string[]; readonly ifExists: boolean }
  | { readonly kind: 'truncate'; readonly tables: readonly string[] };
