/**
 * The cliff: how much one session's savepoints slow the readers of all others, by their number and by the cache of
 * pg_subtrans. Pure: rows of the lab become series, series a finding. It also has the figures of real servers.
 */

import type { DesignId } from '../../base/designs.ts';
import { ms, type Sure, us } from '../../base/units.ts';
import { type LabConfig, NO_SLRU, SLRU_COUNTS, type SlruCounts, type SlruShape } from '../../engine/lab/lab-types.ts';
import { claimRatio } from '../lab/claim.ts';
import { quartilesOf, type ResultRow } from '../lab/rows.ts';

/** The compared shapes: up to 16; 17 with shared_buffers of 128 MB, its default; 17 with 512 MB. */
export const CLIFF_SHAPES = ['pg16', 'pg17:32', 'pg17:128'] as const satisfies readonly SlruShape[];
export type CliffShape = (typeof CLIFF_SHAPES)[number];
const isCliffShape = (slru: SlruShape): slru is CliffShape => CLIFF_SHAPES.some((shape) => shape === slru);

/** How each version takes its snapshots; for a row of subtrans-spread it makes no difference. */
export const CLIFF_DESIGNS: Readonly<Record<CliffShape, DesignId>> = {
  pg16: 'pg13',
  'pg17:32': 'pg14',
  'pg17:128': 'pg14',
};

/** Close together where the drop is. */
export const CLIFF_SAVEPOINTS: readonly number[] = [0, 16, 32, 48, 60, 63, 64, 65, 66, 72, 80, 90, 100, 115, 130];
/** PGPROC_MAX_CACHED_SUBXIDS: the largest number of savepoints that costs the others nothing. */
export const CACHED_SUBXIDS = 64;
/** The two counts that ratios compare, here and on real servers. */
export const BELOW = 60;
export const BEYOND = 100;

export const CLIFF_LIMITS = { readers: { min: 1, max: 64 }, otherWorkUs: { min: 0, max: 10_000 } } as const;
export interface CliffCase {
  readonly readers: number;
  readonly otherWorkUs: number;
}

/** Visits per point. A temporary slowdown of the machine then meets a point once, and the median ignores it. */
export const CLIFF_PASSES = 3;
export const CLIFF_POINTS = CLIFF_SAVEPOINTS.length * CLIFF_SHAPES.length;

/** All shapes at each count before the next one, so that the lines grow together; then back again, and so on. */
export const cliffConfigs = (asked: CliffCase): LabConfig[] =>
  Array.from({ length: CLIFF_PASSES }, (_, pass) => {
    const points = onePass(asked);
    return pass % 2 === 0 ? points : points.reverse();
  }).flat();

const onePass = ({ readers, otherWorkUs }: CliffCase): LabConfig[] =>
  CLIFF_SAVEPOINTS.flatMap((savepoints) =>
    CLIFF_SHAPES.map((slru) => ({
      designs: [CLIFF_DESIGNS[slru]],
      active: readers,
      idle: 0,
      mostlyIdle: 0,
      workload: 'subtrans-spread' as const,
      otherWorkUs: us(otherWorkUs),
      lock: true,
      sliceMs: ms(10),
      savepoints,
      slru,
    })),
  );

export interface CliffPoint {
  readonly savepoints: number;
  /** Of all readers together. */
  readonly tps: number;
  readonly q1: number;
  readonly q3: number;
  /** The figure of each visit: a ratio's interval is computed from these. */
  readonly visits: readonly number[];
  /** Per transaction. */
  readonly counts: SlruCounts;
}
export interface CliffSeries {
  readonly shape: CliffShape;
  readonly points: readonly CliffPoint[];
}

