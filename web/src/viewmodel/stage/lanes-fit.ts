/**
 * Heights of the cards, and so the number of rows that fit, estimated from their texts alone: a drawing that had to be
 * measured first would be laid out twice at each step. All lengths are px. A drawing gives each row at least the height
 * estimated here, and more if a text turns out higher; any excess is cut off at the top, where the oldest rows are.
 */
import '../../base/messages/en/lanes.ts';
import type { Messages } from '../../base/messages/index.ts';
import { briefResult, cardSql, completionWord, whoWords } from './lane-words.ts';
import type { LaneBand, LaneCard, LaneRoom } from './lanes-types.ts';
import { serverSaid } from './server-said.ts';

/** Advance widths: exact for the mono font, the mean for the other one; an error's text is bolder, and has capitals. */
const MONO_EM = 0.6;
/** Some systems round it to whole pixels. */
const monoLetter = (em: number): number => Math.max(MONO_EM * em, Math.round(MONO_EM * em));
const SANS_EM = 0.5;
const ERROR_EM = 0.54;
const LINE_EM = 1.35;
/** From lanes.module.css and lane-card.module.css: the lowest row, and the space around a card's text. */
const LEAST_ROW_REM = 1.6;
const CARD_X_REM = 0.85;
const CARD_X_PX = 5;
const CARD_Y_REM = 0.8;
const CARD_Y_PX = 2;
export const SQL_LINES = 4;
/** When everything fits: a card shows its SQL whole unless it is very long. */
export const WHOLE_SQL_LINES = 9;
/** Rather than fold a step: a card shows the first lines of its SQL, whose rest is one press away. */
export const FEW_SQL_LINES = 2;
/** Rather than fold a step that the page speaks of. */
export const LEAST_SQL_LINES = 1;
const COMPLETED_SQL_LINES = 3;
const MOST_ERROR_LINES = 4;
const XID_LINE_REM = 1.5;

/** Lines of a text broken at blanks; a word longer than a line is broken anywhere. */
export function linesOf(text: string, letters: number): number {
  const width = Math.max(1, letters);
  let lines = 1;
  let used = 0;
  for (const word of text.split(' ')) {
    const { length } = word;
    if (used > 0 && used + 1 + length <= width) {
      used += 1 + length;
      continue;
    }
    if (used > 0) lines++;
    lines += Math.max(0, Math.ceil(length / width) - 1);
    used = length > width ? length % width || width : length;
  }
  return lines;
}

/** A card's height with the gap below it. */
export function cardHeight(card: LaneCard, room: LaneRoom, messages: Messages): number {
  const { card: width, em, rem, sqlLines = SQL_LINES } = room;
  const inner = width - CARD_X_REM * rem - CARD_X_PX;
  const line = LINE_EM * em;
  const goesOn = completionWord(card, messages);
  const most = card.kind === 'launched' ? sqlLines : Math.min(sqlLines, COMPLETED_SQL_LINES);
  const sql = Math.min(most, linesOf(goesOn + cardSql(card.brief), Math.floor(inner / monoLetter(em))));
  const error =
    card.error === null
      ? 0
      : 0.35 * rem +
        line *
          Math.min(
            MOST_ERROR_LINES,
            linesOf(serverSaid(card.error, messages), Math.floor((inner - 0.6 * rem) / (ERROR_EM * em))),
          );
  return sql * line + error + factsHeight(card, inner, em, rem, messages) + CARD_Y_REM * rem + CARD_Y_PX;
}

