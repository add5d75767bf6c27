/** Laws of the band on a table: it holds both edges and no more, and a figure that a fit used is evidence for nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { perSecond } from '../../base/units.ts';
import { loadMachine } from '../../scenario/machines.node.ts';
import { PUBLISHED } from '../../scenario/published.ts';
import { type ComparisonPoint, comparisonPoints } from './comparison.ts';
import { comparisonJobs, comparisonState, jobConfig } from './comparison-run.ts';
import { seeded } from './model-rows.ts';
import { SHARED_BAND_NS } from './shared-server.ts';
import { answersOf, bandConfig, bandJobs, bandsOf, insideOf } from './table-band.ts';

const POINTS = comparisonPoints([
  { clients: 1, tps_pre: 30_000, tps_post: 30_000 },
  { clients: 100, tps_pre: 1_000_000, tps_post: 1_100_000 },
  { clients: 1000, tps_pre: 900_000, tps_post: 1_200_000 },
]);
const FITTED = loadMachine('azure-f72s-v2');
if (!FITTED.ok || FITTED.value.fitted === null) throw new Error('the shipped machine is fitted');
const machine = FITTED.value;
const compare = {
  id: 'readonlyByClients',
  source: PUBLISHED.readonlyByClients.source,
  machine,
  formula: null,
} as const;

/** Bands from made-up answers: `of` gives the throughput of a job in a seed. */
type Of = (job: ReturnType<typeof bandJobs>[number], seed: number) => number;
const bandsFrom = (of: Of, seeds = 2) =>
  bandsOf(
    answersOf(
      POINTS,
      seeded(bandJobs(POINTS), seeds).map((job) => ({ tps: perSecond(of(job, job.seed)) })),
    ),
  );
const curvesOf = (bands: ReturnType<typeof bandsFrom>) =>
  comparisonState(
    compare,
    POINTS,
    comparisonJobs(POINTS).map(({ point, curve }) => point.published[curve]),
    [],
    bands,
  ).curves;
const rateOf = (point: ComparisonPoint, curve: 'pre' | 'post') => point.published[curve];

test('each point is modelled at both edges, and is else what its curve is; without the server at neither', () => {
  const jobs = bandJobs(POINTS);
  expect(jobs).toHaveLength(POINTS.length * 2 * 2);
  expect(jobs.map(bandConfig)).toEqual(
    [SHARED_BAND_NS.low, SHARED_BAND_NS.high].flatMap((sharedNs) =>
      comparisonJobs(POINTS)
        .filter(({ coherence }) => coherence)
        .map((job) => ({ ...jobConfig(job), sharedNs })),
    ),
  );
});
test('the band contains both edges of every seed, and ends at two of them', () => {
  const rates = fc.array(fc.double({ min: 1, max: 1e7, noNaN: true }), { minLength: 36, maxLength: 36 });
  fc.assert(
    fc.property(rates, (drawn) => {
      const jobs = bandJobs(POINTS);
      const at = (job: (typeof jobs)[number], seed: number): number =>
        drawn[
          (seed - 1) * jobs.length +
            jobs.findIndex((own) => own.point === job.point && own.curve === job.curve && own.sharedNs === job.sharedNs)
        ] ?? Number.NaN;
      const bands = bandsFrom(at, 3);
      for (const point of POINTS) {
        const each = [1, 2, 3].flatMap((seed) =>
          [SHARED_BAND_NS.low, SHARED_BAND_NS.high].map((sharedNs) => {
            const [pre, post] = (['pre', 'post'] as const).map((curve) =>
              at({ point, curve, coherence: true, sharedNs }, seed),
            );
            return { pre: pre ?? Number.NaN, post: post ?? Number.NaN, ratio: (post ?? 0) / (pre ?? 0) };
          }),
        );
        const ends = (values: readonly number[]) => ({ low: Math.min(...values), high: Math.max(...values) });
        expect(bands.get(point)).toEqual({
          pre: ends(each.map(({ pre }) => pre)),
          post: ends(each.map(({ post }) => post)),
          ratio: ends(each.map(({ ratio }) => ratio)),
        });
      }
    }),
  );
});
test('a point has no band before both designs have come at both edges, and counts nowhere until then', () => {
  const jobs = bandJobs(POINTS);
  const all = jobs.map(({ point, curve }) => ({ tps: perSecond(rateOf(point, curve)) }));
  for (let missing = 0; missing < jobs.length; missing++) {
    const bands = bandsOf(
      answersOf(
        POINTS,
        all.map((row, i) => (i === missing ? null : row)),
      ),
    );
    expect([...bands.keys()]).toEqual(POINTS.filter((point) => point !== jobs[missing]?.point));
  }
  expect(insideOf(curvesOf(new Map())).ratio.points).toBe(0);
});
test('a figure that a fit used counts nowhere, nor does its ratio, nor a point that is not judged', () => {
  // 14 at 100 clients was fitted; one client is below the judged ones.
  const fit = machine.fitted?.points.find(({ where }) => where.clients === 100);
  expect(fit?.column).toBe('tps_post');
  const exact = insideOf(curvesOf(bandsFrom(({ point, curve }) => rateOf(point, curve))));
  expect(exact).toEqual({
    pre: { points: 2, inside: 2, above: 0, below: 0 },
    post: { points: 1, inside: 1, above: 0, below: 0 },
    ratio: { points: 1, inside: 1, above: 0, below: 0 },
  });
});
test('what was published above the band and below it is told apart', () => {
  const half = insideOf(curvesOf(bandsFrom(({ point, curve }) => rateOf(point, curve) * (curve === 'pre' ? 0.5 : 2))));
  expect(half.pre).toEqual({ points: 2, inside: 0, above: 2, below: 0 });
  expect(half.post).toEqual({ points: 1, inside: 0, above: 0, below: 1 });
  expect(half.ratio).toEqual({ points: 1, inside: 0, above: 0, below: 1 });
});
