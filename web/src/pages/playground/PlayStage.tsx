/** The views side by side, each drawn from the worker's last answer; a choice in one shows in all. */

import { memo, type ReactNode, useDeferredValue, useId, useRef, useState } from 'react';
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { Shown, StageEvent, StageState } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { useMediaQuery, WINDOWS } from '../../ui/hooks.ts';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { ExplainModel } from '../../viewmodel/stage/explain.ts';
import { explainSaid, explainText } from '../../viewmodel/stage/explain-words.ts';
import type { HeapModel } from '../../viewmodel/stage/heap.ts';
import { heapText } from '../../viewmodel/stage/heap-words.ts';
import { horizonsText, subxidsText } from '../../viewmodel/stage/horizons.ts';
import { tickText } from '../../viewmodel/stage/lane-words.ts';
import type { Selection, TupleRef } from '../../viewmodel/stage/selection.ts';
import { subtransText } from '../../viewmodel/stage/subtrans.ts';
import { xidAxisText } from '../../viewmodel/stage/xid-axis-text.ts';
import { ExplainView } from '../../views/explain/ExplainView.tsx';
import { HeapDetail } from '../../views/heap-page/HeapDetail.tsx';
import { HeapPage } from '../../views/heap-page/HeapPage.tsx';
import { HorizonsView } from '../../views/horizons/HorizonsView.tsx';
import { Lanes } from '../../views/lanes/Lanes.tsx';
import { SubtransView } from '../../views/subtrans/SubtransView.tsx';
import { SubxidsView } from '../../views/subxids/SubxidsView.tsx';
import { SnapshotList } from '../../views/xid-axis/SnapshotList.tsx';
import { XidAxisView } from '../../views/xid-axis/XidAxisView.tsx';
import { CrossLink } from '../shared/play/PlayBar.tsx';
import { useAsked, useExplanation, useLanes } from '../shared/play/parts/OtherParts.tsx';
import { useStageActs } from '../shared/play/parts/part.tsx';
import { useFold, useHeap } from '../shared/play/parts/RowsPart.tsx';
import type { PlayState } from '../shared/play/play-state.ts';
import type { PlayStore } from '../shared/play/play-store.ts';
import styles from '../shared/play/playground.module.css';
import type { StageFigure } from '../shared/play/stage-figure.ts';

interface InWordsProps {
  readonly spec: Spec;
  readonly state: StageState;
  readonly events: readonly StageEvent[];
  readonly heap: HeapModel;
  readonly explain: ExplainModel | null;
}

