/** Laws of the drop: its parts add up to the whole, and nothing is said that a seed contradicts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DROP_HEADER, dropConfigs, dropCsv, dropOf, mainPart, stackOf } from './drop.ts';
import { modelRow } from './model-rows.fake.ts';
import { FEW_SEEDS } from './model-rows.ts';
import { PARTS, type Part, totalNs } from './parts.ts';

type Times = Partial<Record<Part, number>>;
const row = (parts: Times) => modelRow('pg13', 0, 1000, parts);
const five = (...each: readonly Times[]) =>
  Array.from({ length: FEW_SEEDS }, (_, seed) => row(each[seed % each.length] ?? {}));
const of = (few: readonly Times[], many: readonly Times[]) => {
  const drop = dropOf(five(...few), five(...many));
  if (drop === null) throw new Error('enough seeds');
  return drop;
};

test('the parts’ differences add up to the transaction’s, whatever the seeds say', () => {
  const times = fc.record(
    Object.fromEntries(PARTS.map((part) => [part, fc.double({ min: 0, max: 1e5, noNaN: true })])),
  );
  const seeds = fc.array(times, { minLength: FEW_SEEDS, maxLength: FEW_SEEDS });
  fc.assert(
    fc.property(seeds, seeds, (before, after) => {
      const [few, many] = [before.map(row), after.map(row)];
      const drop = dropOf(few, many);
      if (drop === null) throw new Error('enough seeds');
      const sum = drop.parts.reduce((all, { more }) => all + more.mean, 0);
      expect(sum).toBeCloseTo(drop.more.mean, 6);
      expect(drop.many.mean - drop.few.mean).toBeCloseTo(drop.more.mean, 6);
      for (const { part, more } of drop.parts)
        for (const [seed, end] of many.entries()) {
          const one = end.breakdown[part] - (few[seed]?.breakdown[part] ?? 0);
          expect(more.low).toBeLessThanOrEqual(one);
          expect(more.high).toBeGreaterThanOrEqual(one);
        }
      expect(drop.more.high).toBeLessThanOrEqual(Math.max(...many.map(totalNs)));
    }),
  );
});
test('a part on whose sign the seeds differ has no difference', () => {
  const drop = of(
    [{ scan: 300, coherence: 100, lock: 9 }],
    [
      { scan: 900, coherence: 90, lock: 3 },
      { scan: 800, coherence: 110, lock: 2 },
    ],
  );
  const sure = Object.fromEntries(drop.parts.map(({ part, isSure }) => [part, isSure]));
  expect(sure).toEqual({ work: false, scan: true, coherence: false, lock: true });
  const { grown, shrunk } = stackOf(drop);
  expect([grown, shrunk].map((all) => all.map(({ part }) => part))).toEqual([['scan'], ['lock']]);
});
test('the main part is named when it surely is the largest of a transaction that surely takes longer', () => {
  const few = [{ scan: 100, coherence: 0 }];
  expect(mainPart(of(few, [{ scan: 900, coherence: 200 }]))).toEqual({ part: 'scan', share: 0.8 });
  // In one seed the other one grows as much.
  expect(
    mainPart(
      of(few, [
        { scan: 900, coherence: 200 },
        { scan: 800, coherence: 850 },
      ]),
    ),
  ).toBeNull();
  expect(mainPart(of(few, few))).toBeNull();
  expect(mainPart(of([{ scan: 900 }], few))).toBeNull();
});
test('nothing is said before enough seeds of both ends have come', () => {
  const rows = five({});
  expect(dropOf(rows, rows.slice(1))).toBeNull();
  expect(dropOf([], [])).toBeNull();
  expect(dropOf(rows, rows)?.seeds).toBe(FEW_SEEDS);
});
test('both ends ask for the same, but for the idle connections; the CSV has a cell for each head', () => {
  const [few, many] = dropConfigs({ design: 'dense', active: 7, few: 3, many: 30 });
  expect(many).toEqual({ ...few, idle: 30 });
  expect(few).toMatchObject({ design: 'dense', active: 7, idle: 3, coherence: true });
  for (const line of dropCsv(of([{}], [{ scan: 1e4 }]))) expect(line).toHaveLength(DROP_HEADER.length);
});
