/** Laws of the rows: which turns count, what a rate is per, and when a difference is too small to be a number. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ms, ns, us } from '../../base/units.ts';
import { type LabConfig, type LabSlice, NO_SLRU } from '../../engine/lab/lab-types.ts';
import { pairedRatio, quartilesOf, reuseAgainstScan, rowsOf, rowsTable, sliceTps } from './rows.ts';

const CONFIG: LabConfig = {
  designs: ['pg13', 'pg14'],
  active: 2,
  idle: 100,
  mostlyIdle: 10,
  workload: 'readonly',
  otherWorkUs: us(28),
  lock: true,
  sliceMs: ms(20),
};

let counter = 0;
/** A turn of 20 ms on two threads in which a transaction took `nsPerTransaction` of one thread. */
function turn(design: LabSlice['design'], nsPerTransaction: number, more: Partial<LabSlice> = {}): LabSlice {
  const threadNs = 40e6;
  const transactions = Math.round(threadNs / nsPerTransaction);
  counter += 1;
  return {
    number: counter,
    generation: 1,
    design,
    warmUp: false,
    active: 2,
    idle: 100,
    mostlyIdle: 10,
    startMs: ms(counter * 20),
    elapsedNs: ns(threadNs / 2),
    threadNs: ns(threadNs),
    transactions,
    snapshots: design === 'other-work' ? 0 : 2 * transactions,
    reused: design === 'pg14' ? 2 * transactions : 0,
    mostlyIdleTransactions: 2,
    mostlyIdleAsked: 2,
    connects: 0,
    connectsAsked: 0,
    operations: null,
    slru: NO_SLRU,
    ...more,
  };
}
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
/** Costs that scatter by a known, non-random amount: a bit below, a bit above. */
const scatter = (mean: number, by: number, i: number): number => mean + (i % 2 === 0 ? by : -by);

describe('rows', () => {
  it('leave out warm-up turns and turns under other connections', () => {
    const rows = rowsOf(
      [turn('pg13', 1e5, { warmUp: true }), turn('pg13', 4e4), turn('pg13', 1e5, { idle: 0 })],
      CONFIG,
      2,
    );
    expect(rows.map((r) => [r.design, r.transactions, r.slices])).toEqual([['pg13', 1000, 1]]);
  });

  it('count transactions per wall second of the design’s own turns, not of the whole run', () => {
    const [row] = rowsOf([turn('pg13', 4e4), turn('pg14', 2e4), turn('pg13', 4e4)], CONFIG, 2);
    expect(row?.seconds).toBeCloseTo(0.04, 9);
    expect(row?.tps).toBeCloseTo(50_000, 6);
    expect(row?.tpsQuartiles.median).toBeCloseTo(50_000, 6);
  });

  it('take the whole time of the bare loop for its snapshots', () => {
    const config: LabConfig = { ...CONFIG, workload: 'snapshot', otherWorkUs: us(0) };
    const [row] = rowsOf([turn('pg13', 1000, { snapshots: 40_000 })], config, 2);
    expect(row?.nsPerSnapshot).toBeCloseTo(1000, 6);
    expect(row?.otherWorkUsReached).toBeNull();
  });

  it('tell each operation’s median turn, no cost per snapshot, and nothing where the clock saw nothing', () => {
    const config: LabConfig = { ...CONFIG, designs: ['pg13'], workload: 'operations', otherWorkUs: us(0) };
    const timed = (check: number, assign: number) =>
      turn('pg13', 4e4, {
        operations: {
          time: {
            check: { count: 1000, ns: ns(1000 * check) },
            assign: { count: 10, ns: ns(10 * assign) },
            end: { count: 10, ns: ns(0) },
          },
          foundRunning: 500,
        },
      });
    const [row] = rowsOf([timed(9, 40), timed(10, 50), timed(900, 45)], config, 2);
    expect(row?.operations).toEqual({ check: 10, assign: 45, end: null });
    expect([row?.nsPerSnapshot, row?.costMissing]).toEqual([null, 'notTimed']);
    const other = rowsOf([turn('pg13', 4e4)], CONFIG, 2)[0];
    expect(other?.operations).toBeNull();
  });

  it('subtract the other work that was measured, not the one that was asked for', () => {
    const slices = times(10, (i) => [
      turn('other-work', scatter(30_000, 10, i)),
      turn('pg13', scatter(40_000, 10, i)),
    ]).flat();
    const [row] = rowsOf(slices, CONFIG, 2);
    expect(row?.otherWorkUsReached).toBeCloseTo(30, 2);
    expect(row?.nsPerSnapshot).toBeGreaterThan(4990);
    expect(row?.nsPerSnapshot).toBeLessThan(5010);
    expect(row?.costMissing).toBeNull();
  });

  it('have no cost per snapshot when the difference drowns in the spread of the turns', () => {
    const slices = times(10, (i) => [
      turn('other-work', scatter(30_000, 3000, i)),
      turn('pg14', scatter(30_200, 3000, i)),
    ]).flat();
    const [row] = rowsOf(slices, CONFIG, 2);
    expect(row?.slices).toBe(10);
    expect([row?.nsPerSnapshot, row?.costMissing]).toEqual([null, 'inNoise']);
  });

  it('still see a clear cost beside turns that lost their core to another program', () => {
    const slices = times(20, (i) => [
      turn('other-work', scatter(30_000, 500, i)),
      turn('pg13', i % 7 === 0 ? 2_000_000 : scatter(40_000, 500, i)),
    ]).flat();
    const cost = rowsOf(slices, CONFIG, 2)[0]?.nsPerSnapshot;
    expect(cost).toBeGreaterThan(4500);
    expect(cost).toBeLessThan(5500);
  });

  it('have no cost per snapshot from too few turns, however clear it looks', () => {
    const slices = times(4, () => [turn('other-work', 30_000), turn('pg13', 60_000)]).flat();
    const [row] = rowsOf(slices, CONFIG, 2);
    expect([row?.nsPerSnapshot, row?.costMissing]).toEqual([null, 'tooFewTurns']);
  });

  it('never have a negative cost', () => {
    const slices = times(10, () => [turn('other-work', 31_000), turn('pg14', 30_000)]).flat();
    expect(rowsOf(slices, CONFIG, 2)[0]?.nsPerSnapshot).toBeNull();
  });

  it('state asked-for and reached rates of mostly idle connections per second of those turns', () => {
    const [row] = rowsOf([turn('pg13', 4e4, { mostlyIdleTransactions: 1 })], CONFIG, 2);
    expect(row?.mostlyIdleAskedPerS).toBeCloseTo(100, 6);
    expect(row?.mostlyIdleReachedPerS).toBeCloseTo(50, 6);
  });

  it('state how many connections came and went per second of those turns', () => {
    const [row] = rowsOf([turn('pg13', 4e4, { connects: 3, connectsAsked: 4 })], { ...CONFIG, workload: 'churn' }, 2);
    expect([row?.connectsAskedPerS, row?.connectsReachedPerS]).toEqual([200, 150]);
  });

  it('are oversubscribed exactly when more connections are active than there are cores', () => {
    expect(rowsOf([turn('pg13', 4e4)], CONFIG, 2)[0]?.oversubscribed).toBe(false);
    expect(rowsOf([turn('pg13', 4e4)], CONFIG, 1)[0]?.oversubscribed).toBe(true);
  });

  it('skip turns that the clock could not see', () => {
    expect(sliceTps(turn('pg13', 4e4, { threadNs: ns(0) }))).toBeNull();
    expect(rowsOf([turn('pg13', 4e4, { threadNs: ns(0) })], CONFIG, 2)).toEqual([]);
  });

  it('are one line each in the CSV, below a head of as many columns', () => {
    const rows = rowsOf([turn('pg13', 4e4), turn('pg14', 2e4)], CONFIG, 2);
    const table = rowsTable(rows, { cores: 2, clockResolutionNs: ns(5000), isolated: true });
    expect(table.rows).toHaveLength(2);
    for (const row of table.rows) expect(row).toHaveLength(table.header.length);
    expect(table.rows[0]?.slice(0, 11)).toEqual([
      'measured',
      'pg13',
      2,
      100,
      10,
      'readonly',
      'yes',
      0.02,
      1000,
      2000,
      0,
    ]);
  });
});

