/** States of the cache-line view, from scenes of a separate small machine (`viewmodel/cachelines/lines.fake.ts`). */
import { useState } from 'react';
import { type FakeDesign, fakeScene } from '../viewmodel/cachelines/lines.fake.ts';
import {
  LineClock,
  type LinePair,
  missStops,
  pairNs,
  type StepUnit,
  timeOfStop,
} from '../viewmodel/cachelines/position.ts';
import { CacheLinesView } from '../views/cache-lines/CacheLinesView.tsx';
import { LinesControls } from '../views/cache-lines/LinesControls.tsx';
import type { GalleryState } from './Gallery.tsx';

const nothing = () => {};

interface LinesInput {
  readonly left: FakeDesign;
  readonly right: FakeDesign;
  readonly active?: number;
  readonly connections?: number;
  readonly operation?: number;
  /** The number of the current miss; default: the end of the operation. */
  readonly miss?: number;
}

function Lines({ left, right, miss, ...more }: LinesInput) {
  const [pair] = useState<LinePair>(() => ({
    left: fakeScene({ design: left, ...more }),
    right: fakeScene({ design: right, ...more }),
  }));
  const [clock] = useState(() => {
    const stop = miss === undefined ? undefined : missStops(pair)[miss];
    return new LineClock(stop === undefined ? pairNs(pair) : timeOfStop(pair, stop));
  });
  return (
    <CacheLinesView
      pair={pair}
      clock={clock}
      onSeek={nothing}
      onStep={nothing}
      controls={(status) => (
        <LinesControls
          playing={false}
          unit={'access' satisfies StepUnit}
          speed={1}
          canBack
          canOn
          status={status}
          onFirst={nothing}
          onStep={nothing}
          onPlay={nothing}
          onUnit={nothing}
          onSpeed={nothing}
        />
      )}
    />
  );
}

export const linesStates: readonly GalleryState[] = [
  {
    id: 'lines-waits',
    shows:
      '13 beside dense, four cores: A waits for B’s line, an arc as long as its box; all of dense is in A’s caches.',
    element: () => <Lines left="pg13" right="dense" miss={2} />,
  },
  {
    id: 'lines-over',
    shows: 'The same at the snapshot’s end: the counters stand at their totals.',
    element: () => <Lines left="pg13" right="dense" />,
  },
  {
    id: 'lines-cold',
    shows: 'A’s first snapshot: lines come from the shared cache and from memory, not from other cores.',
    element: () => <Lines left="pg13" right="dense" operation={1} miss={6} />,
  },
  {
    id: 'lines-false',
    shows: 'GlobalVis beside 14: false sharing, as xmin is no longer read; 14 uses its snapshot again.',
    element: () => <Lines left="globalvis" right="pg14" miss={3} />,
  },
  {
    id: 'lines-release',
    shows: 'A clears its xmin: in 13 three others lose the line, in dense nobody has it.',
    element: () => <Lines left="pg13" right="dense" operation={5} miss={0} />,
  },
  {
    id: 'lines-many-cores',
    shows: '48 cores are numbers; hue is for the ones in question; sharers are bars.',
    element: () => <Lines left="pg13" right="dense" active={48} connections={300} miss={9} />,
  },
  {
    id: 'lines-thousands',
    shows: '12,500 connections: a cell for each line, those around the cursor in detail, and a close-up of the ruler.',
    element: () => <Lines left="pg13" right="dense" active={6} connections={12_500} miss={4} />,
  },
];
