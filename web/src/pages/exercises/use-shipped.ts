/** A shipped exercise in the reader's language, fetched. */
import { useEffect, useState } from 'react';
import type { Exercise } from '../../scenario/exercise.ts';
import { useMessages } from '../../ui/messages.tsx';
import { loadExercise } from './shipped.ts';

interface Fetched {
  readonly id: string;
  readonly lang: string;
  readonly exercise: Exercise | null;
}

/** Null: it is on its way. Throws while rendering where it could not be fetched: the page's boundary says what to do. */
export function useShipped(id: string): Exercise | null {
  const { lang } = useMessages();
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    let isWanted = true;
    loadExercise(id, lang).then(
      (exercise) => isWanted && setFetched({ id, lang, exercise }),
      (error: unknown) => isWanted && setFault(error),
    );
    return () => {
      isWanted = false;
    };
  }, [id, lang]);
  if (fault !== null) throw fault;
  return fetched?.id === id && fetched.lang === lang ? fetched.exercise : null;
}
