/** The race's finding at this moment, as a kind with its numbers; the words are in the catalogue. Pure. */
import type { Sure } from '../../base/units.ts';
import { claimRatio, type RatioClaim } from '../lab/claim.ts';
import { machineNow, type RaceState, shownNow } from './race.ts';

export type RaceFinding =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'settling'; readonly idle: number }
  /** The race is paused, and nothing is sure at the slider's position. */
  | { readonly kind: 'paused'; readonly idle: number }
  /** Nothing is sure, and on this machine that will not change soon: the page shows the published run. */
  | { readonly kind: 'busy'; readonly idle: number }
  | { readonly kind: 'together'; readonly idle: number }
  | { readonly kind: 'apart'; readonly idle: number; readonly ratio: Sure }
  | { readonly kind: 'turned'; readonly idle: number; readonly ratio: Sure };

export interface RaceView {
  readonly finding: RaceFinding;
  readonly claim: RatioClaim;
  readonly busy: boolean;
}

/** `asked` is the slider's position; the lab may still be on its way there, and does not start while it is paused. */
export function viewOf(
  state: RaceState,
  asked: { readonly idle: number; readonly otherWorkUs: number; readonly sliceMs: number },
  paused = false,
): RaceView {
  const { idle } = asked;
  const busy = machineNow(state, asked).kind === 'busy';
  const claim = claimRatio(state.now?.idle === idle ? shownNow(state)?.ratio : null);
  const finding: RaceFinding =
    paused && claim.kind === 'measuring' ? { kind: 'paused', idle } : findingOf(state, idle, claim, busy);
  return { finding, claim, busy };
}

function findingOf(state: RaceState, idle: number, claim: RatioClaim, busy: boolean): RaceFinding {
  if (state.now === undefined || (state.blocks.length === 0 && state.samples.length === 0)) return { kind: 'waiting' };
  switch (claim.kind) {
    case 'faster':
      return { kind: 'apart', idle, ratio: claim.ratio };
    case 'slower':
      return { kind: 'turned', idle, ratio: claim.ratio };
    case 'alike':
      return { kind: 'together', idle };
    case 'measuring':
      return busy ? { kind: 'busy', idle } : { kind: 'settling', idle };
  }
}
