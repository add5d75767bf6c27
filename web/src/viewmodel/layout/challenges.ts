/** Three challenges. Whether one is met is computed from what the replay counted, never said by hand. */
import type { SceneWorkload } from '../../engine/replay/scene-types.ts';
import type { Layout, LayoutCode } from './layout.ts';
import { compare, type LayoutResult } from './results.ts';
import type { Beside } from './settings.ts';

export const CHALLENGES = ['beat-13', 'what-hurts', 'near-14'] as const;
export type Challenge = (typeof CHALLENGES)[number];

/** A part of 13's time that must be saved, and more than its ±: less might be chance. */
export const BEAT_BY = 0.05;
/** Times of 14's time that a layout with neither its counter nor its dense arrays may take. */
export const NEAR = 2.85;
/** What each is about: readers alone, or writers, who also take xids. */
export const CHALLENGE_WORKLOAD: Readonly<Record<Challenge, SceneWorkload>> = {
  'beat-13': 'readwrite',
  'what-hurts': 'readonly',
  'near-14': 'readonly',
};

export interface ChallengeInput {
  readonly workload: SceneWorkload;
  readonly layout: Layout;
  readonly yours: LayoutResult | null;
  readonly beside: Readonly<Record<Beside, LayoutResult | null>>;
  /** The field that the reader has named. */
  readonly named: string | null;
  /** Fields whose writes cost the others the most fetches that find nothing new, in 13's own layout. */
  readonly hurts: readonly string[];
}

export interface Progress {
  readonly isMet: boolean;
  /** The number that counts, and the one that it must not be above; null: there is none yet. */
  readonly now: number | null;
  readonly goal: number | null;
  /** Its accesses are not those that the challenge is about. */
  readonly isOther: boolean;
}

const OLDER: readonly LayoutCode[] = ['pg9.1', 'pg13', 'globalvis', 'xmin-moved'];
const NOTHING: Progress = { isMet: false, now: null, goal: null, isOther: false };

function within(now: number | undefined, goal: number | undefined, counts: boolean): Progress {
  if (now === undefined || goal === undefined) return { ...NOTHING, isOther: !counts };
  return { isMet: counts && now <= goal, now, goal, isOther: !counts };
}

export function progressOf(challenge: Challenge, input: ChallengeInput): Progress {
  const { layout, yours, beside, named, hurts, workload } = input;
  const { replay } = layout;
  if (workload !== CHALLENGE_WORKLOAD[challenge]) return NOTHING;
  switch (challenge) {
    case 'beat-13': {
      const { pg13 } = beside;
      const counts = replay === 'pg13';
      if (yours === null || pg13 === null) return within(undefined, undefined, counts);
      const goal = pg13.ns - Math.max(pg13.ns * BEAT_BY, pg13.margin.ns);
      const progress = within(yours.ns, goal, counts);
      return { ...progress, isMet: progress.isMet && compare(yours, pg13) === 'less' };
    }
    case 'what-hurts':
      return { ...NOTHING, isMet: named !== null && hurts.includes(named) };
    case 'near-14': {
      const of14 = beside.pg14?.ns;
      const counts = replay !== null && OLDER.includes(replay);
      return within(yours?.ns, of14 === undefined ? undefined : of14 * NEAR, counts);
    }
  }
}
