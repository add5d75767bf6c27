/**
 * All figures of the stage, each drawn from the worker's last answer; a choice in one shows in all. On stage there is one
 * of them, next to the lanes if there is room.
 */
import '../../base/messages/en/stage.ts';
import '../../base/messages/en/standby.ts';
import {
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { Shown } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { fetched } from '../../ui/fetched.tsx';
import { useMediaQuery, WINDOWS } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { PlayDepth } from '../../viewmodel/addresses.ts';
import type { HeapModel } from '../../viewmodel/stage/heap.ts';
import { changedFirst } from '../../viewmodel/stage/heap-changed.ts';
import { HeapDetail } from '../../views/heap-page/HeapDetail.tsx';
import { NOTHING_TOLD, ToldContext } from '../../views/shared/told/told.ts';
import { SnapshotList } from '../../views/xid-axis/SnapshotList.tsx';
import { type Given, useStageActs, type ViewProps } from '../shared/play/figures/view.ts';
import { CrossLink } from '../shared/play/PlayBar.tsx';
import { isRunOver } from '../shared/play/play-moves.ts';
import type { PlayState } from '../shared/play/play-state.ts';
import type { PlayStore } from '../shared/play/play-store.ts';
import styles from '../shared/play/playground.module.css';
import { StageMotion } from '../shared/play/StageMotion.tsx';
import { STAGE_FIGURES, type StageFigure, USUAL_FIGURES, VIEWS } from '../shared/play/views.tsx';
import { isShownAt } from './depth.ts';
import { Verdict } from './Verdict.tsx';
import type { OnNews } from './verdict/news.ts';
import type { Tried } from './verdict/remedy.ts';

type PlayStageProps = Pick<PlayState, 'shown' | 'compiled' | 'at' | 'events' | 'question' | 'selection' | 'plan'> & {
  readonly store: PlayStore;
  /** In stage mode: the one figure that fits next to the lanes, or 'lanes' alone. Null: all. */
  readonly figure: StageFigure | null;
  /** Figures are next to the lanes, not in their place. */
  readonly beside: boolean;
  /** A session is SERIALIZABLE: its conflicts have a place on the page. */
  readonly isSerializable: boolean;
  readonly depth: PlayDepth;
  /** Each new number puts the focus into the first prompt. */
  readonly focus: number;
  /** The verdict in one line, while the whole one is out of view. */
  readonly onNews: OnNews;
};

/** Under the lanes of a spec that has them. */
const Prompts = fetched(() => import('../shared/prompt/Prompts.tsx').then((own) => own.Prompts));

/**
 * Redrawn when there is an answer, not when a question is on its way. The first answer draws all views, the most work
 * that this page ever does: head and bar come first, and React draws the views after them in slices. Each later answer
 * is drawn at once.
 */
export const PlayStage = memo(function PlayStage({ shown, compiled, ...props }: PlayStageProps) {
  const isBegun = useDeferredValue(shown !== null, false);
  if (shown === null || compiled === null || !isBegun) return null;
  return (
    <Suspense>
      <Views {...props} shown={shown} compiled={compiled} />
    </Suspense>
  );
});

/** The figures that have a place on the page; the others are below them, under *More*. */
const AREAS: Readonly<Partial<Record<StageFigure, string | undefined>>> = {
  lanes: styles.lanes,
  conflicts: styles.conflicts,
  xids: styles.axis,
  rows: styles.heap,
  why: styles.side,
};
const isMore = (figure: StageFigure): boolean => !Object.hasOwn(AREAS, figure);

interface ViewsProps extends PlayStageProps {
  readonly shown: Shown;
  readonly compiled: CompiledSpec;
}

/** On stage the letters are large, and a table's last columns are cut. */
const ARRANGE = {
  rows: (model: HeapModel) => changedFirst(model, false),
  ids: (model: HeapModel) => changedFirst(model, true),
  all: (model: HeapModel) => changedFirst(model, true),
} satisfies Record<PlayDepth, ViewProps['arrange']>;

/** When two sessions have ended what they began. */
const RunVerdict = fetched(() => import('./verdict/RunVerdict.tsx').then((own) => own.RunVerdict));

/** The verdict on the run, its place among the figures, and what it speaks of. */
function useRunVerdict({ store, compiled, at, shown, events, figure, depth, onNews }: ViewsProps) {
  const [told, setTold] = useState(NOTHING_TOLD);
  const [tried, setTried] = useState<Tried | null>(null);
  const isDesk = useMediaQuery(WINDOWS.desk);
  // Below the rows or next to them: it moves neither steps nor prompts nor rows.
  const place: StageFigure = isDesk ? 'why' : 'lanes';
  const isOver = figure === null && isRunOver(shown, events);
  const verdict = isOver && (
    <Suspense>
      <RunVerdict
        {...{ store, compiled, at, events, tried, onNews }}
        yields={depth === 'rows'}
        onTold={setTold}
        onTried={setTried}
      />
    </Suspense>
  );
  const above = (one: StageFigure): ReactNode => isDesk && one === place && verdict;
  const below = (one: StageFigure): ReactNode => !isDesk && one === place && verdict;
  return { told, above, below };
}

/**
 * On a phone, at the first look: from the first step on the sessions are at the window's top, so that the rows that a
 * press changes are in view with the buttons. Prompts see to their own place.
 */
function useRowsInView({ figure, depth, shown, compiled }: ViewsProps): RefObject<HTMLDivElement | null> {
  const stage = useRef<HTMLDivElement>(null);
  const isPhone = !useMediaQuery(WINDOWS.tablet);
  const isBegun = shown.state.tick > 0;
  const isWanted = isPhone && isBegun && figure === null && depth === 'rows' && !compiled.spec.extras.hasPrompts;
  useEffect(() => {
    const own = stage.current;
    // Only for a reader who presses its buttons: a link opens at the page's top.
    if (!isWanted || own === null || !own.contains(document.activeElement)) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    own.scrollIntoView({ block: 'start', behavior });
  }, [isWanted]);
  return stage;
}

/** The figures that have a place here, and those that the page has words for. */
function figuresOf({ figure, beside, isSerializable, depth }: ViewsProps) {
  const has = (one: StageFigure): boolean => isSerializable || USUAL_FIGURES.includes(one);
  const isDrawn = (one: StageFigure): boolean =>
    figure === null ? !isMore(one) && has(one) && isShownAt(depth, one) : one === figure || (beside && one === 'lanes');
  return { drawn: STAGE_FIGURES.filter(isDrawn), inWords: STAGE_FIGURES.filter(has) };
}

function Views(props: ViewsProps) {
  const { told, above, below } = useRunVerdict(props);
  const { figure, beside, isSerializable, focus, depth, onNews: _, ...stage } = props;
  const { store, ...given } = stage;
  const { shown, compiled, at, events } = given;
  const { t } = useMessages();
  const box = useRowsInView(props);
  const isWhole = figure === null && depth === 'all';
  const isTyped = figure === null && compiled.spec.extras.hasPrompts;
  const { drawn, inWords } = figuresOf(props);
  const own: ViewProps = {
    ...given,
    store,
    place: figure === null ? 'page' : 'stage',
    isOneOfMany: figure === null || beside,
    still: false,
    arrange: figure === null ? undefined : ARRANGE[depth],
    detail: isWhole ? HeapDetail : undefined,
    depth,
  };
  return (
    <ToldContext value={told}>
      <div
        ref={box}
        className={styles.stage}
        data-tick={shown.state.tick}
        data-figure={figure ?? undefined}
        data-beside={beside}
        data-many={shown.state.sessions.length > 3}
        data-serializable={figure === null && isSerializable}
        data-typed={isTyped || undefined}
        data-depth={figure === null ? depth : undefined}
      >
        {drawn.map((one) => (
          // A figure that comes late leaves the others on the screen.
          <Suspense key={one}>
            <Area
              figure={one}
              own={own}
              className={AREAS[one]}
              aside={one === 'why' ? t('stage.side') : undefined}
              before={above(one)}
            >
              {isWhole && one === 'why' && <Snapshots {...own} />}
              {isTyped && one === 'lanes' && (
                <Suspense>
                  <Prompts {...{ store, compiled, shown, events, focus }} />
                </Suspense>
              )}
              {below(one)}
            </Area>
          </Suspense>
        ))}
        {isWhole && <MoreViews own={own} />}
        {isWhole && <InWords {...given} figures={inWords} />}
        <StageMotion store={store} shown={shown} at={at} events={events} />
      </div>
    </ToldContext>
  );
}

interface AreaProps {
  readonly figure: StageFigure;
  readonly own: ViewProps;
  readonly className: string | undefined;
  /** The area's name, if it explains the others; undefined: it is one of them. */
  readonly aside?: string | undefined;
  /** Additions to the figure that only the page has: above it, and with it. */
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}

/** A figure in its place, below its title if it draws none. */
function Area({ figure, own, className, aside, before, children }: AreaProps) {
  const id = useId();
  const { View, Title, hasHeading } = VIEWS[figure];
  if (aside !== undefined)
    return (
      <aside className={className} aria-label={aside}>
        {before}
        {children}
        {own.depth === 'rows' ? <Verdict shown={own.shown} /> : <View {...own} />}
      </aside>
    );
  if (hasHeading === true)
    return (
      <div className={className}>
        {before}
        <View {...own} />
        {children}
      </div>
    );
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} className={`${page.partTitle} ${styles.viewTitle} hidden-on-stage`}>
        <Title hasHint />
      </h2>
      <View {...own} />
      {children}
    </section>
  );
}

