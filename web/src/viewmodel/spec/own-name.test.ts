import { expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { ownName, stemOf, titleOf } from './own-name.ts';

function specOf(text: string) {
  const parsed = parseSpec(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}
const SEATS = 'setup { CREATE TABLE IF NOT EXISTS public.Seats (no int); }\nsession a step a1 { SELECT 1; }';

test('an example is named after its first table, wherever it is created, else after its first statement', () => {
  const name = (text: string) => ownName(specOf(text));
  expect(name(SEATS)).toBe('seats');
  expect(name('session a step a1 { BEGIN; } step a2 { create unlogged table "My t" (i int); }')).toBe('My t');
  expect(name("session a step a1 { BEGIN; } step a2 { SELECT pg_advisory_lock(1), 'x'; }")).toBe(
    'select-pg_advisory_lock-1-x',
  );
  expect(name('session a step a1 { BEGIN; } step a2 { COMMIT; }')).toBe('own-example');
});

test('a shipped scenario and a reader’s file keep their names; what came in a link or was typed gets one', () => {
  const compiled = { spec: specOf(`#: title: Two buyers\n${SEATS}`) };
  const own = { source: { kind: 'text' }, file: 'mine.SPEC', isFromAddress: false, compiled };
  expect(stemOf(own)).toBe('mine');
  expect(stemOf({ ...own, file: 'linked.spec', isFromAddress: true })).toBe('seats');
  expect(stemOf({ ...own, source: { kind: 'shipped' }, file: 'first-look', isFromAddress: true })).toBe('first-look');
  expect(stemOf({ ...own, compiled: null })).toBe('mine');
  const typed = { spec: { ...compiled.spec, extras: { ...compiled.spec.extras, hasPrompts: true } } };
  const fresh = { ...own, compiled: typed, file: 'typed.spec' };
  expect([stemOf(fresh), titleOf(fresh)]).toEqual(['seats', 'seats']);
  const saved = { ...fresh, file: 'order-system.spec' };
  expect([stemOf(saved), titleOf(saved)]).toEqual(['order-system', 'order-system']);
  expect(titleOf(own)).toBe('Two buyers');
});
