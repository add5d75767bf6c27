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
/** All of them: sixty-four. */
const situations: readonly Situation[] = Array.from({ length: 64 }, (_, bits) => ({
  isolated: (bits & 1) !== 0,
  inFrame: (bits & 2) !== 0,
  canRegister: (bits & 4) !== 0,
  controlled: (bits & 8) !== 0,
  triedBefore: (bits & 16) !== 0,
  canRemember: (bits & 32) !== 0,
}));

test('a fresh page on a host without headers registers the worker', () => expect(decide(fresh)).toBe('register'));
test('a page that is isolated already needs no worker', () => {
  for (const s of situations) expect(decide({ ...s, isolated: true })).toBe('nothing');
});
test('inside a frame nothing is registered and nothing reloads, whatever else holds', () => {
  for (const s of situations) expect(decide({ ...s, inFrame: true })).toBe('nothing');
});
test('there is never a second try: not after a reload, not when the worker served the page already', () => {
  for (const s of situations) if (s.triedBefore || s.controlled) expect(decide(s)).not.toBe('register');
});
test('without a memory there could be a loop, so nothing is tried', () => {
  for (const s of situations) expect(decide({ ...s, canRemember: false })).not.toBe('register');
});
test('where service workers do not exist the reader is told', () => {
  expect(decide({ ...fresh, canRegister: false })).toBe('blocked');
});
