/**
 * How much of the stage the page shows: rows and who sees them; also the ids that decide it; everything. An address
 * says it, and an old address, which does not, shows everything, as it always did. The bare page is as the reader last
 * chose; for a first visitor it is the rows alone.
 */
import { useMemo } from 'react';
import { kept } from '../../ui/kept.ts';
import { PLAY_DEPTHS, type PlayAddress, type PlayDepth } from '../../viewmodel/addresses.ts';

export const DEPTH_KEY = 'xip.playground.depth';
const FIRST: PlayDepth = 'rows';

/** The reader's last choice. */
function keptDepth(): PlayDepth {
  const text = kept().getItem(DEPTH_KEY);
  return PLAY_DEPTHS.find((depth) => depth === text) ?? FIRST;
}

/** The address with its depth. It stays the same object while the page's address does: the store compares them. */
export function useDepthOf(address: PlayAddress): PlayAddress {
  return useMemo(() => {
    if (Object.keys(address).length > 0) return address;
    const depth = keptDepth();
    return depth === 'all' ? address : { ...address, depth };
  }, [address]);
}
