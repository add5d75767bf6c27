/** Plans of statements that define something, and that few specs have. */
import type { SequenceOptions, SequenceType } from './sequence.ts';

/** Of a serial or identity column. */
export interface Serial {
  readonly as: SequenceType;
  /** Undefined: serial, which is a default like any other. */
  readonly identity?: 'always' | 'by default';
  readonly options: SequenceOptions;
}

export type DdlPlan =
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
  | { readonly kind: 'truncate'; readonly tables: readonly string[] }
  | {
      readonly kind: 'create-view';
      readonly name: string;
      /** The whole statement. */
      readonly sql: string;
      readonly relations: readonly string[];
      readonly series: readonly number[];
    }
  | { readonly kind: 'drop-view'; readonly names: readonly string[]; readonly ifExists: boolean }
  | { readonly kind: 'reindex'; readonly name: string; readonly isIndex: boolean }
  | { readonly kind: 'comment'; readonly table: string };
