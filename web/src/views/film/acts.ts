/** How each act of a score is drawn. */
import { MARK } from '../../viewmodel/score/marks.ts';
import type { Act, Motion, Span, SsiAct, StandbyAct } from '../../viewmodel/score/score.ts';
import { arrow, bar, carried, disc, outline, pen, ring } from './actors.ts';
import { CLEANING } from './acts-cleaning.ts';
import { SUBXIDS } from './acts-subxids.ts';
import { type ActContext, type Draw, discOf, middleOf, seenIn } from './context.ts';
import { type Box, BRACKET, copyAt, DISC, kindOf, type Picture, type Seen } from './picture.ts';
import { within } from './reel.ts';
import { penIn, penRoute } from './route.ts';

/** The ctid of a row's part. */
const rowOf = (mark: string): string => MARK.row(mark.split(' ')[1] ?? '');

const rise: Draw = (motions, span, { looks, late, reel, hueOf, ...context }) => {
  for (const { to, session } of motions) {
    looks.fade(to, within(span, 0, 0.7));
    for (const element of looks.of(late, to).flatMap((own) => [...own.querySelectorAll(DISC)]))
      reel.add(element, [{ transform: 'translateY(20px)' }, { transform: 'translateY(0)' }], span, {
        easing: 'ease-out',
      });
    const seen = seenIn({ looks, late, reel, hueOf, ...context }, to);
    if (seen !== undefined) ring(reel, hueOf(session), discOf(seen), span);
  }
};

const close: Draw = (motions, span, { looks, late, reel, hueOf }) => {
  for (const { to, session } of motions) {
    looks.wipe(to, 'left', span, BRACKET, 'ease-in-out');
    const core = late.get(to)?.core ?? null;
    if (core !== null) outline(reel, hueOf(session), core, within(span, 0.2, 1));
  }
};

/** It falls from above the row into the bracket. */
const notch: Draw = (motions, span, context) => {
  for (const { from, to, session } of motions) {
    const [xid, row] = [from === null ? undefined : seenIn(context, from), seenIn(context, to)];
    if (xid === undefined || row === undefined) continue;
    const { x } = discOf(xid);
    const y = middleOf(row.box).y;
    disc(
      context.reel,
      context.hueOf(session),
      [
        { x, y: y - row.box.height },
        { x, y },
      ],
      within(span, 0.3, 1),
    );
  }
};

const look: Draw = (motions, span, context) => {
  const { looks, reel, hueOf } = context;
  const seen = motions.filter(({ to }) => seenIn(context, to) !== undefined);
  for (const [i, { to, session }] of seen.entries()) {
    const own = within(span, i / seen.length, (i + 1) / seen.length);
    looks.fade(to, within(own, 0.35, 0.65));
    const place = seenIn(context, to);
    if (place !== undefined) ring(reel, hueOf(session), middleOf(place.box), own, 20, 12);
  }
};

const see: Draw = (motions, span, context) => {
  for (const { to, session } of motions) {
    context.looks.fade(to, within(span, 0.2, 0.8));
    const place = seenIn(context, to);
    if (place !== undefined) ring(context.reel, context.hueOf(session), middleOf(place.box), span, 12, 20);
  }
};

/** The mark and each digit appear as the pen passes. */
function writeCell({ to, session }: Motion, span: Span, { looks, late, early, reel, hueOf }: ActContext): void {
  const cell = late.get(to) ?? early.get(to);
  if (cell === undefined) return;
  const letters = (late.get(to)?.element.textContent ?? '').length;
  looks.wipe(to, 'left', span, undefined, `steps(${letters + 1}, end)`);
  pen(reel, hueOf(session), penIn(cell), span, 'out');
}

const stamp: Draw = (motions, span, context) => {
  for (const motion of motions) {
    const [cell, row] = [seenIn(context, motion.to), seenIn(context, rowOf(motion.to))];
    const card = motion.from === null ? undefined : seenIn(context, motion.from);
    if (cell === undefined || row === undefined) continue;
    const route = penRoute(context.late, card, cell, row);
    pen(context.reel, context.hueOf(motion.session), route, within(span, 0, 0.5), 'no');
    writeCell(motion, within(span, 0.5, 1), context);
  }
};

/** The pen comes to where the new version will be. */
const send: Draw = (motions, span, context) => {
  for (const { from, to, session } of motions) {
    const row = seenIn(context, to);
    const card = from === null ? undefined : seenIn(context, from);
    if (row !== undefined)
      pen(context.reel, context.hueOf(session), penRoute(context.late, card, row, row), span, 'out');
  }
};

/** The xid's disc gives its digits: a ring leaves it while they are written. */
const write: Draw = (motions, span, context) => {
  for (const motion of motions) {
    const xid = motion.from === null ? undefined : seenIn(context, motion.from);
    if (xid !== undefined) ring(context.reel, context.hueOf(motion.session), discOf(xid), within(span, 0, 0.7));
    writeCell(motion, within(span, 0.1, 1), context);
  }
};

