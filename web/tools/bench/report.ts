/** The result of a part of the benchmark, and the one table for all results. */

import { textTable } from '../../node/text-table.ts';
import type { Quartiles } from '../../src/viewmodel/lab/rows.ts';

/** `reported` has no target. `skipped` could not be measured here; the note says why. */
export type Verdict = 'holds' | 'MISSED' | 'reported' | 'skipped';

export interface Finding {
  readonly part: string;
  readonly what: string;
  readonly target: string;
  /** As text for the table. */
  readonly measured: string;
  /** As a number. Null when nothing was measured. */
  readonly value: number | null;
  /** The number of values behind the median, with their unit. */
  readonly n: string;
  readonly verdict: Verdict;
}

export interface PartAnswer {
  readonly findings: readonly Finding[];
  /** Sentences below the table. */
  readonly notes: readonly string[];
  /** For build/bench.json. */
  readonly data: unknown;
}

export interface Limits {
  readonly min?: number;
  readonly max?: number;
}

const digits = (n: number): string =>
  Math.abs(n) >= 100 ? n.toFixed(0) : Math.abs(n) >= 10 ? n.toFixed(1) : n.toFixed(2);
const spread = ({ median, q1, q3 }: Quartiles): string => `${digits(median)} (${digits(q1)}–${digits(q3)})`;

function targetText({ min, max }: Limits, unit: string): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`;
  if (min !== undefined) return `≥ ${min}${unit}`;
  return max === undefined ? '' : `≤ ${max}${unit}`;
}

export interface Asked {
  readonly part: string;
  readonly what: string;
  readonly unit?: string;
  /** Left out: reported only. */
  readonly limits?: Limits;
  /** The unit of N: rounds, pairs of turns, frames. */
  readonly of?: string;
}

/**
 * The median is judged; the quartiles show how far to trust it. A target without a measurement is missed, not skipped.
 */
export function judge(asked: Asked, quartiles: Quartiles | null): Finding {
  const { part, what, unit = '', limits, of = 'rounds' } = asked;
  const target = limits === undefined ? '' : targetText(limits, unit);
  const none = { part, what, target, measured: '–', value: null, n: '0' };
  if (quartiles === null || Number.isNaN(quartiles.median))
    return { ...none, verdict: limits === undefined ? 'reported' : 'MISSED' };
  const { median, n } = quartiles;
  const within =
    median >= (limits?.min ?? Number.NEGATIVE_INFINITY) && median <= (limits?.max ?? Number.POSITIVE_INFINITY);
  return {
    ...none,
    measured: `${spread(quartiles)}${unit}`,
    value: median,
    n: `${n} ${of}`,
    verdict: limits === undefined ? 'reported' : within ? 'holds' : 'MISSED',
  };
}

export const skipped = (part: string, what: string, why: string): Finding => ({
  part,
  what,
  target: '',
  measured: why,
  value: null,
  n: '0',
  verdict: 'skipped',
});

export function findingsTable(findings: readonly Finding[]): string {
  return textTable(
    [
      { head: 'part', cell: (f) => f.part },
      { head: 'what', cell: (f) => f.what },
      { head: 'target', cell: (f) => f.target, align: 'right' },
      { head: 'measured (middle half)', cell: (f) => f.measured, align: 'right' },
      { head: 'N', cell: (f) => f.n, align: 'right' },
      { head: 'verdict', cell: (f) => f.verdict },
    ],
    findings,
  );
}
