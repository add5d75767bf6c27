/**
 * The speed-ups that the commits of the series state, and what the model and this machine say to each. Pure. Every
 * modelled gain is that of a commit over the design before it, seed against the same seed; a gap to the published one is
 * told as a gap. The published figures name no number of clients: the model has 48, as in the tables of the same author.
 */

import { scaleLog } from 'd3';
import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import { type Microseconds, ms, us } from '../../base/units.ts';
import { defaultOtherWorkUs } from '../../engine/lab/lab-config.ts';
import type { LabConfig } from '../../engine/lab/lab-types.ts';
import { BATCH_STATEMENTS, type ModelConfig, type ModelRow } from '../../engine/simulation/model-types.ts';
import type { MachineId } from '../../scenario/machine.ts';
import type { Interval } from '../lab/claim.ts';
import type { ResultRow } from '../lab/rows.ts';
import { bySeed, intervalOf, SURE_SEEDS } from '../prediction/model-rows.ts';
import { BAND_EDGES_NS } from '../prediction/shared-server.ts';
import type { CommitGain } from './ladder.ts';

export const GAIN_MACHINE: MachineId = 'xeon-gold-5215-2s';
export const GAIN_ACTIVE = 48;
/** Other work of a read: as fitted for that machine, in round figures. */
const READ_US = 25;

/** The published workloads that the model has: single queries, and batches of 100 of them, with work in each or none. */
export const GAIN_LOADS = ['readonly', 'batch', 'empty'] as const;
export type GainLoad = (typeof GAIN_LOADS)[number];
const LOADS: Readonly<
  Record<GainLoad, { readonly workload: 'readonly' | 'batch'; readonly otherWorkUs: Microseconds | null }>
> = {
  readonly: { workload: 'readonly', otherWorkUs: null },
  // Nobody has published what a query of a batch costs: here as much as a query that is sent alone.
  batch: { workload: 'batch', otherWorkUs: us(BATCH_STATEMENTS * READ_US) },
  // Nobody has published what an empty SELECT costs: more than nothing, and less than a read. This is nothing; the other
  // end is the batch of reads (`gainRows`).
  empty: { workload: 'batch', otherWorkUs: us(0) },
};

/** By its words in the table; null: the model has no such workload. */
export function loadOf(workload: string): GainLoad | null {
  if (workload.includes('empty SELECTs')) return 'empty';
  if (workload.includes('batches')) return 'batch';
  return workload.startsWith('pgbench read-only') ? 'readonly' : null;
}

/** The design that a commit made. */
const MADE_BY: Readonly<Record<string, DesignId>> = {
  '1f51c17c68d': 'xmin-moved',
  '941697c3c1a+5788e258bb2+73487a60fc1': 'dense',
  '623a9ba79bb': 'pg14',
};

/** A published gain, and the two designs whose throughputs it compares. */
export interface GainCase extends CommitGain {
  readonly design: DesignId;
  readonly before: DesignId;
  readonly load: GainLoad | null;
}

export const gainCases = (gains: readonly CommitGain[]): readonly GainCase[] =>
  gains.flatMap((gain) => {
    const design = MADE_BY[gain.commit];
    const before = design === undefined ? undefined : DESIGN_IDS[DESIGN_IDS.indexOf(design) - 1];
    return design === undefined || before === undefined
      ? []
      : [{ ...gain, design, before, load: loadOf(gain.workload) }];
  });

interface GainJob {
  readonly load: GainLoad;
  readonly design: DesignId;
  /** Of the shared server, at an edge of its band; missing: there is none. */
  readonly sharedNs?: number;
}
const isSame = (a: GainJob, b: GainJob): boolean =>
  a.load === b.load && a.design === b.design && a.sharedNs === b.sharedNs;

/** The loads whose gains bound a case's gain: its own, and for empty SELECTs that of reads. */
const boundsOf = (load: GainLoad | null): readonly GainLoad[] =>
  load === null ? [] : load === 'empty' ? ['batch', 'empty'] : [load];

