/**
 * The session lanes: threads from top to bottom with a card for each step, and below “now” what each session could do
 * next. It fills its height, and folds old steps to fit. If nothing sets its height, a custom property --lanes-room
 * gives the largest height of all rows together (and --lanes-floor the smallest; with a --lanes-basis of 0 they take
 * what others in the column leave), or `rows` their number. In a narrow container each lane shows only its last card,
 * and takes the height it needs.
 */
import '../../base/messages/en/lanes.ts';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMediaQuery, useSame, useSize } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useSlots } from '../../ui/slots.ts';
import { lanesText } from '../../viewmodel/stage/lane-words.ts';
import { type LanesInput, lanesModel } from '../../viewmodel/stage/lanes.ts';
import type { LaneCard, LaneRoom, LanesModel } from '../../viewmodel/stage/lanes-types.ts';
import type { MoveKeysOf } from '../../viewmodel/stage/move-keys.ts';
import { LaneCardView } from './LaneCardView.tsx';
import { LaneHeads, LaneTargets } from './LaneHeads.tsx';
import { LaneNote, type NoteOn, useLaneNote } from './LaneNote.tsx';
import { Bands, Ghosts, Threads, Ticks, Waits } from './LaneThreads.tsx';
import styles from './lanes.module.css';

/** The room for cards: measured when it changes, never at a step. */

/**
 * @param body the element around the rows. Its `max-height` is the room, if it has one, else its height.
 * @param heads the first element in it with `data-lane` is as wide as a card
 * @returns null until it has been measured
 */
function useRoom(
  body: RefObject<HTMLElement | null>,
  heads: RefObject<HTMLElement | null>,
  isOff: boolean,
): LaneRoom | null {
  const [room, setRoom] = useState<LaneRoom | null>(null);
  useLayoutEffect(() => {
    const element = body.current;
    const head = heads.current?.querySelector<HTMLElement>('[data-lane]') ?? null;
    if (isOff || element === null || head === null) return undefined;
    const look = (): void => setRoom(roomOf(element, head));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    observer.observe(head);
    return () => observer.disconnect();
  }, [body, heads, isOff]);
  return useSame(room);
}

function roomOf(body: HTMLElement, head: HTMLElement): LaneRoom {
  const { maxHeight, fontSize } = getComputedStyle(body);
  return {
    // `none` is not a number.
    height: Number.parseFloat(maxHeight) || body.clientHeight,
    card: head.offsetWidth,
    em: Number.parseFloat(fontSize),
    rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  };
}

export interface LanesProps {
  readonly input: LanesInput;
  /** Makes the next step of this session (its place in the spec). Left out: no session can be moved here. */
  readonly onMove?: (session: number, step: number) => void;
  /** A card was chosen: go to that tick; of another branch, if there is a second argument. */
  readonly onSeek?: (tick: number, branch?: number) => void;
  readonly onXid?: (xid: number) => void;
  /** A session's name. */
  readonly onSession?: (session: string) => void;
  /** Draws this many ticks, whatever their height. Default: as many as fit. */
  readonly rows?: number;
  /** Default: a title and a hint on how to read it. */
  readonly heading?: ReactNode;
  /** Only each lane's last card, in the height that it takes. Default: in a narrow container. */
  readonly compact?: boolean | undefined;
  /** Asks in large letters who moves next, with larger cards for the answer. */
  readonly asks?: boolean | undefined;
  /** For a first look: no xids, nothing but steps can be chosen, and the set-up is no button. */
  readonly quiet?: boolean | undefined;
  /** In a narrow container, where each lane shows its last card alone, a press shows the earlier ones as well. */
  readonly unfolds?: boolean | undefined;
  /** The keys that are wired here. */
  readonly keys?: MoveKeysOf;
}

