/** Everything on the stage as plain sentences: for screen readers, for copying, and for the tests. */
import { useState } from 'react';
import type { StageEvent, StageState } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { ExplainModel } from '../../viewmodel/stage/explain.ts';
import { explainText } from '../../viewmodel/stage/explain-words.ts';
import type { HeapModel } from '../../viewmodel/stage/heap.ts';
import { heapText } from '../../viewmodel/stage/heap-words.ts';
import { horizonsText, subxidsText } from '../../viewmodel/stage/horizons-text.ts';
import { tickText } from '../../viewmodel/stage/lane-words.ts';
import { subtransText } from '../../viewmodel/stage/subtrans-text.ts';
import { xidAxisText } from '../../viewmodel/stage/xid-axis-text.ts';
import styles from '../shared/play/playground.module.css';

interface InWordsProps {
  readonly spec: Spec;
  readonly state: StageState;
  readonly events: readonly StageEvent[];
  readonly heap: HeapModel;
  readonly explain: ExplainModel | null;
}

export function InWords(props: InWordsProps) {
  const { t } = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.more} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('stage.words')}</summary>
      {open && <Words {...props} />}
    </details>
  );
}

function Words({ spec, state, events, heap, explain }: InWordsProps) {
  const messages = useMessages();
  const { t } = messages;
  const parts: readonly (readonly [name: string, title: string, lines: readonly string[]])[] = [
    ['step', t('stage.bar'), [tickText(spec, events, state.tick, messages)]],
    ['xids', t('stage.axis'), xidAxisText(state, messages)],
    ['heap', t('stage.rows'), heapText(heap, messages).split('\n')],
    ['explain', t('stage.why'), explain === null ? [] : explainText(explain, messages).split('\n')],
    ['subxids', t('stage.subxids'), subxidsText(state, messages)],
    ['subtrans', t('subtrans.title'), subtransText(state, messages)],
    ['horizons', t('stage.horizons'), horizonsText(state, messages)],
  ];
  return (
    <div className={styles.words} data-words={state.tick}>
      {parts.map(([name, title, lines]) => (
        <div key={name}>
          <h2 className={styles.viewTitle}>{title}</h2>
          <ul data-part={name}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
