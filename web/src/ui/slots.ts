/**
 * Elements of a list that take the places of those that left: a row that comes into a window is drawn in the element of
 * one that went, so a list of which everything changes is changed in place and not built anew.
 */
import { useLayoutEffect, useMemo, useRef } from 'react';

/** A slot for each id: its own as long as it is in the list, then whose turn it is among those that have come. */
export type Slots = ReadonlyMap<string, number>;

/** @param before the list's slots until now @param ids no two alike, in their order */
export function nextSlots(before: Slots, ids: readonly string[]): Slots {
  const own = new Set(ids);
  // In the order they stood in: where everything changes at once, nothing changes its place.
  const free = [...before].flatMap(([id, slot]) => (own.has(id) ? [] : [slot]));
  let fresh = 1 + Math.max(-1, ...before.values());
  return new Map(ids.map((id) => [id, before.get(id) ?? free.shift() ?? fresh++]));
}

/** Keys for a list's elements, by its ids. @param ids no two alike */
export function useSlots(ids: readonly string[]): (id: string) => string {
  const last = useRef<Slots>(new Map());
  const all = ids.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `all` says all of them
  const slots = useMemo(() => nextSlots(last.current, ids), [all]);
  useLayoutEffect(() => {
    last.current = slots;
  });
  return (id) => `${slots.get(id) ?? id}`;
}
