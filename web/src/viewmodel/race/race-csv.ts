/** The samples of a race as rows for a CSV: one for each sample and design, raw, with everything needed to recompute the rate. */
import type { LabConfig } from '../../engine/lab/lab-types.ts';
import type { RaceDesigns, RaceSample } from './race.ts';

export const RACE_COLUMNS = [
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