/** Shapes in their order, points from left to right; a shape without a row has no series. A point is the median of its visits. */
export function cliffSeries(rows: readonly ResultRow[]): readonly CliffSeries[] {
  return CLIFF_SHAPES.flatMap((shape) => {
    const visits = new Map<number, ResultRow[]>();
    for (const row of rows) {
      if (row.subtrans === null || !isCliffShape(row.subtrans.slru) || row.subtrans.slru !== shape) continue;
      const { savepoints } = row.subtrans;
      visits.set(savepoints, [...(visits.get(savepoints) ?? []), row]);
    }
    const points = [...visits]
      .sort(([a], [b]) => a - b)
      .flatMap(([savepoints, own]) => {
        const point = pointOf(savepoints, own);
        return point === null ? [] : [point];
      });
    return points.length === 0 ? [] : [{ shape, points }];
  });
}

function pointOf(savepoints: number, visits: readonly ResultRow[]): CliffPoint | null {
  const middle = (of: (row: ResultRow) => number): number | undefined => quartilesOf(visits.map(of))?.median;
  const tps = middle((row) => row.tpsQuartiles.median);
  if (tps === undefined) return null;
  const counts = { ...NO_SLRU };
  for (const name of SLRU_COUNTS) counts[name] = middle((row) => row.subtrans?.counts[name] ?? 0) ?? 0;
  return {
    savepoints,
    tps,
    q1: Math.min(tps, middle((row) => row.tpsQuartiles.q1) ?? tps),
    q3: Math.max(tps, middle((row) => row.tpsQuartiles.q3) ?? tps),
    visits: visits.map((row) => row.tpsQuartiles.median),
    counts,
  };
}

export interface CliffDrop {
  readonly shape: CliffShape;
  /** tps at `BELOW` savepoints. */
  readonly below: number;
  readonly beyond: number;
  /** How many times slower the readers are at `BEYOND`. */
  readonly times: number;
  /** From the closest pair of visits to the most distant: no visit is outside. */
  readonly least: number;
  readonly most: number;
  /** Visits of the side that has fewer. */
  readonly visits: number;
  /** Counts of a transaction at `BEYOND`. */
  readonly counts: SlruCounts;
}

/** For each shape that was measured on both sides. */
export const cliffDrops = (series: readonly CliffSeries[]): readonly CliffDrop[] =>
  series.flatMap(({ shape, points }) => {
    const below = points.find(({ savepoints }) => savepoints === BELOW);
    const beyond = points.find(({ savepoints }) => savepoints === BEYOND);
    return below === undefined || beyond === undefined || !(beyond.tps > 0)
      ? []
      : [
          {
            shape,
            below: below.tps,
            beyond: beyond.tps,
            times: below.tps / beyond.tps,
            least: Math.min(...below.visits) / Math.max(...beyond.visits),
            most: Math.max(...below.visits) / Math.min(...beyond.visits),
            visits: Math.min(below.visits.length, beyond.visits.length),
            counts: beyond.counts,
          },
        ];
  });

/** The visits are so far apart that the machine does other work meanwhile: no number of times may be stated. */
export const jumps = (drops: readonly CliffDrop[]): boolean => drops.some(({ least, most }) => most > 3 * least);

/** Drops that may be stated: with all planned visits, and slower in every pair of visits. */
export const surelySlower = (drops: readonly CliffDrop[]): readonly (CliffDrop & { readonly times: Sure })[] =>
  drops.flatMap((drop) => {
    const { least: low, times: median, most: high, visits: n } = drop;
    const claim = n < CLIFF_PASSES ? null : claimRatio({ low, median, high, n });
    return claim?.kind === 'faster' ? [{ ...drop, times: claim.ratio }] : [];
  });

export interface RealCliff {
  /** As in the messages `cliff.real.…`. */
  readonly id: '13' | '17-128' | '17-32' | '17-256';
  /** The servers of one run had the same client on the same day. */
  readonly run: 1 | 2;
  /** The shape that it matches; null: none that is measured here. */
  readonly shape: CliffShape | null;
  readonly points: readonly { readonly savepoints: number; readonly tps: number }[];
}

/**
 * Transactions per second of one client that reads the same 100 rows with `SELECT sum(v)`, on servers from the npm
 * builds (13.23, 17.10), on a machine of two cores, November 2026. Those figures include a whole server's work around
 * the rows. Run 2 had a slower client than run 1: between the two only ratios can be compared, so a chart draws shares
 * (`cliff-share.ts`).
 */
