/** What the views of a stage are drawn from, made anew when there is an answer and not when a question is on its way. */
import { useMemo } from 'react';
import { explainModel } from '../../model/stage/explain.ts';
import { heapModel } from '../../model/stage/heap.ts';
import type { PlayState } from './play-state.ts';

export type Staged = Pick<PlayState, 'shown' | 'compiled' | 'at' | 'events' | 'question' | 'selection' | 'plan'>;

export function useStageModels({ shown, compiled, at, events, question, selection, plan }: Staged) {
  const heap = useMemo(() => (shown === null ? null : heapModel(shown.state, question)), [shown, question]);
  const explain = useMemo(
    () => (shown?.explanation == null ? null : explainModel(shown.explanation, shown.state)),
    [shown],
  );
  const tick = shown?.state.tick ?? 0;
  // The same arrays while nothing has changed: what is made of them is kept.
  const past = useMemo(() => events.filter((event) => event.tick <= tick), [events, tick]);
  const lanes = useMemo(
    () =>
      shown === null || compiled === null
        ? null
        : {
            spec: compiled.spec,
            state: shown.state,
            events: past,
            playback: at,
            selection,
            plan,
            stopped: shown.stopped !== null,
          },
    [shown, compiled, past, at, selection, plan],
  );
  return { heap, explain, lanes };
}
