/** The layout of a picture of the lanes: computed from the texts, the width and the text's size. Pure. */
import '../../base/messages/en/lanes.ts';
import type { Messages } from '../../base/messages/index.ts';
import { cutText, type Face, textWidth, wrapText } from '../../viewmodel/picture-text.ts';
import { briefResult, completionWord, whoWords } from '../../viewmodel/stage/lane-words.ts';
import type { LaneCard, LanesModel, LaneXid } from '../../viewmodel/stage/lanes-types.ts';
import { serverSaid } from '../../viewmodel/stage/server-said.ts';

export type Item =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly face: Face;
      readonly bold: boolean;
      readonly width: number;
    }
  | { readonly kind: 'xid'; readonly xid: LaneXid; readonly word: string; readonly width: number }
  | { readonly kind: 'snapshot'; readonly word: string; readonly width: number };

export interface PlacedCard {
  readonly card: LaneCard;
  readonly sql: readonly string[];
  readonly error: readonly string[];
  /** Lines of facts. */
  readonly facts: readonly (readonly Item[])[];
  readonly height: number;
}

export interface LanesPictureLayout {
  readonly width: number;
  readonly height: number;
  readonly em: number;
  /** Left of the first lane. */
  readonly axis: number;
  readonly column: number;
  /** Below the heads; each row's upper edge, and one more for the end. */
  readonly tops: readonly number[];
  readonly now: number;
  readonly cards: readonly PlacedCard[];
}

export const LINE = 1.35;
/** Between a card's edge and its text, above and below. */
export const PAD = 0.45;
const GAP = 0.5;
const HEAD_LINES = 3;
/** The smallest width of a lane, in em: a dozen letters of SQL fit. */
const LEAST_LANE = 9.5;

/** At least as wide as the lanes need. */
export const lanesPictureWidth = (lanes: number, width: number, em: number): number =>
  Math.max(width, (2.4 + lanes * LEAST_LANE) * em);

export function lanesPictureLayout(
  model: LanesModel,
  width: number,
  em: number,
  messages: Messages,
): LanesPictureLayout {
  const axis = 2.4 * em;
  const column = (width - axis) / Math.max(1, model.lanes.length);
  const cards = model.lanes.flatMap((lane) => lane.cards.map((card) => placedCard(card, column, em, messages)));
  const heights = model.rows.map(() => 1.7 * em);
  for (const { row } of [...model.bands, ...model.ghosts]) heights[row] = 2.1 * em;
  // A card that needs more than its rows have makes the last of them higher.
  for (const { card, height } of [...cards].sort((a, b) => a.card.row + a.card.span - b.card.row - b.card.span)) {
    const end = Math.min(card.row + card.span, heights.length);
    const have = heights.slice(card.row, end).reduce((sum, each) => sum + each, 0);
    if (height + GAP * em > have) heights[end - 1] = (heights[end - 1] ?? 0) + height + GAP * em - have;
  }
  const start = (HEAD_LINES * 1.3 + 0.6 + (model.foldedTo === null ? 0 : 1.8)) * em;
  const tops = [start];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  const end = (tops.at(-1) ?? 0) + model.waitLines * 1.9 * em + (model.moreWaits > 0 ? 1.5 * em : 0);
  const now = end + 0.6 * em;
  return { width, height: now + 1.2 * em, em, axis, column, tops, now, cards };
}

function placedCard(card: LaneCard, column: number, em: number, messages: Messages): PlacedCard {
  const room = column - 0.7 * em - 1.1 * em;
  const said = `${completionWord(card, messages)}${card.brief}`;
  const sql = wrapText(said, room, em, 'mono', { most: 4 });
  const error =
    card.error === null ? [] : wrapText(serverSaid(card.error, messages), room - 0.6 * em, em, 'sans', { most: 4 });
  const facts = flow(factsOf(card, room, em, messages), room, em);
  const lines = sql.length + error.length + facts.length;
  return { card, sql, error, facts, height: (lines * LINE + 2 * PAD + (error.length > 0 ? 0.4 : 0)) * em };
}

function factsOf(card: LaneCard, room: number, em: number, messages: Messages): readonly Item[] {
  const { t } = messages;
  const items: Item[] = [];
  const text = (whole: string, face: Face, bold: boolean) => {
    // A picture has no tooltip for what does not fit: it has as many lines as it takes.
    for (const line of wrapText(whole, room, em, face, { bold }))
      items.push({ kind: 'text', text: line, face, bold, width: textWidth(line, em, face, bold) });
  };
  const result = briefResult(card.results, messages);
  if (result !== null) text(result, 'mono', true);
  if (card.xid !== null) {
    const { xid, fill, parent } = card.xid;
    const word = parent === null ? t('lanes.fill', { fill }) : t('lanes.xid.inside', { parent });
    const before = 1.4 * em + textWidth(`${xid} `, em, 'mono');
    const cut = cutText(word, Math.max(em, room - before), em, 'sans');
    items.push({ kind: 'xid', xid: card.xid, word: cut, width: before + textWidth(cut, em, 'sans') });
  }
  if (card.status === 'waits') text(t('lanes.card.waits', { who: whoWords(card.waitsFor, messages) }), 'sans', true);
  if (card.status === 'waited') text(t('lanes.card.waited', { until: card.until ?? 0 }), 'sans', false);
  if (card.snapshot) {
    const word = card.xid === null ? t('lanes.snapshot') : '';
    items.push({ kind: 'snapshot', word, width: 1.7 * em + textWidth(word, em, 'sans') });
  }
  return items;
}

/** One behind the other, as many on a line as fit. */
function flow(items: readonly Item[], room: number, em: number): readonly (readonly Item[])[] {
  const lines: Item[][] = [];
  let left = 0;
  for (const item of items) {
    const line = lines.at(-1);
    if (line !== undefined && item.width + 0.6 * em <= left) {
      line.push(item);
      left -= item.width + 0.6 * em;
    } else {
      lines.push([item]);
      left = room - item.width;
    }
  }
  return lines;
}
