/** States of the litmus figure. Counts are invented; interleavings are the checker's. */

import { ProvenanceBadge } from '../ui/ProvenanceBadge.tsx';
import { type LitmusCase, type Seen, variantOf } from '../viewmodel/litmus/litmus.ts';
import { LitmusFigure } from '../views/litmus/LitmusFigure.tsx';
import type { GalleryState } from './Gallery.tsx';

const badge = <ProvenanceBadge kind="measured" facts={['invented']} />;

const figure = (of: LitmusCase, at: number, seen: Seen | null) => {
  const variant = variantOf(of);
  return (
    <LitmusFigure
      variant={variant}
      results={seen === null ? new Map() : new Map([[variant, { seen, naps: 0 }]])}
      measured={seen === null ? null : badge}
      at={at}
      onShow={() => undefined}
    />
  );
};

export const litmusStates: readonly GalleryState[] = [
  {
    id: 'litmus-start',
    shows: 'The hole, before its first move and before any run.',
    element: () => figure({ test: 'hole', fence: true, secondLook: false }, 0, null),
  },
  {
    id: 'litmus-buffered',
    shows: 'Store buffers alone: both stores wait, and a look has overtaken one. Counts are invented.',
    element: () => figure({ test: 'buffer', fence: false, secondLook: false }, 3, [812, 499_406, 499_700, 82]),
  },
  {
    id: 'litmus-hole',
    shows: 'Without the second look: the row is gone. Counts are invented.',
    element: () => figure({ test: 'hole', fence: true, secondLook: false }, 11, [10_931, 480_006, 509_063, 0]),
  },
  {
    id: 'litmus-sound',
    shows: 'The sound protocol: the ending that must not be is forbidden, and was not seen. Counts are invented.',
    element: () => figure({ test: 'hole', fence: true, secondLook: true }, 4, [0, 480_006, 490_063, 29_931]),
  },
  {
    id: 'litmus-contrary',
    shows: 'A forbidden ending was seen: the figure says that something is wrong. Counts are invented.',
    element: () => figure({ test: 'hole', fence: true, secondLook: true }, 2, [1, 480_006, 490_063, 29_930]),
  },
];
