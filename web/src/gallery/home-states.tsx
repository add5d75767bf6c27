/** States of the views on the Home page, from fake slices and fake accesses. */

import { idleRows, PUBLISHED_ACTIVE } from '../pages/home/Compare.tsx';
import { RaceFigure } from '../pages/home/RaceFigure.tsx';
import { DESIGNS, type RaceSnapshot, raceConfig } from '../pages/home/race-controller.ts';
import { type FakeTurn, fakeSlices, fakeStay } from '../viewmodel/race/race.fake.ts';
import { foldSlices, startRace } from '../viewmodel/race/race.ts';
import { publishedCurve, viewOf } from '../viewmodel/race/race-finding.ts';
import { fakeAccesses } from '../viewmodel/race/race-lab.fake.ts';
import { nextTop } from '../viewmodel/race/race-layout.ts';
import { countReads, type ReadsCase } from '../viewmodel/race/snapshot-reads.ts';
import { SnapshotReadsView } from '../views/snapshot-reads/SnapshotReadsView.tsx';
import type { GalleryState } from './Gallery.tsx';

const nothing = () => {};

function raceSnapshot(turns: readonly FakeTurn[], idle: number): RaceSnapshot {
  const race = foldSlices(startRace(DESIGNS), fakeSlices(turns));
  const highest = Math.max(0, ...race.samples.map((sample) => sample.fast?.tps ?? 0));
  return {
    status: 'paused',
    race,
    idle,
    gliding: false,
    active: 1,
    ...(highest > 0 && { top: nextTop(undefined, highest) }),
  };
}

function Race({ snapshot, stage = false }: { readonly snapshot: RaceSnapshot; readonly stage?: boolean }) {
  const curve = publishedCurve(idleRows, PUBLISHED_ACTIVE, snapshot.race.zero);
  const store = { subscribe: () => nothing, get: () => snapshot };
  return (
    <RaceFigure
      designs={DESIGNS}
      snapshot={snapshot}
      store={store}
      curve={curve}
      claim={viewOf(snapshot.race, raceConfig(snapshot.active, snapshot.idle)).claim}
      stage={stage}
      onIdle={nothing}
    />
  );
}

const reads = (design: 'pg13' | 'pg14', readsCase: ReadsCase, idle: number) => {
  const { accesses, regions } = fakeAccesses(design, idle, readsCase === 'reuse');
  return countReads(design, readsCase, idle, accesses, regions);
};
const SLOWED = {
  times: {
    source: 'measured',
    idle: 10_000,
    slow: { wholeNs: 54_000, snapshotNs: 13_000 },
    fast: { wholeNs: 28_000, snapshotNs: null },
  },
  slowness: 50_000,
  top: 60_000,
  moving: false,
  still: true,
} as const;
const Reads = ({ idle, readsCase }: { readonly idle: number; readonly readsCase: ReadsCase }) => (
  <SnapshotReadsView
    slow={reads('pg13', 'scan', idle)}
    fast={reads('pg14', readsCase, idle)}
    theme=""
    quiet=""
    fastTools={null}
    slowed={SLOWED}
  />
);

export const homeStates: readonly GalleryState[] = [
  {
    id: 'race-waiting',
    shows:
      'The frame of the race before the first numbers: the published curves in their own k/s, and dotted at the left, too.',
    element: () => <Race snapshot={{ ...raceSnapshot([], 0), status: 'starting' }} />,
  },
  {
    id: 'race-together',
    shows: 'Zero idle connections: both lines are one, the ratio 1.0× stands under them.',
    element: () => <Race snapshot={raceSnapshot(fakeStay(12, 0, 1), 0)} />,
  },
  {
    id: 'race-apart',
    shows: 'From 0 to 10,000 twelve seconds ago: 13 has fallen, the ratio stands in the gap.',
    element: () => <Race snapshot={raceSnapshot([...fakeStay(14, 0, 1), ...fakeStay(12, 10_000, 2)], 10_000)} />,
  },
  {
    id: 'race-pause',
    shows: 'After a pause the lines break and go on.',
    element: () => {
      const after = fakeStay(5, 2500, 2);
      const turns = [
        ...fakeStay(8, 0, 1),
        ...fakeStay(6, 2500, 2),
        { design: 'pg13' as const, idle: 2500, generation: 2, gapMs: 9000 },
        ...after.slice(2),
      ];
      return <Race snapshot={raceSnapshot(turns, 2500)} />;
    },
  },
  {
    id: 'race-none',
    shows: 'No threads here: the published curves alone, with their own axis, under a slider that works.',
    element: () => <Race snapshot={{ ...raceSnapshot([], 5000), status: 'failed' }} />,
  },
  {
    id: 'reads-reuse',
    shows: '10,000 idle connections: 13 reads some 2,500 lines; 14, reusing its snapshot, a handful.',
    element: () => <Reads idle={10_000} readsCase="reuse" />,
  },
  {
    id: 'reads-scan',
    shows: '10,000 idle connections, a transaction has ended: 14 scans the xids array once.',
    element: () => <Reads idle={10_000} readsCase="scan" />,
  },
  {
    id: 'reads-few',
    shows: 'No idle connections: both designs read a handful of lines, and the room for more is kept.',
    element: () => <Reads idle={0} readsCase="reuse" />,
  },
];
