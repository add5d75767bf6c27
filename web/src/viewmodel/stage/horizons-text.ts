/** Horizons and subxid slots in plain sentences. */
import type { Messages } from '../../base/messages/index.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { type DeadVersion, type HorizonsView, horizonsView, type StageHolder } from './horizons.ts';
import { NOTHING_SELECTED, type Selection } from './selection.ts';
import { subxidRows } from './subxids.ts';
import { shortXid } from './xid-order.ts';

type Text = Pick<Messages, 't'>;

/** The holder, in a sentence. */
export const horizonFinding = ({ holding, oldestNonRemovable, behind }: HorizonsView, { t }: Text): string =>
  t('horizons.finding', { holders: holding, xid: oldestNonRemovable, behind });

/** Why this row version still exists: who is asked, what the session finds, who keeps it, and the same by 13's rules. */
export function whyStillHere(version: DeadVersion, view: HorizonsView, { t }: Text): readonly string[] {
  const { ctid, deleter, answer, keepers, keepers13 } = version;
  const [first] = keepers;
  const { shown, era } = view;
  return [
    t('horizons.why.deleted', { ctid, xid: deleter }),
    first === undefined
      ? t('horizons.why.goes', { xid: deleter, horizon: view.oldestNonRemovable })
      : t('horizons.why.kept', { holder: first, xid: deleter, more: keepers.length - 1 }),
    ...(shown === null ? [] : [t('horizons.why.answer', { session: shown.session, answer, era })]),
    ...(first === undefined && keepers13[0] !== undefined
      ? [t('horizons.why.elsewhere', { holder: keepers13[0] })]
      : []),
  ];
}

export const holderWords = (holder: StageHolder, { t }: Text): string => t('horizons.holder', holder);

/** The horizon, the holders that count and those that do not, why each dead version exists, and every bound that a session knows. */
export function horizonsText(
  state: StageState,
  text: Text,
  selection: Selection = NOTHING_SELECTED,
): readonly string[] {
  const { t } = text;
  const view = horizonsView(state, selection);
  return [
    t('axis.horizons.text.oldest', { xid: view.oldestNonRemovable }),
    horizonFinding(view, text),
    ...view.holders.map((holder) => t('horizons.holder.text', holder)),
    ...view.dead.map((version) => t('ui.sentences', { all: whyStillHere(version, view, text) })),
    t('horizons.rules.text', { ...view.rules.touch, vacuum: view.rules.vacuum }),
    ...view.sessions.flatMap(({ session, bars, computed }) => [
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