/** The points to model, without repetitions; for the band once more at each of its edges, afterwards. */
export function gainJobs(cases: readonly GainCase[], hasBand = false): readonly GainJob[] {
  const all = cases.flatMap(({ load: asked, design, before }) =>
    boundsOf(asked).flatMap((load) => [
      { load, design: before },
      { load, design },
    ]),
  );
  const own = all.filter((job, i) => all.findIndex((other) => isSame(job, other)) === i);
  const edges = hasBand ? BAND_EDGES_NS.flatMap((sharedNs) => own.map((job) => ({ ...job, sharedNs }))) : [];
  return [...own, ...edges];
}

export const gainConfig = ({ load, design, sharedNs }: GainJob): ModelConfig => ({
  design,
  active: GAIN_ACTIVE,
  idle: 0,
  mostlyIdle: 0,
  ...LOADS[load],
  thinkMs: ms(0),
  networkMs: ms(0),
  coherence: true,
  ...(sharedNs === undefined ? {} : { sharedNs }),
});

/**
 * `open`: not modelled, or not all seeds have come. `reached`: the published gain is within the seeds, as far as its two
 * digits tell. `gap`: the model stays below it. `beyond`: the model is above it. `depends`: it is between the two ends of
 * a load that nobody has published exactly.
 */
export type GainVerdict = 'open' | 'reached' | 'gap' | 'beyond' | 'depends';

export interface GainRow extends GainCase {
  /** From the lowest seed to the highest, and of empty SELECTs from the one end to the other; null: not modelled. */
  readonly modelled: (Omit<Interval, 'median'> & { readonly median: number | null }) | null;
  readonly verdict: GainVerdict;
  /** From the one edge of the shared server to the other, with all seeds; null: not asked for, or not there yet. */
  readonly band: { readonly low: number; readonly high: number } | null;
  /** Some seeds gain and others lose: the model sees no difference. */
  readonly isNone: boolean;
  /** Here, with the ends of its interval; null: not measured, or too few turns. */
  readonly measured: Interval | null;
  /** Both designs have been measured here, whatever came of it. */
  readonly isTried: boolean;
}

/** The published figures have two digits after the point. */
const ROUNDED = 0.005;

function verdictOf({ gain, load }: GainCase, modelled: GainRow['modelled']): GainVerdict {
  if (modelled === null || modelled.n < SURE_SEEDS) return 'open';
  if (modelled.high < gain - ROUNDED) return 'gap';
  if (modelled.low > gain + ROUNDED) return 'beyond';
  return boundsOf(load).length > 1 ? 'depends' : 'reached';
}

/** One interval for all bounds of a load; without a middle if there are several. */
function together(bounds: readonly Interval[]): GainRow['modelled'] {
  const [first] = bounds;
  if (first === undefined) return null;
  return {
    low: Math.min(...bounds.map(({ low }) => low)),
    median: bounds.length === 1 ? first.median : null,
    high: Math.max(...bounds.map(({ high }) => high)),
    n: Math.min(...bounds.map(({ n }) => n)),
  };
}

/** What was published lies in the band, as far as its two digits tell. */
export const isInBand = (gain: number, { low, high }: { readonly low: number; readonly high: number }): boolean =>
  low <= gain + ROUNDED && high >= gain - ROUNDED;

/** `rows`: in the order of `seeded(gainJobs(cases, hasBand))`; null: not there yet. */
export function gainRows(
  cases: readonly GainCase[],
  rows: readonly (Pick<ModelRow, 'tps'> | null)[],
  here: readonly ResultRow[] = [],
  hasBand = false,
): readonly GainRow[] {
  const jobs = gainJobs(cases, hasBand);
  const seeds = bySeed(rows, jobs.length);
  const ratioOf = (load: GainLoad, { design, before }: GainCase, edge: Pick<GainJob, 'sharedNs'>): Interval | null => {
    const of = (wanted: DesignId) =>
      seeds[jobs.findIndex((job) => isSame(job, { load, design: wanted, ...edge }))] ?? [];
    const [after, from] = [of(design), of(before)];
    return intervalOf(
      after.flatMap(({ tps }, seed) => {
        const old = from[seed];
        return old === undefined ? [] : [tps / old.tps];
      }),
    );
  };
  return cases.map((one) => {
    const asked = boundsOf(one.load);
    const bounds = asked.flatMap((load) => ratioOf(load, one, {}) ?? []);
    const edges = hasBand
      ? BAND_EDGES_NS.flatMap((sharedNs) => asked.flatMap((load) => ratioOf(load, one, { sharedNs }) ?? []))
      : [];
    const isWhole = edges.length === BAND_EDGES_NS.length * asked.length && edges.every(({ n }) => n >= SURE_SEEDS);
    const modelled = bounds.length < asked.length ? null : together(bounds);
    return {
      ...one,
      modelled,
      verdict: verdictOf(one, modelled),
      band: isWhole ? together(edges) : null,
      isNone: bounds.length > 0 && bounds.every(({ low, high }) => low <= 1 && high >= 1),
      measured: measuredGain(one, here),
      isTried: rowsOf(one, here).length === 2,
    };
  });
}

