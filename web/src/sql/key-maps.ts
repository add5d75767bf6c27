/** The map of each index: its entries by key. keys.ts writes them. */
import type { Index } from './catalog.ts';
import type { KeyMap, World } from './session.ts';

export function mapOf(world: World, relation: number, index: Index): KeyMap {
  let maps = world.keys.get(relation);
  if (maps === undefined) {
    maps = new Map<string, KeyMap>();
    world.keys.set(relation, maps);
  }
  let map = maps.get(index.name);
  if (map === undefined) {
    map = new Map<string, number[]>();
    maps.set(index.name, map);
  }
  return map;
}
