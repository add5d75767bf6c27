/**
 * A part of the stage: a table's page. It is as high as the room allows, on stage in its box and elsewhere above the
 * window's end.
 */
import { useRef } from 'react';
import { useSize } from '../../../../ui/hooks.ts';
import { HeapPage } from '../../../../views/heap-page/HeapPage.tsx';
import styles from '../play-figure.module.css';
import { useFold } from '../use-fold.ts';
import { useHeap } from '../use-heap.ts';
import { useStageActs } from '../use-stage-acts.ts';
import type { PartProps } from './part.tsx';

/** Below the rows, in px: how full the page is, and the figure's own steps. */
const BELOW = 84;
/** With less room than this the list ignores the window's end: it is as high as its rows, and the page scrolls. */
const LEAST = 120;

export function RowsPart({ store, shown, question, onStage = false }: PartProps) {
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
