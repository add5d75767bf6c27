/** Acts beside a standby: a record is written, and travels to the array. */
import type { StandbyAct } from '../../viewmodel/score/score.ts';
import { carried, disc, outline, ring } from './actors.ts';
import { type Draw, middleOf, seenIn } from './context.ts';
import { copyAt } from './picture.ts';
import { within } from './reel.ts';

/** From the session down beside the bands, and from below into the record's place. */
const log: Draw = (motions, span, context) => {
  const { looks, reel, hueOf } = context;
  for (const { from, to, session } of motions) {
    const [start, card] = [from === null ? undefined : seenIn(context, from)?.box, seenIn(context, to)?.box];
    if (card === undefined) continue;
    const [x, y] = [(start?.x ?? card.x) - 9, card.y + card.height + 7];
    const middle = middleOf(card);
    const way = [
      { x, y: start === undefined ? y : middleOf(start).y },
      { x, y },
      { x: middle.x, y },
      { x: middle.x, y: y - 7 },
    ];
    disc(reel, hueOf(session), way, within(span, 0, 0.6));
    looks.wipe(to, 'bottom', within(span, 0.5, 1));
    outline(reel, hueOf(session), card, within(span, 0.5, 1));
  }
};

const replay: Draw = (motions, span, context) => {
  for (const { to, session } of motions) {
    const card = seenIn(context, to);
    if (card !== undefined) outline(context.reel, context.hueOf(session), card.box, span);
  }
};

/** The record itself goes to its entry. Several entries of one record: it goes to the first. */
const travel: Draw = (motions, span, context) => {
  const { looks, reel, hueOf } = context;
  const gone = new Set<string>();
  for (const { from, to, session } of motions) {
    const [card, entry] = [from === null ? undefined : seenIn(context, from), seenIn(context, to)];
    if (entry === undefined) continue;
    looks.fade(to, within(span, 0.6, 0.9));
    ring(reel, hueOf(session), middleOf(entry.box), within(span, 0.6, 1));
    if (card === undefined || from === null || gone.has(from)) continue;
    gone.add(from);
    const made = copyAt(card, reel.svg);
    if (made === null) continue;
    const by = { x: entry.box.x - card.box.x, y: entry.box.y - card.box.y };
    carried(reel, made, card.box, by, within(span, 0, 0.8));
  }
};

export const STANDBY: Readonly<Record<StandbyAct, Draw>> = { log, replay, arrive: travel, depart: travel };
