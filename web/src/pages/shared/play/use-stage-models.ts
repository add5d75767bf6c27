/**
 * The models of a stage's views, rebuilt when there is an answer and not when a question is on its way. A model that a
 * step does not change stays the same object, and its view is not redrawn.
 */
import { useMemo } from 'react';
import type { CompiledSpec } from '../../../engine/spec/spec-compile.ts';
import type { Shown } from '../../../engine/stage/stage-types.ts';
import { useSame } from '../../../ui/hooks.ts';
import { type ExplainModel, explainModel } from '../../../viewmodel/stage/explain.ts';
import type { LanesInput } from '../../../viewmodel/stage/lanes.ts';
import { sessionStyles, styleOf } from '../../../viewmodel/stage/session-style.ts';
import type { PlayState } from './play-state.ts';

export const useExplanation = (shown: Shown): ExplainModel | null =>
  useSame(useMemo(() => (shown.explanation === null ? null : explainModel(shown.explanation, shown.state)), [shown]));

/** The letter of the session and the version that the question is about. */
export const useAsked = (shown: Shown, question: PlayState['question']) =>
  useSame(
    useMemo(() => {
      const styles = sessionStyles(shown.state.sessions.map(({ session }) => session));
      const letter = question.session === null ? null : styleOf(styles, question.session).letter;
      return { letter, tuple: question.tuple };
    }, [shown, question]),
  );

interface Staged extends Pick<PlayState, 'at' | 'events' | 'selection' | 'plan'> {
  readonly shown: Shown;
  readonly compiled: CompiledSpec;
}

export function useLanes({ shown, compiled, at, events, selection, plan }: Staged): LanesInput {
  const { tick } = shown.state;
  // The same arrays while nothing has changed: results derived from them are kept.
  const past = useMemo(() => events.filter((event) => event.tick <= tick), [events, tick]);
  return useMemo(
    () => ({
      spec: compiled.spec,
      state: shown.state,
      events: past,
      playback: at,
      selection,
      plan,
      stopped: shown.stopped !== null,
    }),
    [shown, compiled, past, at, selection, plan],
  );
}
