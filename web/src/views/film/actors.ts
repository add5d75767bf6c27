/** What moves over the figures without being a part of them: the pen, rings, discs, bars and arrows. Sizes in px. */
import type { Span } from '../../viewmodel/score/score.ts';
import { type Frames, type Reel, SVG } from '../shared/reel/reel.ts';
import type { Box } from './picture.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}
/** What moves is at least this wide. */
const LEAST = 14;

function draw(reel: Reel, name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  reel.svg.append(element);
  return element;
}

const at = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`;

/** Along these points at an even speed. @param fades at its end, too */
function track(points: readonly Point[], fades: 'in' | 'out' | 'both' | 'no'): Frames {
  const lengths = points.map((point, i) => {
    const before = points[i - 1] ?? point;
    return Math.hypot(point.x - before.x, point.y - before.y);
  });
  const all = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let way = 0;
  return points.map((point, i) => {
    way += lengths[i] ?? 0;
    const isOut =
      (i === 0 && fades !== 'out' && fades !== 'no') || (i === points.length - 1 && fades !== 'in' && fades !== 'no');
    return { transform: at(point), opacity: isOut ? 0 : 1, offset: Math.min(1, way / all) };
  });
}

/** A pen whose nib is at the point; it lies below the line that it writes. */
export function pen(
  reel: Reel,
  hue: string,
  points: readonly Point[],
  span: Span,
  fades: 'in' | 'out' | 'both' | 'no',
): void {
  const element = draw(reel, 'path', {
    d: 'M0 0L3 8L13 18L18 13L8 3Z',
    fill: hue,
    stroke: 'var(--paper)',
    'stroke-width': 1.5,
  });
  onlyWithin(reel, element, span, track(points, fades));
}

/** A disc on its way; an open one where it passes its own hue. */
export function disc(reel: Reel, hue: string, points: readonly Point[], span: Span, isOpen = false): void {
  const [fill, stroke, width] = isOpen ? ['var(--paper)', hue, 3.5] : [hue, 'var(--paper)', 1.5];
  const element = draw(reel, 'circle', { r: LEAST / 2, fill, stroke, 'stroke-width': width });
  onlyWithin(reel, element, span, track(points, 'no'));
}

/** A line that sweeps from left to right, with a shade behind it. */
export function swept(reel: Reel, { x, y }: Point, end: number, height: number, span: Span): void {
  const whole = draw(reel, 'g', { fill: 'var(--ink)' });
  for (const [left, width, opacity] of [
    [-LEAST, LEAST, 0.18],
    [-3, 3, 1],
  ] as const) {
    const part = draw(reel, 'rect', { x: left, y: 0, width, height, 'fill-opacity': opacity });
    whole.append(part);
  }
  onlyWithin(reel, whole, span, [
    { transform: at({ x, y }), opacity: 1, easing: 'ease-in-out' },
    { transform: at({ x: end, y }), opacity: 1, offset: 0.85 },
    { transform: at({ x: end, y }), opacity: 0 },
  ]);
}

/** Grows out of a point and is gone. */
export function ring(reel: Reel, hue: string, { x, y }: Point, span: Span, from = LEAST / 2, to = LEAST * 1.6): void {
  const element = draw(reel, 'circle', { cx: x, cy: y, r: to, fill: 'none', stroke: hue, 'stroke-width': 2.5 });
  const origin = { transformOrigin: `${x}px ${y}px` };
  onlyWithin(reel, element, span, [
    { ...origin, transform: `scale(${from / to})`, opacity: 1 },
    { ...origin, transform: 'scale(1)', opacity: 0 },
  ]);
}

/** A frame around a box that comes and goes. */
export function outline(reel: Reel, hue: string, box: Box, span: Span, isHeld = false): void {
  const element = draw(reel, 'rect', {
    x: box.x - 3,
    y: box.y - 3,
    width: Math.max(LEAST, box.width + 6),
    height: Math.max(LEAST, box.height + 6),
    rx: 3,
    fill: 'none',
    stroke: hue,
    'stroke-width': 3,
  });
  const shown = isHeld ? [{ opacity: 1 }, { opacity: 1 }] : [{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }];
  onlyWithin(reel, element, span, shown);
}

/** A bar that something runs into. */
export function bar(reel: Reel, hue: string, { x, y }: Point, width: number, span: Span): void {
  const element = draw(reel, 'path', {
    d: `M${x - width / 2} ${y}h${width}`,
    fill: 'none',
    stroke: hue,
    'stroke-width': 3.5,
  });
  onlyWithin(reel, element, span, [
    { opacity: 0 },
    { opacity: 1, offset: 0.1 },
    { opacity: 1, offset: 0.85 },
    { opacity: 0 },
  ]);
}

/**
 * An arrow along the lower edge of a box, like the lanes' own.
 * @param how it grows from its tail, and may stay after that; or it is there from the beginning and shrinks back to it
 */
export function arrow(
  reel: Reel,
  hue: string,
  box: Box,
  to: 'left' | 'right',
  span: Span,
  how: 'grows' | 'stays' | 'shrinks',
): void {
  const y = box.y + box.height - 1;
  const [tail, head] = to === 'left' ? [box.x + box.width, box.x] : [box.x, box.x + box.width];
  const sign = to === 'left' ? 1 : -1;
  const line = draw(reel, 'path', {
    d: `M${tail} ${y}H${head + sign * 8}`,
    fill: 'none',
    stroke: hue,
    'stroke-width': 2.5,
  });
  const tip = draw(reel, 'path', { d: `M0 0l${sign * 12} -7v14z`, fill: hue });
  const origin = { transformOrigin: `${tail}px ${y}px` };
  const lines = [
    { ...origin, transform: 'scaleX(0.02)' },
    { ...origin, transform: 'scaleX(1)' },
  ];
  const tips = [{ transform: at({ x: tail - sign * 12, y }) }, { transform: at({ x: head, y }) }];
  const fill = ({ grows: 'none', stays: 'forwards', shrinks: 'backwards' } as const)[how];
  onlyWithin(reel, line, span, how === 'shrinks' ? lines.reverse() : lines, fill);
  onlyWithin(reel, tip, span, how === 'shrinks' ? tips.reverse() : tips, fill);
}

/** A drawing on a sheet of paper, so that it covers what it passes. */
export function carried(reel: Reel, drawing: Element, box: Box, by: Point, span: Span): void {
  const whole = draw(reel, 'g', {});
  const { x, y, width, height } = box;
  whole.append(draw(reel, 'rect', { x, y, width, height, fill: 'var(--paper)' }), drawing);
  onlyWithin(reel, whole, span, [
    { transform: at({ x: 0, y: 0 }), easing: 'ease-in-out' },
    { transform: at(by), opacity: 1, offset: 0.75 },
    { transform: at(by), opacity: 0 },
  ]);
}

/** Outside its time an actor is not there. */
function onlyWithin(reel: Reel, element: Element, span: Span, frames: Frames, fill: FillMode = 'none'): void {
  element.setAttribute('visibility', 'hidden');
  const visible = frames.map((frame) => ({ ...frame, visibility: 'visible' }));
  reel.add(element, visible, span, { fill });
}
