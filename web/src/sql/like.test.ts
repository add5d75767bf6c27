import { expect, test } from 'vitest';
import { like } from './like.ts';

test.each([
  ['abc', 'a%', true],
  ['abc', '_b_', true],
  ['abc', 'abcd', false],
  ['', '', true],
  ['', '%', true],
  ['aab', '%ab', true],
  ['a%c', 'a\\%c', true],
  ['abc', 'a\\%c', false],
  ['𝒳y', '_y', true],
  ['mississippi', 'm%iss%ip%', true],
  ['mississippi', 'm%iss%ipx%', false],
])('%s LIKE %s: %s', (text, pattern, answer) => {
  expect(like(text, pattern, () => undefined)).toBe(answer);
});

test('a pattern of many % comes to an end', () => {
  expect(like('a'.repeat(20_000), `${'%a'.repeat(40)}%b`, () => undefined)).toBe(false);
});
