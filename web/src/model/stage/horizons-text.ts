/** Horizons and subxid slots in plain sentences. */
import type { Messages } from '../../base/messages/index.ts';
import type { StageState } from '../../engine/stage-types.ts';
import { horizonsView } from './horizons.ts';
import { NOTHING_SELECTED } from './selection.ts';
import { subxidRows } from './subxids.ts';
import { shortXid } from './xid-order.ts';

type Text = Pick<Messages, 't'>;

/** The horizon, who holds it, and for each session every bound that it knows. */
export function horizonsText(state: StageState, { t }: Text): readonly string[] {
  const { oldestNonRemovable, holders, sessions } = horizonsView(state, NOTHING_SELECTED);
  return [
    t('axis.horizons.text.oldest', { xid: oldestNonRemovable }),
    t('axis.horizons.text.holders', { who: holders.map((holder) => t('axis.horizons.holder', holder)) }),
    ...sessions.flatMap(({ session, bars, computed }) => [
      ...(bars.length === 0 ? [t('axis.horizons.knowsNothing', { session })] : []),
      ...bars.map(({ kind, from, to }) =>
        kind === 'recent' || kind === 'recentData'
          ? t('axis.horizons.text.recent', { session, kind, xid: shortXid(from) })
          : t('axis.horizons.text.bar', { session, kind, maybe: shortXid(from), definitely: shortXid(to) }),
      ),
      ...(computed === null ? [] : [t('axis.horizons.text.computed', { session, computed })]),
    ]),
  ];
}

/** The slots of every session. */
export const subxidsText = (state: StageState, { t }: Text): readonly string[] =>
  subxidRows(state, NOTHING_SELECTED).map(({ session, slots, overflowed, without }) =>
    t('axis.subxids.text', { session, slots, overflowed, without }),
  );
