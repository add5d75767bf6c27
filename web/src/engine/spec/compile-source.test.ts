import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPEC_LIMITS } from '../../scenario/spec-types.ts';
import { loadCompiler } from '../../sql/compile.ts';
import { compileSource } from './spec-compile.ts';

const compile = await loadCompiler();
const sample = readFileSync(new URL('../../../../scenarios/specs/first-look.spec', import.meta.url));

/** The text compiles, or every problem has a place in it and a message. */
function lawful(source: Uint8Array | string): void {
  const result = compileSource(source, compile);
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  const text = new TextDecoder().decode(bytes);
  const lines = text.split('\n');
  if (result.ok) {
    expect(result.value.steps).toHaveLength(result.value.spec.steps.length);
    return;
  }
  expect(result.error.length).toBeGreaterThan(0);
  for (const { line, column, message } of result.error) {
    expect(message).not.toBe('');
    expect(Number.isInteger(line) && Number.isInteger(column)).toBe(true);
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeGreaterThanOrEqual(1);
    // The end of a line is also a place. A byte order mark counts; a decoder would leave it out.
    expect(column).toBeLessThanOrEqual([...(lines[line - 1] ?? '')].length + 2);
  }
}

/** Pieces of specs, so that the fuzzing gets past the first token. */
const PIECES = [
  'setup',
  'teardown',
  'session s',
  'session "s 2"',
  'step a',
  'step b',
  '{ SELECT 1; }',
  '{ BEGIN; UPDATE t SET a = a + 1 WHERE id = 1; }',
  '{ CREATE ROLE x }',
  "{ SELECT 'é😀' FROM",
  '{',
  '}',
  'permutation a b',
  'permutation a(b notices 3) b(*)',
  '#: title: x',
  '#: caption a: y',
  '# z',
  '"',
  '\n',
  '\r\n',
  '\0',
  '\ud83d',
  '😀',
] as const;

describe('whatever the bytes are, there is a compiled spec or a problem with its place', () => {
  test('any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), lawful), { numRuns: 500 });
  });
  test('any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), lawful), { numRuns: 500 });
  });
  test('pieces of specs in any order', () => {
    const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 25 });
    fc.assert(
      fc.property(pieces, (parts) => lawful(parts.join(' '))),
      { numRuns: 1500 },
    );
  });
  test('a scenario with some bytes changed', () => {
    const change = fc.tuple(fc.nat({ max: sample.length - 1 }), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const bytes = Uint8Array.from(sample);
        for (const [where, byte] of changes) bytes[where] = byte;
        lawful(bytes);
      }),
      { numRuns: 500 },
    );
  });
  test('a text counts as many bytes as its file', () => {
    const text = `# ${'é'.repeat(SPEC_LIMITS.fileBytes / 2)}`;
    expect(text.length).toBeLessThan(SPEC_LIMITS.fileBytes);
    expect(compileSource(text, compile)).toMatchObject({ ok: false, error: [{ line: 1, column: 1 }] });
  });
});
