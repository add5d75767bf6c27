import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packText, unpackText } from './packed-text.ts';

test('what is packed is unpacked equal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (text) => {
      const packed = packText(text);
      expect(packed).toMatch(/^[A-Za-z0-9_-]*$/);
      expect(unpackText(packed, 64_000)).toEqual({ ok: true, value: text });
    }),
  );
});
test('a bomb, a cut text and nonsense are refused', () => {
  expect(unpackText(packText('a'.repeat(10_000_000)), 64_000)).toEqual({ ok: false, error: 'too-large' });
  const packed = packText('session s step a { SELECT 1; } step b { SELECT 2; }');
  expect(unpackText(packed.slice(0, 30), 64_000).ok).toBe(false);
  fc.assert(fc.property(fc.string(), (text) => void unpackText(text, 1000)));
});
test('a shipped spec takes a few hundred letters', () => {
  expect(packText(`setup { CREATE TABLE t (id int); }\n${'step a { SELECT 1; }\n'.repeat(50)}`).length).toBeLessThan(
    200,
  );
});
