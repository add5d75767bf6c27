/** A part of the stage: a table's page. */
import { HeapPage } from '../../../views/heap-page/HeapPage.tsx';
import styles from '../play-figure.module.css';
import { useHeap } from '../use-heap.ts';
import { useStageActs } from '../use-stage-acts.ts';
import type { PartProps } from './part.tsx';

export function RowsPart({ store, shown, question }: PartProps) {
  const heap = useHeap(shown, question);
  const { onTuple, onXid, onSession, onLook, onPage } = useStageActs(store);
  return (
    <div className={styles.part} data-part="rows">
      <HeapPage
        model={heap}
        headingLevel={3}
        onTuple={onTuple}
        onXid={onXid}
        onSession={onSession}
        onLook={onLook}
        onPage={onPage}
      />
    </div>
  );
}
