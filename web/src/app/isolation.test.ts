import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide, type Situation } from './isolation.ts';

const fresh: Situation = {
  isolated: false,
  inFrame: false,
  canRegister: true,
  controlled: false,
  triedBefore: false,
  canRemember: true,
};
const situation: fc.Arbitrary<Situation> = fc.record({
  isolated: fc.boolean(),
  inFrame: fc.boolean(),
  canRegister: fc.boolean(),
  controlled: fc.boolean(),
  triedBefore: fc.boolean(),
  canRemember: fc.boolean(),
});

test('a fresh page on a host without headers registers the worker', () => expect(decide(fresh)).toBe('register'));
test('a page that is isolated already needs no worker', () => {
  fc.assert(
    fc.property(situation, (s) => {
      expect(decide({ ...s, isolated: true })).toBe('nothing');
    }),
  );
});
test('inside a frame nothing is registered and nothing reloads, whatever else holds', () => {
  fc.assert(
    fc.property(situation, (s) => {
      expect(decide({ ...s, inFrame: true })).toBe('nothing');
    }),
  );
});
test('there is never a second try: not after a reload, not when the worker served the page already', () => {
  fc.assert(
    fc.property(situation, (s) => {
      if (s.triedBefore || s.controlled) expect(decide(s)).not.toBe('register');
    }),
  );
});
test('without a memory there could be a loop, so nothing is tried', () => {
  fc.assert(
    fc.property(situation, (s) => {
      expect(decide({ ...s, canRemember: false })).not.toBe('register');
    }),
  );
});
test('where service workers do not exist the reader is told', () => {
  expect(decide({ ...fresh, canRegister: false })).toBe('blocked');
});