/** Height of the line of facts, or of its lines if the facts do not fit on one. */
function factsHeight(card: LaneCard, inner: number, em: number, rem: number, messages: Messages): number {
  const { t } = messages;
  const sans = (text: string): number => text.length * SANS_EM * em;
  const facts: { readonly width: number; readonly height: number }[] = [];
  const low = LINE_EM * em;
  const put = (width: number, height: number): void => {
    facts.push({ width, height: height * Math.max(1, Math.ceil(width / inner)) });
  };
  const result = briefResult(card.results, messages);
  if (result !== null) put(result.length * monoLetter(em), low);
  if (card.xid !== null) {
    const { xid, fill, parent } = card.xid;
    const word = parent === null ? t('lanes.fill', { fill }) : t('lanes.xid.inside', { parent });
    // The mark, two gaps, and the button's own edge, which extends into the card's.
    put(1.8 * em + String(xid).length * monoLetter(em) + sans(word), Math.max(low, XID_LINE_REM * rem));
  }
  if (card.status === 'waits') put(sans(t('lanes.card.waits', { who: whoWords(card.waitsFor, messages) })), low);
  if (card.status === 'waited') put(sans(t('lanes.card.waited', { until: card.until ?? 0 })), low);
  if (card.snapshot) put(1.3 * em + (card.xid === null ? 0.35 * em + sans(t('lanes.snapshot')) : 0), low);
  let height = 0;
  let [used, line] = [0, 0];
  for (const fact of facts) {
    const next = used === 0 ? fact.width : used + 0.6 * em + fact.width;
    if (used > 0 && next > inner) {
      height += line;
      [used, line] = [fact.width, fact.height];
    } else [used, line] = [next, Math.max(line, fact.height)];
  }
  return height + line;
}

/** At least as many rows as can fit, if each has the lowest height. No drawing has more than MOST_ROWS. */
export const mostRows = (room: LaneRoom): number =>
  Math.max(1, Math.min(MOST_ROWS, Math.ceil(room.height / leastRow(room))));
/** The lowest row: it must contain its tick's number, on stage, too. */
const leastRow = ({ em, rem }: LaneRoom): number => Math.max(LEAST_ROW_REM * rem, LINE_EM * em);
const MOST_ROWS = 60;

interface Drawn {
  readonly rows: number;
  readonly cards: readonly (readonly LaneCard[])[];
  readonly bands: readonly LaneBand[];
  readonly ghosts: readonly { readonly row: number }[];
}

/** Each row's height: the least at which no card covers the items below it. */
export function rowHeights(drawn: Drawn, room: LaneRoom, messages: Messages): readonly number[] {
  const { em, rem } = room;
  /** Least distance from a row's beginning to the beginning of a later one. */
  const needs: { readonly to: number; readonly height: number }[][] = Array.from({ length: drawn.rows }, () => []);
  for (const lane of drawn.cards)
    for (const card of lane)
      needs[card.row]?.push({ to: card.row + card.span, height: cardHeight(card, room, messages) });
  for (const { row, error } of drawn.bands) {
    const lines = error === null ? 1 : 3;
    needs[row]?.push({ to: row + 1, height: lines * LINE_EM * em + 0.5 * rem + 2 });
  }
  for (const { row } of drawn.ghosts)
    needs[row]?.push({ to: row + 1, height: Math.max(1.9 * rem, LINE_EM * em + 0.5 * rem + 2) });
  const fromEnd = new Array<number>(drawn.rows + 1).fill(0);
  for (let row = drawn.rows - 1; row >= 0; row--) {
    let height = (fromEnd[row + 1] ?? 0) + leastRow(room);
    for (const need of needs[row] ?? []) height = Math.max(height, (fromEnd[need.to] ?? 0) + need.height);
    fromEnd[row] = height;
  }
  return needs.map((_, row) => (fromEnd[row] ?? 0) - (fromEnd[row + 1] ?? 0));
}

/** Text sizes are not whole numbers: rows that together are this much too high still fit, each a little lower. */
const ROUNDING_PX = 0.5;

/** Room left for rows above arrows on this many lines. */
const roomForRows = (waitLines: number, { height, em, rem }: LaneRoom): number =>
  height - waitLines * (LINE_EM * em + 0.85 * rem + 2);

/** How many of the last rows with these heights fit above arrows on this many lines; at least one. */
export function rowsThatFit(heights: readonly number[], waitLines: number, room: LaneRoom): number {
  let left = roomForRows(waitLines, room);
  let rows = 0;
  for (const one of heights.toReversed()) {
    left -= one;
    if (left < -ROUNDING_PX && rows > 0) break;
    rows++;
  }
  return rows;
}

/** Stretches rows to fill the room if older ones were folded: “now” keeps its place from step to step. */
export function spread(heights: readonly number[], waitLines: number, room: LaneRoom): readonly number[] {
  const left = roomForRows(waitLines, room) - heights.reduce((sum, one) => sum + one, 0);
  return left < -ROUNDING_PX ? heights : heights.map((one) => one + left / heights.length);
}