/** Everything on the stage as plain sentences: for screen readers, for copying, and for the tests. */
function InWords(props: InWordsProps) {
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
          <h2 className={`${page.partTitle} ${styles.viewTitle}`}>{title}</h2>
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

interface MoreViewsProps {
  readonly state: StageState;
  readonly spec: Spec;
  readonly selection: Selection;
  readonly onTuple: (tuple: TupleRef) => void;
}

/**
 * Slots, pg_subtrans and horizons below the stage. While folded up they are not rendered, so a step does no work for
 * them.
 */
function MoreViews({ state, spec, selection, onTuple }: MoreViewsProps) {
  const { t } = useMessages();
  /** The reader's choice holds for the spec that was open then; another spec itself says what to watch. */
  const [choice, setChoice] = useState<{ readonly spec: Spec; readonly isOpen: boolean } | null>(null);
  const isWatched = spec.extras.watch.some((view) => view === 'subxids' || view === 'horizons');
  const isOpen = choice?.spec === spec ? choice.isOpen : isWatched;
  return (
    <details
      className={styles.more}
      data-area="more"
      open={isOpen}
      onToggle={(event) => setChoice({ spec, isOpen: event.currentTarget.open })}
    >
      <summary>{t('stage.more')}</summary>
      {isOpen && (
        <div className={styles.moreViews}>
          <section aria-labelledby="play-subxids">
            <h2 id="play-subxids" className={`${page.partTitle} ${styles.viewTitle}`}>
              {t('stage.subxids')}
            </h2>
            <SubxidsView state={state} selection={selection} />
            <p>
              <CrossLink to="standby">{t('standby.fromPlayground')}</CrossLink>
            </p>
          </section>
          <section className={styles.moreWide} aria-labelledby="play-subtrans">
            <h2 id="play-subtrans" className={`${page.partTitle} ${styles.viewTitle}`}>
              {t('subtrans.title')} <span>{t('subtrans.hint')}</span>
            </h2>
            <SubtransView state={state} />
          </section>
          <section className={styles.wideView} aria-labelledby="play-horizons">
            <h2 id="play-horizons" className={`${page.partTitle} ${styles.viewTitle}`}>
              {t('stage.horizons')}
            </h2>
            <HorizonsView state={state} selection={selection} onTuple={onTuple} />
          </section>
        </div>
      )}
    </details>
  );
}

type PlayStageProps = Pick<PlayState, 'shown' | 'compiled' | 'at' | 'events' | 'question' | 'selection' | 'plan'> & {
  readonly store: PlayStore;
  /** In stage mode: the one figure that fits next to the lanes, or 'lanes' alone. Null: all. */
  readonly figure: StageFigure | null;
  /** Figures are next to the lanes, not in their place. */
  readonly beside: boolean;
};

/** In stage mode: the largest share of the window's height for the rows. */
const STAGE_ROWS = 0.55;
/** The height of the part below the rows, in px: visible with them if there is enough room. */
const BELOW_ROWS = 52;
const MANY_ROWS = 400;

/**
 * Redrawn when there is an answer, not when a question is on its way. The first answer draws all views, the most work
 * that this page ever does: head and bar come first, and React draws the views after them in slices. Each later answer
 * is drawn at once.
 */
export const PlayStage = memo(function PlayStage({ shown, compiled, ...props }: PlayStageProps) {
  const isBegun = useDeferredValue(shown !== null, false);
  if (shown === null || compiled === null || !isBegun) return null;
  return <Views {...props} shown={shown} compiled={compiled} />;
});

interface ViewsProps extends PlayStageProps {
  readonly shown: Shown;
  readonly compiled: CompiledSpec;
}

function Views(props: ViewsProps) {
  const messages = useMessages();
  const { t } = messages;
  const isLow = useMediaQuery(WINDOWS.low);
  const id = useId();
  const { store, shown, compiled, events, question, figure, beside } = props;
  const heap = useHeap(shown, question);
  const explain = useExplanation(shown);
  const asked = useAsked(shown, question);
  const lanes = useLanes(props);
  const { onXid, onSession, onTuple, onLook, onPage, onMove, onSeek, toggleXid, toggleSession } = useStageActs(store);
  const { state: stage } = shown;
  const has = (one: StageFigure) => figure === null || figure === one;
  // Without a figure of the stage all of them are on the page, and each has its room.
  const isBeside = figure !== null && beside;
  return (
    <div
      className={styles.stage}
      data-tick={stage.tick}
      data-figure={figure ?? undefined}
      data-beside={beside}
      data-many={stage.sessions.length > 3}
    >
      {(figure === null || beside || figure === 'lanes') && (
        <div className={styles.lanes}>
          <Lanes
            input={lanes}
            {...(figure === null
              ? {}
              : { compact: beside, heading: <h2 className="visually-hidden">{t('lanes.title')}</h2> })}
            onMove={onMove}
            onSeek={onSeek}
            onXid={toggleXid}
            onSession={toggleSession}
          />
        </div>
      )}
      {has('xids') && (
        <section className={styles.axis} aria-labelledby={`${id}-axis`}>
          <h2 id={`${id}-axis`} className={`${page.partTitle} ${styles.viewTitle} hidden-on-stage`}>
            {t('stage.axis')} <span>{t('stage.axisHint')}</span>
          </h2>
          <XidAxisView
            state={stage}
            selection={question}
            low={isLow && figure === null}
            beside={isBeside}
            onXid={onXid}
            onSession={onSession}
          />
        </section>
      )}
      {has('rows') && (
        <HeapBox>
          {(room) => (
            <HeapPage
              {...heightOf(figure, room)}
              beside={isBeside}
              detail={figure === null ? HeapDetail : undefined}
              model={heap}
              onTuple={onTuple}
              onXid={onXid}
              onSession={onSession}
              onLook={onLook}
              onPage={onPage}
            />
          )}
        </HeapBox>
      )}
      {has('why') && (
        <aside className={styles.side} aria-label={t('stage.side')}>
          {figure === null && (
            <section aria-labelledby={`${id}-snapshots`}>
              <h2 id={`${id}-snapshots`} className={`${page.partTitle} ${styles.viewTitle}`}>
                {t('stage.snapshots')} <span>{t('stage.snapshotsHint')}</span>
              </h2>
              <SnapshotList state={stage} selection={question} onSession={onSession} />
            </section>
          )}
          <ExplainView model={explain} chosen={asked} onXid={onXid} />
          <LiveRegion text={explain === null ? '' : explainSaid(explain, messages)} everyMs={600} />
        </aside>
      )}
      {figure === 'subxids' && (
        <section aria-label={t('stage.subxids')}>
          <SubxidsView state={stage} selection={question} />
        </section>
      )}
      {figure === 'horizons' && (
        <section aria-label={t('stage.horizons')}>
          <HorizonsView state={stage} selection={question} onTuple={onTuple} />
        </section>
      )}
      {figure === 'subtrans' && (
        <section aria-label={t('subtrans.title')}>
          <SubtransView state={stage} brief />
        </section>
      )}
      {figure === null && (
        <>
          {' '}
          <MoreViews state={stage} spec={compiled.spec} selection={question} onTuple={onTuple} />
          <div className={styles.inWords}>
            <InWords spec={compiled.spec} state={stage} events={events} heap={heap} explain={explain} />
          </div>
        </>
      )}
    </div>
  );
}

/** The rows end above the bar, so that the asked row is visible: the list scrolls to it, the page need not. */
function heightOf(figure: StageFigure | null, room: number | null): { readonly maxHeight?: number } {
  if (figure !== null) return { maxHeight: STAGE_ROWS * innerHeight };
  // On a narrower page the list is below the lanes, with the page's whole height.
  if (room === null || !matchMedia(WINDOWS.desk).matches) return {};
  return { maxHeight: room > MANY_ROWS ? room - BELOW_ROWS : room };
}

function HeapBox({ children }: { readonly children: (room: number | null) => ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const room = useFold(box, `.${styles.page}`);
  return (
    <div ref={box} className={styles.heap}>
      {children(room)}
    </div>
  );
}
