/** nextval and its family. They need a statement's lock on the sequence, which exec-sequence.ts takes. */
import type { Signature } from './signature.ts';

const asking = (name: string, args: Signature['args']): Signature => ({
  args,
  result: 'int8',
  eval: (values, context) => context.ask(name, values),
});

export const SEQUENCE_CALLS: Readonly<Record<string, readonly Signature[]>> = {
  nextval: [asking('nextval', ['text'])],
  currval: [asking('currval', ['text'])],
  lastval: [asking('lastval', [])],
  setval: [asking('setval', ['text', 'int8']), asking('setval', ['text', 'int8', 'bool'])],
};
