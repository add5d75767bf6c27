/** jsonb against PostgreSQL's own, in WebAssembly: what is read and printed, and which of two comes first. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Failure } from '../../sql/failure.ts';
import type { Evaluator } from '../../sql/general.ts';
import { compareJsonb, parseJsonb, printJsonb } from '../../sql/jsonb.ts';
import { putJsonb, readJsonb } from '../../sql/jsonb-bytes.ts';
import { loadEvaluator } from './pglite.ts';
import '../../sql/other-types.ts';

let evaluator: Evaluator;
beforeAll(async () => {
  evaluator = await loadEvaluator();
}, 120_000);

const SEED = 20261129;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
function answer(sql: string): string | null {
  const { error, ...rest } = evaluator.run(sql);
  if (error !== undefined) return `${error.sqlstate} ${error.message}`;
  return 'rows' in rest ? (rest.rows[0]?.[0] ?? null) : null;
}
function read(text: string): string {
  try {
    return printJsonb(parseJsonb(text));
  } catch (cause) {
    if (cause instanceof Failure) return `${cause.sqlstate} ${cause.message}`;
    throw cause;
  }
}

const VALUES = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, -1.5, 1e3, 12.25, '', 'a', 'b', 'aa', 'é', '😀', 'quote " \\ \n \u0001'),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.constantFrom(null, 1, 'long'), { minLength: 33, maxLength: 70 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'aa', 'é', 'zz', 'k1'), tie('json'), { maxKeys: 4 }),
  ),
})).json;
const TEXTS = VALUES.map((value) => JSON.stringify(value));
/** The same with one character left out, doubled or replaced. */
const SPOILT = fc
  .tuple(TEXTS, fc.nat(), fc.constantFrom('', ' ', ',', '"', '{', '}', '[', ']', ':', '0', '.', 'e', '-', 'u'))
  .map(([text, at, by]) => text.slice(0, at % (text.length + 1)) + by + text.slice((at % (text.length + 1)) + 1));

test('texts are read and printed as PostgreSQL does, or refused with the same words', () => {
  fc.assert(
    fc.property(fc.oneof(TEXTS, SPOILT), (text) => {
      expect(read(text)).toBe(answer(`SELECT ${literal(text)}::jsonb`));
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test('of two values the same comes first', () => {
  fc.assert(
    fc.property(TEXTS, TEXTS, (a, b) => {
      const order = Math.sign(compareJsonb(parseJsonb(a), parseJsonb(b)));
      const [x, y] = [literal(a), literal(b)];
      expect(String(order)).toBe(answer(`SELECT jsonb_cmp(${x}, ${y})`)?.replace(/\d\d+|[2-9]/, '1'));
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test('bytes are as many as PostgreSQL stores, and come back as the same value', () => {
  fc.assert(
    fc.property(TEXTS, (text) => {
      const value = parseJsonb(text);
      const view = new DataView(new ArrayBuffer(1 << 18));
      const length = putJsonb(view, 0, value.json, 1 << 18);
      expect(printJsonb({ of: 'jsonb', json: readJsonb(view, 0) })).toBe(printJsonb(value));
      expect(String(length + 4)).toBe(answer(`SELECT pg_column_size(${literal(text)}::jsonb)`));
    }),
    { seed: SEED, numRuns: 200 },
  );
});
