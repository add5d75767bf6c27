import '../../base/messages/en/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { LITMUS } from '../../engine/lab/litmus.gen.ts';
import {
  LITMUS_OUTCOMES,
  LITMUS_TESTS,
  type LitmusOutcome,
  type LitmusVariant,
  type LitmusWord,
} from '../../engine/lab/litmus-types.ts';
import {
  allows,
  BROKEN,
  FEWEST_RUNS,
  isBusy,
  LITMUS_HEADER,
  litmusCsv,
  measuredOf,
  outcomeRows,
  rarerThanOneIn,
  runsOf,
  titleOf,
  variantAt,
  variantOf,
  variantRows,
} from './litmus.ts';
import { MEMORY, momentOf, moveKeyOf, shownOutcome, stepKeyOf, traceOf } from './litmus-moment.ts';

const { t } = messagesIn('en');
const variants = fc.constantFrom(...LITMUS);
const counts = fc.tuple(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), fc.nat(1e6));
/** Counts that the model allows. */
const allowedCounts = variants.chain((variant) =>
  counts.map((seen) => ({ variant, seen: seen.map((n, i) => ((variant.outcomes[i]?.ways ?? 0) > 0 ? n : 0)) })),
);

test('every choice of switches has a variant, and two choices that differ in it have two', () => {
  for (const one of LITMUS_TESTS)
    for (const fence of [false, true])
      for (const secondLook of [false, true]) {
        const variant = variantAt(variantOf({ test: one, fence, secondLook }));
        expect(variant).toMatchObject({ test: one, fence, secondLook: one === 'hole' && secondLook });
      }
  expect(LITMUS).toHaveLength(6);
});

test('a pruner can miss a reader that goes on, except behind fences; with the protocol it also takes the second look', () => {
  for (const variant of LITMUS) {
    const isSafe = variant.fence && (variant.test === 'buffer' || variant.secondLook);
    expect(allows(variant, BROKEN)).toBe(!isSafe);
  }
});

test('an event that happens in 3 of N runs would be missed in all N with less than 5 %', () => {
  fc.assert(
    fc.property(fc.integer({ min: FEWEST_RUNS, max: 1e8 }), (runs) => {
      expect((1 - 3 / runs) ** runs).toBeLessThan(0.05);
      expect(1 / rarerThanOneIn(runs)).toBeGreaterThanOrEqual(3 / runs);
    }),
  );
});

test('zero of N is never called impossible: it is a bound where enough was run, and says whether the model allows it', () => {
  fc.assert(
    fc.property(allowedCounts, fc.nat(200), ({ variant, seen }, naps) => {
      const measured = measuredOf(variant, { seen, naps });
      const runs = runsOf(seen);
      const broken = seen[0] ?? 0;
      if (runs === 0) expect(measured).toEqual({ kind: 'none' });
      else if (broken > 0) expect(measured).toEqual({ kind: 'seen', seen: broken, runs });
      else if ((seen[3] ?? 0) === 0 || runs <= naps) expect(measured).toEqual({ kind: 'apart', runs });
      else
        expect(measured).toEqual({
          kind: 'unseen',
          isAllowed: allows(variant, BROKEN),
          runs: runs - naps,
          // Runs in which one thread slept are no evidence, and many of them make the rest doubtful.
          oneIn: isBusy(naps, runs) || runs - naps < FEWEST_RUNS ? null : Math.floor((runs - naps) / 3),
        });
    }),
  );
});

/** The outcome of one program after the other, in this order of the threads. */
function oneAfterTheOther(variant: LitmusVariant, order: readonly [number, number]): LitmusOutcome {
  const memory = new Set<LitmusWord>();
  const noticed = [false, false];
  for (const thread of order)
    for (const { op, word } of variant.programs[thread] ?? []) {
      if (noticed[thread] === true) break;
      if (op === 'store') memory.add(word);
      if (op === 'look' && memory.has(word)) noticed[thread] = true;
    }
  const [reader, pruner] = noticed;
  return reader ? (pruner ? 'both' : 'reader') : pruner ? 'pruner' : 'neither';
}

test('threads that take turns come to two outcomes alone; however many such runs, nothing follows from them', () => {
  fc.assert(
    fc.property(variants, fc.integer({ min: 1, max: 1e6 }), fc.nat(1e6), (variant, some, naps) => {
      const ends = (
        [
          [0, 1],
          [1, 0],
        ] as const
      ).map((order) => oneAfterTheOther(variant, order));
      const seen = LITMUS_OUTCOMES.map((outcome) => some * ends.filter((end) => end === outcome).length);
      expect(measuredOf(variant, { seen, naps })).toEqual({ kind: 'apart', runs: 2 * some });
    }),
  );
});

test('an outcome that the model forbids is called a contradiction as soon as it is seen once', () => {
  for (const variant of LITMUS)
    for (const [i, { ways }] of variant.outcomes.entries()) {
      const once = LITMUS_OUTCOMES.map((_, k) => (k === i ? 1 : 0));
      expect(measuredOf(variant, { seen: once, naps: 0 }).kind === 'contrary').toBe(ways === 0);
    }
});

test('bars grow with their counts, fit, and show a single run', () => {
  fc.assert(
    fc.property(allowedCounts, ({ variant, seen }) => {
      const rows = outcomeRows(variant, seen);
      for (const { seen: n, bar } of rows) {
        expect(bar > 0).toBe(n > 0);
        expect(bar).toBeLessThanOrEqual(1);
        if (n > 0) expect(bar).toBeGreaterThan(0.03);
      }
      const sorted = rows.toSorted((a, b) => a.seen - b.seen);
      expect(sorted.map(({ bar }) => bar)).toEqual(sorted.map(({ bar }) => bar).toSorted((a, b) => a - b));
    }),
  );
});

