import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { CoreStyle } from '../../viewmodel/cachelines/counters.ts';
import { type DesignStyle, designStyle, type LadderId } from '../../viewmodel/design-style.ts';

/** The page's properties that a canvas needs: the theme's colours, the size of its box, and when to repaint. */

export interface Palette {
  readonly ink: string;
  readonly paper: string;
  readonly muted: string;
  readonly hairline: string;
  readonly edge: string;
  /** By backend. */
  readonly cores: readonly string[];
  readonly design: string;
  readonly sans: string;
  readonly mono: string;
}

export function readPalette(element: Element, styles: readonly CoreStyle[], design: LadderId): Palette {
  const computed = getComputedStyle(element);
  const of = (token: string): string => computed.getPropertyValue(token).trim() || 'black';
  const style: DesignStyle = designStyle(design);
  return {
    ink: of('--ink'),
    paper: of('--paper'),
    muted: of('--muted'),
    hairline: of('--hairline'),
    edge: of('--edge'),
    cores: styles.map(({ token }) => of(token)),
    design: of(style.token),
    sans: of('--sans'),
    mono: of('--mono'),
  };
}

/** Counts up when the theme or the screen's pixels have changed, or the fonts have arrived. */
export function useLook(): number {
  const [look, setLook] = useState(0);
  useEffect(() => {
    const anew = () => setLook((before) => before + 1);
    const gone = new AbortController();
    const theme = new MutationObserver(anew);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-stage', 'style'] });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', anew, { signal: gone.signal });
    // The query names one pixel ratio: after a change a new query waits for the next one.
    const awaitPixels = () =>
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
        'change',
        () => {
          awaitPixels();
          anew();
        },
        { once: true, signal: gone.signal },
      );
    awaitPixels();
    void document.fonts.ready.then(() => {
      if (!gone.signal.aborted) anew();
    });
    return () => {
      theme.disconnect();
      gone.abort();
    };
  }, []);
  return look;
}

/** Text height and size of a box; null until it has been measured. */
export interface Box {
  readonly width: number;
  readonly height: number;
  readonly em: number;
}
export function useBox(ref: RefObject<Element | null>, look: number): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look may mean another size of text
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const take = () => {
      const { width, height } = element.getBoundingClientRect();
      // Not laid out: there is nothing to paint on.
      if (width < 1) return;
      const em = Number.parseFloat(getComputedStyle(element).fontSize);
      setBox((old) => {
        const next = { width: Math.floor(width), height: Math.floor(height), em };
        return old !== null && old.width === next.width && old.height === next.height && old.em === em ? old : next;
      });
    };
    take();
    const observer = new ResizeObserver(take);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, look]);
  return box;
}

/** An arc of a given length between two points: a transfer is drawn as long as its time on the ruler. Pure. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Arc {
  /** The point at a share of the arc, 0 to 1. */
  readonly at: (share: number) => Point;
  readonly length: number;
}

/** Half the angle φ with sin φ / φ = chord / length, by halving. */
function halfAngle(ratio: number): number {
  let [from, to] = [0, Math.PI];
  for (let i = 0; i < 40; i++) {
    const middle = (from + to) / 2;
    if (Math.sin(middle) / middle > ratio) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** Half the angle of an arc that has no length to spare: it is still visible as an arc. */
const FLAT = 0.5;

/**
 * Upwards from `from` to `to`. As long as requested, unless that is shorter than the distance, or higher than the room.
 * @param maxHeight above the higher end
 */
export function arcBetween(from: Point, to: Point, length: number, maxHeight: number): Arc {
  const chord = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
  const wanted = length <= chord ? FLAT : halfAngle(chord / length);
  // Height of the segment: chord / 2 · tan(φ / 2).
  const highest = 2 * Math.atan((2 * maxHeight) / chord);
  const angle = Math.max(0.1, Math.min(Math.max(wanted, FLAT), highest));
  const radius = chord / (2 * Math.sin(angle));
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  // Across the chord, upwards on the screen.
  const along = { x: (to.x - from.x) / chord, y: (to.y - from.y) / chord };
  const sign = along.x >= 0 ? 1 : -1;
  const up = { x: along.y * sign, y: -along.x * sign };
  const depth = radius * Math.cos(angle);
  const centre = { x: middle.x - up.x * depth, y: middle.y - up.y * depth };
  const angleOf = (share: number): number => angle * (2 * share - 1);
  return {
    length: 2 * radius * angle,
    at: (share) => {
      const a = angleOf(share);
      return {
        x: centre.x + radius * (along.x * Math.sin(a) + up.x * Math.cos(a)),
        y: centre.y + radius * (along.y * Math.sin(a) + up.y * Math.cos(a)),
      };
    },
  };
}

/**
 * The interface that the painters draw with: a canvas of the page, one of a worker, or a file (`picture/svg-pen.ts`).
 * Words are separate, because shaping them costs more on a canvas than the rest of a frame.
 */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'clearRect'
  | 'clip'
  | 'closePath'
  | 'fill'
  | 'fillRect'
  | 'fillStyle'
  | 'globalAlpha'
  | 'lineTo'
  | 'lineWidth'
  | 'moveTo'
  | 'rect'
  | 'restore'
  | 'rotate'
  | 'save'
  | 'setLineDash'
  | 'stroke'
  | 'strokeRect'
  | 'strokeStyle'
  | 'translate'
>;

export interface TextLook {
  /** In a canvas's format: weight, size in px, families. */
  readonly font: string;
  readonly colour: string;
  readonly align: 'left' | 'center' | 'right';
}

export interface Words {
  /** In CSS pixels. */
  readonly width: (text: string, look: Pick<TextLook, 'font' | 'colour'>) => number;
  /** Writes the text with its middle at `y`; condensed if it is wider than `maxWidth`. */
  readonly write: (c: Pen, text: string, x: number, y: number, look: TextLook, maxWidth?: number) => void;
}

export const fontSize = (font: string): number => Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? '13');
