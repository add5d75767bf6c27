/** The race's finding at this moment, as a kind with its numbers; the words are in the catalogue. Pure. */

import type { Sure } from '../../base/units.ts';
import type { LabConfig } from '../../engine/lab/lab-types.ts';
import type { IdleConnectionsRow } from '../../scenario/published.ts';
import { claimRatio, type RatioClaim } from '../lab/claim.ts';
import { publishedCurves } from '../lab/published-series.ts';
import { type Levels, machineNow, type RaceDesigns, type RaceSample, type RaceState, shownNow } from './race.ts';

/** The samples of a race as rows for a CSV: one for each sample and design, raw, with everything needed to recompute the rate. */

export const RACE_COLUMNS = [
  'provenance',
  'race_time_s',
  'design',
  'workload',
  'other_work_us',
  'active',
  'idle',
  'generation',
  'slices',
  'transactions',
  'seconds',
  'tps',
] as const;

const rounded = (n: number, digits: number) => Number(n.toFixed(digits));

export function raceRows(
  samples: readonly RaceSample[],
  designs: RaceDesigns,
  config: Pick<LabConfig, 'workload' | 'otherWorkUs'>,
): readonly (readonly (string | number)[])[] {
  return samples.flatMap((sample) =>
    (['slow', 'fast'] as const).flatMap((which) => {
      const part = sample[which];
      if (part === undefined) return [];
      return [
        [
          'measured',
          rounded(sample.atMs / 1000, 3),
          designs[which],
          config.workload,
          config.otherWorkUs,
          sample.active,
          sample.idle,
          sample.generation,
          part.slices,
          part.transactions,
          rounded(part.seconds, 6),
          rounded(part.tps, 1),
        ],
      ];
    }),
  );
}

/**
 * The published experiment next to the race, scaled like the Lab's: `publishedCurves`, point by point. Pure. One factor
 * scales both curves. Without a measured zero point both keep their published transactions per second.
 */

export interface CurvePoint {
  readonly idle: number;
  readonly slow: number;
  readonly fast: number;
}
export interface PublishedCurve {
  readonly active: number;
  /** True when the curves were scaled to the measured zero point. */
  readonly scaled: boolean;
  /** The factor of every published rate; 1 as published. */
  readonly factor: number;
  readonly points: readonly CurvePoint[];
}

/** `slow` is the server before the work (pre), `fast` the one after it (post). */
export function publishedCurve(
  rows: readonly IdleConnectionsRow[],
  active: number,
  zero: Levels | undefined,
): PublishedCurve {
  const own = rows.filter((row) => row.active === active).sort((a, b) => a.idle - b.idle);
  const points = own.map((row) => ({ ...row, connections: row.idle }));
  const measured = zero && publishedCurves(points, active, { pg13: zero.slow, pg14: zero.fast });
  // Both or neither: the two share one axis.
  const scaled = measured?.length === 2;
  const [slow, fast] = scaled ? measured : publishedCurves(points, active, null);
  const tps = (curve: typeof slow, row: number) => curve?.points[row]?.y ?? Number.NaN;
  return {
    active,
    scaled,
    factor: (slow?.points[0]?.y ?? 1) / (slow?.points[0]?.publishedTps ?? 1),
    points: own.map(({ idle }, row) => ({ idle, slow: tps(slow, row), fast: tps(fast, row) })),
  };
}

/** post / pre at a published number of idle connections; `undefined` between them: nothing is interpolated. */
export function publishedRatio(curve: PublishedCurve, idle: number): number | undefined {
  const point = curve.points.find((p) => p.idle === idle);
  return point && point.fast / point.slow;
}

export const stopsOf = (curve: PublishedCurve): readonly number[] => curve.points.map((point) => point.idle);

/** Cost of one more connection for a snapshot, in ns: how much longer a transaction with its two snapshots takes. */
export function connectionCostNs(zeroTps: number, tps: number, idle: number): number {
  const SNAPSHOTS = 2;
  return ((1 / tps - 1 / zeroTps) * 1e9) / (idle * SNAPSHOTS);
}

export type RaceFinding =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'settling'; readonly idle: number }
  /** The race is paused, and nothing is sure at the slider's position. */
  | { readonly kind: 'paused'; readonly idle: number }
  /** Nothing is sure, and on this machine that will not change soon: the page shows the published run. */
  | { readonly kind: 'busy'; readonly idle: number }
  | { readonly kind: 'together'; readonly idle: number }
  | { readonly kind: 'apart'; readonly idle: number; readonly ratio: Sure }
  | { readonly kind: 'turned'; readonly idle: number; readonly ratio: Sure };

export interface RaceView {
  readonly finding: RaceFinding;
  readonly claim: RatioClaim;
  readonly busy: boolean;
}

/** `asked` is the slider's position; the lab may still be on its way there, and does not start while it is paused. */
export function viewOf(
  state: RaceState,
  asked: { readonly idle: number; readonly otherWorkUs: number; readonly sliceMs: number },
  paused = false,
): RaceView {
  const { idle } = asked;
  const busy = machineNow(state, asked).kind === 'busy';
  const claim = claimRatio(state.now?.idle === idle ? shownNow(state)?.ratio : null);
  const finding: RaceFinding =
    paused && claim.kind === 'measuring' ? { kind: 'paused', idle } : findingOf(state, idle, claim, busy);
  return { finding, claim, busy };
}

function findingOf(state: RaceState, idle: number, claim: RatioClaim, busy: boolean): RaceFinding {
  if (state.now === undefined || (state.blocks.length === 0 && state.samples.length === 0)) return { kind: 'waiting' };
  switch (claim.kind) {
    case 'faster':
      return { kind: 'apart', idle, ratio: claim.ratio };
    case 'slower':
      return { kind: 'turned', idle, ratio: claim.ratio };
    case 'alike':
      return { kind: 'together', idle };
    case 'measuring':
      return busy ? { kind: 'busy', idle } : { kind: 'settling', idle };
  }
}