/** How long a design's turn lasts while gains are measured: short, so that both sides see the same machine. */
const GAIN_SLICE_MS = ms(2);
/**
 * What the lab can measure of them. It has no batch with work in each query: its other work is a whole transaction's.
 */
const MEASURED_AS: Readonly<Partial<Record<GainLoad, Pick<LabConfig, 'workload' | 'otherWorkUs'>>>> = {
  readonly: { workload: 'readonly', otherWorkUs: us(defaultOtherWorkUs('readonly')) },
  empty: { workload: 'batch', otherWorkUs: us(0) },
};
export const isMeasurable = ({ load }: GainCase): boolean => load !== null && MEASURED_AS[load] !== undefined;

/** The lab's points for the gains, each with the designs that it compares. */
export function gainMeasurements(
  cases: readonly GainCase[],
  { active, idle }: { readonly active: number; readonly idle: number },
): readonly LabConfig[] {
  return GAIN_LOADS.flatMap((load) => {
    const measured = MEASURED_AS[load];
    const own = gainJobs(cases.filter((one) => one.load === load)).flatMap((job) =>
      job.load === load ? job.design : [],
    );
    return measured === undefined || own.length === 0
      ? []
      : [
          {
            ...measured,
            designs: own.toSorted((a, b) => DESIGN_IDS.indexOf(a) - DESIGN_IDS.indexOf(b)),
            active,
            idle,
            mostlyIdle: 0,
            lock: true,
            sliceMs: GAIN_SLICE_MS,
          },
        ];
  });
}

/** The design's row and that of the one before it, as far as they are there. */
function rowsOf({ load, design, before }: GainCase, rows: readonly ResultRow[]): readonly ResultRow[] {
  const measured = load === null ? undefined : MEASURED_AS[load];
  return [design, before].flatMap(
    (wanted) => rows.find((row) => row.design === wanted && row.workload === measured?.workload) ?? [],
  );
}

/** Both designs took turns in one run; the ratio's interval has the worst of both. */
function measuredGain(one: GainCase, rows: readonly ResultRow[]): Interval | null {
  const [after, from] = rowsOf(one, rows).map(({ tpsInterval }) => tpsInterval);
  if (after == null || from == null) return null;
  return {
    low: after.low / from.high,
    median: after.median / from.median,
    high: after.high / from.low,
    n: Math.min(after.n, from.n),
  };
}

/** Where a gain is in the strip, in percent of its width: twice as much is as far everywhere. */
export function gainAxis(rows: readonly GainRow[]): (gain: number) => number {
  const all = rows.flatMap(({ gain, modelled, band, measured }) =>
    [modelled, band, measured].flatMap((range) => (range === null ? [gain] : [gain, range.low, range.high])),
  );
  return scaleLog([Math.min(1, ...all) * 0.97, Math.max(1, ...all) * 1.03], [0, 100]);
}

export const GAINS_HEADER = [
  'commit',
  'design',
  'before',
  'workload',
  'published',
  'modelled',
  'modelled_lowest',
  'modelled_highest',
  'seeds',
  'band_lowest',
  'band_highest',
  'measured',
  'measured_lowest',
  'measured_highest',
];
/** As rows of a CSV; missing figures are empty. */
export const gainsCsv = (rows: readonly GainRow[]): readonly (readonly (string | number)[])[] =>
  rows.map(({ commit, design, before, workload, gain, modelled, band, measured }) => [
    commit,
    design,
    before,
    workload,
    gain,
    modelled?.median ?? '',
    modelled?.low ?? '',
    modelled?.high ?? '',
    modelled?.n ?? '',
    band?.low ?? '',
    band?.high ?? '',
    measured?.median ?? '',
    measured?.low ?? '',
    measured?.high ?? '',
  ]);
