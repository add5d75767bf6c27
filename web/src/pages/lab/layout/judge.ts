/** What the challenges look at: the counts of a state of the bench. */
import { presetOf } from '../../../viewmodel/layout/catalogue.ts';
import type { ChallengeInput } from '../../../viewmodel/layout/challenges.ts';
import { place } from '../../../viewmodel/layout/place.ts';
import type { Replayed } from '../../../viewmodel/layout/replays.ts';
import { type Blame, blameOf, type LayoutSeen, resultOf } from '../../../viewmodel/layout/results.ts';
import type { LayoutState } from './layout-state.ts';

const resultsOf = (replayed: Replayed | null) => (replayed === null ? null : resultOf(replayed));

export const seenOf = ({ yours, given, beside }: Pick<LayoutState, 'yours' | 'given' | 'beside'>): LayoutSeen => ({
  yours: resultsOf(yours?.replayed ?? null),
  given: resultsOf(given),
  beside: { 'pg9.1': resultsOf(beside['pg9.1']), pg13: resultsOf(beside.pg13), pg14: resultsOf(beside.pg14) },
});

/** By field, in 13's own layout. */
export function blameIn({ settings, beside }: Pick<LayoutState, 'settings' | 'beside'>): readonly Blame[] {
  const connections = settings.active + settings.idle;
  return beside.pg13 === null ? [] : blameOf(beside.pg13.tally, place(presetOf('pg13'), connections));
}

export function challengeInput(
  state: Pick<LayoutState, 'settings' | 'layout' | 'yours' | 'given' | 'beside' | 'named'>,
): ChallengeInput {
  const { yours, beside } = seenOf(state);
  const blame = blameIn(state);
  const most = blame[0]?.restored;
  return {
    workload: state.settings.workload,
    layout: state.layout,
    // An older layout's counts say nothing of this one.
    yours: state.yours?.layout === state.layout && state.yours.settings === state.settings ? yours : null,
    beside,
    named: state.named,
    hurts: blame.filter(({ restored }) => restored === most).map(({ field }) => field),
  };
}
