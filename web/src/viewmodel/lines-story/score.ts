/** What moves at a step, on one side: phases in the order of their causes. */
import type { SideStep } from './story.ts';

/** What happens, and its time beside the others in ms. */
export const LINE_ACTS = {
  /** The core reads what is in its own cache, line by line. */
  sweep: 200,
  /** A line comes from the cache that has it, or from outside: at most; its way takes as long as its time says. */
  travel: 300,
  /** It is there. */
  arrive: 100,
  /** The news that their copies are void runs to all who have one. */
  send: 220,
  /** The copies die. */
  die: 300,
  /** The writer alone has the line. */
  own: 80,
} as const;
export type LineAct = keyof typeof LINE_ACTS;

export interface LinePhase {
  readonly act: LineAct;
  readonly ms: number;
}
export interface LineScore {
  readonly phases: readonly LinePhase[];
}

/** How long a line travels for each ns, and at least. */
const MS_PER_NS = 2.5;
const LEAST_TRAVEL_MS = 80;
const travelMs = (ns: number): number => Math.min(LINE_ACTS.travel, Math.max(LEAST_TRAVEL_MS, ns * MS_PER_NS));

/** A step of nothing but hits has all the time for them. */
const LONE_SWEEP_MS = 500;

export function lineScore({ hits, event }: SideStep): LineScore {
  const acts: LineAct[] = [];
  if (hits.length > 0) acts.push('sweep');
  if (event !== null) {
    if (!event.isUpgrade) acts.push('travel', 'arrive');
    if (event.losers.length > 0) acts.push('send', 'die');
    if (event.writes) acts.push('own');
  }
  const lone = acts.length === 1 && event === null;
  const msOf = (act: LineAct): number =>
    lone ? LONE_SWEEP_MS : act === 'travel' ? travelMs(event?.ns ?? 0) : LINE_ACTS[act];
  return { phases: acts.map((act) => ({ act, ms: msOf(act) })) };
}
