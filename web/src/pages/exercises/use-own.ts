/** An own exercise on the page: from the address, or from a file that is opened or dropped. A right one goes into the address. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ExercisesAddress } from '../../model/addresses.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useFileDrop } from '../playground/source/use-file-drop.ts';
import { type OwnExercise, packOwn, readOwnFile, readOwnPacked } from './own-exercise.ts';

export interface Own {
  /** What the address brought, or the faulty file that was opened last; null: neither. */
  readonly opened: OwnExercise | null;
  /** A file is over the page. */
  readonly isOver: boolean;
  open(files: Iterable<File>): void;
  /** Puts a faulty file away. */
  close(): void;
}

interface Read {
  /** Null: it is faulty. */
  readonly packed: string | null;
  readonly own: OwnExercise;
  /** Where the page was when it was opened. */
  readonly place: string;
}

/** @param onPacked told the packed text of a file that is right */
export function useOwn(address: ExercisesAddress, onPacked: (packed: string) => void): Own {
  const { id, text: packed } = address;
  const place = id ?? packed ?? '';
  const messages = useMessages();
  /** The file that was read last: its name belongs to the address that it became. */
  const [read, setRead] = useState<Read | null>(null);
  const newest = useRef({ messages, onPacked, place });
  useEffect(() => {
    newest.current = { messages, onPacked, place };
  });
  /** Which opening is the newest; a page that has gone counts as one. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );
  const open = useCallback((files: Iterable<File>): void => {
    const [first] = files;
    if (first === undefined) return;
    const own = ++turn.current;
    void readOwnFile(first, newest.current.messages).then((opened) => {
      if (own !== turn.current) return;
      const { text, result } = opened;
      const into = result.ok && text !== null ? packOwn(text) : null;
      setRead({ packed: into, own: opened, place: newest.current.place });
      if (into !== null) newest.current.onPacked(into);
    });
  }, []);
  const isOver = useFileDrop(open);
  const linked = useMemo(() => (packed === undefined ? null : readOwnPacked(packed, messages)), [packed, messages]);
  // Who goes elsewhere has done with it.
  const isFaulty = read !== null && read.packed === null && read.place === place;
  // One that is right is the address's from then on: it only gives its name.
  const named =
    linked === null || read === null || read.packed !== packed ? linked : { ...linked, file: read.own.file };
  const close = useCallback(() => setRead(null), []);
  return { opened: isFaulty ? read.own : named, isOver, open, close };
}
