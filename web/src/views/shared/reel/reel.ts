/**
 * A film's animations, on one time that somebody else sets. They are paused animations of the browser: they change no
 * attribute, and when they are cancelled nothing is left of them.
 */
import type { Span } from '../../../viewmodel/score/score.ts';

export const SVG = 'http://www.w3.org/2000/svg';

export type Frames = Keyframe[];

interface Running extends Span {
  readonly animation: Animation;
  /** The place at which it was drawn last. */
  placed: number | null;
}
/** All times before its beginning look the same, and so do all after its end: setting one more costs a style each frame. */
const placeIn = ({ from, to }: Span, at: number): number =>
  at < from ? Number.NEGATIVE_INFINITY : at > to ? Number.POSITIVE_INFINITY : at;

export class Reel {
  readonly #all: Running[] = [];
  readonly svg: SVGSVGElement;

  constructor(layer: HTMLElement) {
    this.svg = document.createElementNS(SVG, 'svg');
    this.svg.setAttribute('width', '100%');
    this.svg.setAttribute('height', '100%');
    layer.replaceChildren(this.svg);
  }

  /** Before and after its time an element looks as in its first and last frame. */
  add(
    element: Element,
    frames: Frames,
    { from, to }: Span,
    more: Pick<KeyframeEffectOptions, 'easing' | 'composite' | 'fill'> = {},
  ) {
    const duration = Math.max(1, to - from);
    const animation = element.animate(frames, { delay: from, duration, fill: 'both', ...more });
    animation.pause();
    this.#all.push({ animation, from, to: from + duration, placed: null });
  }

  draw(at: number): void {
    for (const running of this.#all) {
      const placed = placeIn(running, at);
      if (placed === running.placed) continue;
      running.placed = placed;
      running.animation.currentTime = at;
    }
  }
  end(): void {
    for (const { animation } of this.#all) animation.cancel();
    this.svg.remove();
  }
}
