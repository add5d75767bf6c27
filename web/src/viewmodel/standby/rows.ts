/**
 * The row versions that each snapshot sees: the page is the primary's, because a standby's pages are the same, only
 * later. An xid that a snapshot calls ended had ended when it was taken, so the primary knows its outcome.
 *
 * MODEL: what was pruned on the primary is not shown; a standby that replays the pruning cancels who still needs the
 * row.
 */

import type { SnapshotAsked } from '../../engine/server/snapshot-answers.ts';
import type { StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState, StageTuple } from '../../engine/stage/stage-types.ts';
import { xmaxOf, xminOf } from '../stage/heap-facts.ts';
import { sessionStyles } from '../stage/selection.ts';
import { answerAbout } from '../stage/xid-axis-text.ts';
import { snapshotRows } from './view.ts';

export interface SeenVersion {
  readonly ctid: string;
  readonly values: readonly (string | null)[];
  readonly xmin: number;
  /** The xid that deleted or replaced it; null: none. */
  readonly xmax: number | null;
  /** By row of `snapshotRows`; null: there is no snapshot. */
  readonly seen: readonly (boolean | null)[];
}

/** Versions that a page shows; further ones are counted. */
export const MAX_VERSIONS = 12;

export function seenVersions(
  stage: StageState,
  shown: StandbyShown,
): { readonly table: string | null; readonly versions: readonly SeenVersion[]; readonly more: number } {
  const { page } = stage;
  if (page === null) return { table: null, versions: [], more: 0 };
  const styles = sessionStyles(stage.sessions.map(({ session }) => session));
  const rows = snapshotRows(shown);
  const versions = page.tuples.slice(0, MAX_VERSIONS).map((tuple: StageTuple): SeenVersion => {
    const xmin = xminOf(stage, styles, tuple);
    const change = xmaxOf(stage, styles, tuple);
    const by = change.kind === 'change' ? change.by : null;
    // Without an answer it is so old that the stage does not list it.
    const holds = ({ answers }: SnapshotAsked, note: { readonly xid: number; readonly fill: string }): boolean =>
      note.fill === 'committed' && answerAbout(answers, note.xid, stage.nextXid)?.runs !== true;
    return {
      ctid: tuple.ctid,
      values: tuple.values,
      xmin: tuple.xmin,
      xmax: by === null ? null : by.xid,
      seen: rows.map(({ snapshot }) =>
        snapshot === null ? null : holds(snapshot, xmin) && !(by !== null && holds(snapshot, by)),
      ),
    };
  });
  return { table: page.table, versions, more: Math.max(0, page.tuples.length - MAX_VERSIONS) };
}
