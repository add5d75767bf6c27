/**
 * A layout: structs with fields, in order, and whose accesses are replayed under it. Places follow from it by rules that
 * a C compiler and PostgreSQL's shared memory have, too (`place.ts`). Plain data, all defaults filled in.
 */
import type { DesignId } from '../../base/designs.ts';

/** The designs whose own accesses can be replayed: those of PostgreSQL's versions and the commits between 13 and 14. */
export const LAYOUT_CODES = [
  'pg9.1',
  'pg13',
  'globalvis',
  'xmin-moved',
  'dense',
  'pg14',
] as const satisfies readonly DesignId[];
export type LayoutCode = (typeof LAYOUT_CODES)[number];

export interface LayoutField {
  /** Of an engine's field: structure, point, field, as in `PGXACT.xmin`, wherever it lies now. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly align: number;
}

/** `arrays`: each field is an array of its own. */
export const LAYOUT_WAYS = ['structs', 'arrays'] as const;
export type LayoutWay = (typeof LAYOUT_WAYS)[number];

/** How many entries a struct has: a number, or one for each connection. */
export type LayoutCount = number | 'connections';

export interface LayoutStruct {
  readonly name: string;
  readonly count: LayoutCount;
  readonly fields: readonly LayoutField[];
  /** An entry's size is rounded up to a multiple of this. */
  readonly pad: number;
  /** Its first byte is at a multiple of this. */
  readonly align: number;
  readonly way: LayoutWay;
}

export const LAYOUT_KINDS = ['read', 'write'] as const;
export type LayoutKind = (typeof LAYOUT_KINDS)[number];
/** The cores that touch a field of an entry: the entry's own, the others, all, or the first so many. */
export const LAYOUT_BY = ['owner', 'others', 'all'] as const;
export type LayoutBy = (typeof LAYOUT_BY)[number] | number;

/** A row of somebody's own table of accesses. */
export interface LayoutAccess {
  readonly field: string;
  readonly kind: LayoutKind;
  readonly by: LayoutBy;
  /** How often in an operation; a fraction is a chance. */
  readonly rate: number;
}

export interface Layout {
  /** Null: the accesses are those of the table. */
  readonly replay: LayoutCode | null;
  readonly structs: readonly LayoutStruct[];
  /** Empty when an engine's accesses are replayed. */
  readonly access: readonly LayoutAccess[];
}

export const LAYOUT_LIMITS = {
  structs: 40,
  fields: 200,
  access: 100,
  /** Bytes of a field, of an entry's padding; entries of a struct. */
  size: 4096,
  pad: 4096,
  count: 12_500,
  rate: 1000,
  cores: 64,
} as const;
export const ALIGNS = [1, 2, 4, 8, 16, 32, 64, 128] as const;
/** PostgreSQL starts every structure of its shared memory there (PG_CACHE_LINE_SIZE). */
export const SHMEM_ALIGN = 128;
export const LINE_BYTES = 64;

export const roundUp = (at: number, to: number): number => Math.ceil(at / to) * to;
/** The alignment that a compiler gives a field of this size. */
export const naturalAlign = (size: number): 1 | 2 | 4 | 8 =>
  size % 8 === 0 ? 8 : size % 4 === 0 ? 4 : size % 2 === 0 ? 2 : 1;

/** The part of a field's name that is shown on it: `xmin` of `PGXACT.xmin`. */
export const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

export const everyField = (layout: Layout): readonly LayoutField[] => layout.structs.flatMap(({ fields }) => fields);