export const REAL_CLIFFS: readonly RealCliff[] = [
  {
    id: '13',
    run: 1,
    shape: 'pg16',
    points: [
      { savepoints: 0, tps: 52_229 },
      { savepoints: 60, tps: 47_720 },
      { savepoints: 100, tps: 2866 },
    ],
  },
  {
    id: '17-32',
    run: 2,
    shape: 'pg17:32',
    points: [
      { savepoints: 60, tps: 8468 },
      { savepoints: 100, tps: 1589 },
    ],
  },
  {
    id: '17-128',
    run: 1,
    shape: 'pg17:128',
    points: [
      { savepoints: 0, tps: 53_941 },
      { savepoints: 60, tps: 52_011 },
      { savepoints: 100, tps: 44_403 },
    ],
  },
  {
    id: '17-256',
    run: 2,
    shape: null,
    points: [
      { savepoints: 60, tps: 6794 },
      { savepoints: 100, tps: 6871 },
    ],
  },
];

/** How many times slower a real server's reader was at `BEYOND`. */
export function realTimes({ points }: RealCliff): number {
  const at = (count: number): number => points.find(({ savepoints }) => savepoints === count)?.tps ?? Number.NaN;
  return at(BELOW) / at(BEYOND);
}

/** A line of the chart, or the crosses of a real server: throughput by savepoints. */
export type CliffLine = { readonly tps: ReadonlyMap<number, number> } & (
  | { readonly kind: 'measured' | 'modelled'; readonly shape: CliffShape }
  | { readonly kind: 'real'; readonly id: (typeof REAL_CLIFFS)[number]['id'] }
);

/** Every mark of the chart, for a table: all numbers of savepoints in ascending order, and each line's value there. */
export function cliffLines(
  series: readonly CliffSeries[],
  modelled: readonly CliffSeries[],
): { readonly savepoints: readonly number[]; readonly lines: readonly CliffLine[] } {
  const byCount = (points: readonly { readonly savepoints: number; readonly tps: number }[]) =>
    new Map(points.map(({ savepoints, tps }) => [savepoints, tps]));
  const lines: readonly CliffLine[] = [
    ...series.map(({ shape, points }) => ({ kind: 'measured' as const, shape, tps: byCount(points) })),
    ...modelled.map(({ shape, points }) => ({ kind: 'modelled' as const, shape, tps: byCount(points) })),
    ...REAL_CLIFFS.map(({ id, points }) => ({ kind: 'real' as const, id, tps: byCount(points) })),
  ];
  const savepoints = [...new Set(lines.flatMap(({ tps }) => [...tps.keys()]))].toSorted((a, b) => a - b);
  return { savepoints, lines };
}

export const CLIFF_HEADER = [
  'provenance',
  'slru',
  'savepoints',
  'tps',
  'q1',
  'q3',
  'lookups',
  'hits',
  'reads',
  'waits',
] as const;
const seriesCsv = (provenance: string, series: readonly CliffSeries[]): readonly (readonly (string | number)[])[] =>
  series.flatMap(({ shape, points }) =>
    points.map(({ savepoints, tps, q1, q3, counts }) =>
      [provenance, shape, savepoints, tps, q1, q3, counts.lookups, counts.hits, counts.reads, counts.waits].map(round),
    ),
  );
export const cliffCsv = (
  series: readonly CliffSeries[],
  modelled: readonly CliffSeries[] = [],
): readonly (readonly (string | number)[])[] => [
  ...seriesCsv('measured', series),
  ...seriesCsv('modelled', modelled),
  ...REAL_CLIFFS.flatMap(({ id, points }) =>
    points.map(({ savepoints, tps }) => ['real PostgreSQL', id, savepoints, tps, '', '', '', '', '', '']),
  ),
];
const round = (value: string | number): string | number =>
  typeof value === 'number' ? Number(value.toFixed(3)) : value;
