/** pg_subtrans in its buffers, in every state worth seeing. */
import {
  ALL_HITS,
  BUFFERS_64,
  fakeSubtrans,
  NESTED,
  QUIET,
  READS_16,
  READS_17,
} from '../viewmodel/stage/subtrans.fake.ts';
import { SubtransView } from '../views/subtrans/SubtransView.tsx';
import type { GalleryState } from './Gallery.tsx';

export const subtransStates: readonly GalleryState[] = [
  {
    id: 'subtrans-quiet',
    shows: 'Up to 64 subxids nobody looks up anything; the buffers as they are.',
    element: () => <SubtransView state={fakeSubtrans(QUIET)} />,
  },
  {
    id: 'subtrans-hits',
    shows: 'Overflowed, and every page is in a buffer: a walk over two pages, both hits.',
    element: () => <SubtransView state={fakeSubtrans(ALL_HITS)} />,
  },
  {
    id: 'subtrans-reads-16',
    shows: 'Up to 16: 37 pages, 32 buffers, one lock. A page is read, and another one goes for it.',
    element: () => <SubtransView state={fakeSubtrans(READS_16, 13)} />,
  },
  {
    id: 'subtrans-reads-17',
    shows: '17: the same in two banks.',
    element: () => <SubtransView state={fakeSubtrans(READS_17)} />,
  },
  {
    id: 'subtrans-64-buffers',
    shows: '17 with subtransaction_buffers of 64: four banks, and all fits.',
    element: () => <SubtransView state={fakeSubtrans(BUFFERS_64)} />,
  },
  {
    id: 'subtrans-nested',
    shows: 'Savepoints inside savepoints: 66 lookups on one page.',
    element: () => <SubtransView state={fakeSubtrans(NESTED)} />,
  },
];
