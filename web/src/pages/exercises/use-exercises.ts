/** Which exercises there are: the shipped ones, and those of the reader's own file. */
import '../../base/messages/en/exercise.ts';
import { useCallback, useEffect, useState } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { useNewest } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useTurns } from '../../ui/use-store.ts';
import type { VariantProblem } from '../../viewmodel/exercise/kind.ts';
import type { Exercise } from '../../viewmodel/exercise/kinds.ts';
import { type OwnExercise, ofLessons, packOwn, readOwnFile, readOwnPacked } from '../shared/exercises/own-exercise.ts';
import { loadExercise } from '../shared/exercises/shipped-exercises.ts';
import { useFileDrop } from '../shared/files/open-file.ts';
import { readTextInWorker } from '../shared/files/texts-client.ts';
import { lessonIndex } from '../shared/lessons/lesson-index.ts';
import type { ExercisesAddress } from './address.ts';

/**
 * A teacher's own exercise on the page: from the address, or from a file that is opened or dropped. A file without
 * faults goes into the address.
 */

export interface Own {
  /** The exercise from the address, or the faulty file that was opened last; null: neither. */
  readonly opened: OwnExercise | null;
  /** A file is over the page. */
  readonly isOver: boolean;
  open(files: Iterable<File>): void;
  /** Closes a faulty file. */
  close(): void;
  /** Reads again after the reader itself could not be fetched. */
  again(): void;
}

interface Read {
  /** Null: the file is faulty. */
  readonly packed: string | null;
  readonly own: OwnExercise;
  /** The page's place when the file was opened. */
  readonly place: string;
  readonly from: File;
}
interface Linked {
  readonly packed: string;
  readonly own: OwnExercise;
}

const withLesson = (own: OwnExercise, messages: Messages): OwnExercise =>
  ofLessons(
    own,
    lessonIndex(messages.lang).map(({ id }) => id),
    messages,
  );

/** @param onPacked gets the packed text of a file without faults */
export function useOwn(address: ExercisesAddress, onPacked: (packed: string) => void): Own {
  const { id, text: packed } = address;
  const place = id ?? packed ?? '';
  const messages = useMessages();
  /** The file that was read last: its name belongs to the address that it was packed into. */
  const [read, setRead] = useState<Read | null>(null);
  const newest = useNewest({ messages, onPacked, place });
  const openings = useTurns();
  const open = useCallback((files: Iterable<File>): void => {
    const [first] = files;
    if (first === undefined) return;
    const isNewest = openings.begin();
    const own = newest.current.messages;
    void readOwnFile(first, own, readTextInWorker).then((read) => {
      if (!isNewest()) return;
      const opened = withLesson(read, own);
      const { text, result } = opened;
      const into = result.ok && text !== null ? packOwn(text) : null;
      setRead({ packed: into, own: opened, place: newest.current.place, from: first });
      if (into !== null) newest.current.onPacked(into);
    });
  }, []);
  const isOver = useFileDrop(open);
  const [linkedLast, setLinked] = useState<Linked | null>(null);
  const [tries, setTries] = useState(0);
  // A new try changes the text and so triggers a read; nothing else uses it.
  const attempt = `${packed} ${tries}`;
  useEffect(() => {
    if (packed === undefined) return undefined;
    let isWanted = attempt !== '';
    void readOwnPacked(packed, messages, readTextInWorker).then(
      (own) => isWanted && setLinked({ packed, own: withLesson(own, messages) }),
    );
    return () => {
      isWanted = false;
    };
  }, [packed, messages, attempt]);
  const linked = linkedLast !== null && linkedLast.packed === packed ? linkedLast.own : null;
  // A faulty file is shown only at the place where it was opened.
  const isFaulty = read !== null && read.packed === null && read.place === place;
  // A file without faults is then read from the address: only its name is still used.
  const named =
    linked === null || read === null || read.packed !== packed ? linked : { ...linked, file: read.own.file };
  const close = useCallback(() => setRead(null), []);
  const again = (): void => {
    if (isFaulty) open([read.from]);
    else {
      setLinked(null);
      setTries((before) => before + 1);
    }
  };
  return { opened: isFaulty ? read.own : named, isOver, open, close, again };
}

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

/** A shipped exercise in the reader's language, fetched. */
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

/** Explains in sentences why no variant could be made. */
export function problemTexts(problem: VariantProblem, t: Messages['t']): readonly string[] {
  switch (problem.kind) {
    case 'spec':
      return problem.problems.map((one) => t('exercise.problem', one));
    case 'name':
      return [t('exercise.unknownName', problem)];
    case 'step':
      return [t('exercise.unknownStep', problem)];
    case 'session':
      return [t('exercise.unknownSession', problem)];
    case 'design':
      return [t('exercise.unknownDesign', problem)];
    case 'fault':
      return [t('exercise.unknownFault', problem)];
    case 'number':
      return [t('exercise.badNumber', problem)];
    case 'not-posed':
      return [t('exercise.notPosed', problem)];
    case 'engine':
      return [t('exercise.engine', { what: problem.message })];
  }
}
