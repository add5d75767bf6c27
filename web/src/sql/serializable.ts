/**
 * SERIALIZABLE: what a statement reads beyond single rows, a table or a page of an index, gets a SIREAD lock; and a
 * transaction that would complete a dangerous structure fails. Rows are the C engine's business (heap/serializable.c),
 * the rules those of wasm-core/src/ssi. In all other transactions these functions do nothing.
 * Source: PredicateLockPage in nbtsearch.c, CheckForSerializableConflictIn in nbtinsert.c, heap_beginscan.
 */
import { type Index, type Table, VIRTUAL } from './catalog.ts';
import { engineLimit, notSerializable } from './failure.ts';
import { mapOf } from './key-maps.ts';
import { WORK } from './limits.ts';
import { fetched } from './seldom.ts';
import type { World } from './session.ts';
import { isVaried, sizeOf } from './tuple.ts';
import type { Row } from './values.ts';

export const isSerializable = ({ sessions }: World, session: number): boolean =>
  sessions.get(session)?.isolation === 'serializable';

/** Throws what the C engine has found out; nothing if all is well. */
export function checkSerializable(world: World, session: number): void {
  if (!isSerializable(world, session)) return;
  const failure = world.core.serializationFailure(session);
  if (failure === undefined) return;
  throw failure === 'no-room'
    ? engineLimit('transactions, locks and conflicts that SERIALIZABLE remembers')
    : notSerializable(failure);
}

/** A sequential scan begins. */
export function readTable(world: World, session: number, { relation }: Table): void {
  if (isSerializable(world, session) && !world.core.sireadTable(session, relation)) checkSerializable(world, session);
}

/** A scan of an index begins. */
export function readIndex(world: World, session: number, table: Table, index: Index): void {
  if (!isSerializable(world, session)) return;
  if (!world.core.sireadLeaf(session, table.relation, leafOf(world, table, index))) checkSerializable(world, session);
}

/** A new entry, or one that a unique index refuses. */
export function writeIndex(world: World, session: number, table: Table, index: Index, row: Row): void {
  const isChecked = isSerializable(world, session);
  if (!isChecked && index.method === undefined) return;
  const leaf = index.method ? fetched(world.seldom).bucketLeaf(world, table, index, row) : leafOf(world, table, index);
  if (!isChecked || leaf === undefined) return;
  if (!world.core.checkLeaf(session, table.relation, leaf)) checkSerializable(world, session);
}

/** A table is dropped: whoever has read anything of it has read what this transaction changes. */
export function dropsTable(world: World, session: number, { relation }: Table): void {
  if (isSerializable(world, session) && !world.core.checkTable(session, relation)) checkSerializable(world, session);
}

/** Space for entries in the only leaf of an index: BLCKSZ without header and special space. */
const LEAF = 8152;
/** IndexTupleData with its line pointer. */
const ENTRY = 12;
const COLUMN = 8;
/** An entry may have a third of a page. */
const INCLUDED_TEXT = 2704;

/**
 * A number for the index's leaf, from the index's name, which no other index of its table has.
 *
 * MODEL: SERIALIZABLE knows an index with one leaf, which is locked as a whole; a statement that would need a second
 * leaf is refused. An empty index, where a server locks the whole index, makes no difference.
 */
function leafOf(world: World, table: Table, index: Index): number {
  const map = mapOf(world, table.relation, index);
  const texts = index.including.filter((column) => isVaried(table.types[column])).length;
  const fixed = ENTRY + widthOf(table, [...index.columns, ...index.including]) + INCLUDED_TEXT * texts;
  const hasText = index.columns.some((column) => column >= VIRTUAL || isVaried(table.types[column]));
  world.work.pay(WORK.lists, map.size);
  let bytes = 0;
  for (const [key, places] of map) bytes += places.length * (fixed + (hasText ? key.length : 0));
  if (bytes + fixed > LEAF) throw engineLimit('SERIALIZABLE with an index of more than one leaf page');
  return numberOf(index.name);
}

const widthOf = ({ types }: Table, columns: readonly number[]): number =>
  columns.reduce((sum, column) => sum + Math.max(COLUMN, sizeOf(types[column] ?? 'int4')), 0);

export function numberOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0 || 1;
}

/** The name of the index that the C engine's locks know by this number. */
export const indexNamed = ({ indexes }: Table, number: number): string | undefined =>
  indexes.find(({ name }) => numberOf(name) === number)?.name;
