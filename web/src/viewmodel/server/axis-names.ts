/**
 * The names along the axis of holders: the horizon's tag, the next xid, and what a session knows. Up to 13 a session
 * knows one number, and two bounds from 14 on, so the names of the bounds belong to the latter alone. Pure.
 */
import '../../base/messages/en/server.ts';
import type { Messages } from '../../base/messages/index.ts';
import { shortXid } from '../stage/xid-order.ts';
import type { HoldersAxis } from './holders-axis.ts';

type Text = Pick<Messages, 't'>;

/** The tag's text: the horizon, and a session's bounds that lie there. */
export function tagText({ horizonAt, nextAt, boundsAt, marks }: HoldersAxis, { t }: Text): string {
  const xid = shortXid(marks[horizonAt]?.full ?? (0 as never));
  const name = horizonAt === nextAt ? t('server.axis.both') : t('server.axis.horizon', { xid });
  if (boundsAt === null || boundsAt.isOneNumber) return name;
  const [isMaybe, isDefinitely] = [boundsAt.maybe === horizonAt, boundsAt.definitely === horizonAt];
  if (isMaybe && isDefinitely) return `${name} · ${t('server.axis.bothBounds')}`;
  if (isMaybe) return `${name} · ${t('server.axis.maybe')}`;
  return isDefinitely ? `${name} · ${t('server.axis.definitely')}` : name;
}

/** Names of places that the tag does not name. */
export function otherNames(
  { horizonAt, nextAt, boundsAt }: HoldersAxis,
  { t }: Text,
): readonly { readonly at: number; readonly words: string }[] {
  return [...boundNames(boundsAt, { t }), { at: nextAt, words: t('server.axis.next') }].filter(
    ({ at }) => at !== horizonAt,
  );
}

function boundNames(bounds: HoldersAxis['boundsAt'], { t }: Text) {
  if (bounds === null) return [];
  const { maybe, definitely, isOneNumber } = bounds;
  if (isOneNumber) return [{ at: maybe, words: t('server.axis.oneNumber') }];
  if (maybe === definitely) return [{ at: maybe, words: t('server.axis.bothBounds') }];
  return [
    { at: maybe, words: t('server.axis.maybe') },
    { at: definitely, words: t('server.axis.definitely') },
  ];
}
