/** Everything that the page shows of one file, for one kind of table: computed once per file and kind. */

import '../../base/messages/en/server.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import { majorOf, type ServerState, TABLE_KINDS, type TableKind } from '../../scenario/server-state.ts';
import { countXids, type FullXid, shortXid } from '../stage/xid-order.ts';
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

/** A server's file in plain sentences: the drawing's content, and each row version's answer. */

type Text = Pick<Messages, 't'>;

export const pinWords = ({ kind, xid, other }: ServerHolder, { t }: Text): string =>
  t('server.pin', { kind, xid, other: other === null ? null : shortXid(other) });

export const roleOf = (holder: ServerHolder, { full, next }: ServerHorizon) =>
  holder.exempt ?? (holder.full === full && full < next ? ('holds' as const) : ('counts' as const));

/** The finding: the holder, and how far back it holds. */
export function findingWords({ horizon, foremost, behind }: ServerView, { t }: Text): string {
  const { kind, holding } = horizon;
  if (foremost === null) return t('server.finding.free', { kind });
  return holding.length > 1
    ? t('server.finding.heldByMany', { kind, count: holding.length, behind })
    : t('server.finding.held', { kind, holder: foremost, behind, seconds: foremost.seconds });
}

/** In a word or two: whether it is removable, and who keeps it. */
export function fateWords({ fate }: Pick<ServerVersion, 'fate'>, { t }: Text): string {
  switch (fate.kind) {
    case 'kept':
      return fate.oldest === null
        ? t('server.row.keptByTime')
        : t('server.row.kept', { holder: fate.oldest, more: fate.keepers - 1 });
    default:
      return t(`server.row.${fate.kind}`);
  }
}

/** Why this row version still exists: sentences, without the list of its keepers. */
export function whyWords(version: ServerVersion, horizon: ServerHorizon, { t }: Text): readonly string[] {
  const { inserter, deleter, fate, frozen } = version;
  const at = { xid: deleter?.xid ?? 0, horizon: horizon.xid };
  const answer = (): string => {
    switch (fate.kind) {
      case 'kept':
        return t(fate.oldest === null ? 'server.why.keptByTime' : 'server.why.kept', at);
      case 'removable':
        return t('server.why.removable', at);
      case 'unknown':
        return t('server.why.unknown', { xid: fate.xid });
      default:
        return t(`server.why.${fate.kind}`);
    }
  };
  return [
    t('server.why.inserted', { ...inserter, frozen }),
    deleter === null ? t('server.why.notDeleted') : t('server.why.deleted', deleter),
    answer(),
  ];
}

/** The axis in words: horizon, holders, dead versions. */
export function axisWords({ horizon, axis }: ServerView, text: Text): readonly string[] {
  const { t } = text;
  const shown = new Set(axis.rows.map(({ id }) => id));
  return [
    t('server.axis.text.horizon', { kind: horizon.kind, xid: horizon.xid, next: shortXid(horizon.next) }),
    ...horizon.holders
      .filter(({ id }) => shown.has(id))
      .map((holder) =>
        t('server.holder.text', { ...holder, pin: pinWords(holder, text), role: roleOf(holder, horizon) }),
      ),
    ...(axis.more === 0 ? [] : [t('server.axis.more', { count: axis.more })]),
    ...axis.dead.map(({ full, answer, versions }) =>
      t('server.axis.text.dead', { xid: shortXid(full), count: versions.length, answer }),
    ),
  ];
}

/** The whole file in sentences. */
export function serverText(state: ServerState, kind: TableKind, text: Text): readonly string[] {
  const view = serverView(state, kind);
  return [
    findingWords(view, text),
    ...axisWords(view, text),
    ...view.rows.versions.map((version) =>
      text.t('ui.labelled', { label: text.t('server.row.name', version), text: fateWords(version, text) }),
    ),
  ];
}
