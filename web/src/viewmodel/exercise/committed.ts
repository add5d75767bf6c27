/** What is committed in a table, read off its first page: the rows that a new snapshot would see. Pure. */
import type { StageState, StageTuple } from '../../engine/stage/stage-types.ts';
import { isLockedOnly, xmaxHint, xminHint } from '../stage/heap-bits.ts';
import { rowsText } from './events.ts';

/** Sorted, so that it does not matter in which order the rows were written; null: another table's page is shown. */
export function committedRows({ page, xids }: Pick<StageState, 'page' | 'xids'>, table: string): string | null {
  if (page === null || page.table !== table) return null;
  const hasCommitted = (xid: number): boolean => xids.find((one) => one.xid === xid)?.status === 'committed';
  const isLive = (tuple: StageTuple): boolean => {
    // A hint never contradicts the log; it only remembers longer than the stage's list of xids.
    if (xminHint(tuple) !== 'committed' && !hasCommitted(tuple.xmin)) return false;
    return tuple.xmax === 0 || isLockedOnly(tuple) || xmaxHint(tuple) === 'invalid' || !hasCommitted(changerOf(tuple));
  };
  return sortedRows(page.tuples.filter(isLive).map(({ values }) => rowsText([values])));
}

/** Of several transactions that hold a row, one at most has changed it. */
const changerOf = ({ xmax, members }: StageTuple): number =>
  members.find(({ status }) => status === 'update' || status === 'no key update')?.xid ?? xmax;

const sortedRows = (rows: readonly string[]): string => rows.toSorted().join(', ');

/** A goal's rows in the same order. */
export const sameRows = (given: string | null, wanted: string): boolean =>
  given !== null && given === sortedRows(wanted === '' ? [] : wanted.split(', '));
