/** The time that words describe: the present time, or during play the time of their last turn. */
import { useRef, useSyncExternalStore } from 'react';
import type { LineClock, WordTurn } from '../../viewmodel/cachelines/clock.ts';

export function useWordNs(clock: LineClock, whose: WordTurn): number {
  const kept = useRef<{ readonly of: LineClock; readonly turn: string; readonly ns: number } | null>(null);
  return useSyncExternalStore(clock.subscribe, () => {
    const turn = clock.turn(whose);
    if (kept.current?.of !== clock || kept.current.turn !== turn) kept.current = { of: clock, turn, ns: clock.ns };
    return kept.current.ns;
  });
}
