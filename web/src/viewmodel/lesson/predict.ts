/** Compares a prediction with the engine's answer: pure. */
import type { Predicted } from '../../scenario/lesson.ts';

/** The engine's outcome of the next step. */
export interface Outcome {
  readonly waits: boolean;
  readonly error: string | null;
  readonly rows: readonly (readonly (string | null)[])[] | null;
  readonly snapshot: string | null;
}

/** The choices for predictions that need no text. */
export const WAYS = ['works', 'waits', 'fails'] as const;
export type Way = (typeof WAYS)[number];

export const wayOf = ({ waits, error }: Outcome): Way => (waits ? 'waits' : error !== null ? 'fails' : 'works');

/** Values of a row, with any separators. */
const valuesOf = (line: string): string =>
  line
    .split(/[\s,;|]+/)
    .filter((value) => value !== '')
    .join(' ');
const rowText = (row: readonly (string | null)[]): string => valuesOf(row.map((value) => value ?? 'null').join(' '));

/** One row per line, in any order. */
function sameRows(written: string, rows: readonly (readonly (string | null)[])[]): boolean {
  const said = written
    .split('\n')
    .map((line) => valuesOf(line.toLowerCase()))
    .filter((line) => line !== '')
    .sort();
  const real = rows.map((row) => rowText(row).toLowerCase()).sort();
  return said.length === real.length && said.every((line, i) => line === real[i]);
}

/** @param written a `Way`, rows as text, or a snapshot as pg_snapshot prints one */
export function isRight(kind: Predicted, written: string, outcome: Outcome): boolean {
  switch (kind) {
    case 'waits':
    case 'error':
      return written === wayOf(outcome);
    case 'rows':
      return outcome.rows !== null && sameRows(written, outcome.rows);
    case 'snapshot':
      return outcome.snapshot !== null && written.replaceAll(/\s/g, '') === outcome.snapshot;
  }
}

/** The engine's answer as a person would write it. */
export function answerText(kind: Predicted, outcome: Outcome): string {
  switch (kind) {
    case 'waits':
      return wayOf(outcome);
    case 'error':
      return outcome.error ?? wayOf(outcome);
    case 'rows':
      return (outcome.rows ?? []).map(rowText).join('\n');
    case 'snapshot':
      return outcome.snapshot ?? '';
  }
}
