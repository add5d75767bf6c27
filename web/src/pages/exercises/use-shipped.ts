/** A shipped exercise in the reader's language, fetched. */
import { useEffect, useState } from 'react';
import type { Exercise } from '../../scenario/exercise.ts';
import { useMessages } from '../../ui/messages.tsx';
import { loadExercise } from '../shared/exercises/shipped-exercises.ts';

interface Fetched {
  readonly id: string;
  readonly lang: string;
  /** Lost: the exercise, or its reader, could not be fetched. */
  readonly exercise: Exercise | null | 'lost';
}

export interface Shipped {
  /** Null: it is being fetched. */
  readonly exercise: Exercise | null | 'lost';
  again(): void;
}

export function useShipped(id: string): Shipped {
  const { lang } = useMessages();
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const [tries, setTries] = useState(0);
  // A new try changes the text and so triggers a fetch; nothing else uses it.
  const turn = `${id} ${lang} ${tries}`;
  useEffect(() => {
    let isWanted = turn !== '';
    loadExercise(id, lang)
      .catch((): 'lost' => 'lost')
      .then((exercise) => isWanted && setFetched({ id, lang, exercise }));
    return () => {
      isWanted = false;
    };
  }, [id, lang, turn]);
  return {
    exercise: fetched?.id === id && fetched.lang === lang ? fetched.exercise : null,
    again: () => {
      setFetched(null);
      setTries((before) => before + 1);
    },
  };
}
