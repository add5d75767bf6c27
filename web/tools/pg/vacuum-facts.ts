/**
 * VACUUM's report on its work, from server or engine: its horizon and the numbers of VACUUM VERBOSE. A server reports
 * them as INFO, in words that changed with 15. Source: messages of 13.23, 14.23 and 17.10, unchanged.
 */
import type { VacuumReport } from '../../src/sql/core.ts';
import { relativeXid } from './page.ts';
import type { WireError } from './wire.ts';

/** The same statements, but VACUUM reports its work. */
export const withVerbose = (sql: string): string => sql.replace(/(^|; )VACUUM (\w+)/g, '$1VACUUM (VERBOSE) $2');

/** One line, its horizon counted from `base`. */
export const vacuumLine = (of: VacuumReport, base: number): string =>
  [
    `horizon ${relativeXid(of.oldestXmin, base)}`,
    `tuples: ${of.removed} removed, ${of.remaining} remain, ${of.notYetRemovable} not yet removable`,
    `pages: ${of.pagesRemoved} removed, ${of.pagesRemaining} remain`,
  ].join('; ');

/**
 * From the messages of one VACUUM (VERBOSE) of one table; undefined when there are none. Messages about its TOAST
 * table, which a schedule never fills, are left out.
 */
export function vacuumReport(notices: readonly WireError[]): VacuumReport | undefined {
  const text = notices
    .filter(({ severity, message }) => severity === 'INFO' && !message.includes('pg_toast'))
    .map(({ message, detail }) => `${message}\n${detail ?? ''}`)
    .join('\n');
  if (text === '') return undefined;
  return text.includes('finished vacuuming ') ? newReport(text) : oldReport(text);
}

/** Up to 14. Its pages are counted before the end of the table is cut off. */
function oldReport(text: string): VacuumReport {
  const [removed, remaining, pages] = numbers(
    text,
    /: found (\d+) removable, (\d+) nonremovable row versions in \d+ out of (\d+) pages/,
  );
  const [notYetRemovable, oldestXmin] = numbers(
    text,
    /(\d+) dead row versions cannot be removed yet, oldest xmin: (\d+)/,
  );
  let pagesRemoved = 0;
  for (const [, from, to] of text.matchAll(/: truncated (\d+) to (\d+) pages/g))
    pagesRemoved += Number(from) - Number(to);
  return {
    oldestXmin: oldestXmin ?? 0,
    removed: removed ?? 0,
    remaining: remaining ?? 0,
    notYetRemovable: notYetRemovable ?? 0,
    pagesRemoved,
    pagesRemaining: (pages ?? 0) - pagesRemoved,
  };
}

/** From 15 on. */
function newReport(text: string): VacuumReport {
  const [pagesRemoved, pagesRemaining] = numbers(text, /pages: (\d+) removed, (\d+) remain/);
  const [removed, remaining, notYetRemovable] = numbers(
    text,
    /tuples: (\d+) removed, (\d+) remain, (\d+) are dead but not yet removable/,
  );
  const [oldestXmin] = numbers(text, /removable cutoff: (\d+),/);
  return {
    oldestXmin: oldestXmin ?? 0,
    removed: removed ?? 0,
    remaining: remaining ?? 0,
    notYetRemovable: notYetRemovable ?? 0,
    pagesRemoved: pagesRemoved ?? 0,
    pagesRemaining: pagesRemaining ?? 0,
  };
}

/** The values of the pattern's groups. With other words all would look like 0, so a failed match is an error. */
function numbers(text: string, pattern: RegExp): number[] {
  const match = pattern.exec(text);
  if (match === null) throw new Error(`VACUUM VERBOSE speaks otherwise than expected: ${text}`);
  return match.slice(1).map(Number);
}
