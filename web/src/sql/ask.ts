/** Functions that ask for more than their arguments: sequences, the clock, chance. */
import { askSequence } from './exec-sequence.ts';
import type { Session, World } from './session.ts';
import type { Value } from './values.ts';

export function ask(world: World, session: Session, what: string, args: readonly Value[]): Value {
  return askSequence(world, session, what, args);
}