describe('the paired ratio', () => {
  it('is not moved by what slows both sides of a pair', () => {
    const slices = times(20, (i) => {
      const slow = i < 10 ? 1 : 4;
      return [turn('pg14', 20_000 * slow), turn('pg13', 50_000 * slow)];
    }).flat();
    const ratio = pairedRatio(slices, 'pg14', 'pg13');
    expect(ratio?.n).toBe(20);
    expect(ratio?.median).toBeCloseTo(2.5, 3);
    expect(ratio?.q3).toBeCloseTo(2.5, 3);
  });

  it('uses each turn once, passes over other designs, and never pairs across a change', () => {
    const slices = [
      turn('pg13', 5e4),
      turn('dense', 1e4),
      turn('pg14', 2e4),
      turn('pg13', 5e4),
      turn('pg14', 2e4, { generation: 2 }),
      turn('pg13', 5e4, { generation: 2, warmUp: true }),
      turn('pg13', 5e4, { generation: 2 }),
      turn('pg14', 2e4, { generation: 2 }),
    ];
    expect(pairedRatio(slices, 'pg14', 'pg13')?.n).toBe(2);
  });

  it('is nothing without a pair', () => {
    expect(pairedRatio([turn('pg13', 1e4)], 'pg14', 'pg13')).toBeNull();
  });

  it('turns into its inverse when the designs change places', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 100, max: 1e6 }), { minLength: 2, maxLength: 60 }), (costs) => {
        const slices = costs.map((cost, i) => turn(i % 2 === 0 ? 'pg13' : 'pg14', cost, { transactions: 1 + cost }));
        const there = pairedRatio(slices, 'pg14', 'pg13');
        const back = pairedRatio(slices, 'pg13', 'pg14');
        expect(there?.n).toBe(back?.n);
        // With an odd number of pairs the median is one of them, and its inverse is exact.
        if (there && back && there.n % 2 === 1) expect(there.median * back.median).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe('quartiles', () => {
  it('lie in order within the values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), { minLength: 1 }),
        (v) => {
          const q = quartilesOf(v);
          expect(q).not.toBeNull();
          if (!q) return;
          expect(q.q1).toBeLessThanOrEqual(q.median);
          expect(q.median).toBeLessThanOrEqual(q.q3);
          expect(q.q1).toBeGreaterThanOrEqual(Math.min(...v));
          expect(q.q3).toBeLessThanOrEqual(Math.max(...v));
        },
      ),
    );
  });
});
it('a kept snapshot against a scan is told from a scan against a scan', () => {
  const row = (reused: number) => ({ snapshots: 100, reused });
  expect(reuseAgainstScan(row(0), row(100))).toBe(true);
  expect(reuseAgainstScan(row(99), row(1))).toBe(true);
  expect(reuseAgainstScan(row(0), row(3))).toBe(false);
  expect(reuseAgainstScan(row(100), row(98))).toBe(false);
  expect(reuseAgainstScan(row(100), undefined)).toBe(false);
});
