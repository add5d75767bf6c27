/** The axis of xids, the horizons and the subxid slots in every state worth seeing. */
import { useState } from 'react';
import type { StageState } from '../engine/stage/stage-types.ts';
import { moment } from '../viewmodel/stage/fixture.fake.ts';
import { NOTHING_SELECTED, type Selection } from '../viewmodel/stage/selection.ts';
import {
  fakeAnswers,
  fakeHorizons,
  fakeSession,
  fakeSnapshot,
  fakeStage,
  fakeXids,
  threeBrackets,
} from '../viewmodel/stage/xid-axis.fake.ts';
import { HorizonsView } from '../views/horizons/HorizonsView.tsx';
import { SubxidsView } from '../views/subxids/SubxidsView.tsx';
import { SnapshotList } from '../views/xid-axis/SnapshotList.tsx';
import { XidAxisView } from '../views/xid-axis/XidAxisView.tsx';
import type { GalleryState } from './Gallery.tsx';
import styles from './xid-axis-states.module.css';

interface AxisProps {
  readonly state: StageState;
  readonly at?: Partial<Selection>;
  readonly low?: boolean;
}

function Axis({ state, at = {}, low = false }: AxisProps) {
  const [selection, setSelection] = useState<Selection>({ ...NOTHING_SELECTED, ...at });
  const onSession = (session: string | null) => setSelection({ ...selection, session });
  return (
    <div className={styles.pair}>
      <XidAxisView
        state={state}
        selection={selection}
        low={low}
        onXid={(xid) => setSelection({ ...selection, xid })}
        onSession={onSession}
      />
      <SnapshotList state={state} selection={selection} onSession={onSession} />
    </div>
  );
}

const repeat = (count: number, mark: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => mark(i)).join(' ');

const subtransactions = fakeStage(
  812,
  fakeXids(800, 'c. rA aA^1 rA^2 rA^1 cB rA^3 rB rB^1 rC cC rC^2'),
  [
    fakeSession('A', fakeSnapshot(801, 806, []), {
      xid: 801,
      ownXids: [801, 803, 804, 806],
      use: 'statement',
      state: 'active',
    }),
    fakeSession('B', fakeSnapshot(801, 806, [801], { subxip: [802, 803, 804] }), { xid: 807, ownXids: [807, 808] }),
    fakeSession('C', fakeSnapshot(801, 811, [801, 807], { subxip: [803, 804, 806, 808] }), {
      xid: 809,
      ownXids: [809, 811],
    }),
  ],
  {
    latestCompletedXid: 810,
    horizons: fakeHorizons({
      oldestNonRemovable: 801,
      holders: [
        { kind: 'xid', who: 'A', xid: 801 },
        { kind: 'xmin', who: 'B', xid: 801 },
        { kind: 'xmin', who: 'C', xid: 801 },
      ],
      sessions: {},
    }),
  },
);

/** A has 70 subxids, six without a slot; B looked after that. */
const overflowed = fakeStage(
  902,
  fakeXids(830, `rA ${repeat(70, (i) => `rA^${i + 1}`)} cC`),
  [
    fakeSession('A', fakeSnapshot(830, 830), {
      use: 'over',
      xid: 830,
      subxids: Array.from({ length: 64 }, (_, i) => 831 + i),
      ownXids: Array.from({ length: 71 }, (_, i) => 830 + i),
      overflowed: true,
    }),
    fakeSession('B', fakeSnapshot(830, 902, [830], { suboverflowed: true }), {
      answers: fakeAnswers(
        [830, 830, 'listed'],
        [831, 900, 'parent-listed', 830],
        [901, 901, 'not-listed'],
        [902, 902, 'from-xmax'],
      ),
    }),
    fakeSession('C', fakeSnapshot(830, 902, [830], { suboverflowed: true }), { use: 'none' }),
  ],
  {
    lastOverflowedXid: 895,
    horizons: fakeHorizons({
      oldestNonRemovable: 830,
      holders: [
        { kind: 'xid', who: 'A', xid: 830 },
        { kind: 'xmin', who: 'B', xid: 830 },
      ],
      sessions: {},
    }),
  },
);

const aborted = fakeStage(762, fakeXids(750, 'c. aA cB aB aC cA aA aB cC aA aC rB'), [
  fakeSession('A', fakeSnapshot(761, 761), { use: 'none' }),
  fakeSession('B', fakeSnapshot(761, 761), { use: 'over', xid: 761 }),
  fakeSession('C', fakeSnapshot(754, 758, [754, 757]), {
    answers: fakeAnswers(
      [750, 753, 'before-xmin'],
      [754, 754, 'listed'],
      [755, 756, 'not-listed'],
      [757, 757, 'listed'],
      [758, 762, 'from-xmax'],
    ),
  }),
]);

