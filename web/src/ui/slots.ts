/**
 * Reuses the elements of a list: a row that becomes visible is drawn in the element of one that disappeared, so even a
 * completely different list is updated in place and not rebuilt.
 */
import { useLayoutEffect, useMemo, useRef } from 'react';

/** A slot for each id: ids that stay keep their slot, new ones take the free slots in order. */
export type Slots = ReadonlyMap<string, number>;

/** @param before the list's slots until now @param ids no two alike, in their order */
export function nextSlots(before: Slots, ids: readonly string[]): Slots {
  const own = new Set(ids);
  // In their previous order: if everything changes at once, no element moves.
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
