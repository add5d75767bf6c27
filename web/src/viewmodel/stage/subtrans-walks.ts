/**
 * The walks of a step over pg_subtrans: from an xid to its topmost parent, page by page
 * (SubTransGetTopmostTransaction), and the one that is told.
 */
import type { LookupWhy, StageLookup, StageSlru } from '../../engine/server/slru-types.ts';

/** Lookups of one walk that found their page in the same slot. */
export interface WalkStop {
  readonly slot: number;
  readonly page: number;
  /** True: the page was in the slot; false: it was read into it. */
  readonly hit: boolean;
  /** The page that was evicted for it. */
  readonly evicted: number | null;
  /** A page had to be written first. */
  readonly wrote: boolean;
  readonly lookups: number;
  /** The xids looked up: the first, and the last one. */
  readonly from: number;
  readonly to: number;
  /** Of the last one; null: it is a top transaction. */
  readonly parent: number | null;
}
export interface Walk {
  readonly session: string;
  readonly why: LookupWhy;
  readonly xid: number;
  /** End of the walk: the topmost parent, or an xid so old that no parent of it runs. */
  readonly topmost: number;
  readonly lookups: number;
  readonly stops: readonly WalkStop[];
  /** In the step's lookups: one past its last. */
  readonly end: number;
}
const isWalk = ({ why }: StageLookup): boolean => why !== 'set' && why !== 'make';

/** @returns with the number of lookups before the first kept walk */
export function walksOf({ lookups, lookupsBefore }: StageSlru): {
  readonly walks: readonly Walk[];
  readonly cut: number;
} {
  const walks: Walk[] = [];
  let cut = lookupsBefore;
  for (let at = 0; at < lookups.length; at++) {
    const first = lookups[at];
    if (first === undefined || !isWalk(first)) continue;
    if (!first.begins || first.session === null) {
      cut++;
      continue;
    }
    let end = at + 1;
    while (lookups[end] !== undefined && isWalk(lookups[end] ?? first) && lookups[end]?.begins === false) end++;
    walks.push(walkOf(first.session, lookups.slice(at, end), end));
    at = end - 1;
  }
  return { walks, cut };
}

function walkOf(session: string, lookups: readonly StageLookup[], end: number): Walk {
  const stops: WalkStop[] = [];
  for (const { slot, page, hit, evicted, wrote, xid, parent } of lookups) {
    const last = stops.at(-1);
    if (last !== undefined && last.slot === slot && hit)
      stops[stops.length - 1] = { ...last, lookups: last.lookups + 1, to: xid, parent };
    else stops.push({ slot, page, hit, evicted, wrote, lookups: 1, from: xid, to: xid, parent });
  }
  const [first, last] = [lookups[0], lookups.at(-1)];
  return {
    session,
    why: first?.why ?? 'snapshot',
    xid: first?.xid ?? 0,
    topmost: last?.parent ?? last?.xid ?? 0,
    lookups: lookups.length,
    stops,
    end,
  };
}

/** The walk to show first: over the most pages; of those, one with a read; of those, the last. */
export function tellingWalk(walks: readonly Walk[]): number {
  const weight = ({ stops }: Walk): number => 2 * stops.length + (stops.some(({ hit }) => !hit) ? 1 : 0);
  let best = -1;
  for (const [i, walk] of walks.entries()) {
    const other = walks[best];
    if (other === undefined || weight(walk) >= weight(other)) best = i;
  }
  return best;
}