/** Below this width, in px, three lanes have no room for cards one below the other. */
const COMPACT_PX = 420;
/** Below this width, axis included, a lane's head has its words below its letter. */
const TIGHT_PX = 148;
/** A run can have thousands of steps. */
const MOST_UNFOLDED = 60;
/** Drawn before the room has been measured, and never visible. */
const UNKNOWN_ROWS = 1;

export function Lanes(props: LanesProps) {
  const { input, onMove, onSeek, onXid, onSession, rows: fixed, heading, keys = 'page' } = props;
  const messages = useMessages();
  const id = useId();
  const root = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  // Until it has been measured there is room.
  const width = useSize(root)?.width ?? Number.POSITIVE_INFINITY;
  const { shown, noteOn, hide } = useLaneNote();
  const { folded, unfolds, compact, rows } = useRows(props, width);
  const room = useRoom(body, scroller, rows !== undefined);
  const model = useMemo(
    () => lanesModel(input, rows ?? (room === null ? UNKNOWN_ROWS : { room, messages })),
    [input, rows, room, messages],
  );
  useSight(scroller, model, width);
  useNewestInView(body, folded.isUnfolded);
  // What the note is about may be gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each drawing
  useEffect(hide, [hide, model]);

  return (
    <section
      ref={root}
      className={styles.lanes}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      data-compact={compact}
      data-narrow={(!compact && width <= COMPACT_PX) || undefined}
      data-asks={props.asks}
      data-quiet={props.quiet}
      data-many={model.lanes.length > 3 || undefined}
      data-tight={compact || width / model.lanes.length < TIGHT_PX}
      data-fixed={fixed !== undefined}
      data-unfolded={folded.isUnfolded}
      style={{ ['--digits' as string]: String(model.tick).length }}
    >
      <div id={`${id}-title`} className={styles.heading}>
        {heading ?? <Title compact={compact || unfolds} to={model.foldedTo} {...folded} />}
      </div>
      <p id={`${id}-text`} className="visually-hidden">
        {lanesText(model, messages)}
      </p>
      <div ref={scroller} className={styles.scroller}>
        <div className={styles.inner} style={{ ['--lanes' as string]: model.lanes.length }}>
          <LaneHeads model={model} noteOn={noteOn} onSession={onSession} />
          {!compact && !unfolds && heading !== undefined && (
            <p className={styles.folded}>
              <Folded to={model.foldedTo} {...folded} />
            </p>
          )}
          <div ref={body} className={styles.body}>
            {compact ? (
              <LastCards model={model} noteOn={noteOn} onSeek={onSeek} onXid={onXid} />
            ) : (
              <Cards model={model} noteOn={noteOn} onSeek={onSeek} onXid={onXid} quiet={props.quiet} />
            )}
          </div>
          <Now>{unfolds && <Folded to={model.foldedTo} {...folded} />}</Now>
          {(!model.isTyped || model.lanes.some(({ next }) => next.kind === 'run')) && (
            <LaneTargets model={model} noteOn={noteOn} onMove={onMove} keys={keys} asks={props.asks} />
          )}
        </div>
      </div>
      <LaneNote shown={shown} hide={hide} />
    </section>
  );
}

/** The reader has unfolded all steps up to this tick; the next step folds them again. */
function useUnfolded(tick: number) {
  const [unfolded, setUnfolded] = useState(-1);
  const isUnfolded = unfolded === tick;
  return {
    isUnfolded,
    rows: isUnfolded ? Math.min(tick + 1, MOST_UNFOLDED) : undefined,
    onUnfold: () => setUnfolded(isUnfolded ? -1 : tick),
  };
}

/** How many rows are drawn; one in a narrow container, where on a phone's page a press shows the earlier ones as well. */
function useRows({ input, rows, compact: asked, unfolds: canUnfold = false }: LanesProps, width: number) {
  const folded = useUnfolded(input.state.tick);
  const isNarrow = width <= COMPACT_PX;
  const unfolds = canUnfold && asked === undefined && isNarrow;
  const compact = asked ?? (isNarrow && !(unfolds && folded.isUnfolded));
  return { folded, unfolds, compact, rows: compact ? 1 : (folded.rows ?? rows) };
}

