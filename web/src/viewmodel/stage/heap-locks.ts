/** SIREAD locks that the page of a table carries: on its rows, on the page, on the whole table, and in its indexes. */
import type { SsiLock } from '../../engine/server/ssi-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { type SessionStyle, sessionStyles, styleOf } from './selection.ts';

export interface HeapLock {
  readonly session: SessionStyle;
  /** Its transaction has committed. */
  readonly isKept: boolean;
  /** Taken in the step at the cursor. */
  readonly isNew: boolean;
}
/** Locks on one target, each session's once. */
export interface LockedTarget {
  readonly target: SsiLock['target'];
  readonly locks: readonly HeapLock[];
}
export interface HeapLocks {
  /** By offset. */
  readonly rows: readonly LockedTarget[];
  /** From the table to the pages of its indexes. */
  readonly wider: readonly LockedTarget[];
}

/** Null: no session has been serializable. */
export function heapLocks({ ssi, page, sessions, tick }: StageState): HeapLocks | null {
  if (ssi === undefined || page === null) return null;
  const styles = sessionStyles(sessions.map(({ session }) => session));
  const owners = new Map(ssi.transactions.map(({ number, session }) => [number, session]));
  const own = ssi.locks.filter(
    ({ target }) =>
      target.table === page.table && (target.index !== null || (target.page ?? page.block) === page.block),
  );
  const targets = new Map<string, { target: SsiLock['target']; locks: HeapLock[] }>();
  for (const { transaction, target, committed, step } of own) {
    const key = `${target.index ?? ''} ${target.page ?? ''} ${target.offset ?? ''}`;
    const at = targets.get(key) ?? { target, locks: [] };
    targets.set(key, at);
    const session = styleOf(styles, transaction === null ? null : (owners.get(transaction) ?? null));
    if (!at.locks.some((one) => one.session === session && one.isKept === committed))
      at.locks.push({ session, isKept: committed, isNew: step === tick });
  }
  const all = [...targets.values()].sort((a, b) => rank(a) - rank(b));
  const isRow = ({ target }: LockedTarget): boolean => target.index === null && target.offset !== null;
  return { rows: all.filter(isRow), wider: all.filter((one) => !isRow(one)) };
}

/** The table, its page, then indexes. */
const rank = ({ target: { index, page } }: LockedTarget): number => (index === null ? (page === null ? 0 : 1) : 2);