/** Above the reasons: every session's snapshot. */
function Snapshots({ store, shown, question }: ViewProps) {
  const { t } = useMessages();
  const id = useId();
  const { onSession } = useStageActs(store);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={`${page.partTitle} ${styles.viewTitle}`}>
        {t('stage.snapshots')} <span>{t('stage.snapshotsHint')}</span>
      </h2>
      <SnapshotList state={shown.state} selection={question} onSession={onSession} />
    </section>
  );
}

const WIDTHS = { two: styles.moreWide, all: styles.wideView } as const;

/** The figures below the stage. While folded up they are not rendered, so a step does no work for them. */
function MoreViews({ own }: { readonly own: ViewProps }) {
  const { t } = useMessages();
  const { spec } = own.compiled;
  const more = STAGE_FIGURES.filter(isMore);
  /** The reader's choice holds for the spec that was open then; another spec itself says what to watch. */
  const [choice, setChoice] = useState<{ readonly spec: Spec; readonly isOpen: boolean } | null>(null);
  const isWatched = more.some((figure) => spec.extras.watch.some((name) => name === VIEWS[figure].watch));
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
          {more.map((figure) => {
            const { width } = VIEWS[figure];
            return (
              <Area key={figure} figure={figure} own={own} className={width === undefined ? undefined : WIDTHS[width]}>
                {figure === 'subxids' && (
                  <p>
                    <CrossLink to="standby">{t('standby.fromPlayground')}</CrossLink>
                  </p>
                )}
              </Area>
            );
          })}
        </div>
      )}
    </details>
  );
}

/** Everything on the stage as plain sentences: for screen readers, for copying, and for the tests. */
function InWords({ figures, ...given }: Given & { readonly figures: readonly StageFigure[] }) {
  const { t } = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.inWords}>
      <details className={styles.more} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('stage.words')}</summary>
        {open && (
          <div className={styles.words} data-words={given.shown.state.tick}>
            {figures.map((figure) => {
              const { Title, Lines } = VIEWS[figure];
              return (
                <div key={figure}>
                  <Suspense>
                    <h2 className={`${page.partTitle} ${styles.viewTitle}`}>
                      <Title />
                    </h2>
                    <ul data-part={figure}>
                      <Lines {...given} />
                    </ul>
                  </Suspense>
                </div>
              );
            })}
          </div>
        )}
      </details>
    </div>
  );
}
