/** Laws of JSON text with places: it reads what JSON.parse reads, and every place is correct. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JSON_DEPTH, type JsonNode, parseJson } from './json-text.ts';

function plain(node: JsonNode): unknown {
  if (node.kind === 'object') return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
  if (node.kind === 'array') return node.items.map(plain);
  return node.kind === 'null' ? null : node.value;
}
function each(node: JsonNode, visit: (node: JsonNode) => void): void {
  visit(node);
  if (node.kind === 'object') for (const { value } of node.members) each(value, visit);
  if (node.kind === 'array') for (const item of node.items) each(item, visit);
}
const parsesNatively = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const faultOf = (text: string) => {
  const parsed = parseJson(text);
  return parsed.ok ? null : parsed.error;
};

describe('JSON text with places', () => {
  it('any JSON value is read as JSON.parse reads it, however it is indented', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const parsed = parseJson(text);
        expect(parsed.ok && plain(parsed.value)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('a value’s offset is where its own text begins', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value, null, 2);
        const parsed = parseJson(text);
        if (!parsed.ok) throw new Error(parsed.error.message);
        each(parsed.value, (node) => {
          const first = { object: '{', array: '[', string: '"', number: '-0123456789', boolean: 'tf', null: 'n' };
          expect(first[node.kind]).toContain(text[node.offset]);
        });
      }),
    );
  });

  it('broken text is refused exactly when JSON.parse refuses it, and nothing throws', () => {
    const damaged = fc
      .tuple(
        fc.jsonValue({ maxDepth: 3 }),
        fc.nat(),
        fc.constantFrom('', ',', '}', ']', '"', '\\', '0', '.', 'x', '\n'),
      )
      .map(([value, at, put]) => {
        const text = JSON.stringify(value);
        const where = at % (text.length + 1);
        return text.slice(0, where) + put + text.slice(where + 1);
      });
    const anything = fc.oneof(damaged, fc.string(), fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0019-+.eE tfn') }));
    fc.assert(
      fc.property(anything, (text) => {
        const parsed = parseJson(text);
        const twice = !parsed.ok && parsed.error.message.includes('given twice');
        if (!twice) expect(parsed.ok).toBe(parsesNatively(text));
        if (!parsed.ok) expect(parsed.error.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['nothing', '', 0, 'a value is expected here, but this is the end of the file'],
    ['a key without quotes', '{a: 1}', 1, 'a key in double quotes is expected'],
    ['a comma too many', '[1, ]', 4, 'a value is expected here, but this is “]”'],
    ['a missing comma', '{"a": 1 "b": 2}', 8, 'a comma or }'],
    ['a missing colon', '{"a" 1}', 5, 'a colon'],
    ['two values', '1 2', 2, 'nothing more'],
    ['a number with a plus', '[+1]', 1, '+1 is not a number'],
    ['a number with a leading zero', '[01]', 1, '01 is not a number'],
    ['a word', '[yes]', 1, 'but this is yes'],
    ['a text without an end', '["abc\n"]', 1, 'a " is missing'],
    ['an unknown escape', '["\\x"]', 2, 'after \\ one of'],
    ['a tab in a text', '["\t"]', 2, 'control character'],
    ['a key twice', '{"a": 1, "a": 2}', 9, '“a” is given twice'],
  ])('%s is refused at its place', (_name, text, offset, message) => {
    expect(faultOf(text)?.offset).toBe(offset);
    expect(faultOf(text)?.message).toContain(message);
  });

  it('what is nested too deeply is refused, not run out of stack on', () => {
    expect(faultOf('['.repeat(100_000))?.message).toContain(`more than ${JSON_DEPTH} levels`);
    expect(parseJson('['.repeat(JSON_DEPTH) + ']'.repeat(JSON_DEPTH)).ok).toBe(true);
  });
});
