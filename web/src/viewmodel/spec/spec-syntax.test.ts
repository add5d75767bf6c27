import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { scanSpec } from '../../scenario/spec-scan.ts';
import { type SpecSpan, specSpans } from './spec-syntax.ts';

const folder = new URL('../../../../scenarios/specs/', import.meta.url);
const specs = readdirSync(folder)
  .filter((file) => file.endsWith('.spec'))
  .map((file) => readFileSync(new URL(file, folder), 'utf8'));
const at = (text: string, { from, to }: SpecSpan): string => text.slice(from, to);

/** In order, without overlaps, inside the text, with only blanks between them. */
function lawful(text: string): void {
  let end = 0;
  for (const { from, to } of specSpans(text)) {
    expect(from).toBeGreaterThanOrEqual(end);
    expect(to).toBeGreaterThan(from);
    expect(text.slice(end, from).trim()).toBe('');
    end = to;
  }
  expect(end).toBeLessThanOrEqual(text.length);
  expect(text.slice(end).trim()).toBe('');
}

describe('a spec’s spans', () => {
  test.each(specs)('begin where the parser’s tokens do', (text) => {
    const scanned = scanSpec(text);
    const parsed = parseSpec(text);
    if (!scanned.ok || !parsed.ok) throw new Error('a shipped scenario does not parse');
    const outer = specSpans(text).filter(
      (span) => !['comment', 'extra', 'sql'].includes(span.kind) && !(span.kind === 'brace' && at(text, span) === '}'),
    );
    const tokens = scanned.value.tokens.filter(({ kind }) => kind !== 'end');
    expect(outer.map(({ from }) => from)).toEqual(tokens.map(({ offset }) => offset));
    // Every name of a step is drawn as one of its session.
    const { sessions, steps } = parsed.value;
    const sessionOf = new Map(steps.map(({ name, session }) => [name, session]));
    const drawn = specSpans(text).filter(({ kind }) => kind === 'step');
    expect(drawn.length).toBeGreaterThanOrEqual(steps.length);
    for (const span of drawn) expect(span.session).toBe(sessionOf.get(at(text, span).replaceAll('"', '')));
    const named = specSpans(text).filter(({ kind }) => kind === 'session');
    expect(named.map((span) => at(text, span).replaceAll('"', ''))).toEqual(sessions.map(({ name }) => name));
  });

  test('go on after a fault', () => {
    const text = 'session a step x { SELECT 1 } ? step "y { SELECT 2 }\nsession b step z { SELECT 3';
    expect(specSpans(text).map((span) => [span.kind, at(text, span), span.session])).toEqual([
      ['keyword', 'session', undefined],
      ['session', 'a', 0],
      ['keyword', 'step', undefined],
      ['step', 'x', 0],
      ['brace', '{', undefined],
      ['sql', ' SELECT 1 ', undefined],
      ['brace', '}', undefined],
      ['invalid', '?', undefined],
      ['keyword', 'step', undefined],
      ['step', '"y { SELECT 2 }', 0],
      ['keyword', 'session', undefined],
      ['session', 'b', 1],
      ['keyword', 'step', undefined],
      ['step', 'z', 1],
      ['brace', '{', undefined],
      ['sql', ' SELECT 3', undefined],
    ]);
  });

  test('of blockers have their own session’s hue', () => {
    const text = 'session a step x {} session b step y {} permutation x(y, *) y (x notices 2) x z';
    const names = specSpans(text).filter(({ kind }) => kind === 'step' || kind === 'name');
    expect(names.slice(2).map((span) => [at(text, span), span.session])).toEqual([
      ['x', 0],
      ['y', 1],
      ['y', 1],
      ['x', 0],
      ['x', 0],
      ['z', undefined],
    ]);
  });

  test('of any text cover it', () => {
    const word = fc.constantFrom('session', 'step', 'permutation', '{', '}', '"', '#:', '#', '\n', 'a', '1', '(', 'é');
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 40 }), (parts) =>
        lawful(parts.join(' ')),
      ),
    );
  });
});
