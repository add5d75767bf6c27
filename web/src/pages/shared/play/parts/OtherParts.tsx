/** Parts of the stage but the rows, which most lessons begin with: fetched when a figure shows one of them. */
import { useMemo } from 'react';
import type { CompiledSpec } from '../../../../engine/spec/spec-compile.ts';
import type { Shown } from '../../../../engine/stage/stage-types.ts';
import { useSame } from '../../../../ui/hooks.ts';
import { LiveRegion } from '../../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../../ui/messages.tsx';
import { type ExplainModel, explainModel } from '../../../../viewmodel/stage/explain.ts';
import { explainSaid } from '../../../../viewmodel/stage/explain-words.ts';
import type { LanesInput } from '../../../../viewmodel/stage/lanes.ts';
import { sessionStyles, styleOf } from '../../../../viewmodel/stage/selection.ts';
import { ExplainView } from '../../../../views/explain/ExplainView.tsx';
import { HorizonsView } from '../../../../views/horizons/HorizonsView.tsx';
import { Lanes } from '../../../../views/lanes/Lanes.tsx';
import { SubtransView } from '../../../../views/subtrans/SubtransView.tsx';
import { SubxidsView } from '../../../../views/subxids/SubxidsView.tsx';
import { XidAxisView } from '../../../../views/xid-axis/XidAxisView.tsx';
import styles from '../play-figure.module.css';
import type { PlayState } from '../play-state.ts';
import { type PartProps, TitledPart, useStageActs } from './part.tsx';

/**
 * The models of a stage's views, rebuilt when there is an answer and not when a question is on its way. A model that a
 * step does not change stays the same object, and its view is not redrawn.
 */

export const useExplanation = (shown: Shown): ExplainModel | null =>
  useSame(useMemo(() => (shown.explanation === null ? null : explainModel(shown.explanation, shown.state)), [shown]));

/** The letter of the session and the version that the question is about. */
export const useAsked = (shown: Shown, question: PlayState['question']) =>
  useSame(
    useMemo(() => {
      const styles = sessionStyles(shown.state.sessions.map(({ session }) => session));
      const letter = question.session === null ? null : styleOf(styles, question.session).letter;
      return { letter, tuple: question.tuple };
    }, [shown, question]),
  );

interface Staged extends Pick<PlayState, 'at' | 'events' | 'selection' | 'plan'> {
  readonly shown: Shown;
  readonly compiled: CompiledSpec;
}

export function useLanes({ shown, compiled, at, events, selection, plan }: Staged): LanesInput {
  const { tick } = shown.state;
  // The same arrays while nothing has changed: results derived from them are kept.
  const past = useMemo(() => events.filter((event) => event.tick <= tick), [events, tick]);
  return useMemo(
    () => ({
      spec: compiled.spec,
      state: shown.state,
      events: past,
      playback: at,
      selection,
      plan,
      stopped: shown.stopped !== null,
    }),
    [shown, compiled, past, at, selection, plan],
  );
}

/** A part of the stage: the lanes. */
export function LanesPart(props: PartProps) {
  const { t } = useMessages();
  const { store, still, onStage = false, isOneOfMany = false } = props;
  const lanes = useLanes(props);
  const { onMove, onSeek, toggleXid, toggleSession } = useStageActs(store);
  return (
    <div className={styles.part} data-part="lanes">
      <Lanes
        input={lanes}
        {...(onStage ? { compact: isOneOfMany } : {})}
        heading={<h3 className="visually-hidden">{t('lanes.title')}</h3>}
        {...(still ? {} : { onMove })}
        onSeek={onSeek}
        onXid={toggleXid}
        onSession={toggleSession}
      />
    </div>
  );
}

/** A part of the stage: the axis of xids. */
export function XidsPart({ store, shown, question, onStage = false, isOneOfMany = false }: PartProps) {
  const { t } = useMessages();
  const { onXid, onSession } = useStageActs(store);
  return (
    <TitledPart part="xids" title={t('stage.axis')}>
      <XidAxisView
        state={shown.state}
        selection={question}
        low={onStage}
        beside={onStage && isOneOfMany}
        onXid={onXid}
        onSession={onSession}
      />
    </TitledPart>
  );
}

/** A part of the stage: why the chosen session sees the chosen version, or does not. */
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

/** A part of the stage: the slots for subtransactions' xids. */
export function SubxidsPart({ shown, question, onStage = false, isOneOfMany = false }: PartProps) {
  const { t } = useMessages();
  return (
    <TitledPart part="subxids" title={t('stage.subxids')}>
      <SubxidsView state={shown.state} selection={question} dense={onStage && isOneOfMany} onStage={onStage} />
    </TitledPart>
  );
}

/** A part of the stage: pg_subtrans and its buffers. */
export function SubtransPart({ shown }: PartProps) {
  const { t } = useMessages();
  return (
    <TitledPart part="subtrans" title={t('subtrans.title')}>
      <SubtransView state={shown.state} brief />
    </TitledPart>
  );
}

/** A part of the stage: the horizons and who holds them. */
export function HorizonsPart({ store, shown, question, isOneOfMany = false, onStage = false }: PartProps) {
  const { t } = useMessages();
  const { onTuple } = useStageActs(store);
  return (
    <TitledPart part="horizons" title={t('stage.horizons')}>
      <HorizonsView state={shown.state} selection={question} onTuple={onTuple} brief={isOneOfMany || onStage} />
    </TitledPart>
  );
}
