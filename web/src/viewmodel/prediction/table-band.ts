/**
 * The band of the shared server on a published table, and which of the table's points lie in it. Pure.
 *
 * A point's band reaches from the lowest to the highest answer at both edges, over all seeds. The model without the server
 * (0 ns) is no part of it. The band says where throughput would be if there were such a server; with 0 ns in it, it would
 * also contain what the model explains without one, and each mistake between the two would count as explained. So the
 * model's own curve stays beside the band, and what lies between both is in neither. Times between the edges are not
 * modelled. The constants of a machine were fitted without the server and are not fitted again: a second fit would hide
 * the waits that the server adds.
 */
import type { ModelConfig, ModelRow } from '../../engine/simulation/model-types.ts';
import type { ComparisonPoint, PointBands } from './comparison.ts';
import { type ComparisonJob, jobConfig } from './comparison-run.ts';
import { judgedOf } from './errors.ts';
import { type BandMeasure, type ComparisonRow, CURVES, type Curves, type ModelComparison } from './model-chart.ts';
import { bySeed } from './model-rows.ts';
import { BAND_EDGES_NS } from './shared-server.ts';

interface BandJob extends ComparisonJob {
  readonly sharedNs: number;
}

/** Each point and design at one time of the server, then at the next; at the two edges of the band, unless others are asked for. */
export const bandJobs = (
  points: readonly ComparisonPoint[],
  times: readonly number[] = BAND_EDGES_NS,
): readonly BandJob[] =>
  times.flatMap((sharedNs) =>
    points.flatMap((point) => CURVES.map((curve) => ({ point, curve, coherence: true, sharedNs }))),
  );

/** 0 ns: there is no server. */
export const bandConfig = (job: BandJob): ModelConfig => ({ ...jobConfig(job), sharedNs: job.sharedNs });

const each = <T>(of: (measure: BandMeasure) => T): Readonly<Record<BandMeasure, T>> => ({
  pre: of('pre'),
  post: of('post'),
  ratio: of('ratio'),
});
const measured = (rates: Curves<number>, measure: BandMeasure): number =>
  measure === 'ratio' ? rates.post / rates.pre : rates[measure];

/** The answers to a point at each of some times, by seed. A ratio compares both designs in one seed. */
export type Answers = ReadonlyMap<ComparisonPoint, readonly (readonly Curves<number>[])[]>;

/** `rows`: in the order of `seeded(bandJobs(points, times))`, null for those to come. */
export function answersOf(
  points: readonly ComparisonPoint[],
  rows: readonly (Pick<ModelRow, 'tps'> | null)[],
  times: readonly number[] = BAND_EDGES_NS,
): Answers {
  const jobs = bySeed(rows, bandJobs(points, times).length);
  const pairs = (from: number): readonly Curves<number>[] => {
    const [pre = [], post = []] = [jobs[from], jobs[from + 1]];
    return post.flatMap(({ tps }, seed) => {
      const before = pre[seed]?.tps;
      return before === undefined ? [] : [{ pre: before, post: tps }];
    });
  };
  return new Map(
    points.map((point, i) => [point, times.map((_, time) => pairs((time * points.length + i) * CURVES.length))]),
  );
}

/** From the lowest to the highest answer at all of its times, over all seeds: of the points that have one at each time. */
export function bandsOf(answers: Answers): PointBands {
  return new Map(
    [...answers].flatMap(([point, times]) => {
      if (times.some((own) => own.length === 0)) return [];
      const all = times.flat();
      const range = (measure: BandMeasure) => {
        const values = all.map((rates) => measured(rates, measure));
        return { low: Math.min(...values), high: Math.max(...values) };
      };
      return [[point, each(range)] as const];
    }),
  );
}

/** Published figures in their bands, and those above and below; a point without a band counts nowhere. */
export interface Inside {
  readonly points: number;
  readonly inside: number;
  readonly above: number;
  readonly below: number;
}
export type TableInside = Readonly<Record<BandMeasure, Inside>>;

/** A figure that a fit used is no evidence; nor is a ratio with one. */
const isFree = ({ fitted }: ComparisonRow, measure: BandMeasure): boolean =>
  measure === 'ratio' ? !fitted.pre && !fitted.post : !fitted[measure];

/** Of the judged points of a table's curves. */
export function insideOf(
  curves: readonly Pick<ModelComparison, 'rows' | 'seeds' | 'judgedFrom' | 'bands'>[],
): TableInside {
  const known = curves.flatMap(({ bands, ...curve }) =>
    judgedOf(curve).rows.flatMap((row) => {
      const band = bands.get(row.x);
      return band === undefined ? [] : [{ row, band }];
    }),
  );
  return each((measure) => {
    const own = known
      .filter(({ row }) => isFree(row, measure))
      .map(({ row, band }) => ({ value: measured(row.published, measure), ...band[measure] }));
    const above = own.filter(({ value, high }) => value > high).length;
    const below = own.filter(({ value, low }) => value < low).length;
    return { points: own.length, inside: own.length - above - below, above, below };
  });
}
