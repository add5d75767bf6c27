/**
 * One page of a heap: its versions drawn byte by byte, the sessions that see each, and the links between them. Only the
 * rows in the list's window are drawn, so a page of 291 line pointers costs the same as one of ten. Stateless: a model
 * in, choices out.
 */
import '../../base/messages/en/heap.ts';
import '../../base/messages/en/ui.ts';
import {
  type ComponentType,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { fetchedLater } from '../../ui/fetched.tsx';
import { useMediaQuery, useSame, useSize } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { HeapModel } from '../../viewmodel/stage/heap.ts';
import {
  endOf,
  FEW_ROWS,
  type HeaderShare,
  type HeapLayout,
  heapLayout,
  rowsWithin,
} from '../../viewmodel/stage/heap-layout.ts';
import type { HeapLocks } from '../../viewmodel/stage/heap-locks.ts';
import { whoLong, whoShort } from '../../viewmodel/stage/heap-words.ts';
import type { HeapCallbacks } from './HeapGrid.tsx';
import { HeapHead, headAt, PagePicker, SpaceStrip } from './HeapHead.tsx';
import { HeapRows } from './HeapRows.tsx';
import styles from './heap-page.module.css';
import { type CutText, textCutter } from './text-measure.ts';

/** SIREAD locks, and what draws them (`Sireads.tsx`): the parent fetches it when there are some. */
export interface Sireads {
  readonly locks: HeapLocks;
  readonly Bar: ComponentType<{ readonly locks: HeapLocks }>;
  readonly Rows: ComponentType<{ readonly locks: HeapLocks; readonly model: HeapModel; readonly layout: HeapLayout }>;
}

export interface HeapPageProps extends HeapCallbacks {
  readonly model: HeapModel;
  readonly sireads?: Sireads | null;
  readonly headingLevel?: 2 | 3;
  /**
   * The largest height of the drawing with its title, in px: rows become lower, and if that is not enough they scroll.
   * Two rows are always visible. Default 660.
   */
  readonly maxHeight?: number;
  /** Next to other figures: the note gives up its room. */
  readonly beside?: boolean;
  /** The header's share in each row; without the header, only the eyes can be chosen. Left out: all, and the page's space. */
  readonly header?: HeaderShare | undefined;
  /** Shows details of the chosen version, below the drawing: `HeapDetail`, if the parent wants it. */
  readonly detail?: ComponentType<{ readonly model: HeapModel }> | undefined;
}

const BAR_PX = 14;
/** Rows beyond the window's edges that are drawn in advance. */
const BEYOND = 3;

/** Redrawn when the model is another object. */
export const HeapPage = memo(function HeapPage(props: HeapPageProps) {
  const {
    model,
    headingLevel = 2,
    maxHeight = 660,
    beside = false,
    detail: Detail,
    sireads,
    header,
    ...callbacks
  } = props;
  const { t } = useMessages();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const { table, block } = model;
  if (table === null)
    return (
      <div className={styles.empty}>
        <Heading className={styles.title}>{t(model.tornDown ? 'heap.tornDown' : 'heap.noTable')}</Heading>
        <p className={styles.note}>{t(model.tornDown ? 'heap.tornDownHint' : 'heap.noTableHint')}</p>
      </div>
    );
  const head = (note: ReactNode, ref?: RefObject<HTMLDivElement | null>): ReactNode => (
    <div ref={ref} className={styles.bar}>
      <Heading className={styles.title}>{header === 'none' ? table : t('heap.title', { table, block })}</Heading>
      {!beside && note}
      <PagePicker model={model} onPage={callbacks.onPage} />
      {sireads != null && (
        <Suspense>
          <sireads.Bar locks={sireads.locks} />
        </Suspense>
      )}
    </div>
  );
  return (
    <div className={styles.page}>
      {model.counts.pointers === 0 ? (
        <>
          {head(null)}
          <div className={styles.empty}>
            <p>{t('heap.empty', { table })}</p>
            <p className={styles.note}>{t('heap.emptyHint')}</p>
          </div>
        </>
      ) : (
        <Drawing {...{ model, maxHeight, head, header, sireads }} {...callbacks} />
      )}
      {header === undefined && <SpaceStrip model={model} />}
      {Detail !== undefined && model.counts.versions > 0 && <Detail model={model} />}
    </div>
  );
});

/** Measures the text's size in px, whatever sets it: a probe ten letters high. */
const PROBE_EM = 10;

interface DrawingProps extends HeapCallbacks {
  readonly model: HeapModel;
  readonly sireads: Sireads | null | undefined;
  readonly maxHeight: number;
  readonly header: HeaderShare | undefined;
  /** The head above the drawing: the title with this note next to it. */
  readonly head: (note: ReactNode, ref: RefObject<HTMLDivElement | null>) => ReactNode;
}

function Drawing({ model, maxHeight: most, head, header, sireads, ...callbacks }: DrawingProps) {
  const messages = useMessages();
  const { t } = messages;
  const frame = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const maxHeight = most - (useSize(bar)?.height ?? 0);
  const em = (useSize(probe)?.height ?? 0) / PROBE_EM;
  const coarse = useMediaQuery('(pointer: coarse)');
  const width = size?.width ?? 0;
  const laid = useMemo(() => {
    if (width === 0 || em === 0) return null;
    const all = heapLayout(model, { width: width - 1, em, coarse, header, height: maxHeight });
    // A scrolling list needs room for its scroll bar.
    const scrolls = all.tops.length - 1 > FEW_ROWS && endOf(all) > maxHeight + 1;
    return scrolls ? heapLayout(model, { width: width - BAR_PX, em, coarse, header }) : all;
  }, [model, width, em, coarse, maxHeight, header]);
  // Most changes of a page move nothing: then only the changed rows are redrawn.
  const layout = useSame(laid);
  const cut = useCutter(em);
  return (
    <div ref={frame} className={styles.frame} data-mode={layout?.mode}>
      <span ref={probe} className={styles.probe} aria-hidden="true" />
      {head(
        <p className={styles.note}>
          {/* The last clause is cut if there is no room for it. */}
          {t('ui.clauses', {
            all: [
              model.by === null ? t('heap.inkNobody') : t('heap.ink', { who: whoShort(model.by, messages) }),
              ...(layout === null || header === 'none' ? [] : [t(SCALE[layout.mode])]),
            ],
          })}
        </p>,
        bar,
      )}
      {layout !== null && <Scrolled {...{ model, layout, maxHeight, cut, scroller, sireads, header }} {...callbacks} />}
      {layout !== null && layout.more !== null && (
        <p className={styles.note}>{t('heap.columnsCutLong', { n: layout.more.count })}</p>
      )}
    </div>
  );
}

const SCALE = { bytes: 'heap.scale', header: 'heap.scaleHeader', compact: 'heap.scaleNone' } as const;

/** A cutter for the interface's face; a new one when the fonts have come. */
function useCutter(em: number): CutText {
  const [fonts, setFonts] = useState(0);
  useEffect(() => {
    let here = true;
    document.fonts.ready.then(() => here && setFonts(1)).catch(() => undefined);
    return () => {
      here = false;
    };
  }, []);
  return useMemo(() => {
    const family = getComputedStyle(document.documentElement).getPropertyValue('--sans').trim();
    // Counting the font loads only makes React measure the texts again.
    return textCutter(`${em}px ${fonts < 0 ? '' : family}`, em);
  }, [em, fonts]);
}

interface ScrolledProps extends HeapCallbacks {
  readonly header: HeaderShare | undefined;
  readonly model: HeapModel;
  readonly sireads: Sireads | null | undefined;
  readonly layout: HeapLayout;
  readonly maxHeight: number;
  readonly cut: CutText;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** The list's scroll position, and the rows that are visible there. */
function useScroll({ model, layout, maxHeight, scroller }: ScrolledProps) {
  const total = layout.tops.at(-1) ?? 0;
  const isFew = layout.tops.length - 1 <= FEW_ROWS;
  const height = isFew ? total : Math.min(total, Math.max(maxHeight - layout.head, layout.row.height * 2));
  const [top, setTop] = useState(0);
  const scrolls = total > height + 1;
  /** The list's scroll position, from its last event: reading it from the element would cost a layout. */
  const place = useRef(0);
  // The end, too, is a row's beginning: the names above cut no row.
  const sheet = scrolls ? inSight(layout, layout.tops.length - 2, 0, height) + height : total;
  const goalOf = (row: number): number => inSight(layout, row, Math.min(place.current, sheet - height), height);

  // A version that was chosen elsewhere is scrolled into view; later scrolling by the reader is left alone. Another
  // page counts as another choice, and so does another height of the list. The target rows are drawn at once, not after
  // those that are visible now.
  const { chosenRow } = model;
  const choice = `${model.table} ${model.block} ${chosenRow} ${height}`;
  const [revealed, setRevealed] = useState('');
  if (choice !== revealed) {
    setRevealed(choice);
    if (chosenRow !== null) setTop(goalOf(chosenRow));
  }
  const scrollTo = (row: number): void => {
    const goal = goalOf(row);
    if (scroller.current === null || goal === place.current) return;
    place.current = goal;
    scroller.current.scrollTop = goal;
  };
  const revealChosen = useEffectEvent(() => {
    if (chosenRow !== null) scrollTo(chosenRow);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => revealChosen(), [choice]);
  const [first, end] = rowsWithin(layout, top, top + height);
  return {
    range: [Math.max(0, first - BEYOND), Math.min(model.rows.length, end + BEYOND)] as const,
    total,
    sheet,
    scrolls,
    height: scrolls ? height : total,
    reveal: (row: number): void => {
      scrollTo(row);
      setTop(place.current);
    },
    onScroll: (to: number): void => {
      place.current = to;
      // Redraw only if other rows become visible.
      setTop((was) =>
        rowsWithin(layout, was, was + height).join() === rowsWithin(layout, to, to + height).join() ? was : to,
      );
    },
  };
}

/** The drawing comes first; what can be chosen in it comes as soon as the page is quiet. */
const useGrid = fetchedLater(() => import('./HeapGrid.tsx').then((own) => own.HeapGrid));

function Scrolled(props: ScrolledProps) {
  const { model, layout, maxHeight: _, cut, scroller, sireads, header, ...callbacks } = props;
  const { range, total, sheet, scrolls, height, reveal, onScroll } = useScroll(props);
  const Grid = useGrid(true);
  return (
    <>
      <Heads model={model} layout={layout} onSession={header === 'none' ? null : callbacks.onSession} />
      <div
        ref={scroller}
        className={styles.scroller}
        data-scrolls={scrolls || undefined}
        // A list that scrolls can be reached with the keyboard: by its buttons, once they are there.
        {...(scrolls && Grid === null && { tabIndex: 0 })}
        style={{ height }}
        onScroll={(event) => onScroll(event.currentTarget.scrollTop)}
      >
        <div className={styles.sheet} style={{ height: sheet }}>
          <svg width={layout.width} height={total} aria-hidden="true" className={styles.drawing}>
            <HeapRows
              {...{ model, layout, range, cut }}
              marked={sireads?.locks.rows ?? []}
              isPlain={header === 'none'}
            />
            {sireads != null && (
              <Suspense>
                <sireads.Rows locks={sireads.locks} model={model} layout={layout} />
              </Suspense>
            )}
          </svg>
          {Grid !== null && (
            <Grid
              model={model}
              layout={layout}
              range={range}
              reveal={reveal}
              eyesOnly={header === 'none'}
              {...callbacks}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** The sessions above their eyes; a click chooses one. */
interface HeadsProps extends Pick<ScrolledProps, 'model' | 'layout'> {
  /** Null: only the letters. */
  readonly onSession: HeapCallbacks['onSession'] | null;
}
function Heads({ model, layout, onSession }: HeadsProps) {
  const messages = useMessages();
  const { eyes, head, em } = layout;
  const tall = eyes.below ? (head - 2 * em) / eyes.lines : head;
  return (
    <div className={styles.headBox} style={{ height: head }}>
      <svg width={layout.width} height={head} aria-hidden="true" className={styles.drawing}>
        <HeapHead sessions={model.sessions} by={model.by?.name ?? null} layout={layout} />
      </svg>
      {(onSession === null ? [] : model.sessions).map((session, i) => {
        const at = headAt(layout, i);
        const chosen = model.by?.name === session.name;
        return (
          <button
            key={session.name}
            type="button"
            className={styles.target}
            style={{
              left: at.x - eyes.slot / 2,
              top: eyes.below ? at.y - tall / 2 : 0,
              width: eyes.slot,
              height: tall,
            }}
            aria-label={messages.t('heap.choose.session', { who: whoLong(session, messages) })}
            aria-pressed={chosen}
            onClick={() => onSession?.(chosen ? null : session.name)}
          />
        );
      })}
    </div>
  );
}

/**
 * The scroll position for a list of `height` px at which a row is visible: at a row's beginning, as near as possible to
 * the present position.
 */
function inSight({ tops, row: parts, eyes, em }: HeapLayout, row: number, now: number, height: number): number {
  const from = tops[row] ?? 0;
  // A version ends with its box, or with the eyes under it; below it there may be room for an arrow.
  const drawn = eyes.below ? parts.height : parts.box + parts.boxHeight + 0.4 * em;
  const to = Math.min(tops[row + 1] ?? 0, from + drawn);
  if (from < now) return from;
  if (to - height <= now) return now;
  return Math.min(from, tops.find((top) => top >= to - height) ?? from);
}
