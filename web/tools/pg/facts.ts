/** Observed facts as text that is the same on every target: answers, snapshots, members of multixacts. */
import type { VacuumReport } from '../../src/sql/core.ts';
import { relativeXid } from './page.ts';
import type { Answer } from './target.ts';
import { vacuumLine } from './vacuum-facts.ts';
import type { WireAnswer, WireError } from './wire.ts';

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
    ],
    state: answer.status,
    isDeadlock: error?.sqlstate === '40P01',
    ...(vacuum === undefined ? {} : { vacuum: vacuumLine(vacuum, base) }),
  };
}

function valueText(column: string, value: string | null, base: number): string {
  if (value === null) return '';
  if (column !== 'pg_current_snapshot') return value;
  return value.replace(/\d+/g, (xid) => relativeXid(Number(BigInt(xid) & 0xffffffffn), base));
}
