/** States of the standby's page: a commit replayed late, the 64th subtransaction, a copy that is pending, and an empty WAL. */
import type { Shown } from '../engine/stage/stage-types.ts';
import { type StandbyActions, StandbyLook } from '../pages/standby/StandbyLook.tsx';
import { type MomentName, moment } from '../viewmodel/stage/fixture.fake.ts';
import { FIRST_PLACE, type StandbyPlace } from '../viewmodel/standby/place.ts';
import type { GalleryState } from './Gallery.tsx';

const nothing = (): void => {};
const on: StandbyActions = {
  replayTo: nothing,
  replayBy: nothing,
  follow: nothing,
  take: nothing,
  release: nothing,
  copyHere: nothing,
  copyFromStart: nothing,
  play: { select: nothing, moveSession: nothing },
};

function look(
  name: MomentName,
  chosen: number | null,
  place: Partial<StandbyPlace> = {},
  change: (shown: Shown) => Shown = (shown) => shown,
) {
  const { spec, shown: real } = moment(name);
  const shown = change(real);
  if (shown.standby === undefined) return null;
  return (
    <StandbyLook
      spec={spec}
      stage={shown.state}
      shown={shown.standby}
      events={shown.events}
      steps={null}
      place={{ ...FIRST_PLACE, ...place }}
      chosen={chosen}
      isStage={false}
      on={on}
    />
  );
}

/** No WAL has been written, so there is nothing to replay. */
function nothingWritten({ state, standby, ...shown }: Shown): Shown {
  if (standby === undefined) return { ...shown, state };
  const none = { xmin: 731, xmax: 731, xip: [], subxip: [], suboverflowed: false, answers: [] };
  const known = { ...standby.state.known, tail: 0, head: 0, entries: [] };
  return {
    ...shown,
    state: { ...state, nextXid: 731, latestCompletedXid: 730, xids: [], page: null },
    standby: {
      ...standby,
      records: [],
      ends: [0],
      at: 0,
      held: [],
      state: { ...standby.state, nextXid: 731, latestCompletedXid: 730, known },
      snapshot: none,
      primary: { now: none, replayed: { tick: 0, snapshot: none } },
    },
  };
}

export const standbyStates: readonly GalleryState[] = [
  {
    id: 'standby-late',
    shows: 'A commit that is not replayed: who sees which version',
    element: () => look('standby-late', 732, { replay: 5, held: [4] }),
  },
  {
    id: 'standby-64',
    shows: 'The 64th subtransaction: 64 entries have left the array, the answers are the same',
    element: () => look('standby-64', 740, { replay: 70, held: [68, 99] }),
  },
  {
    id: 'standby-pending',
    shows: 'A copy that is pending: no snapshot, one refused',
    element: () => look('standby-pending', null, { from: 69, replay: 'end', held: [70] }),
  },
  {
    id: 'standby-empty',
    shows: 'A primary that has written nothing',
    element: () => look('standby-late', null, {}, nothingWritten),
  },
];
