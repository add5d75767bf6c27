/** Lookups in pg_subtrans in plain sentences. */
import type { Messages } from '../../base/messages/index.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { subtransView, type Walk } from './subtrans.ts';

type Text = Pick<Messages, 't'>;

/** Walks that are described one by one; the others are counted. */
const MOST_WALKS = 12;

export function walkText({ session, xid, topmost, why, stops }: Walk, { t }: Text): readonly string[] {
  return [
    t('subtrans.walk', { session, xid, topmost, why }),
    ...stops.map((stop, i) => t('subtrans.stop', { ...stop, place: i + 1 })),
  ];
}

export function subtransText(state: StageState, messages: Text): readonly string[] {
  const { t } = messages;
  const { buffers, banks } = state.slru;
  const view = subtransView(state);
  const used = state.slru.slots.filter((slot) => slot !== null).length;
  return [
    t('subtrans.shape', { buffers, banks, rules: state.rules }),
    t('subtrans.used', { used, buffers, latest: state.slru.latestPage }),
    ...(view.made + view.set === 0 ? [] : [t('subtrans.written', view)]),
    ...(view.walks.length === 0 ? [t('subtrans.nobody')] : []),
    ...view.walkers.map((walker) => t('subtrans.walker', walker)),
    ...view.walks.slice(0, MOST_WALKS).flatMap((walk) => walkText(walk, messages)),
    ...(view.walks.length <= MOST_WALKS ? [] : [t('subtrans.more', { count: view.walks.length - MOST_WALKS })]),
    ...(view.cut === 0 ? [] : [t('subtrans.cut', { cut: view.cut })]),
    ...view.sessions.map(({ session, subtrans, xact }) => t('subtrans.counted', { session, subtrans, xact })),
  ];
}
