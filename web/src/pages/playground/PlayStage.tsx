/** The views side by side, each drawn from the worker's last answer; choosing in one shows in all. */
import { memo, type ReactNode, useMemo, useRef } from 'react';
import { explainModel } from '../../model/stage/explain.ts';
import { heapModel } from '../../model/stage/heap.ts';
import { sessionStyles, styleOf } from '../../model/stage/session-style.ts';
import { useMediaQuery } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { ExplainView } from '../../views/explain/ExplainView.tsx';
import { HeapPage } from '../../views/heap-page/HeapPage.tsx';
import { Lanes } from '../../views/lanes/Lanes.tsx';
import { SubtransView } from '../../views/subtrans/SubtransView.tsx';
import { SnapshotList } from '../../views/xid-axis/SnapshotList.tsx';
import { XidAxisView } from '../../views/xid-axis/XidAxisView.tsx';
import { InWords } from './InWords.tsx';
import { MoreViews } from './MoreViews.tsx';
import type { PlayState } from './play-state.ts';
import type { PlayStore } from './play-store.ts';
import styles from './playground.module.css';
import type { StageFigure } from './stage-figure.ts';
import { useFold } from './use-fold.ts';

type PlayStageProps = Pick<PlayState, 'shown' | 'compiled' | 'at' | 'events' | 'question' | 'selection' | 'plan'> & {
  readonly store: PlayStore;
  /** In stage mode: the one figure there is room for beside the lanes, or 'lanes' alone. Null: all. */
  readonly figure: StageFigure | null;
  /** Figures stand beside the lanes, not in their place. */
  readonly beside: boolean;
};

/** In stage mode: how much of the window's height the rows may take. */
const STAGE_ROWS = 0.55;
/** What stands below the rows, in px: in sight with them where there is room for many. */
const BELOW_ROWS = 52;
const MANY_ROWS = 400;
/** Narrower, and the list stands below the lanes, with the page's whole height. */
const WIDE_PX = 1056;

/** Lanes, page and reasons stand side by side, and each pixel of the height counts. */
const LOW_WINDOW = '(min-width: 66rem) and (max-height: 54rem)';

/** Drawn anew when there is an answer, not when a question is on its way. */
export const PlayStage = memo(function PlayStage(props: PlayStageProps) {
  const { t } = useMessages();
  const isLow = useMediaQuery(LOW_WINDOW);
  const { store, shown, compiled, at, events, question, selection, plan, figure, beside } = props;
  const heap = useMemo(() => (shown === null ? null : heapModel(shown.state, question)), [shown, question]);
  const explain = useMemo(
    () => (shown?.explanation == null ? null : explainModel(shown.explanation, shown.state)),
    [shown],
  );
  const tick = shown?.state.tick ?? 0;
  // The same arrays while nothing has changed: what is made of them is kept.
  const past = useMemo(() => events.filter((event) => event.tick <= tick), [events, tick]);
  const lanes = useMemo(
    () =>
      shown === null || compiled === null
        ? null
        : {
            spec: compiled.spec,
            state: shown.state,
            events: past,
            playback: at,
            selection,
            plan,
            stopped: shown.stopped !== null,
          },
    [shown, compiled, past, at, selection, plan],
  );
  if (shown === null || compiled === null || heap === null || lanes === null) return null;
  const { state: stage } = shown;
  const styleFor = sessionStyles(stage.sessions.map(({ session }) => session));
  const has = (one: StageFigure) => figure === null || figure === one;
  const onXid = (xid: number | null) => store.select({ xid });
  const onSession = (session: string | null) => store.select({ session });
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
            onMove={(session) => store.moveSession(session)}
            onSeek={(tick, branch) => store.seek(tick, branch)}
            onXid={(xid) => store.toggle({ xid })}
            onSession={(session) => store.toggle({ session })}
          />
        </div>
      )}
      {has('xids') && (
        <section className={styles.axis} aria-labelledby="play-axis">
          <h2 id="play-axis" className={styles.viewTitle}>
            {t('stage.axis')} <span>{t('stage.axisHint')}</span>
          </h2>
          <XidAxisView
            state={stage}
            selection={question}
            low={isLow && figure === null}
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
              detail={figure === null}
              model={heap}
              onTuple={(tuple) => store.select({ tuple })}
              onXid={onXid}
              onSession={onSession}
              onLook={(session, tuple) => store.select({ session, tuple })}
              onPage={(table, block, tuple) =>
                tuple === undefined ? store.showPage(table, block) : store.select({ tuple })
              }
            />
          )}
        </HeapBox>
      )}
      {has('why') && (
        <aside className={styles.side} aria-label={t('stage.side')}>
          {figure === null && (
            <section aria-labelledby="play-snapshots">
              <h2 id="play-snapshots" className={styles.viewTitle}>
                {t('stage.snapshots')} <span>{t('stage.snapshotsHint')}</span>
              </h2>
              <SnapshotList state={stage} selection={question} onSession={onSession} />
            </section>
          )}
          <ExplainView
            model={explain}
            chosen={{
              letter: question.session === null ? null : styleOf(styleFor, question.session).letter,
              tuple: question.tuple,
            }}
            onXid={onXid}
          />
        </aside>
      )}
      {figure === 'subtrans' && (
        <section aria-label={t('subtrans.title')}>
          <SubtransView state={stage} brief />
        </section>
      )}
      {figure === null && (
        <>
          {' '}
          <MoreViews
            state={stage}
            spec={compiled.spec}
            selection={question}
            onTuple={(tuple) => store.select({ tuple })}
          />
          <div className={styles.inWords}>
            <InWords spec={compiled.spec} state={stage} events={events} heap={heap} explain={explain} />
          </div>
        </>
      )}
    </div>
  );
});

/** The rows end above the bar, so that the one in question is in sight: the list scrolls to it, the page need not. */
function heightOf(figure: StageFigure | null, room: number | null): { readonly maxHeight?: number } {
  if (figure !== null) return { maxHeight: STAGE_ROWS * innerHeight };
  if (innerWidth < WIDE_PX || room === null) return {};
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
