import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrapped } from './wrapped.ts';

test('lines are no longer than the terminal, unless one word is, and no word is lost', () => {
  const words = fc.array(fc.stringMatching(/^[a-z(),]{1,20}$/), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(words, fc.integer({ min: 10, max: 60 }), (all, width) => {
      const lines = wrapped(all.join(' '), width, '  ').split('\n');
      expect(lines.flatMap((line) => line.trim().split(' '))).toEqual(all);
      for (const line of lines) if (line.length > width) expect(line.trim()).not.toContain(' ');
    }),
  );
  expect(wrapped('one two three', 9, '  ')).toBe('  one two\n    three');
});
