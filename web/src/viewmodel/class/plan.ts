/**
 * A lesson of 90 minutes: its parts with their minutes and the pages to open, the assignment that its students get, and
 * its figures. Each figure is counted from published data or from the settings of the page that shows it. Pure.
 */

import type { IdleConnectionsRow } from '../../scenario/published.ts';
import { BELOW, BEYOND, CACHED_SUBXIDS } from '../cliff/cliff.ts';
import { type Assignment, NAMED_SETS } from './assignment.ts';

export const PLAN_MINUTES = 90;

/** What the students' link names, in the order of the lesson. */
export const PLAN_ASSIGNMENT: Assignment = {
  set: NAMED_SETS.plan,
  seed: 'by-name',
};

/**
 * What the page that the part about the scan opens is set to, and the cache lines that it counts for this snapshot:
 * `lines-store.wasm.test.ts` holds that the engine counts as many.
 */
export const WALK = { active: 4, idle: 96, operation: 3, lines: 28, dense: 12 } as const;

export type PlanPart = 'race' | 'stamps' | 'sees' | 'snapshot' | 'xip' | 'lost' | 'walk' | 'end';
interface Part {
  readonly part: PlanPart;
  readonly minutes: number;
  /** Addresses to open, behind `#`. */
  readonly opens: readonly string[];
}

export const PLAN: readonly Part[] = [
  { part: 'race', minutes: 10, opens: ['/'] },
  { part: 'stamps', minutes: 15, opens: ['/lessons/two-stamps?step=1'] },
  { part: 'sees', minutes: 10, opens: ['/exercises/who-sees-it?seed=1'] },
  { part: 'snapshot', minutes: 15, opens: ['/lessons/who-was-running?step=1', '/lessons/who-was-running?step=7'] },
  { part: 'xip', minutes: 8, opens: ['/exercises/what-is-xip?seed=1'] },
  { part: 'lost', minutes: 15, opens: ['/exercises/lost-update?seed=1'] },
  {
    part: 'walk',
    minutes: 10,
    opens: [
      `/lab/lines?v=1&left=pg13&right=dense&machine=xeon-gold-5215-2s&active=${WALK.active}&idle=${WALK.idle}&place=spread&workload=readonly&op=${WALK.operation}&at=0&by=miss`,
    ],
  },
  { part: 'end', minutes: 7, opens: ['/lab/cliff'] },
];

/** Minutes from the beginning, before each part and after the last. */
export function planTimes(): readonly number[] {
  const times = [0];
  for (const { minutes } of PLAN) times.push((times.at(-1) ?? 0) + minutes);
  return times;
}

/** The figures that the sheets ask for and answer. */
export interface PlanFigures {
  /** Published transactions per second of one active client, without idle connections and with the most of them. */
  readonly idle: number;
  readonly before: { readonly none: number; readonly most: number };
  readonly after: { readonly none: number; readonly most: number };
  /** Entries that a snapshot of 13 reads on the page about the scan. */
  readonly entries: number;
  readonly cached: number;
  readonly below: number;
  readonly beyond: number;
}

/** Home's experiment: one active client. Null: the file has not the rows that it should have; a test says it has. */
export function planFigures(rows: readonly IdleConnectionsRow[], active = 1): PlanFigures | null {
  const own = rows.filter((row) => row.active === active).toSorted((a, b) => a.idle - b.idle);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined || first.idle !== 0 || last.idle === 0) return null;
  return {
    idle: last.idle,
    before: { none: first.tps_pre, most: last.tps_pre },
    after: { none: first.tps_post, most: last.tps_post },
    entries: WALK.active + WALK.idle,
    cached: CACHED_SUBXIDS,
    below: BELOW,
    beyond: BEYOND,
  };
}
