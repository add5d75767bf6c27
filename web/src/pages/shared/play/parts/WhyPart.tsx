/** A part of the stage: why the chosen session sees the chosen version, or does not. */

import { LiveRegion } from '../../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../../ui/messages.tsx';
import { explainSaid } from '../../../../viewmodel/stage/explain-words.ts';
import { ExplainView } from '../../../../views/explain/ExplainView.tsx';
import styles from '../play-figure.module.css';
import { useStageActs } from '../use-stage-acts.ts';
import { useAsked, useExplanation } from '../use-stage-models.ts';
import type { PartProps } from './part.tsx';

export function WhyPart({ store, shown, question }: PartProps) {
  const messages = useMessages();
  const explain = useExplanation(shown);
  const asked = useAsked(shown, question);
  const { onXid } = useStageActs(store);
  return (
    <div className={styles.part} data-part="why">
      <ExplainView model={explain} headingLevel={3} chosen={asked} onXid={onXid} />
      <LiveRegion text={explain === null ? '' : explainSaid(explain, messages)} everyMs={600} />
    </div>
  );
}
