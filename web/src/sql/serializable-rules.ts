/**
 * SERIALIZABLE: what a statement reads beyond single rows, a table or a page of an index, gets a SIREAD lock; and a
 * transaction that would complete a dangerous structure fails. Rows are the C engine's business (heap/serializable.c),
 * the rules those of wasm-core/src/ssi. Fetched for a spec that has such a transaction; serializable.ts asks.
 * Source: PredicateLockPage in nbtsearch.c, CheckForSerializableConflictIn in nbtinsert.c, heap_beginscan.
 */
import { type Index, type Table, VIRTUAL } from './catalog.ts';
import { engineLimit, Failure } from './failure.ts';
import { bucketLeaf } from './hash-index.ts';
import { numberOf } from './index-numbers.ts';
import { mapOf } from './key-maps.ts';
import { WORK } from './limits.ts';
import { isSerializable } from './serializable.ts';
import type { SerializableRules, World } from './session.ts';
import { isVaried, sizeOf } from './tuple.ts';

const notSerializable = (reason: string): Failure =>
  new Failure(
    '40001',
    'could not serialize access due to read/write dependencies among transactions',
    `Reason code: ${reason}`,
  );

export const serializableRules: SerializableRules = {
  check(world, session) {
    const failure = world.core.serializationFailure(session);
    if (failure === undefined) return;
    throw failure === 'no-room'
      ? engineLimit('transactions, locks and conflicts that SERIALIZABLE remembers')
      : notSerializable(failure);
  },
  readTable(world, session, { relation }) {
    if (!world.core.sireadTable(session, relation)) this.check(world, session);
  },
  readIndex(world, session, table, index) {
    if (!world.core.sireadLeaf(session, table.relation, leafOf(world, table, index))) this.check(world, session);
  },
  writeIndex(world, session, table, index, row) {
    const leaf = index.method ? bucketLeaf(world, table, index, row) : leafOf(world, table, index);
    if (leaf === undefined || !isSerializable(world, session)) return;
    if (!world.core.checkLeaf(session, table.relation, leaf)) this.check(world, session);
  },
  dropsTable(world, session, { relation }) {
    if (!world.core.checkTable(session, relation)) this.check(world, session);
  },
};

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
