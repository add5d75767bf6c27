/** Judges the records' answers again in workers, for as long as the page wants it. */
import { useEffect, useState } from 'react';
import { DEFAULT_LANG } from '../../base/messages/index.ts';
import type { Exercise } from '../../scenario/exercise.ts';
import type { HandedIn } from '../../viewmodel/record/class-table.ts';
import { type Rechecked, type RecheckSources, recheckAll } from '../../viewmodel/record/recheck-all.ts';
import { type BrowserWorld, browserWorld } from '../shared/exercises/browser-world.ts';
import { loadExercise } from '../shared/exercises/shipped-exercises.ts';
import { loadLesson } from '../shared/lessons/shipped-lessons.ts';

const SHOWN_EACH_MS = 250;
const NOTHING: Rechecked = { verdicts: new Map(), done: 0, of: 0 };

export interface Recheck extends Rechecked {
  /** The reader cancelled it before it was done. */
  readonly isCancelled: boolean;
  cancel(): void;
  /** From the beginning. */
  again(): void;
}

/** @param own teachers' own exercises, by the id that records use */
export function useRecheck(handedIn: readonly HandedIn[], own: ReadonlyMap<string, Exercise>): Recheck {
  const [state, setState] = useState(NOTHING);
  /** The cancelled check: the one of these records. */
  const [cancelled, setCancelled] = useState<readonly HandedIn[] | null>(null);
  const isCancelled = cancelled === handedIn;
  useEffect(() => {
    if (isCancelled) return undefined;
    let isWanted = true;
    let world: BrowserWorld | null = null;
    let shown = 0;
    const sources: RecheckSources = {
      exercise: async (id) => own.get(id) ?? (await loadExercise(id, DEFAULT_LANG)),
      lesson: (id) => loadLesson(id, DEFAULT_LANG),
      inWorld: async (work) => {
        const own = browserWorld(DEFAULT_LANG);
        world = own;
        try {
          return await work(own);
        } finally {
          own.dispose();
        }
      },
    };
    if (handedIn.length === 0) setState(NOTHING);
    else
      void recheckAll(handedIn, sources, (found) => {
        const now = performance.now();
        // Each update rebuilds a table of all files, so thousands of variants are not shown one by one.
        if (isWanted && (found.done === found.of || found.done === 0 || now - shown >= SHOWN_EACH_MS)) {
          shown = now;
          setState(found);
        }
        return isWanted;
      });
    return () => {
      isWanted = false;
      // A server that is still busy ends with the check.
      world?.dispose();
    };
  }, [handedIn, own, isCancelled]);
  return { ...state, isCancelled, cancel: () => setCancelled(handedIn), again: () => setCancelled(null) };
}