const five = fakeStage(
  1500,
  fakeXids(
    1000,
    repeat(500, (i) => (i % 83 === 7 ? 'rB' : i % 31 === 0 ? 'aC' : i % 4 === 0 ? 'cA' : 'c.')),
  ),
  [
    fakeSession('A', fakeSnapshot(1007, 1500, [1007, 1090, 1173, 1256, 1339, 1422]), { use: 'over' }),
    fakeSession('B', fakeSnapshot(1173, 1180, [1173]), { xid: 1422 }),
    fakeSession('C', fakeSnapshot(1498, 1500)),
  ],
  {
    horizons: fakeHorizons({ oldestNonRemovable: 1007, holders: [{ kind: 'xid', who: 'B', xid: 1007 }], sessions: {} }),
  },
);

const TURN = 2 ** 32;
const wrapped = fakeStage(
  TURN + 6,
  fakeXids(TURN - 6, 'c. cA rB cC aA cB rA cC rC'),
  [
    fakeSession('A', fakeSnapshot(TURN - 4, 5, [TURN - 4]), { xid: 3, use: 'over' }),
    fakeSession('B', fakeSnapshot(TURN - 4, TURN - 2, []), { xid: TURN - 4 }),
    fakeSession('C', fakeSnapshot(TURN - 4, 5, [TURN - 4, 3]), {
      answers: fakeAnswers([TURN - 4, TURN - 4, 'listed'], [TURN - 3, TURN - 1, 'not-listed'], [3, 3, 'listed']),
    }),
  ],
  {
    horizons: fakeHorizons({
      oldestNonRemovable: TURN - 4,
      holders: [{ kind: 'xid', who: 'B', xid: TURN - 4 }],
      sessions: {},
    }),
  },
);

const crowd = fakeStage(
  964,
  fakeXids(
    900,
    repeat(64, (i) => (i % 5 === 0 ? 'c.' : `r${`s${i + 1}`}`)),
  ),
  Array.from({ length: 64 }, (_, i) =>
    i % 5 === 2
      ? fakeSession(
          `s${i + 1}`,
          fakeSnapshot(901 + i, Math.min(964, 903 + i + (i % 7)), i % 3 === 0 ? [901 + i] : []),
          { xid: 900 + i },
        )
      : fakeSession(`s${i + 1}`, fakeSnapshot(964, 964), { use: 'none' }),
  ),
  {
    horizons: fakeHorizons({
      oldestNonRemovable: 903,
      holders: Array.from({ length: 12 }, (_, i) => ({ kind: 'xmin' as const, who: `s${3 + 5 * i}`, xid: 903 })),
      sessions: {},
    }),
  },
);

const three = threeBrackets();
const begun = moment('lost-update-begin').shown.state;
const slots = (count: number, isOver: boolean): StageState =>
  fakeStage(831 + count, fakeXids(830, `rA ${repeat(count, (i) => `rA^${i + 1}`)}`), [
    fakeSession('A', fakeSnapshot(830, 830), {
      use: 'over',
      xid: 830,
      subxids: Array.from({ length: Math.min(count, 64) }, (_, i) => 831 + i),
      ownXids: Array.from({ length: count + 1 }, (_, i) => 830 + i),
      overflowed: isOver,
    }),
    fakeSession('B', fakeSnapshot(830, 830), { use: 'none' }),
  ]);
const sessions = (n: number) => three.sessions[n]?.session ?? null;

const nothing = () => undefined;

