/** Functions of every day, by what they are about. bind-call.ts has the others. */

import { SEQUENCE_CALLS } from './calls-sequence.ts';
import type { Signature } from './signature.ts';

export const MORE_CALLS: Readonly<Record<string, readonly Signature[]>> = { ...SEQUENCE_CALLS };
