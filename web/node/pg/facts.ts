/** Observed facts as text that is the same on every target: answers, snapshots, members of multixacts. */
import type { VacuumReport } from '../../src/sql/core.ts';
import type { SessionState } from './generate.ts';
import { relativeXid } from './page.ts';
import type { Table } from './schedule.ts';
import type { WireAnswer, WireError } from './wire.ts';

/**
 * VACUUM's report on its work, from server or engine: its horizon and the numbers of VACUUM VERBOSE. A server reports
 * them as INFO, in words that changed with 15. Source: messages of 13.23, 14.23 and 17.10, unchanged.
 */

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

/** The target of a schedule: a real server, or the engine. All its answers are text that is the same on all of them. */

/** A client's answer to one simple query. */
export interface Answer {
  /** Rows as `a|b`, headed by column names; command tags; then maybe `ERROR 40001: message`. Notices come first. */
  readonly lines: readonly string[];
  readonly state: 'idle' | 'in transaction' | 'failed';
  readonly isDeadlock: boolean;
  /** For a VACUUM: its horizon and its counts. A client sees them only with VERBOSE. */
  readonly vacuum?: string;
}

/** Facts that can be observed without affecting any session. */
export interface Sight {
  /** For each session: xid, xmin, and the session that it waits for. */
  readonly sessions: readonly string[];
  /** The snapshot of a session that starts now: xmin, xmax, xip, subxip, overflowed. */
  readonly snapshot: string;
  readonly prepared: string;
  /** Replication slots, and other facts of targets that have them. */
  readonly holders?: readonly string[];
  /** Pages of the table: see page.ts. */
  readonly heap: readonly string[];
  /** pg_locks in mode SIReadLock: whose, on what. */
  readonly sireads: readonly string[];
  /** Those of them that may be gone or not: their owner is a READ ONLY transaction whose snapshot is safe. Only the engine knows. */
  readonly safeSireads?: readonly string[];
}

export interface Target {
  readonly name: string;
  /** A fresh table, no transactions, all sessions idle. */
  begin(table: Table): Promise<void>;
  /** Returns once the query has ended, or waits for a lock. */
  submit(session: number, sql: string): Promise<Answer | 'waiting'>;
  /** Returns the answer of a waiting session if it has continued in the meantime. */
  settle(session: number): Promise<Answer | 'waiting'>;
  observe(): Promise<Sight>;
  /** Ends all open transactions. Returns the next xid. */
  finish(): Promise<string>;
  /** Frees its resources. */
  stop(): Promise<void>;
}

/** A row of pg_locks in mode SIReadLock. Those of prepared and of summarized transactions have no process. */
export function sireadLine(of: {
  readonly session: number | undefined;
  readonly relation: string;
  readonly page: number | undefined;
  readonly tuple: number | undefined;
}): string {
  const who = of.session === undefined ? 'nobody' : `session ${of.session + 1}`;
  if (of.page === undefined) return `${who}: ${of.relation}`;
  return of.tuple === undefined
    ? `${who}: ${of.relation} page ${of.page}`
    : `${who}: ${of.relation} (${of.page},${of.tuple})`;
}

/** The session that a schedule of holders connects to another database of the server: the last one. */
export const ELSEWHERE = 3;

export type States = readonly SessionState[];

/** A client's answer, from server or engine. */
export type ClientAnswer = Omit<WireAnswer, 'notices' | 'error'> & {
  readonly notices: readonly Pick<WireError, 'severity' | 'message'>[];
  readonly error?: WireError;
  readonly vacuum?: VacuumReport | undefined;
};

/** `717 keysh,718 nokeyupd` → relative and sorted. Mode names are pg_get_multixact_members'. */
export const membersText = (members: string, base: number): string =>
  members
    .split(',')
    .map((one) => one.replace(/^\d+/, (xid) => relativeXid(Number(xid), base)))
    .sort()
    .join(', ');

/** pg_export_snapshot's file; members sorted, because their order is that of slots in the proc array. */
export function snapshotText(file: string, base: number): string {
  const of = (key: string): number[] =>
    [...file.matchAll(new RegExp(`^${key}:(\\d+)$`, 'gm'))].map((match) => Number(match[1]));
  const list = (xids: readonly number[]): string =>
    [...xids]
      .sort((a, b) => (a - b) | 0)
      .map((xid) => relativeXid(xid, base))
      .join(',');
  return snapshotLine({
    xmin: list(of('xmin')),
    xmax: list(of('xmax')),
    xip: list(of('xip')),
    subxip: list(of('sxp')),
    overflowed: of('sof')[0] === 1,
  });
}

export const snapshotLine = (of: {
  readonly xmin: string;
  readonly xmax: string;
  readonly xip: string;
  readonly subxip: string;
  readonly overflowed: boolean;
}): string =>
  `xmin ${of.xmin} xmax ${of.xmax} xip {${of.xip}} ${of.overflowed ? 'overflowed' : `subxip {${of.subxip}}`}`;

/** Answers as lines; xids in them are made relative. */
export function answerOf(answer: ClientAnswer, base: number): Answer {
  const { results, error, notices, vacuum } = answer;
  return {
    lines: [
      ...notices.map(({ severity, message }) => `${severity}: ${message}`),
      ...results.flatMap(({ columns, rows, tag }) =>
        columns.length === 0
          ? [tag]
          : [
              columns.join('|'),
              ...rows.map((row) => row.map((value, i) => valueText(columns[i] ?? '', value, base)).join('|')),
            ],
      ),
      ...(error === undefined ? [] : [`${error.severity} ${error.sqlstate}: ${error.message}`]),
      ...(error?.sqlstate === '40001' && error.detail !== undefined ? [reasonText(error.detail, base)] : []),
    ],
    state: answer.status,
    isDeadlock: error?.sqlstate === '40P01',
    ...(vacuum === undefined ? {} : { vacuum: vacuumLine(vacuum, base) }),
  };
}

/** SERIALIZABLE's reason code may name a pivot's xid. */
const reasonText = (detail: string, base: number): string =>
  `DETAIL: ${detail.replace(/pivot (\d+)/, (_, xid) => `pivot ${relativeXid(Number(xid), base)}`)}`;

function valueText(column: string, value: string | null, base: number): string {
  if (value === null) return '';
  if (column !== 'pg_current_snapshot') return value;
  return value.replace(/\d+/g, (xid) => relativeXid(Number(BigInt(xid) & 0xffffffffn), base));
}
