/** A step's marks as a film needs them: the picture before and the one after it, one of them drawn once more. */
import type { Span } from '../../viewmodel/score/score.ts';
import type { Reel } from '../shared/reel/reel.ts';
import type { Picture } from './picture.ts';

/** The edge at which something appears first, or vanishes first. */
export type Edge = 'left' | 'right' | 'top' | 'bottom';
const OPPOSITE: Readonly<Record<Edge, Edge>> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' };
/** Room for strokes, which are not part of an element's box. */
const OPEN = 'inset(-4px -4px -4px -4px)';
/** Only what is at this edge is left, which is nothing. */
function closedAt(edge: Edge): string {
  const far = 'calc(100% + 4px)';
  const sides = { top: '-4px', right: '-4px', bottom: '-4px', left: '-4px', [OPPOSITE[edge]]: far };
  return `inset(${sides.top} ${sides.right} ${sides.bottom} ${sides.left})`;
}

/**
 * The picture before a step and the one after it. One of them is in the document; of the other, marks are drawn once
 * more in the layer as they are needed.
 */
export class Looks {
  readonly #ghosts = new Map<string, SVGGElement>();
  readonly touched = new Set<string>();
  readonly reel: Reel;
  readonly early: Picture;
  readonly late: Picture;
  /** The one of both that is in the document. */
  readonly live: Picture;

  constructor(reel: Reel, early: Picture, late: Picture, live: Picture) {
    this.reel = reel;
    this.early = early;
    this.late = late;
    this.live = live;
  }

  /** @param part a selector: parts of the mark */
  of(picture: Picture, mark: string, part?: string): readonly Element[] {
    const seen = picture.get(mark);
    if (seen === undefined) return [];
    if (picture === this.live) return part === undefined ? [seen.element] : [...seen.element.querySelectorAll(part)];
    const ghost = this.#ghost(picture, mark, part);
    return ghost === null ? [] : [ghost];
  }

  /** The copies of a mark, and of its parts, that have been made. */
  copiesOf(mark: string): readonly Element[] {
    return [...this.#ghosts].flatMap(([key, ghost]) => (key.slice(0, mark.length + 1) === `${mark} ` ? [ghost] : []));
  }

  #ghost(picture: Picture, mark: string, part: string | undefined): SVGGElement | null {
    const key = `${mark} ${part ?? ''}`;
    const known = this.#ghosts.get(key);
    if (known !== undefined) return known;
    const made = picture.get(mark)?.copy?.() ?? null;
    if (made === null) return null;
    if (part !== undefined) {
      const own = made.firstElementChild;
      // A mark that is moved as a whole keeps its place, and only the part is left in it.
      own?.replaceChildren(...own.querySelectorAll(part));
    }
    this.reel.svg.append(made);
    this.#ghosts.set(key, made);
    return made;
  }

  /** The old look gives way to the new one. */
  fade(mark: string, span: Span, part?: string): void {
    this.touched.add(mark);
    // What looks the same stays, wherever it slides to.
    if (this.early.get(mark)?.looks === this.late.get(mark)?.looks) return;
    for (const element of this.of(this.late, mark, part))
      this.reel.add(element, [{ opacity: 0 }, { opacity: 1 }], span);
    for (const element of this.of(this.early, mark, part))
      this.reel.add(element, [{ opacity: 1 }, { opacity: 0 }], span);
  }

  /** The new look covers the old one, from this edge on. */
  wipe(mark: string, edge: Edge, span: Span, part?: string, easing = 'linear'): void {
    this.touched.add(mark);
    const [shut, gone] = [closedAt(edge), closedAt(OPPOSITE[edge])];
    for (const element of this.of(this.late, mark, part))
      this.reel.add(element, [{ clipPath: shut }, { clipPath: OPEN }], span, { easing });
    for (const element of this.of(this.early, mark, part))
      this.reel.add(element, [{ clipPath: OPEN }, { clipPath: gone }], span, { easing });
  }
}

export const within = ({ from, to }: Span, start: number, end: number): Span => ({
  from: from + (to - from) * start,
  to: from + (to - from) * end,
});
