/** Entries of a whole table at once: VACUUM removes them, CREATE INDEX makes them. */
import type { Index, Table } from './catalog.ts';
import type { Ctid } from './core.ts';
import { mapOf } from './key-maps.ts';
import { addEntry, ctidOf, hasNull, indexed, keyOf } from './keys.ts';
import { WORK } from './limits.ts';
import type { World } from './session.ts';
import type { Row } from './values.ts';

/**
 * VACUUM has just freed line pointers: removes the entries that point to them (ambulkdelete), before another row takes
 * the place.
 */
export function dropFreed(world: World, relation: number): void {
  const maps = world.keys.get(relation);
  let keys = 0;
  for (const map of maps?.values() ?? []) keys += map.size;
  world.work.vacuum(relation, world.core.blocks(relation), keys);
  for (const map of maps?.values() ?? [])
    for (const [key, entries] of map) {
      world.work.pay(WORK.lists, entries.length * 8);
      const left = entries.filter((place) => world.core.isUsed(relation, ctidOf(place)));
      if (left.length === 0) map.delete(key);
      else if (left.length < entries.length) map.set(key, left);
    }
}

/** CREATE UNIQUE INDEX: enters an existing row. False if its key is taken. */
export function enterRow(world: World, session: number, table: Table, index: Index, whole: Row, ctid: Ctid): boolean {
  const row = indexed(world, session, table, index, whole);
  if (row === undefined) return true;
  const key = keyOf(index, row);
  const map = mapOf(world, table.relation, index);
  if (index.unique && map.has(key) && !hasNull(index, row)) return false;
  addEntry(map, key, ctid);
  return true;
}
