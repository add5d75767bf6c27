/** States of the layout bench's views. Nothing is replayed: the tones and times are made up. */
import { presetOf } from '../viewmodel/layout/catalogue.ts';
import { splitField } from '../viewmodel/layout/edit.ts';
import type { Layout } from '../viewmodel/layout/layout.ts';
import type { HeatLine, LayoutResult, Tone } from '../viewmodel/layout/results.ts';
import { layoutRows } from '../viewmodel/layout/rows.ts';
import { HeatMap } from '../views/layout/HeatMap.tsx';
import { LayoutPicture } from '../views/layout/LayoutPicture.tsx';
import { ResultBars } from '../views/layout/ResultBars.tsx';
import type { GalleryState } from './Gallery.tsx';

const nothing = () => {};
const CONNECTIONS = 100;
const TONES: ReadonlyMap<string, Tone> = new Map<string, Tone>([
  ['ProcArrayLock.state', 'many'],
  ['TransamVariables.latestCompletedXid', 'read'],
  ['ProcArray.numProcs', 'read'],
  ['pgprocnos.pgprocnos', 'read'],
  ['PGPROC.lxid', 'own'],
  ['PGPROC.delayChkpt', 'own'],
  ['PGXACT.xid', 'read'],
  ['PGXACT.xmin', 'shared'],
  ['PGXACT.vacuumFlags', 'shared'],
]);

function Picture({ layout, selected }: { readonly layout: Layout; readonly selected: string | null }) {
  return (
    <LayoutPicture
      rows={layoutRows(layout, CONNECTIONS)}
      tones={TONES}
      selected={selected}
      onSelect={nothing}
      onStep={nothing}
      onDrop={nothing}
      tools={() => null}
    />
  );
}

const means = (ns: number, misses: number) => ({
  ns,
  misses,
  trueSharing: misses / 2,
  restored: 0,
  falseSharing: misses / 4,
  forHorizon: 0,
  upgrades: misses / 4,
  cold: 0,
  transfers: misses / 2,
  perSecond: 1e9 / ns,
});
const result = (ns: number, misses: number): LayoutResult => ({
  ...means(ns, misses),
  margin: means(ns / 30, misses / 50),
});

const HEAT: readonly HeatLine[] = [
  {
    line: 0,
    structs: ['ProcArrayLock'],
    misses: 4.2,
    margin: 0.31,
    cells: [
      {
        field: 'ProcArrayLock.state',
        entry: 0,
        from: 4,
        size: 4,
        reads: 2,
        writes: 4,
        readers: [0, 1, 2],
        writers: [0, 1, 2],
        operations: ['snapshot', 'end'],
        misses: 4.2,
        blamed: 4,
        margin: { reads: 0, writes: 0, misses: 0.31, blamed: 0.27 },
      },
    ],
  },
  {
    line: 131,
    structs: ['PGXACT'],
    misses: 1.5,
    margin: 0.08,
    cells: ['xid', 'xmin', 'vacuumFlags'].map((name, i) => ({
      field: `PGXACT.${name}`,
      entry: 12,
      from: 16 + 4 * i,
      size: i === 2 ? 1 : 4,
      reads: 2,
      writes: i,
      readers: [0, 1, 2],
      writers: i === 0 ? [] : [1],
      operations: ['snapshot'],
      misses: i === 2 ? 1.5 : 0,
      blamed: i * 0.7,
      margin: { reads: 0, writes: 0, misses: i === 2 ? 0.08 : 0, blamed: i * 0.05 },
    })),
  },
];

function split(): Layout {
  const own = presetOf('pg13');
  const moved = splitField(own, 'PGXACT.xmin');
  return moved.ok ? moved.value : own;
}

export const layoutStates: readonly GalleryState[] = [
  {
    id: 'layout-13',
    shows: 'The layout of 13: PGXACT with xid, xmin and flags next to each other, five entries and a third to a line.',
    element: () => <Picture layout={presetOf('pg13')} selected={null} />,
  },
  {
    id: 'layout-split',
    shows: 'xmin in a struct of its own, and selected.',
    element: () => <Picture layout={split()} selected="PGXACT.xmin" />,
  },
  {
    id: 'layout-bars',
    shows: 'Times beside those of the versions; the first is being replayed, one is not there yet.',
    element: () => (
      <ResultBars
        title="Time per transaction"
        rows={[
          { id: 'yours', name: 'yours', hue: 'var(--ink)', result: result(1234, 8.3), isOld: true },
          { id: 'pg13', name: '13', hue: 'var(--design-pg13)', result: result(1560, 11.9), isOld: false },
          { id: 'pg14', name: '14', hue: 'var(--design-pg14)', result: null, isOld: false },
        ]}
      />
    ),
  },
  {
    id: 'layout-heat',
    shows: 'Two lines ranked by their misses: the lock, and a line of PGXACT.',
    element: () => <HeatMap lines={HEAT} selected="PGXACT.vacuumFlags" isReplay />,
  },
];