/** A copy lifts off the old version, slides to its place, and there its values turn into the new ones. */
const copy: Draw = (motions, span, context) => {
  const { looks, early, late, reel } = context;
  for (const { from, to } of motions) {
    const [old, now] = [from === null ? undefined : early.get(from), late.get(to)];
    looks.fade(to, within(span, 0.75, 1));
    if (old === undefined || now === undefined) continue;
    const made = copyAt(old, reel.svg);
    if (made === null) continue;
    const [dx, dy] = [now.box.x - old.box.x, now.box.y - old.box.y];
    carried(reel, made, old.box, { x: dx, y: dy }, span);
  }
};
const grow: Draw = (motions, span, context) => {
  const { looks, late, reel, hueOf } = context;
  for (const { to, session } of motions) {
    looks.wipe(to, 'bottom', span, undefined, 'ease-out');
    for (const element of looks.of(late, to))
      reel.add(element, [{ transform: 'translateY(16px)' }, { transform: 'translateY(0)' }], span, {
        easing: 'ease-out',
      });
    const free = seenIn(context, MARK.free);
    if (free !== undefined) outline(reel, hueOf(session), free.box, span);
  }
};

const chain: Draw = (motions, span, { looks }) => {
  for (const { to } of motions) looks.wipe(to, 'top', span);
};

const end: Draw = (motions, span, context) => {
  for (const { to, session } of motions) {
    context.looks.wipe(to, 'bottom', span, DISC);
    const seen = seenIn(context, to);
    if (seen !== undefined) ring(context.reel, context.hueOf(session), discOf(seen), within(span, 0.4, 1));
  }
};

/** Down the xid's column to a session's snapshot. */
const reach =
  (isStopped: boolean): Draw =>
  (motions, span, context) => {
    for (const { from, to, session } of motions) {
      const [xid, row] = [from === null ? undefined : seenIn(context, from), seenIn(context, to)];
      if (xid === undefined || row === undefined) continue;
      const hue = context.hueOf(session);
      const { x } = discOf(xid);
      const start = { x, y: xid.box.y + xid.box.height };
      const goal = { x, y: isStopped ? row.box.y : middleOf(row.box).y };
      disc(context.reel, hue, [start, goal], within(span, 0, 0.5));
      if (isStopped) bar(context.reel, hue, { x, y: row.box.y + 2 }, 34, within(span, 0.4, 1));
      else ring(context.reel, hue, goal, within(span, 0.5, 1));
    }
  };

const toOf = (element: Element | undefined): 'left' | 'right' =>
  element?.getAttribute('data-to') === 'left' ? 'left' : 'right';

/** An arrow of the picture before, with all others of its kind above the cards that have come since. */
function aboveCards({ early, late }: ActContext, { box }: Seen): Box {
  const boxes = (picture: Picture, kind: string) =>
    [...picture].flatMap(([mark, seen]) => (kindOf(mark) === kind ? [seen.box] : []));
  const low = Math.max(...boxes(early, 'wait').map(({ y, height }) => y + height));
  const top = Math.min(...boxes(late, 'card').map(({ y }) => y));
  return { ...box, y: box.y - Math.max(0, low + ROOM - top) };
}
/** Half of an arrow's head, and a little more. */
const ROOM = 10;

/** The lanes' own arrow, if it is in the document; else one like it. */
const waiting =
  (grows: boolean): Draw =>
  (motions, span, context) => {
    const { reel, looks, early, late, hueOf } = context;
    for (const { from, to, session } of motions) {
      const mark = grows ? to : (from ?? to);
      const picture = grows ? late : early;
      const seen = picture.get(mark);
      if (seen === undefined) continue;
      const direction = toOf(seen.element);
      if (picture === looks.live) looks.wipe(mark, direction === 'left' ? 'right' : 'left', span);
      else arrow(reel, hueOf(session), aboveCards(context, seen), direction, span, grows ? 'stays' : 'shrinks');
    }
  };

const circle: Draw = (motions, span, context) => {
  for (const { to, session } of motions) {
    const seen = seenIn(context, to);
    if (seen === undefined) continue;
    const box = aboveCards(context, seen);
    arrow(context.reel, context.hueOf(session), box, toOf(seen.element), within(span, 0, 0.5), 'grows');
    outline(context.reel, context.hueOf(session), box, within(span, 0.4, 1));
  }
};

/** The others are in acts-standby.ts and acts-ssi.ts. */
export const ACTS_DRAWN: Readonly<Record<Exclude<Act, StandbyAct | SsiAct>, Draw>> = {
  rise,
  close,
  notch,
  look,
  stamp,
  lock: stamp,
  send,
  copy,
  grow,
  write,
  chain,
  end,
  ripple: reach(false),
  stop: reach(true),
  wait: waiting(true),
  release: waiting(false),
  circle,
  see,
  ...SUBXIDS,
  ...CLEANING,
};
