/** What a change of the layout has done to its time, and why: a field's misses, or the kinds of all. Pure. */
import type { LayoutTally } from '../../engine/replay/layout-types.ts';
import { LINE_BYTES, shortName } from './layout.ts';
import { fieldAt, type PlacedLayout } from './place.ts';
import type { Replayed } from './replays.ts';
import { type Compared, compare, MISS_KINDS, type MissKind, resultOf } from './results.ts';

/** A smaller change of misses reads 0.00. */
const SMALLEST_SHOWN = 0.005;

/** Replays, and where the fields lie in them. */
export interface Measured {
  readonly replayed: Replayed;
  readonly placed: PlacedLayout;
}

/** A field whose misses for a transaction tell why. */
export interface Cause {
  readonly field: string;
  readonly from: number;
  readonly to: number;
}
/** Misses of a kind for a transaction: more of them, or, below 0, fewer. */
export interface KindChange {
  readonly kind: MissKind;
  readonly by: number;
}
export interface Effect {
  readonly compared: Compared;
  /** Nanoseconds of a transaction between the two, as they are shown, and the larger ±. */
  readonly ns: number;
  readonly margin: number;
  /** Null: no single field explains most of the change. */
  readonly cause: Cause | null;
  /** Misses of a transaction, more or, below 0, fewer; and those kinds that have changed, the most first. */
  readonly misses: number;
  readonly kinds: readonly KindChange[];
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

interface Spent {
  readonly misses: number;
  readonly ns: number;
}
const NOTHING: Spent = { misses: 0, ns: 0 };
const sum = (a: Spent, b: Spent): Spent => ({ misses: a.misses + b.misses, ns: a.ns + b.ns });

/** By field, for a transaction; and which fields are touched on the same lines. */
function spentBy({ replayed: { tally }, placed }: Measured) {
  const spent = new Map<string, Spent>();
  const lines = new Map<number, Set<string>>();
  for (const { at, misses, ns } of tally.cells) {
    const name = fieldAt(placed, at)?.field.name;
    if (name === undefined) continue;
    const own = { misses: misses / tally.transactions, ns: ns / tally.transactions };
    spent.set(name, sum(spent.get(name) ?? NOTHING, own));
    const line = Math.floor(at / LINE_BYTES);
    lines.set(line, (lines.get(line) ?? new Set()).add(name));
  }
  return { spent, lines: [...lines.values()] };
}

/**
 * The field whose misses have changed most. It is no cause where they have only gone to a neighbour, the next one to touch
 * the line: net, the fields of its lines must explain most of the change of all misses, and of the time.
 */
function causeOf(before: Measured, now: Measured, all: Spent): Cause | null {
  const [was, is] = [spentBy(before), spentBy(now)];
  const by = (field: string): Spent => {
    const [from, to] = [was.spent.get(field) ?? NOTHING, is.spent.get(field) ?? NOTHING];
    return { misses: to.misses - from.misses, ns: to.ns - from.ns };
  };
  const isMost = (part: number, whole: number): boolean => part * whole > 0 && Math.abs(part) >= Math.abs(whole) / 2;
  const explains = (spent: Spent): boolean => isMost(spent.misses, all.misses) && isMost(spent.ns, all.ns);
  const fields = [...new Set([...was.spent.keys(), ...is.spent.keys()])].sort(
    (a, b) => Math.sign(all.misses) * (by(b).misses - by(a).misses),
  );
  const [field] = fields;
  if (field === undefined || all.misses * all.ns <= 0) return null;
  const beside = new Set([...was.lines, ...is.lines].filter((line) => line.has(field)).flatMap((line) => [...line]));
  const net = [...beside].map(by).reduce(sum, NOTHING);
  const own = by(field).misses;
  if (!isMost(own, all.misses) || !isMost(net.misses, own) || !explains(net)) return null;
  return { field: shortName(field), from: was.spent.get(field)?.misses ?? 0, to: is.spent.get(field)?.misses ?? 0 };
}

export function effectOf(before: Measured, now: Measured): Effect {
  const [old, own] = [resultOf(before.replayed), resultOf(now.replayed)];
  const misses = own.misses - old.misses;
  const kinds = MISS_KINDS.map((kind) => ({ kind, by: own[kind] - old[kind] }))
    .filter(({ by }) => Math.abs(by) >= SMALLEST_SHOWN)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  return {
    compared: compare(own, old),
    // A reader subtracts the figures on the page.
    ns: Math.abs(Math.round(own.ns) - Math.round(old.ns)),
    margin: Math.max(own.margin.ns, old.margin.ns),
    cause: causeOf(before, now, { misses, ns: own.ns - old.ns }),
    misses,
    kinds,
  };
}
