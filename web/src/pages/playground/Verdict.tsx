/** Whether the chosen session sees the chosen version, and why, in two sentences without ids: for a first look. */
import '../../base/messages/en/ui.ts';
import { useMemo } from 'react';
import { useSame } from '../../ui/hooks.ts';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { explainModel } from '../../viewmodel/stage/explain.ts';
import { explainTitle } from '../../viewmodel/stage/explain-words.ts';
import { plainHead, plainWhy } from '../../viewmodel/stage/plain-why.ts';
import { Eye } from '../../views/shared/xid-mark/XidMark.tsx';
import type { ViewProps } from '../shared/play/figures/view.ts';
import styles from '../shared/play/playground.module.css';

export function Verdict({ shown }: Pick<ViewProps, 'shown'>) {
  const messages = useMessages();
  const { explanation, state } = shown;
  const model = useSame(
    useMemo(() => (explanation === null ? null : explainModel(explanation, state)), [explanation, state]),
  );
  if (model === null) return null;
  const [title, head] = [explainTitle(model, messages), plainHead(model, messages)];
  const why = plainWhy(model, messages, state);
  return (
    <>
      <h2 className={styles.verdictTitle}>{title}</h2>
      <p className={styles.verdict}>
        <Eye sees={model.visible && !model.failed} hue={model.session.hue} />
        <span>{head}</span>
      </p>
      {why !== null && <p className={styles.verdictWhy}>{why}</p>}
      <LiveRegion
        text={messages.t('ui.sentences', { all: [title, head, ...(why === null ? [] : [why])] })}
        everyMs={600}
      />
    </>
  );
}
