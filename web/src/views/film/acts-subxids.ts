/** Acts of subtransactions: slots that fill, the subxid that finds none, and pages of pg_subtrans in their buffers. */
import type { Act } from '../../viewmodel/score/score.ts';
import { disc, outline, type Point, ring } from './actors.ts';
import { type ActContext, type Draw, discOf, middleOf, seenIn } from './context.ts';
import { type Box, BRACKET, type Picture } from './picture.ts';
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
      disc(context.reel, hue, ends, within(span, row / ROWS, (row + 1) / ROWS));
    }
    outline(context.reel, hue, strip, within(span, 0.7, 1));
  }
};

/** Above a buffer, where no number is, and into it. */
const into = ({ x, y, width, height }: Box): readonly [Point, Point] => [
  { x: x + width / 2, y: y - GAP },
  { x: x + width / 2, y: y + height / 2 },
];

/** From the end of the strip down into the page that has its parent. */
const fall: Draw = (motions, span, context) => {
  const { reel, hueOf } = context;
  for (const { from, to, session } of motions) {
    const hue = hueOf(session);
    const [strip, page] = [from === null ? undefined : seenIn(context, from)?.box, seenIn(context, to)?.box];
    const start = strip && { x: strip.x + strip.width + GAP, y: strip.y + strip.height * (1 - 0.5 / ROWS) };
    if (page === undefined) {
      if (start !== undefined) disc(reel, hue, [start, { x: start.x, y: start.y + 40 }], span, 'out');
      continue;
    }
    const [above, goal] = into(page);
    const way = start === undefined ? [{ x: above.x, y: above.y - 40 }] : [start, { x: start.x, y: above.y }];
    disc(reel, hue, [...way, above, goal], within(span, 0, 0.7));
    outline(reel, hue, page, within(span, 0.5, 1));
  }
};

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
function wayTo(context: ActContext, from: string, to: string): readonly Point[] {
  const [start, goal] = [seenIn(context, from), seenIn(context, to)];
  if (start === undefined || goal === undefined) return [];
  const [above, middle] = into(goal.box);
  if (start.figure === goal.figure) return [...into(start.box)].reverse().concat([above, middle]);
  const below = { x: middleOf(start.box).x, y: start.box.y + start.box.height + GAP };
  const x = Math.max(GAP, goal.area.x - GAP);
  return [below, { x, y: below.y }, { x, y: above.y }, above, middle];
}

const ask: Draw = (motions, span, context) => {
  for (const { from, to, session } of motions) {
    const way = from === null ? [] : wayTo(context, from, to);
    const hue = context.hueOf(session);
    const start = from === null ? undefined : seenIn(context, from);
    if (start !== undefined) outline(context.reel, hue, start.box, within(span, 0, 0.5));
    if (way.length > 0) disc(context.reel, hue, way, within(span, 0.2, 1));
  }
};

const find: Draw = (motions, span, context) => {
  for (const { to, session } of motions) {
    const seen = seenIn(context, to);
    if (seen === undefined) continue;
    context.looks.fade(to, within(span, 0, 0.6));
    outline(context.reel, context.hueOf(session), seen.box, span);
  }
};

/** The page comes from above, and what was there leaves below. */
const fetch: Draw = (motions, span, context) => {
  const { looks, early, late, reel, hueOf } = context;
  for (const { to, session } of motions) {
    const seen = seenIn(context, to);
    if (seen === undefined) continue;
    looks.touched.add(to);
    const by = (y: number) => ({ transform: `translate(0px, ${y}px)` });
    const far = Math.max(14, seen.box.height);
    const comes = within(span, 0.25, 1);
    const goes = within(span, 0, 0.75);
    for (const element of looks.of(late, to)) {
      reel.add(element, [by(-far), by(0)], comes, { composite: 'add', easing: 'ease-out' });
      reel.add(element, [{ opacity: 0 }, { opacity: 1 }], comes);
    }
    for (const element of looks.of(early, to)) {
      reel.add(element, [by(0), by(far)], goes, { composite: 'add', easing: 'ease-in' });
      reel.add(element, [{ opacity: 1 }, { opacity: 0 }], goes);
    }
    outline(reel, hueOf(session), seen.box, span);
  }
};

export const SUBXIDS = { fill, slide, fall, turn, ask, find, fetch } satisfies Partial<Record<Act, Draw>>;
