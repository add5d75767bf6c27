/** The pen's way from a session's card to a row: between the figures and between the rows, never across words. */
import type { Point } from './actors.ts';
import type { Picture, Seen } from './picture.ts';

/** The pen writes below its line. */
const BELOW = 2;

/** Where the pen stands when it begins to write a cell, and when it has written it. */
export function penIn({ box }: Seen): readonly [Point, Point] {
  const y = box.y + box.height - BELOW;
  return [
    { x: box.x + 2, y },
    { x: box.x + box.width, y },
  ];
}

export function penRoute(picture: Picture, card: Seen | undefined, cell: Seen, row: Seen): readonly Point[] {
  const [end] = penIn(cell);
  // Below the row, and before its first word.
  const y = row.box.y + row.box.height + BELOW;
  const down = { x: end.x, y };
  if (card === undefined) return [{ x: row.box.x - 10, y }, down, end];
  const isBeside = row.area.x >= card.area.x + card.area.width - 8;
  if (!isBeside) {
    const x = Math.max(4, row.area.x - 8);
    return [{ x, y: card.area.y + card.area.height }, { x, y }, down, end];
  }
  const x = (card.area.x + card.area.width + row.area.x) / 2;
  const from = { x: card.box.x + card.box.width, y: card.box.y + card.box.height / 2 };
  const turn = [{ x, y: from.y }, { x, y }, down, end];
  return isFree(picture, card, x) ? [from, ...turn] : turn;
}

/** No other session's card is between it and the end of the lanes. */
const isFree = (picture: Picture, card: Seen, x: number): boolean => {
  const middle = card.box.y + card.box.height / 2;
  return ![...picture.values()].some(
    ({ element, box }) =>
      element !== card.element &&
      element.classList.contains(card.element.classList[0] ?? '-') &&
      box.x > card.box.x &&
      box.x < x &&
      box.y < middle &&
      box.y + box.height > middle,
  );
};
