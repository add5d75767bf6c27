/** The litmus page's part of an address: the variant, how it is run, and the moment of the interleaving that is shown. */
import { flag, number, oneOf, parameters } from '../../../base/fields.ts';
import {
  LITMUS_LIMITS,
  LITMUS_OUTCOMES,
  LITMUS_TESTS,
  type LitmusOutcome,
  type LitmusTest,
} from '../../../engine/lab/litmus-types.ts';
import type { AddressCodec } from '../../../ui/page.tsx';

export interface LitmusAddress {
  readonly test?: LitmusTest;
  readonly fence?: boolean;
  readonly look?: boolean;
  readonly runs?: number;
  readonly pause?: number;
  /** The outcome whose interleaving is shown. */
  readonly outcome?: LitmusOutcome;
  /** Moves of it that are done. */
  readonly step?: number;
}

/** No interleaving of the tests has as many moves. */
export const MOST_MOVES = 14;

export const address: AddressCodec<LitmusAddress> = parameters<Required<LitmusAddress>>({
  test: oneOf(LITMUS_TESTS),
  fence: flag,
  look: flag,
  runs: number({ ...LITMUS_LIMITS.runs, whole: true }),
  pause: number({ ...LITMUS_LIMITS.pause, whole: true }),
  outcome: oneOf(LITMUS_OUTCOMES),
  step: number({ min: 0, max: MOST_MOVES, whole: true }),
});
