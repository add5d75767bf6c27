/** States of the views on the Lab page. */
import type { DesignId } from '../base/designs.ts';
import { addSlices, emptySeries } from '../viewmodel/lab/live-series.ts';
import {
  measuredZero,
  modelledCurves,
  type PublishedPoint,
  publishedCurves,
} from '../viewmodel/lab/published-series.ts';
import { fakeRow, fakeSweep } from '../viewmodel/lab/rows.fake.ts';
import { modelRow } from '../viewmodel/prediction/model-rows.fake.ts';
import { fakeSlices } from '../viewmodel/race/race.fake.ts';
import { RowsTable } from '../views/live-table/RowsTable.tsx';
import { LiveChart } from '../views/throughput/LiveChart.tsx';
import { SweepChart } from '../views/throughput/SweepChart.tsx';
import type { GalleryState } from './Gallery.tsx';

const ALL: readonly DesignId[] = ['pg9.1', 'pg13', 'globalvis', 'xmin-moved', 'dense', 'pg14'];
const TWO: readonly DesignId[] = ['pg13', 'pg14'];
const COUNTS = [0, 100, 1000, 2500, 5000, 10_000];
const PUBLISHED: readonly PublishedPoint[] = COUNTS.map((connections) => ({
  connections,
  active: 1,
  tps_pre: 33_600 - 1.75 * connections,
  tps_post: 33_400,
}));

const six = fakeSweep(ALL, COUNTS);
const two = fakeSweep(TWO, COUNTS);
const half = fakeSweep(TWO, COUNTS.slice(0, 3));

const live = addSlices(
  emptySeries(250, 60_000),
  fakeSlices(
    Array.from({ length: 1200 }, (_, i) => ({
      design: i % 2 === 0 ? ('pg13' as const) : ('pg14' as const),
      idle: i < 500 ? 0 : 10_000,
    })),
  ),
);

export const labStates: readonly GalleryState[] = [
  {
    id: 'lab-sweep-six',
    shows: 'All six designs against idle connections; labels that would collide stand apart; published curves faint.',
    element: () => (
      <SweepChart
        rows={six}
        published={publishedCurves(PUBLISHED, 1, measuredZero(six, 'idle'))}
        axis="idle"
        xScale="sqrt"
        counts={COUNTS}
      />
    ),
  },
  {
    id: 'lab-sweep-sources',
    shows:
      'Measured, modelled and published on one chart: filled marks and whiskers, open marks on a thin line, crosses on a thread; a key.',
    element: () => (
      <SweepChart
        rows={two}
        modelled={modelledCurves(
          COUNTS.flatMap((idle) => TWO.map((design) => modelRow(design, idle, 1))),
          'idle',
          measuredZero(two, 'idle'),
        )}
        published={publishedCurves(PUBLISHED, 1, measuredZero(two, 'idle'))}
        axis="idle"
        xScale="sqrt"
        counts={COUNTS}
      />
    ),
  },
  {
    id: 'lab-sweep-linear',
    shows: 'The same on a linear scale: 100 has no room for its number.',
    element: () => <SweepChart rows={six} published={[]} axis="idle" xScale="linear" counts={COUNTS} />,
  },
  {
    id: 'lab-sweep-under-way',
    shows: 'Three of six points: the lines end inside the plot, and so do their labels.',
    element: () => (
      <SweepChart
        rows={half}
        published={publishedCurves(PUBLISHED, 1, measuredZero(half, 'idle'))}
        axis="idle"
        xScale="sqrt"
        counts={COUNTS}
      />
    ),
  },
  {
    id: 'lab-sweep-published',
    shows: 'Nothing measured: the published curves alone, as published.',
    element: () => (
      <SweepChart rows={[]} published={publishedCurves(PUBLISHED, 1, null)} axis="idle" xScale="sqrt" counts={COUNTS} />
    ),
  },
  {
    id: 'lab-live',
    shows: 'A single run: 13 falls where 10,000 idle connections came, 14 does not; the change is marked.',
    element: () => (
      <LiveChart series={live} designs={TWO} changes={[{ atMs: 10_000, text: 'idle 0 → 10,000' }]} windowMs={30_000} />
    ),
  },
  {
    id: 'lab-live-empty',
    shows: 'Before the first run: axes and a sentence.',
    element: () => <LiveChart series={emptySeries(250, 60_000)} designs={[]} changes={[]} windowMs={30_000} />,
  },
  {
    id: 'lab-table',
    shows: 'Rows, one of them oversubscribed, one whose cost is in the noise.',
    element: () => (
      <RowsTable
        rows={[
          fakeRow('pg13', 0),
          fakeRow('pg13', 10_000),
          fakeRow('pg14', 10_000, { active: 8, oversubscribed: true }),
        ]}
      />
    ),
  },
];
