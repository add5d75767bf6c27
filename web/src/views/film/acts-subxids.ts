/** Acts of subtransactions: slots that fill, the subxid that finds none, and pages of pg_subtrans in their buffers. */
import type { Act, Span } from '../../viewmodel/score/score.ts';
import type { Reel } from '../shared/reel/reel.ts';
import { disc, outline, type Point, ring } from './actors.ts';
import { type Draw, discOf, middleOf, seenIn } from './context.ts';
import { type Box, BRACKET, type Picture, type Seen } from './picture.ts';
import { within } from './reel.ts';

/** Slots lie in this many rows. */
const ROWS = 4;
/** Room between what moves and what it passes. */
const GAP = 6;

/** Slot by slot, in their order. */
const fill: Draw = (motions, span, { looks, early, late, reel }) => {
  for (const { to } of motions) {
    looks.touched.add(to);
    const slotsOf = (picture: Picture) => looks.of(picture, to).flatMap((strip) => [...strip.querySelectorAll('rect')]);
    const [were, are] = [slotsOf(early), slotsOf(late)];
    const used = are.flatMap((slot, i) => (slot.style.fill !== (were[i]?.style.fill ?? '') ? [i] : []));
    for (const [place, i] of used.entries()) {
      const own = within(span, place / used.length, (place + 1) / used.length);
      const [was, is] = [were[i], are[i]];
      if (is !== undefined) reel.add(is, [{ opacity: 0 }, { opacity: 1 }], own);
      if (was !== undefined) reel.add(was, [{ opacity: 1 }, { opacity: 0 }], own);
    }
  }
};

/** Along each row from its first slot to its last. */
const slide: Draw = (motions, span, context) => {
  for (const { from, to, session } of motions) {
    const hue = context.hueOf(session);
    const xid = from === null ? undefined : seenIn(context, from);
    if (xid !== undefined) ring(context.reel, hue, discOf(xid), within(span, 0, 0.4));
    const strip = seenIn(context, to)?.box;
    if (strip === undefined) continue;
    for (let row = 0; row < ROWS; row++) {
      const y = strip.y + (strip.height * (row + 0.5)) / ROWS;
      const ends = [strip.x - GAP, strip.x + strip.width + GAP].map((x) => ({ x, y }));
      disc(context.reel, hue, ends, within(span, row / ROWS, (row + 1) / ROWS), true);
    }
    outline(context.reel, hue, strip, within(span, 0.7, 1));
  }
};

/** Above a buffer, where no number is, and into it. */
const into = ({ x, y, width, height }: Box): readonly [Point, Point] => [
  { x: x + width / 2, y: y - GAP },
  { x: x + width / 2, y: y + height / 2 },
];

/** From the end of the strip back below it, and down beside the words into the page that has its parent. */
const fall: Draw = (motions, span, context) => {
  const { reel, hueOf } = context;
  for (const { from, to, session } of motions) {
    const hue = hueOf(session);
    const [strip, page] = [from === null ? undefined : seenIn(context, from)?.box, seenIn(context, to)?.box];
    const way = strip === undefined ? [] : aroundStrip(strip);
    const beside = way.at(-1)?.x;
    if (page !== undefined) {
      const [above, goal] = into(page);
      way.push({ x: beside ?? above.x, y: beside === undefined ? above.y - FROM_ABOVE : above.y }, above, goal);
      outline(reel, hue, page, within(span, 0.5, 1));
    }
    disc(reel, hue, way, within(span, 0, page === undefined ? 1 : 0.8), true);
  }
};
const FROM_ABOVE = 40;
const aroundStrip = ({ x, y, width, height }: Box): Point[] => [
  { x: x + width + GAP, y: y + height * (1 - 0.5 / ROWS) },
  { x: x + width + GAP, y: y + height + GAP },
  { x: x - 9, y: y + height + GAP },
];

const turn: Draw = (motions, span, context) => {
  for (const { to, session } of motions) {
    const seen = seenIn(context, to);
    if (seen === undefined) continue;
    if (!context.looks.touched.has(to))
      context.looks.fade(to, within(span, 0.3, 0.8), seen.core === null ? undefined : BRACKET);
    outline(context.reel, context.hueOf(session), seen.core ?? seen.box, span);
  }
};

/** Below the row and down beside the buffers; from one buffer to another between them. */
function wayTo(start: Seen, goal: Seen): readonly Point[] {
  const [above, middle] = into(goal.box);
  if (start.figure === goal.figure) return [...into(start.box).toReversed(), above, middle];
  const below = { x: middleOf(start.box).x, y: start.box.y + start.box.height + GAP };
  const x = Math.max(GAP, goal.area.x - GAP);
  return [below, { x, y: below.y }, { x, y: above.y }, above, middle];
}

/** From the row, or from the axis if no row is shown, or from nowhere. */
const ask: Draw = (motions, span, context) => {
  const [first] = motions;
  const goal = first && seenIn(context, first.to);
  if (goal === undefined) return;
  const hue = context.hueOf(first?.session ?? null);
  const [start] = motions.flatMap(({ from }) => (from === null ? [] : (seenIn(context, from) ?? [])));
  const [above, middle] = into(goal.box);
  const way = start === undefined ? [{ x: above.x, y: above.y - FROM_ABOVE }, above, middle] : wayTo(start, goal);
  if (start !== undefined) outline(context.reel, hue, start.box, within(span, 0, 0.5));
  disc(context.reel, hue, way, within(span, 0.15, 1));
};

const find: Draw = (motions, span, context) => {
  for (const { to, session } of motions) {
    const seen = seenIn(context, to);
    if (seen === undefined) continue;
    context.looks.fade(to, within(span, 0, 0.6));
    outline(context.reel, context.hueOf(session), seen.box, span);
  }
};

/** The page comes from above, and the one that it pushes out moves down and is struck out. */
const fetch: Draw = (motions, span, context) => {
  const { looks, late, reel, hueOf } = context;
  for (const { to, session } of motions) {
    const seen = seenIn(context, to);
    if (seen === undefined) continue;
    looks.fade(to, within(span, 0, 0.2));
    for (const element of looks.of(late, to)) {
      const [comes, goes] = element.querySelectorAll('text');
      slip(reel, comes, -seen.box.height, within(span, 0.3, 1));
      slip(reel, goes, -seen.box.height * 0.43, within(span, 0.2, 0.8));
      if (comes !== undefined) reel.add(comes, [{ opacity: 0 }, { opacity: 1 }], within(span, 0.3, 0.7));
    }
    outline(reel, hueOf(session), seen.box, span);
  }
};
function slip(reel: Reel, element: Element | undefined, from: number, span: Span): void {
  const frames = [from, 0].map((y) => ({ transform: `translate(0px, ${y}px)` }));
  if (element !== undefined) reel.add(element, frames, span, { easing: 'ease-out' });
}

export const SUBXIDS = { fill, slide, fall, turn, ask, find, fetch } satisfies Partial<Record<Act, Draw>>;
