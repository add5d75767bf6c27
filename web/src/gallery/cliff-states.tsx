/** States of the cliff's figure. The measured figures here are invented; real servers' figures are real. */

import { PAIR_SOURCE, PUBLISHED_PAIR, PUBLISHED_PROFILE } from '../pages/lab/cliff/CliffPage.tsx';
import { ProvenanceBadge } from '../ui/ProvenanceBadge.tsx';
import { fakeCliffModelRows, fakeCliffRows, fakePairRows } from '../viewmodel/cliff/cliff.fake.ts';
import { CLIFF_SAVEPOINTS, cliffSeries } from '../viewmodel/cliff/cliff.ts';
import { modelledCliff, modelledScript } from '../viewmodel/cliff/cliff-modelled.ts';
import { measuredPairs, modelledPairs } from '../viewmodel/cliff/cliff-pair.ts';
import { profileOf } from '../viewmodel/cliff/cliff-profile.ts';
import { CliffFigure } from '../views/slru/CliffFigure.tsx';
import { PairFigure } from '../views/slru/PairFigure.tsx';
import { ProfileFigure } from '../views/slru/ProfileFigure.tsx';
import type { GalleryState } from './Gallery.tsx';

const asked = { readers: 1, otherWorkUs: 0 };
const modelled = fakeCliffModelRows();
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
  {
    id: 'cliff-modelled',
    shows: 'Measured, modelled and real on one chart. Measured and modelled figures are invented.',
    element: () => (
      <CliffFigure
        series={cliffSeries(fakeCliffRows())}
        asked={asked}
        counts={CLIFF_SAVEPOINTS}
        complete
        measured={badge}
        modelled={modelledCliff(modelled)}
        modelledOn="invented"
      />
    ),
  },
  {
    id: 'cliff-pair-published',
    shows: 'The published pair alone.',
    element: () => <PairFigure pairs={PUBLISHED_PAIR} publishedBy={PAIR_SOURCE} measured={null} modelledOn={null} />,
  },
  {
    id: 'cliff-pair',
    shows: 'The pair published, measured and modelled. Measured and modelled figures are invented.',
    element: () => (
      <PairFigure
        pairs={[...PUBLISHED_PAIR, ...measuredPairs(fakePairRows()), ...modelledPairs(modelled)]}
        publishedBy={PAIR_SOURCE}
        measured={badge}
        modelledOn="invented"
      />
    ),
  },
  {
    id: 'cliff-profile-published',
    shows: 'The published profile alone.',
    element: () => (
      <ProfileFigure
        profile={profileOf({ 60: null, 90: null }, PUBLISHED_PROFILE)}
        publishedBy={PAIR_SOURCE}
        modelledOn={null}
      />
    ),
  },
  {
    id: 'cliff-profile',
    shows: 'Counted, modelled and published. Counted and modelled figures are invented.',
    element: () => (
      <ProfileFigure
        profile={profileOf({ 60: modelledScript(modelled, 60), 90: modelledScript(modelled, 90) }, PUBLISHED_PROFILE)}
        publishedBy={PAIR_SOURCE}
        modelledOn="invented"
      />
    ),
  },
];
