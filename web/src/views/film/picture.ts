/**
 * What a step's motion knows of a picture: where each mark is and what it looks like. A picture that is about to be
 * replaced keeps copies of its marks, so that they can be drawn once more.
 */
import { SVG } from '../shared/reel/reel.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Seen {
  readonly element: Element;
  /** From the layer's corner, in px. */
  readonly box: Box;
  /** The figure that it is in, and its box. */
  readonly figure: Element;
  readonly area: Box;
  /** The box of the drawing that it is in, else of the figure: its place there is what a step changes. */
  readonly ground: Box;
  /** The box of an xid's disc, or of a snapshot's bracket. */
  readonly core: Box | null;
  readonly looks: string;
  /** Draws it once more, in its place in the layer; null: only drawings can be copied. */
  readonly copy: (() => SVGGElement) | null;
}
export type Picture = ReadonlyMap<string, Seen>;

export const kindOf = (mark: string): string => mark.split(' ')[0] ?? '';

/** The parts of marks that something runs to. */
export const DISC = '[data-status]';
export const BRACKET = '[data-look]';
/** They differ from one document to the next. */
const IDS = / id="[^"]*"|url\([^)]*\)/g;
/** Where a row's cell and its parts lie says how much room the row has, not what is in it. */
const PLACES = / (?:x|y|cx|cy|d|transform)="[^"]*"/g;
const CELLS: ReadonlySet<string> = new Set(['xmin', 'xmax', 'eye']);
const CORE = `${DISC} > circle:not([class]), ${BRACKET}`;

/** @param layer covers the figures, and is in the same parent */
export function takePicture(layer: HTMLElement, isToBeReplaced: boolean): Picture {
  const root = layer.parentElement;
  const picture = new Map<string, Seen>();
  if (root === null) return picture;
  const corner = layer.getBoundingClientRect();
  const boxOf = (element: Element): Box => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x - corner.x, y: y - corner.y, width, height };
  };
  const areas = new Map<Element, Box>();
  for (const element of root.querySelectorAll('[data-mark]')) {
    const mark = element.getAttribute('data-mark') ?? '';
    if (picture.has(mark)) continue;
    const box = boxOf(element);
    if (box.width === 0 && box.height === 0) continue;
    const figure = figureOf(element, root);
    const area = areas.get(figure) ?? boxOf(figure);
    areas.set(figure, area);
    const isDrawn = element instanceof SVGGraphicsElement;
    const drawing = element.closest('svg');
    const ground = drawing === null ? area : (areas.get(drawing) ?? boxOf(drawing));
    if (drawing !== null) areas.set(drawing, ground);
    const looks = isDrawn ? looksOf(element, mark) : (element.textContent ?? '');
    const copy = isDrawn && isToBeReplaced ? copyOf(element, corner) : null;
    const core = element.querySelector(CORE);
    picture.set(mark, { element, box, area, ground, figure, core: core === null ? null : boxOf(core), looks, copy });
  }
  return picture;
}

function looksOf(element: SVGGraphicsElement, mark: string): string {
  const looks = element.outerHTML.replace(IDS, '');
  return CELLS.has(kindOf(mark)) ? looks.replace(PLACES, '') : looks;
}

/**
 * The picture that was, where it would be if its figures had been where they are now: what has moved them is not what
 * the step did.
 */
export function settled(was: Picture, is: Picture): Picture {
  const areas = new Map([...is.values()].map(({ figure, area }) => [figure, area]));
  // A drawing may be made anew: it is known by what is in it.
  const grounds = new Map([...is].map(([mark, { ground }]) => [kindOf(mark), ground]));
  return new Map(
    [...was].map(([mark, seen]) => {
      const now = areas.get(seen.figure) ?? seen.area;
      const ground = is.get(mark)?.ground ?? grounds.get(kindOf(mark)) ?? seen.ground;
      const [x, y] = [ground.x - seen.ground.x, ground.y - seen.ground.y];
      if (Math.abs(x) + Math.abs(y) < 1) return [mark, seen];
      const by = (box: Box): Box => ({ ...box, x: box.x + x, y: box.y + y });
      const { copy, core, box } = seen;
      const moved = copy === null ? null : () => placedBy(copy(), x, y);
      return [mark, { ...seen, box: by(box), core: core === null ? null : by(core), area: now, ground, copy: moved }];
    }),
  );
}
function placedBy(copy: SVGGElement, x: number, y: number): SVGGElement {
  copy.setAttribute('transform', `translate(${x} ${y}) ${copy.getAttribute('transform') ?? ''}`);
  return copy;
}

/** The figure that an element is in: a part of the stage, or what is beside others on the page. */
function figureOf(element: Element, root: Element): Element {
  const part = element.closest('[data-part]');
  if (part !== null && root.contains(part)) return part;
  let area = element;
  for (let up = element.parentElement; up !== null && up !== root; up = up.parentElement) area = up;
  return area;
}

/** What only the original may have: what it is called, and how it is found. */
const OWN = /^(id|role|tabindex|data-(mark|piece|session|xid)|aria-.*)$/;

/** One more drawing of a mark: as it was, or as it is. */
export function copyAt({ copy, element }: Seen, layer: Element): SVGGElement | null {
  if (copy !== null) return copy();
  return element instanceof SVGGraphicsElement ? copyOf(element, layer.getBoundingClientRect())() : null;
}

/** Draws a mark as it is now, whenever that is. */
function copyOf(element: SVGGraphicsElement, corner: Pick<DOMRect, 'x' | 'y'>): () => SVGGElement {
  const node = element.cloneNode(true) as SVGGraphicsElement;
  const parent = element.parentElement;
  const at = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
  const { fontFamily, fontSize, fontVariantNumeric } = getComputedStyle(parent ?? element);
  const font = { fontFamily, fontSize, fontVariantNumeric };
  return () => {
    const own = node.cloneNode(true) as SVGGraphicsElement;
    for (const each of [own, ...own.querySelectorAll('*')])
      for (const { name } of [...each.attributes]) if (OWN.test(name)) each.removeAttribute(name);
    const place = document.createElementNS(SVG, 'g');
    const { a = 1, b = 0, c = 0, d = 1, e = corner.x, f = corner.y } = at ?? {};
    place.setAttribute('transform', `matrix(${a} ${b} ${c} ${d} ${e - corner.x} ${f - corner.y})`);
    Object.assign(place.style, font);
    place.append(own);
    return place;
  };
}
