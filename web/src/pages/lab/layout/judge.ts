/** What the challenges look at: the counts of a state of the bench. */
import type { ChallengeInput } from '../../../viewmodel/layout/challenges.ts';
import type { Layout } from '../../../viewmodel/layout/layout.ts';
import { type Blame, blameOf, type LayoutSeen, resultOf } from '../../../viewmodel/layout/results.ts';
import { BESIDE, type Beside } from '../../../viewmodel/layout/settings.ts';
import type { Counted, LayoutState } from './layout-state.ts';

const resultsOf = (counted: Counted | null) => (counted === null ? null : resultOf(counted.replayed));

export const seenOf = ({ yours, given, beside }: Pick<LayoutState, 'yours' | 'given' | 'beside'>): LayoutSeen => ({
  yours: resultsOf(yours),
  given: resultsOf(given),
  beside: { 'pg9.1': resultsOf(beside['pg9.1']), pg13: resultsOf(beside.pg13), pg14: resultsOf(beside.pg14) },
});

type Asked = Pick<LayoutState, 'settings' | 'layout' | 'origin' | 'yours' | 'given' | 'beside'>;
/** Whether counts answer what the page asks now: under these settings, and of this layout; of a version's if left out. */
const answers = (counted: Counted | null, { settings }: Pick<Asked, 'settings'>, layout?: Layout | null): boolean =>
  counted?.settings === settings && (layout === undefined || counted.layout === layout);
export const isCurrent = {
  yours: (state: Asked): boolean => answers(state.yours, state, state.layout),
  given: (state: Asked): boolean => answers(state.given, state, state.origin),
  start: (state: Pick<LayoutState, 'settings' | 'layout' | 'start'>): boolean =>
    answers(state.start, state) && state.start?.layout.replay === state.layout.replay,
  beside: (state: Asked, design: Beside): boolean => answers(state.beside[design], state),
  /** The counts that the headline compares. */
  all: (state: Asked): boolean =>
    isCurrent.yours(state) &&
    (state.layout.replay === null ? isCurrent.given(state) : BESIDE.every((design) => isCurrent.beside(state, design))),
};

/** By field, in 13's own layout. */
export function blameIn({ settings, beside: { pg13 } }: Pick<LayoutState, 'settings' | 'beside'>): readonly Blame[] {
  return pg13 === null || !answers(pg13, { settings }) ? [] : blameOf(pg13.replayed.tally, pg13.placed);
}

export function challengeInput(state: Asked & Pick<LayoutState, 'named'>): ChallengeInput {
  const seen = seenOf(state);
  const blame = blameIn(state);
  const most = blame[0]?.restored;
  const ofDesign = (design: Beside) => (isCurrent.beside(state, design) ? seen.beside[design] : null);
  return {
    workload: state.settings.workload,
    layout: state.layout,
    yours: isCurrent.yours(state) ? seen.yours : null,
    beside: { 'pg9.1': ofDesign('pg9.1'), pg13: ofDesign('pg13'), pg14: ofDesign('pg14') },
    named: state.named,
    hurts: blame.filter(({ restored }) => restored === most).map(({ field }) => field),
  };
}
