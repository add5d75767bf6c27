/**
 * How much of the stage the page shows: rows and who sees them; also the ids that decide it; everything. An address
 * says it, and an old address, which does not, shows everything, as it always did. The bare page is as the reader last
 * chose; for a first visitor it is the rows alone.
 */
import { useMemo } from 'react';
import { kept } from '../../ui/kept.ts';
import { PLAY_DEPTHS, type PlayAddress, type PlayDepth } from '../../viewmodel/addresses.ts';
import type { StageFigure } from '../shared/play/views.tsx';

const KEY = 'xip.playground.depth';
const FIRST: PlayDepth = 'rows';

/** The reader's last choice. A store that refuses is as one that is empty. */
export function keptDepth(): PlayDepth {
  try {
    const text = kept().getItem(KEY);
    return PLAY_DEPTHS.find((depth) => depth === text) ?? FIRST;
  } catch {
    return FIRST;
  }
}

export function keepDepth(depth: PlayDepth): void {
  try {
    kept().setItem(KEY, depth);
  } catch {
    // Then the choice is remembered for this page only.
  }
}

/** The address with its depth. It stays the same object while the page's address does: the store compares them. */
export function useDepthOf(address: PlayAddress): PlayAddress {
  return useMemo(() => {
    if (Object.keys(address).length > 0) return address;
    const depth = keptDepth();
    return depth === 'all' ? address : { ...address, depth };
  }, [address]);
}

/** The figures in their places on the page; reasons are one sentence where only rows are shown. */
const SHOWN: Readonly<Record<PlayDepth, readonly StageFigure[] | null>> = {
  rows: ['lanes', 'rows', 'why'],
  ids: ['lanes', 'conflicts', 'xids', 'rows', 'why'],
  all: null,
};
export const isShownAt = (depth: PlayDepth, figure: StageFigure): boolean => SHOWN[depth]?.includes(figure) ?? true;
