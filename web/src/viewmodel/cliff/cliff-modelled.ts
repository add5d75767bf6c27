/**
 * The cliff on another machine: the model's configurations for each place of the page, and its rows as lines next to
 * the measured ones. Pure.
 */
import { ms, us } from '../../base/units.ts';
import type { ModelConfig } from '../../engine/simulation/model-types.ts';
import type { SpreadRow } from '../prediction/model-rows.ts';
import {
  BELOW,
  BEYOND,
  CACHED_SUBXIDS,
  CLIFF_DESIGNS,
  CLIFF_SHAPES,
  type CliffCase,
  type CliffSeries,
  type CliffShape,
} from './cliff.ts';
import { PAIR_CLIENTS, PAIR_SAVEPOINTS, PAIR_WORK_US, type PairSavepoints, pairWorkload } from './cliff-pair.ts';

/** Fewer than the measured ones: nothing happens between these that the lines do not show. */
export const MODELLED_SAVEPOINTS: readonly number[] = [
  0,
  32,
  BELOW,
  CACHED_SUBXIDS,
  CACHED_SUBXIDS + 1,
  80,
  BEYOND,
  130,
];

const plain = { idle: 0, mostlyIdle: 0, thinkMs: ms(0), networkMs: ms(0), coherence: true } as const;

/** The readers' lines, then the published pair. */
export const cliffModelConfigs = ({ readers, otherWorkUs }: CliffCase): readonly ModelConfig[] => [
  ...MODELLED_SAVEPOINTS.flatMap((savepoints) =>
    CLIFF_SHAPES.map((slru) => ({
      ...plain,
      design: CLIFF_DESIGNS[slru],
      active: readers,
      workload: 'subtrans-spread' as const,
      otherWorkUs: us(otherWorkUs),
      savepoints,
      slru,
    })),
  ),
  ...PAIR_WORK_US.flatMap((work) =>
    PAIR_SAVEPOINTS.map((savepoints) => ({
      ...plain,
      design: CLIFF_DESIGNS.pg16,
      active: PAIR_CLIENTS,
      workload: pairWorkload(savepoints),
      otherWorkUs: us(work),
      savepoints,
      slru: 'pg16' as const,
    })),
  ),
];

const shapeOf = (row: SpreadRow): CliffShape | null =>
  CLIFF_SHAPES.find((shape) => row.workload === 'subtrans-spread' && row.subtrans?.slru === shape) ?? null;

/** Shapes in their order, points from left to right; whiskers and visits come from the seeds. */
export const modelledCliff = (rows: readonly SpreadRow[]): readonly CliffSeries[] =>
  CLIFF_SHAPES.flatMap((shape) => {
    const points = rows
      .flatMap((row) =>
        row.subtrans === null || shapeOf(row) !== shape
          ? []
          : [
              {
                savepoints: row.subtrans.savepoints,
                tps: row.tps,
                q1: row.spread.tps.low,
                q3: row.spread.tps.high,
                visits: [row.spread.tps.low, row.spread.tps.high],
                counts: row.subtrans.counts,
              },
            ],
      )
      .sort((a, b) => a.savepoints - b.savepoints);
    return points.length === 0 ? [] : [{ shape, points }];
  });

/** The published pair without other work: its profile is drawn from this row. */
export const modelledScript = (rows: readonly SpreadRow[], savepoints: PairSavepoints): SpreadRow | null =>
  rows.find(({ workload, otherWorkUs }) => workload === pairWorkload(savepoints) && otherWorkUs === 0) ?? null;