export const xidAxisStates: readonly GalleryState[] = [
  {
    id: 'axis-three',
    shows: 'Three brackets of different age, and the question whether B sees what 742 wrote: it is on a notch.',
    element: () => <Axis state={three} at={{ session: sessions(1), xid: 742 }} />,
  },
  {
    id: 'axis-low',
    shows: 'A low window: lower rows, and words only where one points.',
    element: () => <Axis state={three} at={{ session: sessions(1), xid: 742 }} low />,
  },
  {
    id: 'axis-quiet',
    shows: 'The same, nothing chosen.',
    element: () => <Axis state={three} />,
  },
  {
    id: 'axis-few',
    shows: 'Right after the set-up: one xid, nobody has a snapshot; what they would take is faint.',
    element: () => <Axis state={moment('lost-update-begin').shown.state} />,
  },
  {
    id: 'axis-lost-update',
    shows: 'A real run: B waits for A; C’s snapshot is empty inside, both ends stand back to back.',
    element: () => <Axis state={moment('lost-update').shown.state} at={{ session: 'B', xid: 733 }} />,
  },
  {
    id: 'axis-over',
    shows: 'A’s last snapshot is over; beneath it, low and dotted, the one that it would take now.',
    element: () => <Axis state={moment('lost-update-read').shown.state} at={{ session: 'A' }} />,
  },
  {
    id: 'axis-subtransactions',
    shows: 'Subtransactions on arcs, with smaller marks and smaller notches.',
    element: () => <Axis state={subtransactions} at={{ session: 'C' }} />,
  },
  {
    id: 'axis-aborted',
    shows: 'Many that rolled back; C’s snapshot still takes two of them for running.',
    element: () => <Axis state={aborted} at={{ session: 'C', xid: 757 }} />,
  },
  {
    id: 'axis-overflowed',
    shows: 'An overflowed snapshot: subxids are not listed, the lower edge is dotted.',
    element: () => <Axis state={overflowed} at={{ session: 'B', xid: 898 }} />,
  },
  {
    id: 'axis-500',
    shows: '500 xids: folded ranges with their counts; the chosen bracket’s ends and the newest are drawn.',
    element: () => <Axis state={five} at={{ session: 'B' }} />,
  },
  {
    id: 'axis-wraparound',
    shows: 'Xids come round: 3 follows 4294967295, and is newer.',
    element: () => <Axis state={wrapped} at={{ session: 'C', xid: 3 }} />,
  },
  {
    id: 'axis-prepared',
    shows: 'A prepared transaction holds the horizon.',
    element: () => <Axis state={moment('prepared').shown.state} />,
  },
  {
    id: 'axis-64-sessions',
    shows: '64 sessions: rows are low, and sessions without a snapshot are named below.',
    element: () => <Axis state={crowd} />,
  },
  {
    id: 'horizons-17',
    shows: 'C holds the horizon; what A believes lies around it, and two kinds have to be found out.',
    element: () => <HorizonsView state={three} selection={NOTHING_SELECTED} onTuple={nothing} />,
  },
  {
    id: 'horizons-17-real',
    shows: 'A real run: all three hold it.',
    element: () => (
      <HorizonsView state={moment('lost-update').shown.state} selection={NOTHING_SELECTED} onTuple={nothing} />
    ),
  },
  {
    id: 'horizons-13',
    shows: '13: one number, as old as the session’s last snapshot.',
    element: () => (
      <HorizonsView state={moment('horizon-13').shown.state} selection={NOTHING_SELECTED} onTuple={nothing} />
    ),
  },
  {
    id: 'horizons-prepared',
    shows: 'A prepared transaction holds it; nobody waits for anything.',
    element: () => (
      <HorizonsView state={moment('prepared').shown.state} selection={NOTHING_SELECTED} onTuple={nothing} />
    ),
  },
  {
    id: 'horizons-still-here',
    shows:
      'A prepared transaction holds, a standby’s slot would be next, a logical slot keeps catalogs alone; three dead versions.',
    element: () => (
      <HorizonsView state={moment('still-here').shown.state} selection={NOTHING_SELECTED} onTuple={nothing} />
    ),
  },
  {
    id: 'horizons-elsewhere',
    shows:
      'A snapshot of another database does not count; what lies between the bounds has accurate horizons computed.',
    element: () => (
      <HorizonsView
        state={moment('elsewhere').shown.state}
        selection={{ ...NOTHING_SELECTED, session: 'writer' }}
        onTuple={nothing}
      />
    ),
  },
  {
    id: 'horizons-elsewhere-13',
    shows: 'In 13 it keeps the page from being pruned.',
    element: () => (
      <HorizonsView state={moment('elsewhere-13').shown.state} selection={NOTHING_SELECTED} onTuple={nothing} />
    ),
  },
  {
    id: 'subxids-none',
    shows: 'No subxids at all.',
    element: () => <SubxidsView state={begun} selection={NOTHING_SELECTED} />,
  },
  {
    id: 'subxids-40',
    shows: '40 of 64 slots.',
    element: () => <SubxidsView state={slots(40, false)} selection={NOTHING_SELECTED} />,
  },
  {
    id: 'subxids-64',
    shows: 'All slots are taken; nothing has overflowed yet.',
    element: () => <SubxidsView state={moment('before-overflow').shown.state} selection={NOTHING_SELECTED} />,
  },
  {
    id: 'subxids-overflowed',
    shows: 'The 65th: overflowed, and what others pay for it.',
    element: () => <SubxidsView state={overflowed} selection={NOTHING_SELECTED} />,
  },
];
