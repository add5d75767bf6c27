/** What the page shows at each depth, and how the reader's choice is remembered (depth-of.ts). */
import { kept } from '../../ui/kept.ts';
import type { PlayDepth } from '../../viewmodel/addresses.ts';
import type { HeaderShare } from '../../viewmodel/stage/heap-layout.ts';
import type { StageFigure } from '../shared/play/views.tsx';
import { DEPTH_KEY } from './depth-of.ts';

export function keepDepth(depth: PlayDepth): void {
  try {
    kept().setItem(DEPTH_KEY, depth);
  } catch {
    // Then the choice is remembered for this page only.
  }
}

/** The figures in their places on the page; reasons are one sentence where only rows are shown. */
const SHOWN: Readonly<Record<PlayDepth, readonly StageFigure[] | null>> = {
  rows: ['lanes', 'conflicts', 'rows', 'why'],
  ids: ['lanes', 'conflicts', 'xids', 'rows', 'why'],
  all: null,
};
export const isShownAt = (depth: PlayDepth, figure: StageFigure): boolean => SHOWN[depth]?.includes(figure) ?? true;

/** The share of a version's header that the rows of a picture have: the same as on the page (`figures/rows.tsx`). */
export const HEADER_AT: Readonly<Record<PlayDepth, HeaderShare | undefined>> = {
  rows: 'none',
  ids: 'stamps',
  all: undefined,
};