function Now({ children }: { readonly children: ReactNode }) {
  const { t } = useMessages();
  return (
    <div className={styles.now}>
      <span className={styles.nowWord} aria-hidden="true">
        {t('lanes.now')}
      </span>
      {children}
    </div>
  );
}

/** Unfolded steps scroll: the newest are in view at first, and the earlier ones fade at the edge, to say that they are there. */
function useNewestInView(body: RefObject<HTMLElement | null>, isUnfolded: boolean): void {
  useLayoutEffect(() => {
    const element = body.current;
    if (!isUnfolded || element === null) return undefined;
    const look = (): void => {
      element.toggleAttribute('data-above', element.scrollTop > 1);
      element.toggleAttribute('data-below', element.scrollTop + element.clientHeight < element.scrollHeight - 1);
    };
    element.scrollTop = element.scrollHeight;
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      element.removeEventListener('scroll', look);
      element.removeAttribute('data-above');
      element.removeAttribute('data-below');
    };
  }, [body, isUnfolded]);
}

interface FoldedProps {
  readonly to: LanesModel['foldedTo'];
  readonly isUnfolded: boolean;
  readonly onUnfold: () => void;
}

/** The title; next to it what a press does, or which steps are folded. */
function Title({ compact, ...folded }: FoldedProps & { readonly compact: boolean }) {
  const { t } = useMessages();
  const coarse = useMediaQuery('(pointer: coarse)');
  return (
    <>
      <h2>{t('lanes.title')}</h2>{' '}
      <p>
        {compact || (folded.to === null && !folded.isUnfolded) ? (
          t(compact && coarse ? 'lanes.subtitleHold' : 'lanes.subtitle')
        ) : (
          <Folded {...folded} />
        )}
      </p>
    </>
  );
}

/** Which steps are folded. A press shows them in their place, where they scroll, and another one folds them again. */
function Folded({ to, isUnfolded, onUnfold }: FoldedProps) {
  const { t } = useMessages();
  if (to === null && !isUnfolded) return '\u00a0';
  return (
    <button type="button" className={styles.unfold} aria-expanded={isUnfolded} onClick={onUnfold}>
      {isUnfolded ? t('lanes.fold') : t('lanes.folded', { to: to ?? 0 })}
    </button>
  );
}

interface CardsProps {
  readonly model: LanesModel;
  readonly noteOn: NoteOn;
  readonly onSeek: LanesProps['onSeek'];
  readonly onXid: LanesProps['onXid'];
  readonly quiet?: boolean | undefined;
}

/** All rows. One card is the Tab stop: the newest, or the one that the arrow keys have reached. */
function Cards({ model, noteOn, onSeek, onXid, quiet = false }: CardsProps) {
  const { t } = useMessages();
  const cards = useMemo(() => inOrder(model), [model]);
  const [chosen, setChosen] = useState<string | null>(null);
  const slotOf = useSlots(useMemo(() => cards.map(keyOf), [cards]));
  const at = cards.findIndex((card) => keyOf(card) === chosen);
  const active = at === -1 ? cards.length - 1 : at;
  const grid = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = keyTarget(event, active, cards.length - 1);
    const card = to === null ? undefined : cards[to];
    if (to === null || card === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setChosen(keyOf(card));
    grid.current?.querySelectorAll<HTMLElement>('[data-card]')[to]?.focus();
  };
  const rows =
    model.heights?.map((height) => `minmax(${height}px, auto)`).join(' ') ??
    `repeat(${model.rows.length}, minmax(var(--row), auto))`;
  const gridTemplateRows = `${rows} ${'auto '.repeat(model.waitLines)}1fr`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      ref={grid}
      role="group"
      aria-label={t('lanes.cards')}
      className={styles.grid}
      style={{ gridTemplateRows, ['--sql-lines' as string]: model.sqlLines }}
      onKeyDown={onKeyDown}
    >
      <Ticks model={model} />
      <Threads model={model} />
      <Bands model={model} onSeek={quiet ? null : onSeek} />
      <Ghosts model={model} noteOn={noteOn} onSeek={onSeek} />
      {cards.map((card, i) => {
        const lane = model.lanes[card.lane];
        return lane === undefined ? null : (
          <LaneCardView
            key={slotOf(keyOf(card))}
            card={card}
            session={lane.style}
            noteOn={noteOn}
            onSeek={onSeek}
            onXid={onXid}
            tabIndex={i === active ? 0 : -1}
            style={placed(lane.style.hue, card.lane, card.row, card.span)}
          />
        );
      })}
      <Waits model={model} cards={model.rows.length} />
    </div>
  );
}

