/** The page's view of one answer; all its actions go through `on`. */

import '../../base/messages/en/stage-figure.ts';
import '../../base/messages/en/stage.ts';
import '../../base/messages/en/standby.ts';
import '../../base/messages/en/ui.ts';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import type { StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageEvent, StageState } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { Button } from '../../ui/Button.tsx';
import { Select, Toggle } from '../../ui/choice.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMediaQuery, WINDOWS } from '../../ui/hooks.ts';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { Slider } from '../../ui/Slider.tsx';
import type { SliderScale } from '../../ui/slider-scale.ts';
import { sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { shortXid } from '../../viewmodel/stage/xid-order.ts';
import { type StandbyPlace, standsAt, whyNoSnapshot } from '../../viewmodel/standby/place.ts';
import { type StandbyModel, standbyModel } from '../../viewmodel/standby/view.ts';
import { findingText, placeText, recordText, standbyText } from '../../viewmodel/standby/words.ts';
import { StandbyDrawing } from '../../views/standby/StandbyDrawing.tsx';
import type { StepShown } from '../../views/standby/WalStrip.tsx';
import { nextStepOf } from '../shared/play/play-moves.ts';
import type { PlayState } from '../shared/play/play-state.ts';
import { ReasonTable, SnapshotTable, VersionTable } from './StandbyTables.tsx';
import styles from './standby.module.css';
import type { StandbyStore } from './standby-store.ts';

/** The actions of the store; in the gallery they do nothing. */
export type StandbyActions = Pick<
  StandbyStore,
  'replayTo' | 'replayBy' | 'follow' | 'take' | 'release' | 'copyHere' | 'copyFromStart'
> & { readonly play: Pick<StandbyStore['play'], 'select' | 'moveSession'> };

export interface StandbyLookProps {
  readonly spec: Spec;
  readonly stage: StageState;
  readonly shown: StandbyShown;
  readonly events: readonly StageEvent[];
  /** The state for the primary's next steps; null: none are offered. */
  readonly steps: PlayState | null;
  readonly place: StandbyPlace;
  readonly chosen: number | null;
  /** Only the figure and the replay, without the tables. */
  readonly isStage: boolean;
  /** On stage: everything is visible at once. */
  readonly fills?: boolean;
  /** In a lesson's box: the arrows are the lesson's. */
  readonly boxed?: boolean;
  /** What moves over the figure at a step. */
  readonly motion?: ReactNode;
  /** On stage: the examples, by key. */
  readonly examples?: ReactNode;
  readonly on: StandbyActions;
}

/** The figure's CSV: a row for each snapshot. */
function snapshotRows({ rows }: StandbyModel, { t }: Messages) {
  const says = (yes: boolean) => t(yes ? 'standby.yes' : 'standby.no');
  return {
    header: [t('standby.snapshots.whose'), 'xmin', 'xmax', 'xip', 'subxip', 'suboverflowed', 'takenDuringRecovery'],
    rows: rows.map(({ who, snapshot, inRecovery }) => [
      t('standby.who', who),
      snapshot?.xmin ?? null,
      snapshot?.xmax ?? null,
      snapshot?.xip.join(' ') ?? null,
      snapshot?.subxip.join(' ') ?? null,
      snapshot === null ? null : says(snapshot.suboverflowed),
      snapshot === null ? null : says(inRecovery),
    ]),
  };
}

export function StandbyLook(props: StandbyLookProps) {
  const messages = useMessages();
  const { t } = messages;
  const {
    spec,
    stage,
    shown,
    events,
    steps,
    place,
    chosen,
    isStage,
    fills = false,
    boxed = false,
    motion,
    examples,
    on,
  } = props;
  const model = useMemo(() => standbyModel(stage, shown, chosen), [stage, shown, chosen]);
  const words = useMemo(() => standbyText(stage, shown, model, messages), [stage, shown, model, messages]);
  const stepOf = useMemo(() => {
    const steps = new Map(events.map(({ tick, step }) => [tick, step === null ? undefined : spec.steps[step]]));
    return (tick: number): StepShown | null => steps.get(tick) ?? null;
  }, [events, spec]);
  const title = findingText(model.finding, messages);
  return (
    <>
      <Figure
        title={title}
        name={t('standby.figure')}
        description={t('ui.sentences', { all: words.slice(0, 3) })}
        provenance={
          <>
            <ProvenanceBadge kind="modelled" facts={[t('stage.figure.rulesOf', { rules: stage.rules })]} />
            {examples}
          </>
        }
        caption={shown.from === 0 ? undefined : t('standby.copy.where', { from: shown.from })}
        data={() => snapshotRows(model, messages)}
      >
        <StandbyDrawing
          stage={stage}
          onStage={fills}
          shown={shown}
          model={model}
          stepOf={stepOf}
          label={t('ui.sentences', { all: words.slice(0, 3) })}
          onXid={(xid) => on.play.select({ xid: xid === chosen ? null : xid })}
          onRecord={(index) => on.replayTo(index + 1)}
          motion={motion}
        />
      </Figure>
      <ReplayBar {...{ place, shown, on }} isNext={fills && !boxed && standsAt(place, shown) < shown.records.length} />
      {!fills && <NextSteps steps={steps} spec={spec} stage={stage} place={place} shown={shown} on={on} />}
      {shown.more && !fills && <p className={page.quiet}>{t('standby.strip.more')}</p>}
      {!isStage && <Tables {...{ stage, shown, model, words, on }} />}
      <LiveRegion text={`${placeText(shown, messages)} ${title}.`} everyMs={600} />
    </>
  );
}

interface TablesProps extends Pick<StandbyLookProps, 'stage' | 'shown' | 'on'> {
  readonly model: StandbyModel;
  readonly words: readonly string[];
}

/** The figure in numbers and in words. */
function Tables({ stage, shown, model, words, on }: TablesProps) {
  const { t } = useMessages();
  return (
    <>
      <SnapshotTable model={model} onRelease={(at) => on.release(at)} />
      <div className={styles.ask}>
        <Select
          label={t('standby.ask')}
          value={model.chosen === null ? '' : String(model.chosen)}
          options={[
            { value: '', label: t('standby.ask.none') },
            ...stage.xids.map(({ xid }) => ({ value: String(xid), label: String(xid) })),
          ]}
          onChange={(value) => on.play.select({ xid: value === '' ? null : Number(value) })}
        />
        <ReasonTable stage={stage} model={model} />
      </div>
      <VersionTable stage={stage} shown={shown} model={model} />
      <Kept shown={shown} />
      <details className={styles.words}>
        <summary>{t('stage.words')}</summary>
        <ul data-part="standby">
          {words.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** The standby's own counters: for a reader who wants to see what PostgreSQL keeps. */
function Kept({ shown: { state } }: Pick<StandbyLookProps, 'shown'>) {
  const { t } = useMessages();
  const { tail, head, entries, compressions } = state.known;
  const count = entries.filter(({ valid }) => valid).length;
  const all = [
    t('standby.readiness.name', state),
    t('standby.nextXid', { xid: shortXid(state.nextXid) }),
    t('standby.latestCompleted', { xid: shortXid(state.latestCompletedXid) }),
    t('standby.lastOverflowed', { xid: state.lastOverflowedXid }),
    `${t('standby.array')}: ${t('standby.array.bounds', { tail, head, count, compressions })}`,
  ];
  return (
    <details className={styles.words}>
      <summary>{t('standby.kept')}</summary>
      <ul>
        {all.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

const ARROWS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

const scaleTo = (from: number, to: number): SliderScale => ({
  min: from,
  max: Math.max(from + 1, to),
  position: (value) => (value - from) / Math.max(1, to - from),
  value: (position) => Math.round(from + position * Math.max(1, to - from)),
});

interface ReplayBarProps extends Pick<StandbyLookProps, 'place' | 'shown' | 'on'> {
  /** On stage: the next press of the arrow, or of a remote, replays. */
  readonly isNext: boolean;
}

function ReplayBar({ place, shown, on, isNext }: ReplayBarProps) {
  const messages = useMessages();
  const { t } = messages;
  const isPhone = !useMediaQuery(WINDOWS.tablet);
  const { at, from, records } = shown;
  const end = records.length;
  const stands = standsAt(place, shown);
  const next = records[stands];
  const scale = useMemo(() => scaleTo(from, end), [from, end]);
  const onArrow = (event: KeyboardEvent): void => {
    const by = ARROWS[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    on.replayBy(by);
  };
  return (
    <section className={styles.replay} aria-label={t('standby.replay')}>
      <b className={styles.server} aria-hidden="true">
        {t('standby.lane.standby')}
      </b>
      <Button
        className={styles.next}
        look="primary"
        onClick={() => on.replayBy(1)}
        disabled={stands >= end}
        keyHint={isNext ? 'L →' : 'L'}
        aria-keyshortcuts="L"
        title={next === undefined ? undefined : recordText(next, messages)}
      >
        {t('standby.replay.next')}
      </Button>
      <Button
        onClick={() => on.replayBy(-1)}
        disabled={stands <= from}
        keyHint="J"
        aria-keyshortcuts="J"
        aria-label={t('standby.replay.previous')}
      >
        {t(isPhone ? 'stage.moves.back' : 'standby.replay.previous')}
      </Button>
      <div className={styles.slider} onKeyDownCapture={onArrow}>
        <Slider
          label={t('standby.replay.position')}
          hideLabel
          scale={scale}
          value={Math.max(from, stands)}
          onChange={(to) => on.replayTo(to)}
          valueText={(value) => t('standby.replay.value', { at: value, end })}
          disabled={end <= from}
        />
      </div>
      <span className={styles.place}>{t(isPhone ? 'standby.replay.short' : 'standby.replay.value', { at, end })}</span>
      <Take {...{ place, shown, on, isPhone }} />
    </section>
  );
}

interface TakeProps extends Pick<StandbyLookProps, 'place' | 'shown' | 'on'> {
  readonly isPhone: boolean;
}

function Take({ place, shown, on, isPhone }: TakeProps) {
  const { t } = useMessages();
  const cannot = whyNoSnapshot(place, shown);
  return (
    <Button
      onClick={() => on.take()}
      disabled={cannot !== null}
      keyHint="S"
      aria-keyshortcuts="S"
      title={cannot === null ? undefined : t(`standby.snapshot.cannot.${cannot}`)}
      aria-label={t('standby.snapshot.take')}
    >
      {t(isPhone ? 'standby.snapshots.whose' : 'standby.snapshot.take')}
    </Button>
  );
}

const oneLine = (sql: string): string => sql.trim().replace(/\s+/g, ' ').slice(0, 200);

function NextSteps({
  steps,
  spec,
  stage,
  place,
  shown: { from, records },
  on,
}: Pick<StandbyLookProps, 'steps' | 'spec' | 'stage' | 'place' | 'shown' | 'on'>) {
  const { t } = useMessages();
  const end = records.length;
  const hues = sessionStyles(stage.sessions.map(({ session }) => session));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={page.row} role="group" aria-label={t('standby.primary.steps')}>
      <span className={page.quiet}>{t('standby.primary.steps')}</span>
      {stage.sessions.map(({ session }, i) => {
        const next = steps === null ? null : nextStepOf(steps, i);
        const step = next === null ? undefined : spec.steps[next];
        const { letter } = styleOf(hues, session);
        return (
          <Button
            key={session}
            disabled={step === undefined}
            onClick={() => on.play.moveSession(i)}
            title={step?.sql.slice(0, 200)}
          >
            {t('standby.primary.step', { letter, step: step?.name ?? '–' })}
            {step !== undefined && <code className={styles.sql}>{oneLine(step.sql)}</code>}
          </Button>
        );
      })}
      <span className={styles.spring} />
      <Toggle
        label={t('standby.replay.follow')}
        checked={place.replay === 'end'}
        onChange={(follows) => on.follow(follows)}
      />
      <Button look="quiet" onClick={() => on.copyHere()} disabled={from === end || end === 0}>
        {t('standby.copy.here')}
      </Button>
      <Button look="quiet" onClick={() => on.copyFromStart()} disabled={from === 0}>
        {t('standby.copy.start')}
      </Button>
    </div>
  );
}
