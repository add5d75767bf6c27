/** SERIALIZABLE: transactions and rw-conflicts in every state worth seeing. */
import type { StageSsi } from '../engine/server/ssi-types.ts';
import type { SerialFinding } from '../engine/stage/serial-types.ts';
import {
  fakeConflict,
  fakeEvents,
  fakeSsi,
  fakeStructure,
  fakeTransaction,
} from '../viewmodel/stage/conflicts.fake.ts';
import { conflictsModel } from '../viewmodel/stage/conflicts.ts';
import { ConflictGraph } from '../views/conflicts/ConflictGraph.tsx';
import type { GalleryState } from './Gallery.tsx';

const graph = (more: Partial<StageSsi>, finding?: SerialFinding) => (
  <ConflictGraph model={conflictsModel(fakeSsi(more), fakeEvents())} finding={finding} />
);

const PAIR = [fakeConflict(2, 1), fakeConflict(1, 2, { step: 6 })];

export const conflictsStates: readonly GalleryState[] = [
  {
    id: 'conflicts-none',
    shows: 'Two transactions, and no conflict yet.',
    element: () => graph({ transactions: [fakeTransaction(1, 'runs'), fakeTransaction(2, 'runs')], conflicts: [] }),
  },
  {
    id: 'conflicts-pair',
    shows: 'Write skew: two conflicts back and forth, the second one new.',
    element: () => graph({ transactions: [fakeTransaction(1, 'runs'), fakeTransaction(2, 'runs')], conflicts: PAIR }),
  },
  {
    id: 'conflicts-failed',
    shows: 'The first has committed, so the other one had to roll back; no order would fit.',
    element: () =>
      graph(
        {
          transactions: [fakeTransaction(1, 'committed'), fakeTransaction(2, 'rolled-back')],
          conflicts: PAIR,
          structures: [fakeStructure({ out: 1 })],
        },
        { kind: 'none', victim: 2, of: [1, 2], orders: 2 },
      ),
  },
  {
    id: 'conflicts-three',
    shows: 'Tin, Tpivot, Tout: the pivot is doomed and does not know it. A false alarm.',
    element: () =>
      graph(
        {
          transactions: [fakeTransaction(1, 'runs'), fakeTransaction(2, 'doomed'), fakeTransaction(3, 'committed')],
          structures: [fakeStructure({ failure: null, failedAt: null })],
        },
        { kind: 'fits', victim: 2, order: [1, 2, 3] },
      ),
  },
  {
    id: 'conflicts-four',
    shows: 'Four transactions; nobody says whether it was a false alarm.',
    element: () =>
      graph(
        {
          transactions: [1, 2, 3, 4].map((number) =>
            fakeTransaction(number, number === 2 ? 'rolled-back' : 'committed', number === 4 ? { session: 'a' } : {}),
          ),
          conflicts: [fakeConflict(2, 3), fakeConflict(1, 2), fakeConflict(4, 1)],
          structures: [fakeStructure({ failure: 'pivot-commit' })],
        },
        { kind: 'undecided', why: 'others-wrote' },
      ),
  },
  {
    id: 'conflicts-summarized',
    shows: 'A conflict with a transaction that was summarized.',
    element: () =>
      graph({
        conflicts: [fakeConflict(1, 2), fakeConflict(2, null)],
        structures: [fakeStructure({ failure: 'pivot-to-old', out: null })],
      }),
  },
];