/** Each lane's last card, for a narrow container. */
function LastCards({ model, noteOn, onSeek, onXid }: CardsProps) {
  const gridTemplateRows = `repeat(${model.waitLines + 1}, auto) 1fr`;
  return (
    <div className={styles.grid} style={{ gridTemplateRows }}>
      {model.lanes.map((lane) => {
        const style = placed(lane.style.hue, lane.place, 0, 1);
        return lane.last === null ? (
          <div key={lane.place} className={styles.noCard} style={style} />
        ) : (
          <LaneCardView
            key={lane.place}
            card={lane.last}
            session={lane.style}
            noteOn={noteOn}
            onSeek={onSeek}
            onXid={onXid}
            tabIndex={0}
            style={style}
            numbered
          />
        );
      })}
      <Threads
        model={{
          ...model,
          lanes: model.lanes.map((lane) => ({ ...lane, threads: [{ row: 0, span: 1, state: lane.state }] })),
          rows: [],
        }}
      />
      <Waits model={model} cards={1} areTold />
    </div>
  );
}

/** A card's place in the grid. The first column holds the ticks. */
export const placed = (hue: string, lane: number, row: number, span: number): CSSProperties => ({
  ['--hue' as string]: hue,
  gridColumn: lane + 2,
  gridRow: `${row + 1} / span ${span}`,
});

/** Identifies a card; its element may have been another card's before. */
const keyOf = (card: LaneCard): string => `${card.tick} ${card.step} ${card.kind}`;

const inOrder = (model: LanesModel): readonly LaneCard[] =>
  model.lanes
    .flatMap(({ cards }) => cards)
    .sort((a, b) => a.tick - b.tick || (a.kind === b.kind ? a.lane - b.lane : a.kind === 'launched' ? -1 : 1));

function keyTarget({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, at: number, last: number): number | null {
  const to: Readonly<Record<string, number>> = {
    ArrowUp: Math.max(0, at - 1),
    ArrowDown: Math.min(last, at + 1),
    Home: 0,
    End: last,
  };
  return altKey || ctrlKey || metaKey ? null : (to[key] ?? null);
}

/** If not all lanes fit side by side, scrolls to the one that has just moved. */
function useSight(
  scroller: { readonly current: HTMLElement | null },
  { lanes, tick }: LanesModel,
  width: number,
): void {
  const moved = lanes.findIndex(({ last }) => last?.tick === tick && last.kind === 'launched');
  // Measuring positions costs a layout, so it is skipped when all lanes surely fit.
  const isTight = lanes.length * MOST_LANE_PX > width;
  useEffect(() => {
    const element = scroller.current;
    const head = isTight ? element?.querySelectorAll<HTMLElement>('[data-lane]')[moved] : undefined;
    if (element === null || head === undefined) return;
    const left = head.offsetLeft;
    const right = left + head.offsetWidth;
    if (left < element.scrollLeft || right > element.scrollLeft + element.clientWidth)
      element.scrollLeft = left - (element.clientWidth - head.offsetWidth) / 2;
  }, [scroller, moved, isTight]);
}
/** Lanes of this width need no scrolling, axis included. */
const MOST_LANE_PX = 180;
