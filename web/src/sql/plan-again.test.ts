/** The kept choice is the one that the planner would make. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Look } from './bound-types.ts';
import type { Question } from './path-cost.ts';
import { planAgain } from './plan-again.ts';
import { planAccess } from './planner.ts';
import { compare, ID, index, K, tableWith, V } from './table.fake.ts';

const TABLES = [
  tableWith(index('t_pkey', [ID], true)),
  tableWith(index('t_pkey', [ID], true), index('t_k', [K])),
  tableWith(index('t_k', [K]), index('t_kv', [K, V])),
];
const LOOKS: readonly Look[] = [
  { quals: [compare(ID, '=')], columns: undefined },
  { quals: [compare(K, '=')], columns: [K] },
  { quals: [compare(K, '>'), compare(V, '=')], columns: [K, V] },
  { quals: [{ kind: 'or', arms: [[compare(ID, '=')], [compare(K, '=')]], calls: 2 }], columns: undefined },
];
const ORDERS = [undefined, { columns: [K], descending: false }] as const;
const OFF = [[], ['seqscan'], ['bitmapscan']] as const;

const pages = fc.constantFrom(1, 2, 40);
const asked = fc.record({
  table: fc.constantFrom(...TABLES),
  order: fc.constantFrom(...ORDERS),
  off: fc.constantFrom(...OFF),
  wanted: fc.constantFrom(0, 0.1, 1),
  rules: fc.constantFrom(13, 17, 18),
  figures: fc.record({
    pages: fc.constantFrom(0, 1, 40),
    tuples: fc.constantFrom(undefined, 3, 4000),
    fillfactor: fc.constantFrom(50, 100),
    allVisible: fc.constantFrom(0, 1, 40),
    blocks: pages,
  }),
  size: fc.record({ pages, height: fc.constantFrom(0, 1) }),
});

describe('the kept choice', () => {
  it('is the planner’s own, whatever was asked before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LOOKS), asked, asked, (look, one, other) => {
        const holds = ({ size, ...rest }: typeof one): void => {
          const question: Question = { ...rest, ...look, sizeOf: () => size };
          expect(planAgain(look, question)).toEqual(planAccess(question));
        };
        // After the same question, and after one that differs in one thing.
        for (const changed of Object.keys(one)) {
          holds(one);
          holds({ ...one, figures: { ...one.figures } });
          holds({ ...one, [changed]: other[changed as keyof typeof other] });
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is kept as long as what the planner looked at is the same, and no longer', () => {
    const [table = tableWith()] = TABLES;
    const look: Look = { quals: [compare(ID, '=')], columns: undefined };
    const figures = { pages: 0, tuples: undefined, fillfactor: 100, allVisible: 0, blocks: 1 };
    const [order, off] = [undefined, OFF[0]];
    const question: Question = {
      ...{ table, ...look, figures, rules: 17, order, off, wanted: 0 },
      sizeOf: () => ({ pages: 2, height: 0 }),
    };
    const first = planAgain(look, question);
    expect(planAgain(look, { ...question })).toBe(first);
    expect(planAgain(look, { ...question, sizeOf: () => ({ pages: 3, height: 0 }) })).not.toBe(first);
    const vacuumed = { ...figures, pages: 1, tuples: 4 };
    expect(planAgain(look, { ...question, figures: vacuumed })).toEqual({ kind: 'heap' });
  });
});
