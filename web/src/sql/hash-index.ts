/**
 * Hash indexes: which bucket a key is in, and scans of one. A bucket is what SERIALIZABLE locks, by the number of its
 * first page. In it, equal keys come with the newest first. Source: hashpage.c (_hash_init), hashinsert.c (_hash_doinsert,
 * _hash_pgaddtup), hashsearch.c (_hash_first), hashfn.c.
 *
 * MODEL: an index on one int4 column, made before the table has rows, and never so full that a bucket would be split or
 * get a second page. A planner here follows it only if settings leave no other way.
 */
import type { Context, Look, Qual, Way } from './bound-types.ts';
import type { Index, Table } from './catalog.ts';
import { engineLimit } from './failure.ts';
import { numberOf } from './index-numbers.ts';
import { inOrder, type Test } from './index-scan.ts';
import { mapOf } from './key-maps.ts';
import { fits, isEnough, sizeOfTable } from './path-cost.ts';
import { checkSerializable, isSerializable } from './serializable.ts';
import type { IndexRun, World } from './session.ts';
import type { Row, Value } from './values.ts';

/** Entries that a bucket's share of a page is thought to have (75% of a page, 20 bytes each). */
const FILL = 307;
/** One page has room for 407. */
const MOST = 400;

/** The index with the number of its buckets. */
export function withBuckets({ core }: World, table: Table, index: Index): Index {
  if (index.method === undefined) return index;
  const [column = 0] = index.columns;
  if (table.types[column] !== 'int4') throw engineLimit('a hash index on a column that is no integer');
  if (core.blocks(table.relation) > 0) throw engineLimit('a hash index on a table that has rows');
  const { rows } = sizeOfTable({ table, figures: core.figures(table.relation), rules: core.rules });
  const wanted = Math.trunc(rows / FILL);
  return { ...index, buckets: rows / FILL <= 2 ? 2 : 2 ** Math.ceil(Math.log2(wanted)) };
}

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

/** Bob Jenkins's lookup3, of one word (hash_bytes_uint32). */
export function hashOf(key: number): number {
  let b = (0x9e3779b9 + 4 + 3923095) | 0;
  let c = b;
  let a = (b + key) | 0;
  c = ((c ^ b) - rotated(b, 14)) | 0;
  a = ((a ^ c) - rotated(c, 11)) | 0;
  b = ((b ^ a) - rotated(a, 25)) | 0;
  c = ((c ^ b) - rotated(b, 16)) | 0;
  a = ((a ^ c) - rotated(c, 4)) | 0;
  b = ((b ^ a) - rotated(a, 14)) | 0;
  c = ((c ^ b) - rotated(b, 24)) | 0;
  return c >>> 0;
}

const bucketOf = ({ buckets = 2 }: Index, key: number): number => hashOf(key) % buckets;
const leafOf = (index: Index, bucket: number): number => numberOf(`${index.name} ${bucket}`);

/** The bucket that SERIALIZABLE locks or checks for a row; undefined: the row has no entry. */
export function bucketLeaf(world: World, table: Table, index: Index, row: Row): number | undefined {
  let entries = 0;
  for (const places of mapOf(world, table.relation, index).values()) entries += places.length;
  if (entries >= MOST) throw engineLimit(`a hash index with more than ${MOST} entries`);
  const key = row[index.columns[0] ?? 0];
  return typeof key === 'number' ? leafOf(index, bucketOf(index, key)) : undefined;
}

/** The index and the page that the C engine's locks know by this number. */
export function hashPage({ indexes }: Table, number: number): { name: string; page: number } | undefined {
  for (const index of indexes)
    for (let bucket = 0; bucket < (index.buckets ?? 0); bucket++)
      if (leafOf(index, bucket) === number) return { name: index.name, page: bucket + 1 };
  return undefined;
}

const isOn = (qual: Qual, column: number): boolean =>
  qual.kind === 'or' ? qual.arms.flat().some((one) => isOn(one, column)) : 'column' in qual && qual.column === column;
const canUse = (qual: Qual, column: number): boolean =>
  isOn(qual, column) && (qual.kind === 'in' || qual.kind === 'or' || (qual.kind === 'compare' && qual.op === '='));

/** Undefined: no hash index is of use. */
export function hashScan(
  world: World,
  table: Table,
  look: Look,
  context: Context,
  off: readonly Way[],
): IndexRun | undefined {
  for (const index of table.indexes) {
    if (index.method === undefined) continue;
    const [column = 0] = index.columns;
    const [qual, another] = look.quals.filter((one) => canUse(one, column));
    if (qual === undefined) continue;
    const isOnly = table.indexes.every(
      (other) => other === index || (!fits(other, look.quals) && !isEnough(other, look.columns)),
    );
    const isLeft = off.includes('seqscan') && off.includes('bitmapscan') && !off.includes('indexscan') && isOnly;
    if (!isLeft || another !== undefined || qual.kind !== 'compare')
      throw engineLimit(`a plan that may follow the hash index "${index.name}"`);
    return follow(world, table, index, qual.value([], context), context);
  }
  return undefined;
}

function follow(world: World, table: Table, index: Index, key: Value, { session }: Context): IndexRun {
  const nothing: IndexRun = { kind: 'index', isOrdered: false, leaves: [], index: index.name, stops: [], at: 0 };
  if (key === null) return nothing;
  const wanted = Number(key);
  const [column = 0] = index.columns;
  if (isSerializable(world, session)) {
    const leaf = leafOf(index, bucketOf(index, wanted));
    if (!world.core.sireadLeaf(session, table.relation, leaf)) checkSerializable(world, session);
  }
  const test: Test = { column, fits: (value) => value === wanted };
  return { ...inOrder(world, table, { index, order: undefined }, [test]), leaves: [] };
}
