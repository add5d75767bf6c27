/** States of the model's chart and of the ladder's table. The modelled and measured figures here are invented. */
import { fakeLadder } from '../viewmodel/ladder/ladder.fake.ts';
import { fakeComparison } from '../viewmodel/prediction/model-chart.fake.ts';
import { LadderFigure } from '../views/ladder/LadderFigure.tsx';
import { ModelComparisonFigure } from '../views/model-chart/ModelComparisonFigure.tsx';
import type { GalleryState } from './Gallery.tsx';

export const modelStates: readonly GalleryState[] = [
  {
    id: 'model-chart-idle',
    shows:
      'Model beside published by idle connections: fitted points hollow, error beneath. Modelled figures are invented.',
    element: () => <ModelComparisonFigure comparison={fakeComparison('idle')} />,
  },
  {
    id: 'model-chart-clients',
    shows: '32 points by clients; marks shrink where they stand close. Modelled figures are invented.',
    element: () => <ModelComparisonFigure comparison={fakeComparison('clients')} />,
  },
  {
    id: 'model-chart-no-ablation',
    shows: 'Without the run that leaves coherence out. Modelled figures are invented.',
    element: () => <ModelComparisonFigure comparison={fakeComparison('idle', { without: false })} />,
  },
  {
    id: 'model-chart-empty',
    shows: 'Before anything is modelled: a sentence.',
    element: () => <ModelComparisonFigure comparison={{ ...fakeComparison('idle'), rows: [], seeds: [] }} />,
  },
  {
    id: 'ladder-whole',
    shows: 'All twelve designs with all figures. Times, misses and the last six’s lines are invented.',
    element: () => <LadderFigure ladder={fakeLadder('whole')} />,
  },
  {
    id: 'ladder-half',
    shows:
      'Nothing is modelled yet, the last six are neither counted nor measured: dashes, no zeros. Times are invented.',
    element: () => <LadderFigure ladder={fakeLadder('half')} />,
  },
  {
    id: 'ladder-bare',
    shows: 'Before anything is counted: names, what is read, and the published gains.',
    element: () => <LadderFigure ladder={fakeLadder('bare')} />,
  },
];
