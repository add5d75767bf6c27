/**
 * Laws of the pair and its profile: ratios are ratios, missing figures stay missing, and the published figures are read
 * as their README says.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkLabConfig } from '../../engine/lab/lab-config.ts';
import { parsePublished } from '../../scenario/published.ts';
import { fakeCliffModelRows, fakeCliffRows, fakePairRows } from './cliff.fake.ts';
import { CLIFF_SHAPES, cliffDrops } from './cliff.ts';
import { cliffModelConfigs, MODELLED_SAVEPOINTS, modelledCliff, modelledScript } from './cliff-modelled.ts';
import {
  measuredPairs,
  modelledPairs,
  PAIR_HEADER,
  PAIR_POINTS,
  pairClients,
  pairConfigs,
  pairsCsv,
  publishedPair,
} from './cliff-pair.ts';
import { PROFILE_HEADER, profileCsv, profileOf, subtransShare } from './cliff-profile.ts';

const textOf = (file: string): string =>
  readFileSync(new URL(`../../../../scenarios/published/${file}`, import.meta.url), 'utf8');
function published() {
  const pair = parsePublished('subtransactions', textOf('subtransactions.csv'));
  const profile = parsePublished('subtransactionsProfile', textOf('subtransactions-profile.csv'));
  if (!pair.ok || !profile.ok) throw new Error('a published file is broken');
  return { runs: pair.value.rows, samples: profile.value.rows };
}

describe('the pair', () => {
  it('asks the lab for what it accepts, at 0 and at 28 µs, with two clients at least and six at most', () => {
    expect([1, 2, 4, 16].map(pairClients)).toEqual([2, 2, 4, 6]);
    const configs = pairConfigs(2);
    expect(configs).toHaveLength(PAIR_POINTS);
    for (const config of configs) expect(checkLabConfig(config).ok).toBe(true);
    expect(new Set(configs.map(({ otherWorkUs }) => otherWorkUs))).toEqual(new Set([0, 28]));
  });
  it('reads the published figures as 0.41 raw and 0.62 per savepoint', () => {
    const [pair] = publishedPair(published().runs);
    expect(pair).toMatchObject({ kind: 'published', clients: 6, otherWorkUs: null });
    expect(pair?.raw).toBeCloseTo(0.412, 3);
    expect(pair?.perSavepoint).toBeCloseTo(0.618, 3);
  });
  it('is a pair only with both halves, and leaves the readers’ rows out', () => {
    const rows = fakePairRows();
    expect(measuredPairs([...fakeCliffRows(), ...rows])).toMatchObject([
      { otherWorkUs: 0, clients: 2, raw: 0.5, perSavepoint: 0.75 },
      { otherWorkUs: 28, raw: 0.5, perSavepoint: 0.75 },
    ]);
    expect(measuredPairs(rows.slice(0, 3))).toHaveLength(1);
    expect(measuredPairs(fakeCliffRows())).toEqual([]);
    expect(modelledPairs(fakeCliffModelRows())).toHaveLength(2);
    for (const row of pairsCsv([...publishedPair(published().runs), ...measuredPairs(rows)]))
      expect(row).toHaveLength(PAIR_HEADER.length);
    // The range that the page shows is in the file, too.
    const [pair] = measuredPairs(rows).map((one) => ({ ...one, least: one.raw / 2, most: one.raw * 2 }));
    const [line] = pairsCsv(pair === undefined ? [] : [pair]);
    const ends = (['raw_lowest', 'raw_highest'] as const).map((head) => line?.[PAIR_HEADER.indexOf(head)]);
    expect(ends).toEqual([pair?.least, pair?.most].map((end) => expect.closeTo(end ?? Number.NaN, 3)));
  });
});

describe('the modelled cliff', () => {
  it('has every shape on both sides of 64, and the pair with the published six clients', () => {
    const configs = cliffModelConfigs({ readers: 3, otherWorkUs: 28 });
    for (const count of [60, 64, 65, 100]) expect(MODELLED_SAVEPOINTS).toContain(count);
    expect(configs.filter(({ workload }) => workload === 'subtrans-spread')).toHaveLength(
      MODELLED_SAVEPOINTS.length * CLIFF_SHAPES.length,
    );
    expect(
      configs.filter(({ active }) => active === 6).map(({ savepoints, otherWorkUs }) => [savepoints, otherWorkUs]),
    ).toEqual([
      [60, 0],
      [90, 0],
      [60, 28],
      [90, 28],
    ]);
  });
  it('becomes lines like the measured ones', () => {
    const series = modelledCliff([...fakeCliffModelRows()].reverse());
    expect(series.map(({ shape }) => shape)).toEqual(CLIFF_SHAPES);
    for (const { points } of series) expect(points.map(({ savepoints }) => savepoints)).toEqual(MODELLED_SAVEPOINTS);
    expect(cliffDrops(series)[0]?.times).toBeCloseTo(24, 0);
    expect(modelledCliff([])).toEqual([]);
  });
});

describe('the profile', () => {
  const rows = fakeCliffModelRows();
  const profile = profileOf({ 60: modelledScript(rows, 60), 90: modelledScript(rows, 90) }, published().samples);
  it('has shares that add up to all of the time, and counts for a savepoint', () => {
    for (const savepoints of [60, 90] as const)
      expect(profile.shares.reduce((sum, { share }) => sum + (share[savepoints] ?? 0), 0)).toBeCloseTo(1, 9);
    const count = (name: string) => profile.counts.find((one) => one.name === name)?.each;
    expect(count('parents')).toEqual({ 60: 0, 90: 9 });
    expect(count('bytes')?.[90]).toBeCloseTo((10 * 8192) / 90, 9);
    expect(subtransShare(profile, 60)).toBeCloseTo(5 / 9.5, 9);
    expect(subtransShare(profile, 90)).toBeCloseTo(35 / 39.5, 9);
  });
  it('puts the published functions beside it, the largest of 90 first, and says what does the same here', () => {
    expect(profile.samples[0]).toEqual({
      function: 'LWLockAttemptLock',
      part: 'slru_locks',
      percent: { 60: null, 90: 10.59 },
    });
    expect(profile.samples.find((sample) => sample.function === 'tbm_iterate')).toMatchObject({ part: null });
    expect(profile.samples.find((sample) => sample.function === 'TransactionIdIsCurrentTransactionId')).toMatchObject({
      part: 'own_xids',
      percent: { 60: 1.1, 90: 1.3 },
    });
  });
  it('makes nothing up before anything is modelled', () => {
    const empty = profileOf({ 60: null, 90: null }, published().samples);
    expect(subtransShare(empty, 90)).toBeNull();
    expect(empty.counts.every(({ each }) => each[60] === null && each[90] === null)).toBe(true);
    for (const row of [...profileCsv(empty), ...profileCsv(profile)]) expect(row).toHaveLength(PROFILE_HEADER.length);
  });
});
