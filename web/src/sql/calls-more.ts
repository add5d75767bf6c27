/** Functions of every day, by what they are about. bind-call.ts has the others. */

import { NUMBER_CALLS } from './calls-number.ts';
import { SEQUENCE_CALLS } from './calls-sequence.ts';
import { SESSION_CALLS } from './calls-session.ts';
import { TEXT_CALLS } from './calls-text.ts';
import { TIME_CALLS } from './calls-time.ts';
import type { Signature } from './signature.ts';

export const MORE_CALLS: Readonly<Record<string, readonly Signature[]>> = {
  ...SEQUENCE_CALLS,
  ...NUMBER_CALLS,
  ...TEXT_CALLS,
  ...TIME_CALLS,
  ...SESSION_CALLS,
};
