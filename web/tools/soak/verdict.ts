/**
 * When a race of minutes has grown or drifted. Pure; the rules are printed next to the table.
 *
 * - "Over the run" means: the middle slope of all readings (Theil and Sen) times the time they span. One wild reading
 *   does not tilt it. The first minute is left out: fonts, compilers and caches still settle.
 * - Memory grows when it gained over the run more than its allowance *and* more than `NOISE` middle distances of its
 *   readings from their own line.
 * - A rate drifts when it changed over the run by more than its share *and* by more than the same noise. The rate is
 *   judged against the machine's own in the same minutes, measured by a lab that has just been started: a shared
 *   machine's memory speeds up and slows down, and the two designs depend on it differently, so even their ratio moves
 *   with it. A page that gathers something and slows down moves against the reference, which gathers nothing.
 */

import { middleDistance, middleSlope, type Point } from '../../node/measure.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';

export const NOISE = 3;

export interface Rule {
  readonly what: string;
  readonly unit: string;
  /** Readings are shown divided by this. */
  readonly scale: number;
  /** Only growth is bad (memory), or both directions (rates). */
  readonly bad: 'more' | 'either';
  /** The allowance over the run: an amount, or a share of the middle reading. */
  readonly allowed: { readonly amount: number } | { readonly share: number };
}

export interface Judgement {
  readonly rule: Rule;
  readonly n: number;
  readonly middle: number;
  /** The change over the run, in the unit of the readings. */
  readonly change: number;
  readonly noise: number;
  readonly limit: number;
  /** Null: too few readings to judge. */
  readonly holds: boolean | null;
}

/** A slope needs a few readings. */
const MIN_READINGS = 4;

export function judgeReadings(rule: Rule, readings: readonly Point[]): Judgement {
  const values = readings.map(([, value]) => value);
  const middle = quartilesOf(values)?.median ?? Number.NaN;
  const slope = middleSlope(readings) ?? Number.NaN;
  const [first, last] = [readings[0]?.[0] ?? 0, readings.at(-1)?.[0] ?? 0];
  const change = slope * (last - first);
  const noise = NOISE * middleDistance(readings.map(([at, value]) => value - slope * at));
  const limit = 'amount' in rule.allowed ? rule.allowed.amount : rule.allowed.share * Math.abs(middle);
  const gone = rule.bad === 'more' ? change : Math.abs(change);
  const few = readings.length < MIN_READINGS;
  return {
    rule,
    n: readings.length,
    middle,
    change,
    noise,
    limit,
    holds: few ? null : !(gone > limit && gone > noise),
  };
}

/** The rates that a race measures, of the page or of the reference. */
export interface Rates {
  readonly ratio: number;
  readonly slow: number;
  readonly fast: number;
}

/**
 * Each reading as a multiple of the reference's middle within the time that the reading covers, `coversS` seconds up to
 * it. A reading without a reference is left out.
 */
export function againstReference(
  readings: readonly Point[],
  reference: readonly Point[],
  coversS: number,
): readonly Point[] {
  return readings.flatMap(([at, value]) => {
    const meanwhile = reference.filter(([when]) => when > at - coversS && when <= at).map(([, of]) => of);
    const middle = quartilesOf(meanwhile)?.median;
    return middle === undefined || !(middle > 0) ? [] : [[at, value / middle] as const];
  });
}

const MB = 1e6;
/** Ten minutes of samples are kept for the CSV: 2,400 of about 400 bytes, however long the race runs. */
export const RULES = {
  heap: { what: 'JavaScript heap after collection', unit: 'MB', scale: MB, bad: 'more', allowed: { amount: 2 * MB } },
  process: {
    what: 'private memory of the page’s process',
    unit: 'MB',
    scale: MB,
    bad: 'more',
    allowed: { amount: 16 * MB },
  },
  nodes: { what: 'DOM nodes', unit: '', scale: 1, bad: 'more', allowed: { amount: 50 } },
  listeners: { what: 'event listeners', unit: '', scale: 1, bad: 'more', allowed: { amount: 20 } },
  ratio: { what: 'ratio of the designs / reference', unit: '', scale: 1, bad: 'either', allowed: { share: 0.1 } },
  slow: { what: 'pg13, median tps / reference', unit: '', scale: 1, bad: 'either', allowed: { share: 0.2 } },
  fast: { what: 'pg14, median tps / reference', unit: '', scale: 1, bad: 'either', allowed: { share: 0.2 } },
  slices: { what: 'slices a second', unit: '/s', scale: 1, bad: 'either', allowed: { share: 0.1 } },
} as const satisfies Record<string, Rule>;
export type Watched = keyof typeof RULES;
