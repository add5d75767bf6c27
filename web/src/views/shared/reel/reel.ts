/**
 * A film's animations, on one time that somebody else sets. They are paused animations of the browser: they change no
 * attribute, and when they are cancelled nothing is left of them.
 */
import type { Span } from '../../../viewmodel/score/score.ts';

export const SVG = 'http://www.w3.org/2000/svg';

export type Frames = Keyframe[];

export class Reel {
  readonly #all: Animation[] = [];
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
    const animation = element.animate(frames, { delay: from, duration: Math.max(1, to - from), fill: 'both', ...more });
    animation.pause();
    this.#all.push(animation);
  }

  draw(at: number): void {
    for (const animation of this.#all) animation.currentTime = at;
  }
  end(): void {
    for (const animation of this.#all) animation.cancel();
    this.svg.remove();
  }
}
