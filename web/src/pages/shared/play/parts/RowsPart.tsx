/**
 * A part of the stage: a table's page. It is as high as the room allows, on stage in its box and elsewhere above the
 * window's end.
 */
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Shown } from '../../../../engine/stage/stage-types.ts';
import { useSame, useSize } from '../../../../ui/hooks.ts';
import { type HeapModel, heapModel } from '../../../../viewmodel/stage/heap.ts';
import { HeapPage } from '../../../../views/heap-page/HeapPage.tsx';
import styles from '../play-figure.module.css';
import type { PlayState } from '../play-state.ts';
import { type PartProps, useStageActs } from './part.tsx';

/** The model of a table's page, rebuilt when there is an answer and not when a question is on its way. */
export const useHeap = (shown: Shown, question: PlayState['question']): HeapModel =>
  useSame(useMemo(() => heapModel(shown.state, question), [shown, question]));

/** The place where the window ends for a list: above the bar. Measured when its size changes, never at a step. */

/**
 * The distance from the element's top to the bar, with the page scrolled to its beginning, in px.
 * @param ref an element of a page whose padding at the end is as high as the bar
 * @param page the selector of that page
 * @returns null until it has been measured
 */
export function useFold(ref: RefObject<HTMLElement | null>, page: string): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    const whole = element?.closest(page) ?? null;
    if (element === null || whole === null) return undefined;
    const look = (): void => {
      const covered = Number.parseFloat(getComputedStyle(whole).paddingBottom) || 0;
      setRoom(Math.floor(innerHeight - covered - element.getBoundingClientRect().top - scrollY));
    };
    look();
    // Elements above it change its place: the height of each of these includes them.
    const observer = new ResizeObserver(look);
    for (const box of [whole, element.parentElement]) if (box !== null) observer.observe(box);
    addEventListener('resize', look);
    return () => {
      observer.disconnect();
      removeEventListener('resize', look);
    };
  }, [ref, page]);
  return room;
}

/** Below the rows, in px: how full the page is, and the figure's own steps. */
const BELOW = 84;
/** With less room than this the list ignores the window's end: it is as high as its rows, and the page scrolls. */
const LEAST = 120;

export function RowsPart({ store, shown, question, onStage = false, isOneOfMany = false }: PartProps) {
  const heap = useHeap(shown, question);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const fold = useFold(box, 'main > *');
  const { onTuple, onXid, onSession, onLook, onPage } = useStageActs(store);
  const above = fold === null || fold - BELOW < LEAST ? undefined : fold - BELOW;
  const room = onStage ? size?.height : above;
  return (
    <div ref={box} className={styles.part} data-part="rows">
      <HeapPage
        model={heap}
        headingLevel={3}
        beside={onStage && isOneOfMany}
        {...(room === undefined ? {} : { maxHeight: room })}
        onTuple={onTuple}
        onXid={onXid}
        onSession={onSession}
        onLook={onLook}
        onPage={onPage}
      />
    </div>
  );
}
