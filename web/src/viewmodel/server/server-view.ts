/** Everything that the page shows of one file, for one kind of table: computed once per file and kind. */
import { majorOf, type ServerState, TABLE_KINDS, type TableKind } from '../../scenario/server-state.ts';
import type { FullXid } from '../stage/xid-order.ts';
import { countXids } from '../stage/xid-order.ts';
import { type AxisDead, type HoldersAxis, holdersAxis } from './holders-axis.ts';
import { type ServerHolder, type ServerHorizon, serverHorizon, unowned } from './horizon.ts';
import { type ServerVersion, type ServerVersions, serverVersions } from './versions.ts';

export interface ServerView {
  readonly horizon: ServerHorizon;
  /** The holder for the title: the one that has been open longest; null when nobody holds. */
  readonly foremost: ServerHolder | null;
  /** Number of xids between the horizon and the next one. */
  readonly behind: number;
  readonly axis: HoldersAxis;
  readonly rows: ServerVersions;
  readonly kept: number;
  readonly removable: number;
  /** Running in the snapshot, but in none of the file's lists. */
  readonly unseen: number;
  /** Minutes; null: off, or not available. */
  readonly tooOldAfter: string | null;
}

/** The kind whose horizon the page shows first: the table's own, otherwise ordinary tables. */
export const firstKind = ({ table }: ServerState): TableKind => table?.kind ?? 'data';

/** Temporary tables only when the file is about one: no other session holds theirs. */
export const kindsOf = (state: ServerState): readonly TableKind[] =>
  TABLE_KINDS.filter((kind) => kind !== 'temp' || firstKind(state) === 'temp');

export const versionId = ({ block, lp }: Pick<ServerVersion, 'block' | 'lp'>): string => `${block},${lp}`;

export function serverView(state: ServerState, kind: TableKind): ServerView {
  const horizon = serverHorizon(state, kind);
  // The table's rows use their own kind's horizon, whichever is drawn.
  const own = state.table?.kind ?? null;
  const rows = serverVersions(state, own === null || own === kind ? horizon : serverHorizon(state, own));
  const count = (...kinds: readonly string[]): number =>
    rows.versions.filter(({ fate }) => kinds.includes(fate.kind)).length;
  const threshold = state.settings.old_snapshot_threshold ?? '-1';
  return {
    horizon,
    foremost: horizon.holding.reduce<ServerHolder | null>(
      (best, each) => (best === null || (each.seconds ?? 0) > (best.seconds ?? 0) ? each : best),
      null,
    ),
    behind: countXids(horizon.full, horizon.next),
    axis: holdersAxis({
      horizon: horizon.full,
      next: horizon.next,
      bounds: null,
      holders: horizon.holders.map(({ id, full, other, exempt }) => ({ id, full, other, counts: exempt === null })),
      dead: own === kind ? deadOf(rows.versions) : [],
    }),
    rows,
    kept: count('kept'),
    removable: count('removable', 'never'),
    unseen: state.inRecovery ? 0 : unowned(state).length,
    tooOldAfter: majorOf(state) < 17 && Number(threshold) >= 0 ? threshold : null,
  };
}

const deadOf = (versions: readonly ServerVersion[]): readonly AxisDead[] =>
  versions.flatMap((version): readonly AxisDead[] => {
    const { fate, deleter } = version;
    if (deleter === null || (fate.kind !== 'kept' && fate.kind !== 'removable')) return [];
    return [{ full: deleter.full, answer: fate.kind, versions: [versionId(version)] }];
  });

/** Full xids as marks show them. */
export const markXid = (full: FullXid): number => full % 2 ** 32;
