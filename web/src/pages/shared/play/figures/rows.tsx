/** The rows of a table's page. They are as high as the room allows: in their box, or above the window's end. */
import '../../../../base/messages/en/heap.ts';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { StageState } from '../../../../engine/stage/stage-types.ts';
import { fetched, fetchedLater } from '../../../../ui/fetched.tsx';
import { useSame, useSize, WINDOWS } from '../../../../ui/hooks.ts';
import { heapModel } from '../../../../viewmodel/stage/heap.ts';
import { HeapPage, type Sireads } from '../../../../views/heap-page/HeapPage.tsx';
import styles from '../play-figure.module.css';
import { isBesideOnStage, useStageActs, type ViewProps } from './view.ts';

/** Only in a box the rows have a height to keep to. */
const UNMEASURED: RefObject<null> = { current: null };

/** The header's share at each depth of the page. */
const HEADER = { rows: 'none', ids: 'stamps', all: undefined } as const;

export function View(props: ViewProps) {
  const { store, shown, question, place, detail, depth, arrange } = props;
  // Rebuilt when there is an answer, and not when a question is on its way.
  const model = useMemo(() => heapModel(shown.state, question), [shown, question]);
  const heap = useSame(arrange?.(model) ?? model);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(place === 'box' ? box : UNMEASURED);
  const fold = useFold(box);
  const { onTuple, onXid, onSession, onLook, onPage } = useStageActs(store);
  const sireads = useSireads(shown.state);
  // On the page alone, the first depth has a sentence below the rows.
  const below = place === 'page' && depth === 'rows' ? BELOW_FIRST : 0;
  const room = place === 'box' ? size?.height : roomAbove(place, fold === null ? null : fold - below);
  return (
    <div ref={box} className={styles.whole}>
      <HeapPage
        model={heap}
        sireads={sireads}
        beside={isBesideOnStage(props)}
        detail={detail}
        header={HEADER[depth ?? 'all']}
        {...(place === 'page' || place === 'stage' ? {} : { headingLevel: 3 })}
        {...(room === undefined ? {} : { maxHeight: room })}
        onTuple={onTuple}
        onXid={onXid}
        onSession={onSession}
        onLook={onLook}
        onPage={onPage}
      />
    </div>
  );
}

const drawn = () => import('../../../../views/heap-page/Sireads.tsx');
const SIREADS: Pick<Sireads, 'Bar' | 'Rows'> = {
  Bar: fetched(() => drawn().then((own) => own.SireadBar)),
  Rows: fetched(() => drawn().then((own) => own.SireadRows)),
};
const useLocksOf = fetchedLater(
  () => import('../../../../viewmodel/stage/heap-locks.ts').then((own) => own.heapLocks),
  true,
);

/** Null while no session has been serializable: then nothing of it is fetched. */
function useSireads(state: StageState): Sireads | null {
  const locksOf = useLocksOf(state.ssi !== undefined);
  return useMemo(() => {
    const locks = locksOf?.(state) ?? null;
    return locks === null ? null : { locks, ...SIREADS };
  }, [state, locksOf]);
}

export const title = 'heap.rows';

/** On the Playground's stage: the largest share of the window's height for the rows. */
const STAGE_ROWS = 0.55;
/** On its page, in px: the height of the part below the rows, visible with them if there is enough room. */
const BELOW_ROWS = 52;
const MANY_ROWS = 400;
/** At the first depth, in px: the sentence about a row, which ends above the bar. */
const BELOW_FIRST = 88;
/** Below the rows of a part, in px: how full the page is, and the figure's own steps. */
const BELOW_PART = 84;
/** With less room than this the list ignores the window's end: it is as high as its rows, and the page scrolls. */
const LEAST = 120;

/** The rows end above the bar, so that the asked row is visible: the list scrolls to it, the page need not. */
function roomAbove(place: 'page' | 'stage' | 'part', fold: number | null): number | undefined {
  if (place === 'stage') return STAGE_ROWS * innerHeight;
  if (fold === null) return undefined;
  if (place === 'part') return fold - BELOW_PART < LEAST ? undefined : fold - BELOW_PART;
  // On a narrower page the list is below the lanes, with the page's whole height.
  if (!matchMedia(WINDOWS.desk).matches) return undefined;
  return fold > MANY_ROWS ? fold - BELOW_ROWS : fold;
}

/** A page whose padding at the end is as high as the bar. A frame that follows its figure has no height to keep to. */
const PAGE = 'main > :not([data-fit])';

/**
 * The distance from the element's top to the bar, with the page scrolled to its beginning, in px. Measured when a size
 * changes, never at a step.
 * @returns null until it has been measured
 */
function useFold(ref: RefObject<HTMLElement | null>): number | null {
  const [fold, setFold] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    const whole = element?.closest(PAGE);
    if (!element || !whole) return undefined;
    const look = (): void => {
      const covered = Number.parseFloat(getComputedStyle(whole).paddingBottom) || 0;
      const room = innerHeight - covered - element.getBoundingClientRect().top - scrollY;
      setFold(whole.matches(PAGE) ? Math.floor(room) : null);
    };
    look();
    // Elements above it change its place: the height of one of these includes them.
    const observer = new ResizeObserver(look);
    const frame = element.parentElement;
    for (const box of [whole, frame, frame?.parentElement]) if (box) observer.observe(box);
    addEventListener('resize', look);
    return () => {
      observer.disconnect();
      removeEventListener('resize', look);
    };
  }, [ref]);
  return fold;
}
