import { expect, test } from 'vitest';
import { isSerializableIn, mayBeSerializable } from './serializable.ts';
import { parseSpec } from './spec-parse.ts';

function specOf(text: string) {
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error('no spec');
  return spec.value;
}

test('a spec may be serializable if any of its SQL names the level; steps are, if they or the set-up do', () => {
  const some = specOf('session a step x { BEGIN ISOLATION LEVEL Serializable; } step y { COMMIT; }');
  expect(mayBeSerializable(some)).toBe(true);
  expect([[0], [1], [1, 0], [], [-2]].map((steps) => isSerializableIn(some, steps))).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
  const always = specOf('session a setup { BEGIN ISOLATION LEVEL SERIALIZABLE; } step x { COMMIT; }');
  expect([mayBeSerializable(always), isSerializableIn(always, [])]).toEqual([true, true]);
  const never = specOf('session a setup { BEGIN; } step x { COMMIT; }');
  expect([mayBeSerializable(never), isSerializableIn(never, [0])]).toEqual([false, false]);
});
