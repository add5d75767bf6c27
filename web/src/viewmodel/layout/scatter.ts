/**
 * A layout says which fields share a line. It does not say what lies between its structs, and so on which page and in
 * which cache set a struct begins; but the modelled machine has pages (a home socket each) and sets, and the order of the
 * backends follows from the smallest difference. So a layout is replayed several times, its structs at other places of
 * the memory each time. A place depends on the struct's name and the replay alone: unused memory anywhere moves nothing.
 */
import { rngOf } from '../../base/random.ts';
import type { Machine } from '../../scenario/machine.ts';
import { LINE_BYTES, roundUp, SHMEM_ALIGN } from './layout.ts';
import type { PlacedLayout, PlacedStruct } from './place.ts';

const PAGE_BYTES = 4096;

/** Moving a struct by so many bytes changes neither its home socket nor its sets in L1. */
export const periodOf = (machine: Machine): number => {
  const { size, ways } = machine.caches.l1;
  return machine.sockets.value * roundUp(PAGE_BYTES, size.value / ways.value);
};

/** FNV-1a, and the replay's number. */
function seedOf(name: string, replay: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash ^ Math.imul(replay + 1, 0x9e3779b1);
}

export interface Scattered {
  readonly placed: PlacedLayout;
  /** Where a byte of the scattered memory is in the layout as it is drawn. */
  readonly back: (at: number) => number;
}

const moved = (one: PlacedStruct, by: number): PlacedStruct => ({
  ...one,
  at: one.at + by,
  end: one.end + by,
  fields: one.fields.map((field) => ({ ...field, at: field.at + by })),
});

/** Each struct at another place, but each of its bytes at the same byte of a line. */
export function scatter(placed: PlacedLayout, period: number, replay: number): Scattered {
  let end = 0;
  let by = 0;
  const structs = placed.structs.map((one, i) => {
    // One that may begin within a line belongs right behind the one before it.
    if (i === 0 || one.struct.align >= LINE_BYTES) {
      const place = rngOf(seedOf(one.struct.name, replay)).below(period / SHMEM_ALIGN) * SHMEM_ALIGN;
      const wanted = place + (one.at % SHMEM_ALIGN);
      by = wanted + roundUp(Math.max(0, end - wanted), period) - one.at;
    }
    const next = moved(one, by);
    end = next.end;
    return next;
  });
  const shifts = structs.map(({ at }, i) => at - (placed.structs[i]?.at ?? 0));
  const back = (at: number): number => at - (shifts[structs.findLastIndex((one) => one.at <= at)] ?? 0);
  return { placed: { structs, bytes: end, lines: Math.ceil(end / LINE_BYTES) }, back };
}
