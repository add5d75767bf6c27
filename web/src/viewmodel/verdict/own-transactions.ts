/**
 * SQL typed without BEGIN: each statement commits by itself, so that no two transactions overlap, and yet a write can come
 * between another session's read and its later write.
 */
import type { Move } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';

/** Steps are the stage's ticks. */
export interface Between {
  /** It reads, and writes later. */
  readonly session: string;
  readonly readStep: number;
  readonly writeStep: number;
  /** It wrote between the two. */
  readonly other: string;
  readonly otherStep: number;
}

const BEGINS = /(^|;)\s*(begin|start\s+transaction)\b/i;
const READS = /^\s*(select|with|table)\b/i;
const WRITES = /^\s*(?:update|insert\s+into|delete\s+from|merge\s+into)\s+(?:only\s+)?"?([\w.]+)/i;

interface Statement {
  readonly session: number;
  readonly step: number;
  readonly sql: string;
  /** The table that it writes; null: it writes none. */
  readonly table: string | null;
}

/** The newest such write; null: there is none, or somebody began a transaction. */
export function writtenBetween(spec: Spec, moves: readonly Move[]): Between | null {
  const own = spec.sessions.some(({ setup }) => setup !== null && BEGINS.test(setup.sql));
  const all = moves.flatMap((move, i): readonly Statement[] => {
    const step = spec.steps[move];
    if (step === undefined) return [];
    const table = WRITES.exec(step.sql)?.[1]?.toLowerCase() ?? null;
    return [{ session: step.session, step: i + 1, sql: step.sql, table }];
  });
  if (own || all.some(({ sql }) => BEGINS.test(sql))) return null;
  const name = (session: number): string => spec.sessions[session]?.name ?? '';
  for (const write of all.toReversed()) {
    if (write.table === null) continue;
    const before = all.filter(({ step }) => step < write.step);
    const other = before.findLast(({ session, table }) => session !== write.session && table === write.table);
    const read = before.findLast((one) => one.session === write.session && reads(one, write.table ?? ''));
    if (other === undefined || read === undefined || read.step > other.step) continue;
    return {
      session: name(write.session),
      readStep: read.step,
      writeStep: write.step,
      other: name(other.session),
      otherStep: other.step,
    };
  }
  return null;
}

const reads = ({ sql }: Statement, table: string): boolean =>
  READS.test(sql) &&
  sql
    .toLowerCase()
    .split(/[^\w.]+/)
    .includes(table);
