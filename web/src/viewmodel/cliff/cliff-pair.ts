/**
 * The published pair: one script with 60 and with 90 savepoints a transaction. A transaction with 90 does half as much
 * work again, so its rate alone exaggerates; the page shows both ratios: measured here, modelled, and as published.
 * Pure.
 */
import { ms, us } from '../../base/units.ts';
import type { LabConfig } from '../../engine/lab/lab-types.ts';
import { quartilesOf, type ResultRow } from '../lab/rows.ts';
import { intervalOf, type SpreadRow } from '../prediction/model-rows.ts';
import { CLIFF_DESIGNS } from './cliff.ts';

export const PAIR_SAVEPOINTS = [60, 90] as const;
export type PairSavepoints = (typeof PAIR_SAVEPOINTS)[number];
export const pairWorkload = (savepoints: PairSavepoints) => `subtrans-${savepoints}` as const;
/** As published. */
export const PAIR_CLIENTS = 6;
/** Other work of a whole transaction, in µs: none, and that of the lab's plain transactions. */
export const PAIR_WORK_US = [0, 28] as const;
export const PAIR_PASSES = 3;
export const PAIR_POINTS = PAIR_PASSES * PAIR_WORK_US.length * PAIR_SAVEPOINTS.length;

/**
 * At least two clients: no backend looks up its own xids in pg_subtrans. At most one per core: a client that waits for
 * a core looks up nothing.
 */
export const pairClients = (cores: number): number => Math.max(2, Math.min(PAIR_CLIENTS, cores));

/** 60 and 90 alternate, several times: a temporary slowdown of the machine then affects both. */
export const pairConfigs = (clients: number): LabConfig[] =>
  Array.from({ length: PAIR_PASSES }).flatMap(() =>
    PAIR_WORK_US.flatMap((work) =>
      PAIR_SAVEPOINTS.map((savepoints) => ({
        designs: [CLIFF_DESIGNS.pg16],
        active: clients,
        idle: 0,
        mostlyIdle: 0,
        workload: pairWorkload(savepoints),
        otherWorkUs: us(work),
        lock: true,
        sliceMs: ms(50),
        savepoints,
        slru: 'pg16' as const,
      })),
    ),
  );

export interface Pair {
  readonly kind: 'measured' | 'modelled' | 'published';
  readonly clients: number;
  /** Per transaction; null: a real server's own. */
  readonly otherWorkUs: number | null;
  /** Transactions per second. */
  readonly tps: Readonly<Record<PairSavepoints, number>>;
  /** 90's rate as a share of 60's. */
  readonly raw: number;
  /** The same ratio from the most distant visits or seeds; equal to `raw` if there is only one figure. */
  readonly least: number;
  readonly most: number;
  /** The same ratio for savepoints per second. */
  readonly perSavepoint: number;
}

/** The median of one half, and its extremes. */
type Side = { readonly low: number; readonly median: number; readonly high: number };

function pairOf(
  kind: Pair['kind'],
  clients: number,
  otherWorkUs: number | null,
  below: Side | null,
  beyond: Side | null,
): readonly Pair[] {
  if (below === null || beyond === null || !(below.low > 0)) return [];
  const raw = beyond.median / below.median;
  return [
    {
      kind,
      clients,
      otherWorkUs,
      tps: { 60: below.median, 90: beyond.median },
      raw,
      least: beyond.low / below.high,
      most: beyond.high / below.low,
      perSavepoint: perSavepoint(raw),
    },
  ];
}

/** A transaction with 90 savepoints does half as much work again as one with 60. */
export const perSavepoint = (raw: number): number => (raw * 90) / 60;

/** Medians of the visits; a pair needs both halves. */
export const measuredPairs = (rows: readonly ResultRow[]): readonly Pair[] =>
  PAIR_WORK_US.flatMap((work) => {
    const of = (savepoints: PairSavepoints) =>
      rows.filter((row) => row.workload === pairWorkload(savepoints) && row.otherWorkUsAsked === work);
    const side = (savepoints: PairSavepoints): Side | null => {
      const visits = of(savepoints).map((row) => row.tpsQuartiles.median);
      const median = quartilesOf(visits)?.median;
      return median === undefined ? null : { low: Math.min(...visits), median, high: Math.max(...visits) };
    };
    return pairOf('measured', of(60)[0]?.active ?? 0, work, side(60), side(90));
  });

export const modelledPairs = (rows: readonly SpreadRow[]): readonly Pair[] =>
  PAIR_WORK_US.flatMap((work) => {
    const of = (savepoints: PairSavepoints) =>
      rows.find((row) => row.workload === pairWorkload(savepoints) && row.otherWorkUs === work);
    return pairOf('modelled', of(60)?.active ?? 0, work, of(60)?.spread.tps ?? null, of(90)?.spread.tps ?? null);
  });

/** A line of `subtransactions.csv`. */
export interface PublishedRun {
  readonly savepoints: number;
  readonly clients: number;
  readonly tps: number;
}
export function publishedPair(runs: readonly PublishedRun[]): readonly Pair[] {
  const of = (savepoints: PairSavepoints) => runs.filter((run) => run.savepoints === savepoints).slice(0, 1);
  const side = (savepoints: PairSavepoints) => intervalOf(of(savepoints).map(({ tps }) => tps));
  return pairOf('published', of(60)[0]?.clients ?? 0, null, side(60), side(90));
}

export const PAIR_HEADER = [
  'provenance',
  'clients',
  'otherWorkUs',
  'tps60',
  'tps90',
  'raw',
  'raw_lowest',
  'raw_highest',
  'perSavepoint',
  'perSavepoint_lowest',
  'perSavepoint_highest',
] as const;
export const pairsCsv = (pairs: readonly Pair[]): readonly (readonly (string | number)[])[] =>
  pairs.map(({ kind, clients, otherWorkUs, tps, raw, least, most }) => [
    kind,
    clients,
    otherWorkUs ?? '',
    Number(tps[60].toFixed(1)),
    Number(tps[90].toFixed(1)),
    ...[raw, least, most].map((ratio) => Number(ratio.toFixed(3))),
    ...[raw, least, most].map((ratio) => Number(perSavepoint(ratio).toFixed(3))),
  ]);
