/**
 * The events of a running spec, as data, and the bytes that isolationtester prints for them. Source of the texts and of
 * the alignment: isolationtester.c (14 and later), PQprint in libpq/fe-print.c.
 */
import type { ResultSet, SqlError } from '../../sql/database.ts';

export type RunEvent =
  | { readonly kind: 'parsed'; readonly sessions: number }
  | { readonly kind: 'permutation'; readonly steps: readonly string[] }
  /** `at` counts the permutation's steps from 0. */
  | {
      readonly kind: 'step';
      readonly at: number;
      /** Index into the spec's steps. */
      readonly step: number;
      readonly name: string;
      readonly sql: string;
      readonly how: 'done' | 'waiting' | 'completed';
    }
  | { readonly kind: 'rows'; readonly result: ResultSet }
  /** A step's command without rows has ended; isolationtester does not print its tag. */
  | { readonly kind: 'command'; readonly tag: string }
  | { readonly kind: 'error'; readonly error: SqlError }
  | { readonly kind: 'notice'; readonly session: string; readonly severity: string; readonly message: string }
  | { readonly kind: 'canceling'; readonly name: string; readonly seconds: number }
  /** A deadlock_timeout has expired while nobody moved (only on the stage; isolationtester has no such event). */
  | { readonly kind: 'time' }
  /** All steps are done; later events are the teardowns'. */
  | { readonly kind: 'teardown' }
  /** To standard error. */
  | { readonly kind: 'warning'; readonly text: string }
  /** To standard error; the run ends. */
  | { readonly kind: 'failed'; readonly text: string };

const utf8 = new TextEncoder();
/** Length in bytes, which is the unit of the C program. */
const bytesOf = (text: string): number => {
  // The text is nearly always ASCII.
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return utf8.encode(text).length;
  return text.length;
};
const NUMERIC = /^[0-9.Ee -]*$/;

/** A value that keeps its column right-aligned: only these characters, no E in front, a digit at the end. */
function looksNumeric(value: string): boolean {
  const last = value.charCodeAt(value.length - 1);
  const first = value.charAt(0);
  return NUMERIC.test(value) && first !== 'E' && first !== 'e' && last >= 0x30 && last <= 0x39;
}

/**
 * A result set as PQprint writes it with header, alignment and the separator |. Empty if there are no columns. Null,
 * without building anything, if it has more characters than `room`: one wide value makes all rows wide.
 */
export function resultText({ columns, rows }: ResultSet, room = Number.POSITIVE_INFINITY): string | null {
  if (columns.length === 0) return '';
  const widths = columns.map((column) => bytesOf(column.name));
  const left = columns.map(() => false);
  for (const row of rows) {
    for (let i = 0; i < columns.length; i++) {
      const value = row[i] ?? '';
      if (value === '') continue;
      if (left[i] !== true && !looksNumeric(value)) left[i] = true;
      widths[i] = Math.max(widths[i] ?? 0, bytesOf(value));
    }
  }
  const width = widths.reduce((sum, one) => sum + one + 1, 0);
  if (width * (rows.length + 2) > room) return null;
  const line = (values: readonly string[]): string =>
    values
      .map((value, i) => {
        const padding = ' '.repeat((widths[i] ?? 0) - bytesOf(value));
        return left[i] === true ? value + padding : padding + value;
      })
      .join('|');
  const parts = [line(columns.map((column) => column.name)), widths.map((width) => '-'.repeat(width)).join('+')];
  for (const row of rows) parts.push(line(columns.map((_, i) => row[i] ?? '')));
  parts.push(`(${rows.length} row${rows.length === 1 ? '' : 's'})\n\n`);
  return parts.join('\n');
}

/**
 * The text that isolationtester writes to standard output for an event; empty for text to standard error. Null when a
 * result has more characters than `room`.
 */
export function eventText(event: RunEvent, room = Number.POSITIVE_INFINITY): string | null {
  switch (event.kind) {
    case 'parsed':
      return `Parsed test spec with ${event.sessions} sessions\n`;
    case 'time':
      return '';
    case 'permutation':
      return `\nstarting permutation:${event.steps.map((name) => ` ${name}`).join('')}\n`;
    case 'step':
      if (event.how === 'completed') return `step ${event.name}: <... completed>\n`;
      return `step ${event.name}: ${event.sql}${event.how === 'waiting' ? ' <waiting ...>' : ''}\n`;
    case 'rows':
      return resultText(event.result, room);
    case 'error':
      return `${event.error.severity}:  ${event.error.message}\n`;
    case 'notice':
      return `${event.session}: ${event.severity}:  ${event.message}\n`;
    case 'canceling':
      return `isolationtester: canceling step ${event.name} after ${event.seconds} seconds\n`;
    case 'command':
    case 'teardown':
    case 'warning':
    case 'failed':
      return '';
  }
}
