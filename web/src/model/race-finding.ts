/** What there is to see in the race right now, as a kind with its numbers; the words are the catalogue's. Pure. */
import { type RaceState, ratioNow } from './race.ts';

/** Below this the two lines are one to the eye. */
const TOGETHER = 1.1;
/** Fewer pairs do not carry a sentence. */
export const ENOUGH_PAIRS = 5;

export type RaceFinding =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'settling'; readonly idle: number }
  | { readonly kind: 'together'; readonly idle: number }
  | { readonly kind: 'apart'; readonly idle: number; readonly ratio: number }
  | { readonly kind: 'turned'; readonly idle: number; readonly ratio: number };

/** `asked` is where the slider stands; the lab may still be on its way there. */
export function findingOf(state: RaceState, asked: number): RaceFinding {
  const ratio = ratioNow(state);
  if (state.now === undefined || (ratio === undefined && state.samples.length === 0)) return { kind: 'waiting' };
  if (state.now.idle !== asked || ratio === undefined || ratio.pairs < ENOUGH_PAIRS) {
    return { kind: 'settling', idle: asked };
  }
  if (ratio.value >= TOGETHER) return { kind: 'apart', idle: asked, ratio: ratio.value };
  if (ratio.value <= 1 / TOGETHER) return { kind: 'turned', idle: asked, ratio: 1 / ratio.value };
  return { kind: 'together', idle: asked };
}
