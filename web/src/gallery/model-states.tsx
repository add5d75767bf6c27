/** States of the model's chart and of the ladder's table. What is modelled or measured here is invented. */
import { fakeComparison } from '../model/model-chart.fake.ts';
import { ModelComparisonFigure } from '../views/model-chart/ModelComparisonFigure.tsx';
import type { GalleryState } from './state.ts';

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
    element: () => <ModelComparisonFigure comparison={{ ...fakeComparison('idle'), rows: [] }} />,
  },
];
