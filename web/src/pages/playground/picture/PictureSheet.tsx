/**
 * The stage drawn once more, out of sight, for its picture: at the picture's width whatever the window is, as deep as the
 * page, and without the page's controls. When all of it is drawn it is handed over.
 */

import '../../../base/messages/en/design.ts';
import '../../../base/messages/en/heap.ts';
import '../../../base/messages/en/lanes.ts';
import '../../../base/messages/en/stage-figure.ts';
import '../../../base/messages/en/stage.ts';
import { useEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { DESIGN_IDS } from '../../../base/designs.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { type StandaloneSvg, standaloneSvg } from '../../../ui/export/svg.ts';
import { useNewest } from '../../../ui/hooks.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { titleOf } from '../../../viewmodel/spec/own-name.ts';
import { explainModel } from '../../../viewmodel/stage/explain.ts';
import { explainTitle } from '../../../viewmodel/stage/explain-words.ts';
import { heapModel } from '../../../viewmodel/stage/heap.ts';
import { whoShort } from '../../../viewmodel/stage/heap-words.ts';
import { type LanesInput, lanesModel } from '../../../viewmodel/stage/lanes.ts';
import type { LanesModel } from '../../../viewmodel/stage/lanes-types.ts';
import { plainHead, plainWhy } from '../../../viewmodel/stage/plain-why.ts';
import { currentBranch } from '../../../viewmodel/stage/playback.ts';
import { HeapPage } from '../../../views/heap-page/HeapPage.tsx';
import { LanesPicture } from '../../../views/lanes/lanes-picture.tsx';
import {
  type LanesPictureLayout,
  lanesPictureLayout,
  lanesPictureWidth,
} from '../../../views/lanes/lanes-picture-layout.ts';
import { XidAxisView } from '../../../views/xid-axis/XidAxisView.tsx';
import type { PlayState } from '../../shared/play/play-state.ts';
import { useOwnTexts } from '../../shared/play/use-scenario-texts.ts';
import { HEADER_AT } from '../depth.ts';
import { findingOf } from '../said.ts';
import { composePicture, type Drawing, type Headed, PICTURE, picturePlan } from './compose.ts';
import styles from './picture.module.css';

/** A longer title would push the rest of the line out of the sheet. */
const MOST_TITLE = 80;

/** A picture's source, in one line: the picture leaves the page, and is looked at without it. */
function provenanceOf(state: PlayState, text: ReturnType<typeof useOwnTexts>, { t }: Messages): string {
  const { shown, rules, at } = state;
  const title = text?.title ?? titleOf(state);
  // As on the page: a design that nobody has chosen is not named where there are no details.
  const isNamed = state.depth === 'all' || state.design !== null;
  const design = DESIGN_IDS.find((id) => isNamed && id === shown?.state.design);
  return [
    title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE - 1)}…` : title,
    t('stage.picture.step', { tick: shown?.state.tick ?? 0, steps: currentBranch(at).moves.length }),
    t('stage.figure.rulesOf', { rules }),
    ...(design === undefined ? [] : [t('stage.picture.design', { design: t(`design.${design}.short`) })]),
    t('stage.picture.modelled'),
  ].join('  ·  ');
}

interface PictureSheetProps {
  readonly state: PlayState;
  /** Null: the drawing failed. */
  readonly onPicture: (picture: StandaloneSvg | null) => void;
}

/** The number of frames to wait until everything is drawn. */
const PATIENCE = 120;
/** The largest number of ticks in the lanes. */
const MOST_ROWS = 24;
/** The picture shows this height of a heap page; the rest can only be scrolled to on the page. */
const HEAP_HEIGHT = 620;
const nothing = (): void => undefined;
const NO_ACTS = { onTuple: nothing, onXid: nothing, onSession: nothing, onLook: nothing, onPage: nothing };

interface Made {
  readonly plan: ReturnType<typeof picturePlan>;
  readonly lanes: ReturnType<typeof lanesThatFit>;
  readonly heap: ReturnType<typeof heapModel>;
}

/** The stage's drawings as far as the picture has room for them. */
function madeOf(state: PlayState, messages: Messages): Made | null {
  const { shown, compiled } = state;
  if (shown === null || compiled === null) return null;
  const count = shown.state.sessions.length;
  const isPlain = state.depth === 'rows';
  const isExplained = shown.explanation !== null && !isPlain;
  const plan = picturePlan(count, isExplained, lanesPictureWidth(count, 0, PICTURE.em), !isPlain);
  const input = {
    spec: compiled.spec,
    state: shown.state,
    events: state.events,
    playback: state.at,
    selection: state.selection,
    plan: state.plan,
    plain: isPlain,
  };
  const lanes = lanesThatFit(input, plan.lanes, plan.lanesHeight, messages);
  return { plan, lanes, heap: heapModel(shown.state, state.question) };
}

interface Drawn {
  readonly root: HTMLElement;
  readonly drawings: readonly SVGSVGElement[];
  readonly made: Made;
  readonly shown: NonNullable<PlayState['shown']>;
  readonly compiled: NonNullable<PlayState['compiled']>;
  readonly text: ReturnType<typeof useOwnTexts>;
  readonly state: PlayState;
  readonly messages: Messages;
}

function pictureOf({ root, drawings, made, shown, compiled, text, state, messages }: Drawn): StandaloneSvg {
  const explain = shown.explanation === null ? null : explainModel(shown.explanation, shown.state);
  const isPlain = state.depth === 'rows';
  const said = findingOf(compiled.spec, text, shown.state, state.events, state.file, messages);
  const { t } = messages;
  const take = (part: string): readonly Drawing[] =>
    drawings.filter((svg) => svg.closest(`[data-part="${part}"]`) !== null).map(drawingOf);
  const { table, block, by } = made.heap;
  const ink = by === null ? t('heap.inkNobody') : t('heap.ink', { who: whoShort(by, messages) });
  const heap: Headed = {
    title: table === null ? t('heap.noTable') : isPlain ? table : t('heap.title', { table, block }),
    hint: table === null ? '' : made.heap.counts.pointers === 0 ? t('heap.empty', { table }) : ink,
    drawings: take('heap'),
  };
  const look_ = getComputedStyle(root);
  const colour = (name: string): string => look_.getPropertyValue(`--${name}`).trim();
  return composePicture(
    {
      ...said,
      lanes: { title: t('lanes.title'), hint: t('stage.picture.lanesHint'), drawings: take('lanes') },
      axis: isPlain ? null : { title: t('stage.axis'), hint: t('stage.axisHint'), drawings: take('axis') },
      page: heap,
      explain: isPlain ? null : explain,
      plain:
        isPlain && explain !== null
          ? {
              title: explainTitle(explain, messages),
              head: plainHead(explain, messages),
              why: plainWhy(explain, messages, shown.state),
            }
          : null,
      provenance: provenanceOf(state, text, messages),
      colours: {
        ink: colour('ink'),
        muted: colour('muted'),
        paper: colour('paper'),
        hairline: colour('hairline'),
      },
    },
    made.plan,
    messages,
  );
}

export function PictureSheet({ state, onPicture }: PictureSheetProps) {
  const messages = useMessages();
  const sheet = useRef<HTMLDivElement>(null);
  const done = useNewest(onPicture);
  const { shown, compiled } = state;
  const text = useOwnTexts(state.source);
  const made = useMemo(() => madeOf(state, messages), [state, messages]);

  useEffect(() => {
    let frame = 0;
    let left = PATIENCE;
    const look = () => {
      const root = sheet.current;
      const hasHeap = made !== null && made.heap.counts.pointers > 0;
      const needed = (state.depth === 'rows' ? 1 : 2) + (hasHeap ? 2 : 0);
      const drawings = root === null ? [] : [...root.querySelectorAll<SVGSVGElement>('svg')].filter(isFigure);
      if (made === null || shown === null || compiled === null || root === null || left-- === 0) {
        return done.current(null);
      }
      if (drawings.length < needed) {
        frame = requestAnimationFrame(look);
        return;
      }
      done.current(pictureOf({ root, drawings, made, shown, compiled, text, state, messages }));
    };
    // The drawings are as wide as their boxes only after these have been measured.
    void document.fonts.ready.then(() => {
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(look);
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [made, shown, compiled, text, state, messages]);

  if (made === null || shown === null) return null;
  const { plan, lanes, heap } = made;
  return createPortal(
    <div ref={sheet} className={styles.sheet} aria-hidden="true" inert>
      <div data-part="lanes">
        <LanesPicture model={lanes.model} layout={lanes.layout} />
      </div>
      {plan.axis > 0 && (
        <div data-part="axis" style={{ width: plan.axis }}>
          <XidAxisView state={shown.state} selection={state.question} onXid={nothing} onSession={nothing} />
        </div>
      )}
      <div data-part="heap" style={{ width: plan.page }}>
        <HeapPage model={heap} header={HEADER_AT[state.depth]} maxHeight={HEAP_HEIGHT} {...NO_ACTS} />
      </div>
    </div>,
    document.body,
  );
}

/** Not an icon in a button, and not the strip of a page's space. */
const isFigure = (svg: SVGSVGElement): boolean =>
  svg.getBoundingClientRect().width > 200 &&
  svg.closest('button') === null &&
  (svg.closest('[data-part="heap"]') === null || svg.getAttribute('aria-hidden') === 'true');

function drawingOf(svg: SVGSVGElement): Drawing {
  const { text, width, height } = standaloneSvg(svg, '');
  const scroller = svg.parentElement?.parentElement;
  const clipped = scroller?.hasAttribute('data-scrolls') === true;
  return {
    svg: text,
    width,
    height: clipped ? Math.min(height, scroller.clientHeight) : height,
    top: clipped ? scroller.scrollTop : 0,
  };
}

/** As the page's cards are where only rows are shown. */
const withoutSnapshots = (model: LanesModel): LanesModel => ({
  ...model,
  lanes: model.lanes.map((lane) => ({ ...lane, cards: lane.cards.map((card) => ({ ...card, snapshot: false })) })),
});

/** As many of the last steps as fit. */
function lanesThatFit(
  input: LanesInput,
  width: number,
  height: number,
  messages: Messages,
): { readonly model: LanesModel; readonly layout: LanesPictureLayout } {
  for (let rows = MOST_ROWS; ; rows--) {
    const model = input.plain === true ? withoutSnapshots(lanesModel(input, rows)) : lanesModel(input, rows);
    const layout = lanesPictureLayout(model, width, PICTURE.em, messages);
    if (layout.height <= height || rows <= 2) return { model, layout };
  }
}
