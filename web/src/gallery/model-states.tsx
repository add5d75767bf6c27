/**
 * States of the model's chart, of a drop's parts, of the ladder's table and of the commits' gains. The modelled and
 * measured figures here are invented.
 */
import { fakeGains } from '../viewmodel/ladder/gains.fake.ts';
import { fakeLadder } from '../viewmodel/ladder/ladder.fake.ts';
import { fakeDrop } from '../viewmodel/prediction/drop.fake.ts';
import { fakeComparison } from '../viewmodel/prediction/model-chart.fake.ts';
import { FAKE_CASE, fakeAblations } from '../viewmodel/prediction/without.fake.ts';
import { DropFigure } from '../views/drop/DropFigure.tsx';
import { GainsFigure } from '../views/gains/GainsFigure.tsx';
import { LadderFigure } from '../views/ladder/LadderFigure.tsx';
import { ModelComparisonFigure } from '../views/model-chart/ModelComparisonFigure.tsx';
import { WithoutFigure } from '../views/without/WithoutFigure.tsx';
import type { GalleryState } from './Gallery.tsx';

const DROP = { design: 'pg13', active: 48, few: 0, many: 10_000 } as const;
const FACTS = ['2 × Xeon Gold 5215 (invented)'];

export const modelStates: readonly GalleryState[] = [
  {
    id: 'model-chart-idle',
    shows:
      'Model and published figures by idle connections, and a formula without caches: fitted points hollow, the worst one marked, error beneath. Modelled figures are invented.',
    element: () => <ModelComparisonFigure comparison={fakeComparison('idle')} />,
  },
  {
    id: 'model-chart-clients',
    shows: '32 points by clients; marks shrink where they stand close. Modelled figures are invented.',
    element: () => <ModelComparisonFigure comparison={fakeComparison('clients')} />,
  },
  {
    id: 'model-chart-no-ablation',
    shows: 'Without the run that leaves coherence out, and without a formula. Modelled figures are invented.',
    element: () => <ModelComparisonFigure comparison={fakeComparison('idle', { without: false })} />,
  },
  {
    id: 'model-chart-band',
    shows: 'With the band of the shared queue behind the curves. Modelled figures and the band are invented.',
    element: () => <ModelComparisonFigure comparison={fakeComparison('idle', { band: true })} />,
  },
  {
    id: 'model-chart-empty',
    shows: 'Before anything is modelled: a sentence.',
    element: () => <ModelComparisonFigure comparison={{ ...fakeComparison('idle'), rows: [], seeds: [] }} />,
  },
  {
    id: 'drop',
    shows: 'The parts of a transaction at few and at many connections, and the difference. All times are invented.',
    element: () => <DropFigure asked={DROP} drop={fakeDrop()} facts={FACTS} />,
  },
  {
    id: 'drop-empty',
    shows: 'Before enough seeds have come: a sentence, and the room is kept.',
    element: () => <DropFigure asked={DROP} drop={null} facts={FACTS} />,
  },
  {
    id: 'without',
    shows:
      'Both designs with one mechanism left out at a time, and with the shared queue: bars only where sure. All invented.',
    element: () => <WithoutFigure asked={FAKE_CASE} ablations={fakeAblations()} facts={FACTS} />,
  },
  {
    id: 'without-empty',
    shows: 'Before enough seeds have come: a sentence, and the room is kept.',
    element: () => <WithoutFigure asked={FAKE_CASE} ablations={null} facts={FACTS} />,
  },
  {
    id: 'gains',
    shows: 'Published gains next to modelled and measured ones: gaps in words. The latter two are invented.',
    element: () => <GainsFigure rows={fakeGains(true)} machine={FACTS.join()} progress={null} threads={2} />,
  },
  {
    id: 'gains-band',
    shows: 'The same with the band of the shared queue, and whether it contains what was published. Invented.',
    element: () => <GainsFigure rows={fakeGains(true, true)} machine={FACTS.join()} progress={null} threads={2} band />,
  },
  {
    id: 'gains-bare',
    shows: 'While the gains are modelled: published ones and dashes.',
    element: () => (
      <GainsFigure rows={fakeGains(false)} machine={FACTS.join()} progress={{ at: 3, points: 72 }} threads={null} />
    ),
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
