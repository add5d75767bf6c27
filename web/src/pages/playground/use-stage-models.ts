/**
 * What the views of a stage are drawn from, made anew when there is an answer and not when a question is on its way. What
 * says the same after a step is the same object, and its view is not drawn again.
 */
import { useMemo } from 'react';
import { explainModel } from '../../model/stage/explain.ts';
import { heapModel } from '../../model/stage/heap.ts';
import { sessionStyles, styleOf } from '../../model/stage/session-style.ts';
import { useSame } from '../../ui/hooks.ts';
import type { PlayState } from './play-state.ts';

export type Staged = Pick<PlayState, 'shown' | 'compiled' | 'at' | 'events' | 'question' | 'selection' | 'plan'>;

export function useStageModels({ shown, compiled, at, events, question, selection, plan }: Staged) {
  const heap = useSame(useMemo(() => (shown === null ? null : heapModel(shown.state, question)), [shown, question]));
  const explain = useSame(
    useMemo(() => (shown?.explanation == null ? null : explainModel(shown.explanation, shown.state)), [shown]),
  );
  const asked = useSame(
    useMemo(() => {
      const styles = sessionStyles(shown?.state.sessions.map(({ session }) => session) ?? []);
      const letter = question.session === null ? null : styleOf(styles, question.session).letter;
      return { letter, tuple: question.tuple };
    }, [shown, question]),
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
  return { heap, explain, asked, lanes };
}
