/** States of the cliff's figure. What is measured here is invented; real servers' figures are real. */
import { fakeCliffRows } from '../model/cliff.fake.ts';
import { CLIFF_SAVEPOINTS, cliffSeries } from '../model/cliff.ts';
import { ProvenanceBadge } from '../ui/ProvenanceBadge.tsx';
import { CliffFigure } from '../views/slru/CliffFigure.tsx';
import type { GalleryState } from './state.ts';

const asked = { readers: 1, otherWorkUs: 0 };
const badge = <ProvenanceBadge kind="measured" facts={['invented']} />;

export const cliffStates: readonly GalleryState[] = [
  {
    id: 'cliff-empty',
    shows: 'Before anything is measured: real servers alone.',
    element: () => <CliffFigure series={[]} asked={asked} counts={CLIFF_SAVEPOINTS} complete={false} measured={null} />,
  },
  {
    id: 'cliff-half',
    shows: 'While it is measured: lines end at 66 savepoints. Measured figures are invented.',
    element: () => (
      <CliffFigure
        series={cliffSeries(fakeCliffRows(66))}
        asked={asked}
        counts={CLIFF_SAVEPOINTS}
        complete={false}
        measured={badge}
      />
    ),
  },
  {
    id: 'cliff-whole',
    shows: 'All three shapes up to 130 savepoints beside real servers. Measured figures are invented.',
    element: () => (
      <CliffFigure
        series={cliffSeries(fakeCliffRows())}
        asked={asked}
        counts={CLIFF_SAVEPOINTS}
        complete
        measured={badge}
      />
    ),
  },
];
