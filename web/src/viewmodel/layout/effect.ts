/** What a change of the layout has done to its time, and the field whose fetches tell why. Pure. */
import type { LayoutTally } from '../../engine/replay/layout-types.ts';
import { fieldAt, type PlacedLayout } from './place.ts';
import type { Replayed } from './replays.ts';
import { type Compared, compare, resultOf } from './results.ts';

/** Replays, and where the fields lie in them. */
export interface Measured {
  readonly replayed: Replayed;
  readonly placed: PlacedLayout;
}

export interface Effect {
  readonly compared: Compared;
  /** Nanoseconds of a transaction between the two, and the larger ±. */
  readonly ns: number;
  readonly margin: number;
  /** The field whose misses have changed most in the same direction, and its misses for a transaction. */
  readonly field: string;
  readonly from: number;
  readonly to: number;
}

/** Of a field: the cores that read and write it, and for a transaction how often. */
export interface FieldUse {
  readonly readers: number;
  readonly writers: number;
  readonly reads: number;
  readonly writes: number;
  readonly misses: number;
}

export function usesOf(tally: LayoutTally, placed: PlacedLayout): ReadonlyMap<string, FieldUse> {
  const cores = new Map<string, { readers: Set<number>; writers: Set<number> }>();
  const uses = new Map<string, FieldUse>();
  for (const cell of tally.cells) {
    const name = fieldAt(placed, cell.at)?.field.name;
    if (name === undefined) continue;
    const own = cores.get(name) ?? { readers: new Set<number>(), writers: new Set<number>() };
    cores.set(name, own);
    for (const core of cell.readers) own.readers.add(core);
    for (const core of cell.writers) own.writers.add(core);
    const known = uses.get(name);
    uses.set(name, {
      readers: own.readers.size,
      writers: own.writers.size,
      reads: (known?.reads ?? 0) + cell.reads / tally.transactions,
      writes: (known?.writes ?? 0) + cell.writes / tally.transactions,
      misses: (known?.misses ?? 0) + cell.misses / tally.transactions,
    });
  }
  return uses;
}

export function effectOf(before: Measured, now: Measured): Effect {
  const [old, own] = [resultOf(before.replayed), resultOf(now.replayed)];
  const compared = compare(own, old);
  const [was, is] = [before, now].map(({ replayed, placed }) => usesOf(replayed.tally, placed));
  const missesOf = (uses: ReadonlyMap<string, FieldUse> | undefined, field: string) => uses?.get(field)?.misses ?? 0;
  const sign = own.ns < old.ns ? -1 : 1;
  const fields = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
    .map((field) => ({ field, from: missesOf(was, field), to: missesOf(is, field) }))
    .sort((a, b) => sign * (b.to - b.from) - sign * (a.to - a.from));
  const { field, from, to } = fields[0] ?? { field: '', from: 0, to: 0 };
  return { compared, ns: Math.abs(own.ns - old.ns), margin: Math.max(own.margin.ns, old.margin.ns), field, from, to };
}
