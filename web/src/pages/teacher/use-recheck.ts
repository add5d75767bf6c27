/** Judges the records' answers again in workers, for as long as the page wants it. */
import { useEffect, useState } from 'react';
import { DEFAULT_LANG } from '../../base/messages/index.ts';
import type { HandedIn } from '../../model/record/class-table.ts';
import { type Rechecked, type RecheckSources, recheckAll } from '../../model/record/recheck-all.ts';
import type { Exercise } from '../../scenario/exercise.ts';
import { browserWorld } from '../exercises/browser-world.ts';
import { loadExercise } from '../exercises/shipped.ts';
import { loadLesson } from '../lessons/shipped.ts';

const SHOWN_EACH_MS = 250;
const NOTHING: Rechecked = { verdicts: new Map(), done: 0, of: 0 };

const inWorld: RecheckSources['inWorld'] = async (work) => {
  const world = browserWorld(DEFAULT_LANG);
  try {
    return await work(world);
  } finally {
    world.dispose();
  }
};

/** @param own somebody's own exercises, by the id that records have of them */
export function useRecheck(handedIn: readonly HandedIn[], own: ReadonlyMap<string, Exercise>): Rechecked {
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    let isWanted = true;
    let shown = 0;
    const sources: RecheckSources = {
      exercise: async (id) => own.get(id) ?? (await loadExercise(id, DEFAULT_LANG)),
      lesson: (id) => loadLesson(id, DEFAULT_LANG),
      inWorld,
    };
    if (handedIn.length === 0) setState(NOTHING);
    else
      void recheckAll(handedIn, sources, (found) => {
        const now = performance.now();
        // A table of all files is made anew each time: thousands of variants are not shown one by one.
        if (isWanted && (found.done === found.of || found.done === 0 || now - shown >= SHOWN_EACH_MS)) {
          shown = now;
          setState(found);
        }
        return isWanted;
      });
    return () => {
      isWanted = false;
    };
  }, [handedIn, own]);
  return state;
}