test('the threads count as busy from one given-up wait in twenty runs on', () => {
  expect(isBusy(0, 0)).toBe(false);
  expect(isBusy(50, 1000)).toBe(false);
  expect(isBusy(51, 1000)).toBe(true);
});

test('the table has each variant once, with its own runs', () => {
  const rows = variantRows(new Map([[2, { seen: [1, 2, 3, 0], naps: 0 }]]));
  expect(rows.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(rows.filter(({ measured }) => measured.kind !== 'none').map(({ index }) => index)).toEqual([2]);
  for (const { variant, ways } of rows) expect(ways > 0).toBe(allows(variant, BROKEN));
});

test('the CSV has every outcome of every variant; a count only where there were runs', () => {
  const rows = litmusCsv(new Map([[2, { seen: [1, 2, 3, 0], naps: 0 }]])).map((row) =>
    Object.fromEntries(LITMUS_HEADER.map((name, i) => [name, row[i]])),
  );
  expect(rows).toHaveLength(LITMUS.length * LITMUS_OUTCOMES.length);
  for (const variant of LITMUS)
    for (const [i, outcome] of LITMUS_OUTCOMES.entries())
      expect(rows).toContainEqual(
        expect.objectContaining({
          ...{ test: variant.test, fence: variant.fence, second_look: variant.secondLook, outcome },
          modelled_interleavings: variant.outcomes[i]?.ways,
        }),
      );
  const counted = rows.filter((row) => row.measured_seen !== null);
  expect(counted.map((row) => [row.outcome, row.measured_seen, row.measured_runs])).toEqual(
    LITMUS_OUTCOMES.map((outcome, i) => [outcome, [1, 2, 3, 0][i], 6]),
  );
});

/** Every moment of every interleaving that is kept. */
const TRACES = LITMUS.flatMap((variant) =>
  LITMUS_OUTCOMES.filter((outcome) => allows(variant, outcome)).map((outcome) => ({ variant, outcome })),
);

test('a move changes one thing: a step of one thread, or one store that reaches memory', () => {
  for (const { variant, outcome } of TRACES) {
    const { of } = momentOf(variant, outcome, 0);
    for (let at = 1; at <= of; at++) {
      const [before, after] = [momentOf(variant, outcome, at - 1), momentOf(variant, outcome, at)];
      const done = ({ threads }: typeof after): number =>
        threads.flatMap(({ steps }) => steps).filter(({ state }) => state === 'done' || state === 'now').length;
      const waiting = ({ threads }: typeof after): number => threads.flatMap(({ buffer }) => buffer).length;
      const set = ({ memory }: typeof after): number => MEMORY.filter((word) => memory[word] !== 0).length;
      const isDrain = after.move?.kind === 'drain';
      expect(done(after) - done(before)).toBe(isDrain ? 0 : 1);
      expect(set(after) - set(before)).toBe(isDrain ? 1 : 0);
      expect(waiting(after) - waiting(before)).toBe(isDrain ? -1 : after.move?.kind === 'store' ? 1 : 0);
      expect(after.threads.flatMap(({ steps }) => steps).filter(({ state }) => state === 'now')).toHaveLength(
        isDrain ? 0 : 1,
      );
    }
  }
});

test('an interleaving ends with empty buffers, as its outcome says, and the row is gone exactly where nobody noticed', () => {
  for (const { variant, outcome } of TRACES) {
    const end = momentOf(variant, outcome, Number.MAX_SAFE_INTEGER);
    expect(end.threads.flatMap(({ buffer }) => buffer)).toEqual([]);
    const noticed = end.threads.map(({ steps }) => steps.some(({ op, found }) => op === 'look' && found === true));
    expect(noticed).toEqual([outcome === 'reader' || outcome === 'both', outcome === 'pruner' || outcome === 'both']);
    const read = end.threads[0]?.steps.find(({ op }) => op === 'read');
    if (variant.test === 'hole' && !noticed[0]) expect(read?.found).toBe(outcome === BROKEN);
  }
});

test('only where a fence is missing does a look overtake its own store, and every broken ending without a second chance shows it', () => {
  for (const { variant, outcome } of TRACES) {
    const moves = traceOf(variant, outcome).map((_, i) => momentOf(variant, outcome, i + 1).move);
    const passed = moves.filter((move) => move?.passed === true);
    if (variant.fence) expect(passed).toEqual([]);
    if (outcome === BROKEN && !variant.fence && (variant.test === 'buffer' || variant.secondLook))
      expect(passed.length).toBeGreaterThan(0);
  }
});

test('every step, move, title and outcome has its words', () => {
  for (const { variant, outcome } of TRACES) {
    for (let at = 0; at <= traceOf(variant, outcome).length; at++) {
      const moment = momentOf(variant, outcome, at);
      expect(t(`litmus.move.${moveKeyOf(moment.move)}`)).not.toBe('');
      for (const step of moment.threads.flatMap(({ steps }) => steps))
        expect(t(`litmus.step.${stepKeyOf(step)}`)).not.toBe('');
    }
    expect(t(`litmus.title.${titleOf(variant)}`)).not.toBe('');
    expect(t(`litmus.outcome.${variant.test}.${outcome}`)).not.toBe('');
  }
});

test('the broken ending is shown first where there is one; a wish counts where the model allows it', () => {
  for (const variant of LITMUS) {
    const first = shownOutcome(variant, undefined);
    expect(allows(variant, first)).toBe(true);
    if (allows(variant, BROKEN)) expect(first).toBe(BROKEN);
    for (const wish of LITMUS_OUTCOMES) expect(shownOutcome(variant, wish)).toBe(allows(variant, wish) ? wish : first);
  }
});
