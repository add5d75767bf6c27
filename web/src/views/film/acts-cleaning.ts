/** Acts of VACUUM and pruning. */
import type { Act } from '../../viewmodel/score/score.ts';
import { outline, swept } from './actors.ts';
import { type ActContext, type Draw, seenIn } from './context.ts';
import { within } from './reel.ts';

/** Where the horizon was; else before the first of what is dead. */
function sweepFrom({ early }: ActContext, to: string, end: number): number {
  const was = early.get(to)?.box.x ?? end;
  if (was < end - 1) return was;
  const dead = [...early].flatMap(([mark, { box }]) => (mark.startsWith('dead ') ? [box.x] : []));
  return Math.min(end, ...dead) - 24;
}

/** Over the axis of xids from its beginning, and over that of the holders. */
const sweep: Draw = (motions, span, context) => {
  for (const { to } of motions) {
    const seen = seenIn(context, to);
    if (seen === undefined) continue;
    const { x, y, width, height } = seen.box;
    const isAxis = seen.core !== null;
    const end = isAxis ? x + width : x;
    swept(context.reel, { x: isAxis ? seen.area.x : sweepFrom(context, to, end), y }, end, height, span);
    if (!isAxis && context.early.get(to)?.looks !== context.late.get(to)?.looks)
      context.looks.fade(to, within(span, 0.8, 1));
  }
};

const dissolve: Draw = (motions, span, context) => {
  const { looks, early, reel, hueOf } = context;
  const seen = motions.filter(({ to }) => early.has(to));
  for (const [i, { to, session }] of seen.entries()) {
    const own = within(span, (0.5 * i) / seen.length, 0.5 + (0.5 * (i + 1)) / seen.length);
    looks.touched.add(to);
    for (const element of looks.of(early, to))
      reel.add(
        element,
        [
          { opacity: 1, filter: 'blur(0px)' },
          { opacity: 0, filter: 'blur(5px)' },
        ],
        own,
      );
    const box = early.get(to)?.box;
    if (box !== undefined) outline(reel, hueOf(session), box, within(own, 0, 0.7));
  }
};

/** What is left slides up meanwhile (`shift` in film.ts). */
const settle: Draw = (motions, span, context) => {
  for (const { to, session } of motions) {
    const seen = seenIn(context, to);
    if (seen === undefined) continue;
    if (to.startsWith('pointer ')) context.looks.fade(to, within(span, 0.3, 1));
    outline(context.reel, context.hueOf(session), seen.box, span);
  }
};

export const CLEANING = { sweep, dissolve, settle } satisfies Partial<Record<Act, Draw>>;
