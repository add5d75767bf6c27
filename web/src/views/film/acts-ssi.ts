/** Acts of SERIALIZABLE: what was read is marked, conflicts arise, and somebody has to go. */

import { MARK } from '../../viewmodel/score/marks.ts';
import type { Span, SsiAct } from '../../viewmodel/score/score.ts';
import { disc, outline, ring } from './actors.ts';
import { type ActContext, type Draw, middleOf, seenIn } from './context.ts';
import { within } from './reel.ts';

/** The row that a lock is on, in a frame: it has been read. */
function framed(lock: string, hue: string, span: Span, context: ActContext): void {
  const [, page, offset] = /^siread \/(\d+)\/(\d+) /.exec(lock) ?? [];
  const row = page === undefined ? undefined : seenIn(context, MARK.row(`(${page},${offset})`));
  if (row !== undefined) outline(context.reel, hue, row.box, span);
}

/** A disc brings the mark from where the row was read. */
const claim: Draw = (motions, span, context) => {
  const { looks, reel, hueOf } = context;
  for (const { from, to, session } of motions) {
    const seen = seenIn(context, to);
    if (seen === undefined) continue;
    const hue = hueOf(session);
    const goal = middleOf(seen.box);
    const start = from === null ? undefined : seenIn(context, from);
    framed(to, hue, span, context);
    if (start !== undefined) disc(reel, hue, [middleOf(start.box), goal], within(span, 0, 0.6));
    looks.fade(to, within(span, start === undefined ? 0 : 0.5, 1));
    ring(reel, hue, goal, within(span, start === undefined ? 0 : 0.5, 1));
  }
};

/** Finer marks gather in the one that stands for them from now on. */
const promote: Draw = (motions, span, context) => {
  const { looks, reel, hueOf } = context;
  for (const { from, to, session } of motions) {
    const [start, seen] = [from === null ? undefined : seenIn(context, from), seenIn(context, to)];
    if (seen === undefined) continue;
    const goal = middleOf(seen.box);
    if (from !== null) {
      looks.fade(from, within(span, 0, 0.3));
      framed(from, hueOf(session), within(span, 0, 0.7), context);
    }
    if (start !== undefined) disc(reel, hueOf(session), [middleOf(start.box), goal], within(span, 0, 0.7));
    looks.fade(to, within(span, 0.55, 0.9));
    ring(reel, hueOf(session), goal, within(span, 0.6, 1));
  }
};

/** From the reader to the writer, whose change it did not see; the arrow stays where the disc has gone. */
const conflict: Draw = (motions, span, context) => {
  const { looks, reel, hueOf } = context;
  for (const { from, to, session } of motions) {
    const [, , writer = ''] = to.split(' ');
    const [start, goal] = [from === null ? undefined : seenIn(context, from), seenIn(context, `sxact ${writer}`)];
    if (start === undefined || goal === undefined) continue;
    const [a, b] = [middleOf(start.box), middleOf(goal.box)];
    const [across, down] = [b.x - a.x, b.y - a.y];
    const isAcross = Math.abs(across) >= Math.abs(down);
    const edge = isAcross ? (across > 0 ? 'left' : 'right') : down > 0 ? 'top' : 'bottom';
    looks.wipe(to, edge, within(span, 0, 0.8));
    disc(reel, hueOf(session), [a, b], within(span, 0, 0.8));
    ring(reel, hueOf(session), b, within(span, 0.7, 1));
  }
};

const light: Draw = (motions, span, context) => {
  for (const { to, session } of motions) {
    context.looks.fade(to, within(span, 0, 0.5));
    const seen = seenIn(context, to);
    if (seen !== undefined) outline(context.reel, context.hueOf(session), seen.box, within(span, 0, 0.7));
  }
};

const doom: Draw = (motions, span, context) => {
  const { looks, reel, hueOf } = context;
  for (const { to, session } of motions) {
    const seen = seenIn(context, to);
    if (seen === undefined) continue;
    looks.wipe(to, 'top', within(span, 0.2, 0.8));
    ring(reel, hueOf(session), middleOf(seen.box), within(span, 0, 0.6), 40, 20);
    ring(reel, hueOf(session), middleOf(seen.box), within(span, 0.5, 1), 20, 44);
  }
};

const safe: Draw = (motions, span, context) => {
  const { looks, reel, hueOf } = context;
  for (const { to, session } of motions) {
    const seen = seenIn(context, to);
    if (seen === undefined) continue;
    looks.fade(to, within(span, 0.2, 0.7));
    outline(reel, hueOf(session), seen.box, span);
  }
};

export const SSI: Readonly<Record<SsiAct, Draw>> = { claim, promote, conflict, light, doom, safe };
