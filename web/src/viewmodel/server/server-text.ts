/** A server's file in plain sentences: the drawing's content, and each row version's answer. */
import type { Messages } from '../../base/messages/index.ts';
import type { ServerState, TableKind } from '../../scenario/server-state.ts';
import { shortXid } from '../stage/xid-order.ts';
import type { ServerHolder, ServerHorizon } from './horizon.ts';
import { type ServerView, serverView } from './server-view.ts';
import type { ServerVersion } from './versions.ts';

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
