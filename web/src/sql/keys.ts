/**
 * The contents of indexes: for every index a map from key to the places it points to, like a btree's entries, and the
 * check that _bt_check_unique makes with them. VACUUM removes the entries whose line pointers it made free; the check
 * and index scans (index-scan.ts) kill those whose rows are dead to everybody.
 * Source: src/backend/access/nbtree/nbtinsert.c.
 */
import { type Index, isPlain, type Table, VIRTUAL } from './catalog.ts';
import type { Ctid, ServerCore } from './core.ts';
import { deadlockDetected, Failure } from './failure.ts';
import { mapOf } from './key-maps.ts';
import { PRICE, WORK } from './limits.ts';
import { describeKey } from './relcache.ts';
import { fetched } from './seldom.ts';
import { writeIndex } from './serializable.ts';
import type { KeyMap, RowOp, World } from './session.ts';
import { deformTuple } from './tuple.ts';
import { isRare, otherTypes, parseValue, printValue, type Row, type Value } from './values.ts';

/** Null is written as a length without a text. */
export function keyOf(index: Index, row: Row): string {
  let key = '';
  for (const column of index.columns) {
    const text = textOf(row[column] ?? null);
    key += text === null ? NULL : `${text.length}:${text}`;
  }
  return key;
}
const NULL = '-:';

/** What an index has of a row; undefined: no entry. */
export const indexed = (world: World, session: number, table: Table, index: Index, row: Row): Row | undefined =>
  isPlain(index) ? row : fetched(world.seldom).indexedRow(world, session, table, index, row);

const textOf = (value: Value): string | null => (isRare(value) ? otherTypes().key(value) : printValue(value));

/** A key's values, by the index's columns. */
export function valuesOf(key: string, index: Index, { types }: Table): Row {
  let at = 0;
  return index.columns.map((column) => {
    const colon = key.indexOf(':', at);
    const length = key.slice(at, colon);
    at = colon + 1 + (length === '-' ? 0 : Number(length));
    return length === '-' ? null : parseValue(key.slice(colon + 1, at), types[column] ?? 'text');
  });
}
/** With a null in a column, the row is equal to no other. */
export const hasNull = (index: Index, row: Row): boolean =>
  index.columns.some((column) => (row[column] ?? null) === null);

const placeOf = ({ block, offset }: Ctid): number => block * 65536 + offset;
export const ctidOf = (place: number): Ctid => ({ block: Math.floor(place / 65536), offset: place % 65536 });

export function addEntry(map: KeyMap, key: string, ctid: Ctid, method?: Index['method']): void {
  const place = placeOf(ctid);
  const entries = map.get(key);
  if (entries === undefined) map.set(key, [place]);
  // In a hash index the newest is first.
  else if (method !== undefined) entries.unshift(place);
  else if (!entries.includes(place)) {
    entries.push(place);
    // A btree keeps equal keys in the order of their places.
    entries.sort((a, b) => a - b);
  }
}

function hasKey(world: World, session: number, table: Table, index: Index, ctid: Ctid, key: string): boolean {
  const tuple = world.core.tuple(table.relation, ctid);
  if (tuple === undefined) return false;
  const row: Row = [];
  deformTuple(table.types, ALL, table.types.length - 1, tuple, row, table.missing);
  const own = indexed(world, session, table, index, row);
  return own !== undefined && keyOf(index, own) === key;
}
const ALL: readonly boolean[] = Array.from({ length: 1664 }, () => true);

/**
 * ExecInsertIndexTuples for the version at `op.made`: checks and enters index after index, from `op.index` on. False
 * when it has to wait for a transaction whose end decides; the next call continues.
 */
export function insertKeys(
  world: World,
  session: number,
  table: Table,
  op: RowOp,
  /** Of a speculative insertion: a duplicate of these is no error, but `op.isTaken`. */
  isArbiter?: (index: Index) => boolean,
): boolean {
  for (; op.index < table.indexes.length; op.index++) {
    const index = table.indexes[op.index];
    if (index === undefined) continue;
    const row = indexed(world, session, table, index, op.row);
    if (row === undefined) continue;
    const key = keyOf(index, row);
    const map = mapOf(world, table.relation, index);
    const entries = map.get(key)?.length ?? 0;
    world.work.pay(WORK.changes, PRICE.key * (1 + entries) + (key.length >>> 2) + entries * table.columns.length);
    const isChecked = index.unique && !hasNull(index, row);
    while (isChecked) {
      if (!hasWaited(world, session, op)) return false;
      const found = duplicate(world, session, table, index, map, key, op.made);
      if (found === undefined) break;
      if (isArbiter?.(index) === true) {
        op.isTaken = true;
        break;
      }
      waitForFate(op, found);
      if (op.waitFor === 0) throw duplicateKey(world, session, table, index, op.made, row);
    }
    writeIndex(world, session, table, index, row);
    addEntry(map, key, op.made, index.method);
  }
  return true;
}

/** LP_DEAD: the next check of the key ignores the entry. VACUUM removes it; here it is removed at once. */
export function killEntry(map: KeyMap, key: string, place: number): void {
  const left = (map.get(key) ?? []).filter((one) => one !== place);
  if (left.length === 0) map.delete(key);
  else map.set(key, left);
}

type Duplicate = Extract<ReturnType<ServerCore['fetchDirty']>, { ctid: Ctid }>;

export function waitForFate(op: RowOp, { waitFor, token }: Duplicate): void {
  op.waitFor = waitFor;
  op.token = token;
}
/** The transaction whose end, or whose word on its insertion, decides. False: waits. */
export function hasWaited({ core }: World, session: number, op: RowOp): boolean {
  if (op.waitFor === 0) return true;
  const { token = 0 } = op;
  const outcome = token === 0 ? core.waitForXid(session, op.waitFor) : core.waitForToken(session, op.waitFor, token);
  if (outcome === 'wait') return false;
  op.waitFor = 0;
  if (outcome === 'deadlock') throw deadlockDetected();
  return true;
}

/** The first live version with this key, under SnapshotDirty. */
export function duplicate(
  world: World,
  session: number,
  table: Table,
  index: Index,
  map: KeyMap,
  key: string,
  made: Ctid | undefined,
): Duplicate | undefined {
  const own = made === undefined ? -1 : placeOf(made);
  for (const place of map.get(key) ?? []) {
    if (place === own) continue;
    const found = world.core.fetchDirty(session, table.relation, ctidOf(place));
    if (found === 'dead') killEntry(map, key, place);
    if (found === undefined || found === 'dead' || placeOf(found.ctid) === own) continue;
    if (hasKey(world, session, table, index, found.ctid, key)) return found;
  }
  return undefined;
}

function duplicateKey(world: World, session: number, table: Table, index: Index, made: Ctid, row: Row): Failure {
  // _bt_check_unique makes sure that the new version is still live, and accesses its page once more.
  world.core.fetchDirty(session, table.relation, made);
  writeIndex(world, session, table, index, row);
  const complainer = world.sessions.get(session);
  if (complainer !== undefined) describeKey(world, complainer, table);
  const names = index.columns.map((column) => nameOf(index, table, column));
  const values = index.columns.map((column) => printValue(row[column] ?? null));
  return new Failure(
    '23505',
    `duplicate key value violates unique constraint "${index.name}"`,
    `Key (${names.join(', ')})=(${values.join(', ')}) already exists.`,
  );
}

const nameOf = ({ expressions }: Index, { columns }: Table, column: number): string =>
  columns[column]?.name ?? expressions?.[column - VIRTUAL]?.text ?? '';
