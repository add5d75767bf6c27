/** What is said of counts: why a time has changed, its ±, which fields share lines, and what a challenge counts. */
import '../../base/messages/en/index.ts';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { presetOf } from './catalogue.ts';
import { progressOf } from './challenges.ts';
import { effectOf } from './effect.ts';
import type { LayoutStruct } from './layout.ts';
import { place } from './place.ts';
import { tonesOf } from './results.ts';

const messages = messagesIn('en');
const CONNECTIONS = 20;

/** Four fields of eight bytes on a line of their own each, or all on one. */
const fields = ['a', 'b', 'c', 'd'];
const measured = (pad: number, misses: readonly number[], ns: readonly number[] = misses.map((n) => n * 100)) => {
  const structs: readonly LayoutStruct[] = fields.map((name, i) => ({
    name,
    count: 1,
    fields: [{ name, size: 8, align: 8 }],
    pad: 1,
    align: i === 0 ? 128 : (pad as 8 | 128),
    way: 'structs',
  }));
  const placed = place({ replay: null, access: [], structs }, CONNECTIONS);
  const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
  const sums = {
    ...{ operations: 1, transactions: 1, snapshots: 0, accesses: 4, misses: sum(misses), trueSharing: 0, restored: 0 },
    ...{ falseSharing: sum(misses), forHorizon: 0, upgrades: 0, cold: 0, transfersWithin: 0, transfersAcross: 0 },
    ns: sum(ns),
  };
  const cells = placed.structs.map(({ at }, i) => ({
    ...{ at, size: 8, reads: 1, writes: 0, readers: [0, 1], writers: [], operations: [], blamed: 0, restored: 0 },
    misses: misses[i] ?? 0,
    ns: ns[i] ?? 0,
  }));
  return { replayed: { tally: { ...sums, cells }, each: [sums, sums], cells: [] }, placed };
};

describe('why a time has changed', () => {
  it('is a field whose misses are most of the change', () => {
    const { cause, misses } = effectOf(measured(128, [4, 1, 1, 1]), measured(128, [1, 1, 1, 1]));
    expect([cause, misses]).toEqual([{ field: 'a', from: 4, to: 1 }, -3]);
  });
  it('is no field whose misses have only gone to the next reader of its line', () => {
    const { cause, kinds } = effectOf(measured(8, [4, 1, 1, 1]), measured(8, [1, 4, 1, 0]));
    expect([cause, kinds]).toEqual([null, [{ kind: 'falseSharing', by: -1 }]]);
  });
  it('is no field whose misses are too few for the time', () => {
    const { cause } = effectOf(measured(128, [4, 1, 1, 1]), measured(128, [3, 1, 1, 1], [380, 0, 0, 0]));
    expect(cause).toBeNull();
  });
  it('is a difference of the times that the page shows', () => {
    const [before, now] = [
      measured(128, [1, 0, 0, 0], [1832.4, 0, 0, 0]),
      measured(128, [1, 0, 0, 0], [1766.6, 0, 0, 0]),
    ];
    expect(effectOf(before, now).ns).toBe(65);
  });
});

describe('a ±', () => {
  it('is rounded alike in the headline and in the table', () => {
    const [ns, margin] = [1000, 127.2];
    expect(messages.t('layout.number', { value: ns, margin, digits: 0 })).toContain('± 128');
    expect(messages.t('layout.ns', { ns, margin })).toContain('±\u00a0128');
    expect(messages.t('layout.number', { value: 1, margin: 0.3, digits: 1 })).toContain('± 0.3');
  });
});

describe('a field on a falsely shared line', () => {
  it('does not look harmless', () => {
    const { replayed, placed } = measured(8, [1, 1, 1, 1]);
    const cell = (i: number, change: object) => ({ ...(replayed.tally.cells[i] ?? { at: 0 }), ...change });
    const culprit = cell(0, { readers: [], writers: [0], writes: 1, blamed: 3 });
    const tally = { ...replayed.tally, cells: [culprit, cell(1, {})] } as typeof replayed.tally;
    expect([...tonesOf(tally, placed)]).toEqual([
      ['a', 'beside'],
      ['b', 'beside'],
    ]);
    const harmless = { ...tally, cells: [{ ...culprit, blamed: 0 }, cell(1, {})] } as typeof replayed.tally;
    expect([...tonesOf(harmless, placed)].map(([, tone]) => tone)).toEqual(['own', 'read']);
  });
});

describe('a challenge', () => {
  it('says that another version’s accesses do not count', () => {
    const input = {
      ...{ workload: 'readwrite' as const, yours: null, named: null, hurts: [] },
      beside: { 'pg9.1': null, pg13: null, pg14: null },
    };
    expect(progressOf('beat-13', { ...input, layout: presetOf('pg14') }).isOther).toBe(true);
    expect(progressOf('beat-13', { ...input, layout: presetOf('pg13') }).isOther).toBe(false);
  });
});
