/**
 * Places for the words beside single points of a chart: above or below its mark, towards the middle of the plot, and
 * never one over the other. Pure; in pixels.
 */

export interface PointNote {
  readonly key: string;
  readonly text: string;
  /** The point's mark. */
  readonly x: number;
  readonly y: number;
  /** On which side of the mark it is better, if there is room. */
  readonly above: boolean;
}

export interface PlacedNote {
  readonly key: string;
  readonly text: string;
  readonly x: number;
  /** The text's baseline. */
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** In em: the distance of a baseline from its mark, above and below, a line's height, and a letter's width. */
const ABOVE = 0.95;
const BELOW = 1.75;
const LINE = 1.25;
const LETTER = 0.55;
/** The words begin beside the mark, not on it. */
const ASIDE = 0.5;

/** In the order of importance: a note for which no room is left is left out. `em`: the size of the text. */
export function placeNotes(notes: readonly PointNote[], edges: Edges, em: number): readonly PlacedNote[] {
  const placed: PlacedNote[] = [];
  const span = ({ x, text, anchor }: PlacedNote): readonly [number, number] => {
    const width = text.length * LETTER * em;
    return anchor === 'start' ? [x, x + width] : [x - width, x];
  };
  const isFree = (note: PlacedNote): boolean => {
    const [from, to] = span(note);
    if (note.y - em < edges.top || note.y > edges.bottom || from < edges.left || to > edges.right) return false;
    return placed.every((other) => {
      const [otherFrom, otherTo] = span(other);
      return Math.abs(other.y - note.y) >= LINE * em || from >= otherTo || to <= otherFrom;
    });
  };
  for (const { key, text, x, y, above } of notes) {
    const anchor = x > (edges.left + edges.right) / 2 ? 'end' : 'start';
    const at = (isAbove: boolean): PlacedNote => ({
      key,
      text,
      x: x + (anchor === 'start' ? ASIDE : -ASIDE) * em,
      y: y + (isAbove ? -ABOVE : BELOW) * em,
      anchor,
    });
    const place = [at(above), at(!above)].find(isFree);
    if (place !== undefined) placed.push(place);
  }
  return placed;
}
