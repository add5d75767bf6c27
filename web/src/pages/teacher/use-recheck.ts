/** Judges the records' answers again, variant by variant, in workers; each has a world of its own, and it goes with it. */
import { useEffect, useState } from 'react';
import { DEFAULT_LANG } from '../../base/messages/index.ts';
import { type HandedIn, verdictKey } from '../../model/record/class-table.ts';
import { byVariant, recheckLesson, recheckVariant, type Verdict } from '../../model/record/recheck.ts';
import type { Deed } from '../../model/record/types.ts';
import { browserWorld } from '../exercises/browser-world.ts';
import { loadExercise } from '../exercises/shipped.ts';
import { loadLesson } from '../lessons/shipped.ts';

export interface Rechecked {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Variants. */
  readonly done: number;
  readonly of: number;
}
const NOTHING: Rechecked = { verdicts: new Map(), done: 0, of: 0 };

/** Every answer once, whoever gave it. */
function distinct(handedIn: readonly HandedIn[]): readonly Deed[] {
  const found = new Map<string, Deed>();
  for (const { record } of handedIn) for (const deed of record.deeds) found.set(verdictKey(deed), deed);
  return [...found.values()];
}

export function useRecheck(handedIn: readonly HandedIn[]): Rechecked {
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    let isWanted = true;
    const run = async (): Promise<void> => {
      const deeds = distinct(handedIn);
      const variants = byVariant(deeds);
      const verdicts = new Map<string, Verdict>();
      const tell = (done: number): void => {
        if (isWanted) setState({ verdicts: new Map(verdicts), done, of: variants.length });
      };
      tell(0);
      for (const deed of deeds)
        if (deed.kind === 'lesson' && isWanted) {
          const lesson = await loadLesson(deed.id, DEFAULT_LANG).catch(() => undefined);
          verdicts.set(verdictKey(deed), lesson === undefined ? 'failed' : recheckLesson(deed, lesson));
        }
      tell(0);
      for (const [i, variant] of variants.entries()) {
        if (!isWanted) return;
        const world = browserWorld(DEFAULT_LANG);
        try {
          const found = await recheckVariant(variant, await loadExercise(variant.id, DEFAULT_LANG), world);
          variant.deeds.forEach((deed, at) => {
            verdicts.set(verdictKey(deed), found[at] ?? 'failed');
          });
        } catch {
          for (const deed of variant.deeds) verdicts.set(verdictKey(deed), 'failed');
        } finally {
          world.dispose();
        }
        tell(i + 1);
      }
    };
    if (handedIn.length === 0) setState(NOTHING);
    else void run();
    return () => {
      isWanted = false;
    };
  }, [handedIn]);
  return state;
}
