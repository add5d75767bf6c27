/** Laws of the formula without caches: what a pocket calculator says, and that it knows no caches. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadMachine } from '../../scenario/machines.node.ts';
import { parsePublished } from '../../scenario/published.ts';
import { comparisonPoints, fitTableOf } from './comparison.ts';
import { formulaOf } from './formula.ts';

function machineNamed(id: 'xeon-gold-5215-2s' | 'epyc-7742') {
  const machine = loadMachine(id);
  if (!machine.ok) throw new Error('the shipped machine is not right');
  return machine.value;
}
const XEON = machineNamed('xeon-gold-5215-2s');
const at = (idle: number, active: number, post: number) => ({
  active,
  published: { pre: 1, post },
  where: { idle, active },
});
const ROWS = [at(0, 1, 33_406), at(0, 48, 1_125_104), at(10_000, 48, 1)];

test('the shipped machine’s numbers give what a pocket calculator says', () => {
  const formula = formulaOf(XEON, ROWS);
  if (formula === null) throw new Error('the machine names two points of 14');
  // 14 alone: 1 / 33,406 s. L2: 14 cycles at its clock; two loads a cycle at 3 GHz.
  const l2 = XEON.latency.l2?.value ?? Number.NaN;
  const load = 1 / (2 * 3);
  const alone = 1e9 / 33_406;
  const one = formula({ active: 1, idle: 0, mostlyIdle: 0 });
  expect(one.post).toBeCloseTo(33_406, 6);
  expect(1e9 / one.pre).toBeCloseTo(alone + 2 * 1 * (l2 / 4 + 4 * load), 6);
  // 48 clients on 40 threads of 20 cores: both threads of a core share its load ports.
  const busy = 40e9 / 1_125_104;
  const many = formula({ active: 48, idle: 10_000, mostlyIdle: 0 });
  expect(40e9 / many.post).toBeCloseTo(busy, 6);
  expect(40e9 / many.pre).toBeCloseTo(busy + 2 * 10_048 * (l2 / 4 + 8 * load), 6);
});
test('14 is flat, 13 never faster, and its time grows by the same for every connection, of whatever kind', () => {
  const formula = formulaOf(XEON, ROWS);
  if (formula === null) throw new Error('the machine names two points of 14');
  const count = fc.nat(5000);
  fc.assert(
    fc.property(fc.constantFrom(1, 20, 21, 48), count, count, (active, idle, mostlyIdle) => {
      const none = formula({ active, idle: 0, mostlyIdle: 0 });
      const some = formula({ active, idle, mostlyIdle });
      expect(some).toEqual(formula({ active, idle: mostlyIdle, mostlyIdle: idle }));
      expect(some.post).toBe(none.post);
      expect(some.pre).toBeLessThanOrEqual(some.post);
      const grown = 1 / some.pre - 1 / none.pre;
      const one = 1 / formula({ active, idle: 1, mostlyIdle: 0 }).pre - 1 / none.pre;
      expect(grown / one).toBeCloseTo(idle + mostlyIdle, 3);
    }),
  );
});
test('a machine without two fitted points of 14 has no formula', () => {
  expect(formulaOf(machineNamed('epyc-7742'), ROWS)).toBeNull();
  expect(fitTableOf(machineNamed('epyc-7742'))).toBeNull();
  expect(formulaOf(XEON, ROWS.slice(1))).toBeNull();
  expect(formulaOf(XEON, [])).toBeNull();
});
test('both fitted machines find their points in the table that their file names', () => {
  for (const id of ['xeon-gold-5215-2s', 'azure-f72s-v2'] as const) {
    const machine = loadMachine(id);
    const table = machine.ok ? fitTableOf(machine.value) : null;
    if (!machine.ok || table === null) throw new Error(`${id} names no table`);
    const file = new URL(`../../../../scenarios/published/${machine.value.fitted?.publishedTable}`, import.meta.url);
    const rows = parsePublished(table, readFileSync(file, 'utf8'));
    expect(rows.ok && formulaOf(machine.value, comparisonPoints(rows.value.rows))).toBeTypeOf('function');
  }
});
