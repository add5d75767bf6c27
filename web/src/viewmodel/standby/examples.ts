/** The page's default and its examples: a shipped scenario, stopped where there is something to see. */
import type { StandbyAddress } from '../addresses.ts';

export interface StandbyExample {
  readonly id: 'late' | '64' | 'pending';
  readonly address: StandbyAddress;
}

const shipped = (id: string): Pick<StandbyAddress, 'source'> => ({ source: { kind: 'shipped', id } });

/** Positions are those of the first permutation; a test checks that they show the intended effect. */
export const STANDBY_EXAMPLES: readonly StandbyExample[] = [
  { id: 'late', address: { ...shipped('standby-late-commit'), tick: 6, replay: 5, held: [4] } },
  { id: '64', address: { ...shipped('standby-64-subtransactions'), tick: 4, replay: 70, held: [68] } },
  { id: 'pending', address: { ...shipped('standby-pending'), tick: 6, from: 69, replay: 'end' } },
];
