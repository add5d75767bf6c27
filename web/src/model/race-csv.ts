/** The samples of a race as CSV: a row for each sample and design, raw, with what is needed to compute the rate again. */
import { csvFormatRows } from 'd3';
import type { LabConfig } from '../engine/lab-types.ts';
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

export function raceCsv(
  samples: readonly RaceSample[],
  designs: RaceDesigns,
  config: Pick<LabConfig, 'workload' | 'otherWorkUs'>,
): string {
  const rows = samples.flatMap((sample) =>
    (['slow', 'fast'] as const).flatMap((which) => {
      const part = sample[which];
      if (part === undefined) return [];
      return [
        [
          (sample.atMs / 1000).toFixed(3),
          designs[which],
          config.workload,
          `${config.otherWorkUs}`,
          `${sample.active}`,
          `${sample.idle}`,
          `${sample.generation}`,
          `${part.slices}`,
          `${part.transactions}`,
          part.seconds.toFixed(6),
          part.tps.toFixed(1),
        ],
      ];
    }),
  );
  return `${csvFormatRows([[...RACE_COLUMNS], ...rows])}\n`;
}
