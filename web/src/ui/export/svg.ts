/**
 * A figure on the page → an SVG file that works alone: computed colours and fonts are written into each element,
 * classes and variables are removed, and paper is put behind it.
 */

/** The CSS properties that change how an SVG element looks. */
const PRESENTATION = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'visibility',
  'display',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
] as const;

/** The initial values of these properties; writing them down would only make the file larger. */
const INITIAL: Readonly<Partial<Record<(typeof PRESENTATION)[number], string>>> = {
  'fill-opacity': '1',
  'fill-rule': 'nonzero',
  'stroke-opacity': '1',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  opacity: '1',
  visibility: 'visible',
  display: 'inline',
  'font-style': 'normal',
  'letter-spacing': 'normal',
  'dominant-baseline': 'auto',
  'paint-order': 'normal',
};
const TEXT_ONLY: ReadonlySet<string> = new Set([
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
]);
/** Elements that draw nothing themselves. */
const SILENT: ReadonlySet<string> = new Set(['defs', 'title', 'desc', 'metadata', 'style', 'script']);

const SVG_NS = 'http://www.w3.org/2000/svg';

export interface StandaloneSvg {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** The font families that its text uses. */
  readonly families: readonly string[];
}

function inline(from: Element, to: Element, families: Set<string>): void {
  if (SILENT.has(from.localName) && from.localName !== 'defs') return;
  const style = getComputedStyle(from);
  const isText = from.localName === 'text' || from.localName === 'tspan';
  for (const name of PRESENTATION) {
    if (TEXT_ONLY.has(name) && !isText) continue;
    const value = style.getPropertyValue(name).trim();
    if (value === '' || value === INITIAL[name]) to.removeAttribute(name);
    else to.setAttribute(name, value);
  }
  if (isText) {
    families.add(style.fontFamily);
    const numeric = style.getPropertyValue('font-variant-numeric');
    // Set as a property: the page's policy refuses a style attribute that is set as text.
    to.removeAttribute('style');
    if (numeric !== '' && numeric !== 'normal' && to instanceof SVGElement)
      to.style.setProperty('font-variant-numeric', numeric);
  }
  to.removeAttribute('class');
  if (!isText) to.removeAttribute('style');
  for (const name of ['tabindex', 'role', 'focusable', 'aria-hidden', 'aria-label', 'aria-labelledby'])
    to.removeAttribute(name);
  // Both trees have the same shape: `to` is a deep clone of `from`.
  const children = [...to.children];
  [...from.children].forEach((child, index) => {
    const copy = children[index];
    if (copy === undefined) return;
    // Skips elements that are not drawn, for example a button for the pointer.
    if (getComputedStyle(child).display === 'none' || child.hasAttribute('data-no-export')) copy.remove();
    else inline(child, copy, families);
  });
}

export interface DrawnSvg {
  /** It looks as it does on the page, whatever is around it. */
  readonly copy: SVGSVGElement;
  readonly width: number;
  readonly height: number;
  readonly families: ReadonlySet<string>;
}

/** A copy that needs none of the page's styles, with its size in px; the first step of each picture. */
export function drawnAlone(svg: SVGSVGElement): DrawnSvg {
  const box = svg.getBoundingClientRect();
  const width = Math.round(box.width);
  const height = Math.round(box.height);
  const families = new Set<string>();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  inline(svg, copy, families);
  for (const attribute of [...copy.attributes])
    if (attribute.name.startsWith('data-')) copy.removeAttribute(attribute.name);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const view = svg.viewBox.baseVal;
  const [x, y, w, h] = svg.hasAttribute('viewBox') ? [view.x, view.y, view.width, view.height] : [0, 0, width, height];
  copy.setAttribute('viewBox', `${x} ${y} ${w} ${h}`);
  return { copy, width, height, families };
}

export function svgElement<N extends keyof SVGElementTagNameMap>(
  name: N,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[N] {
  const made = document.createElementNS(SVG_NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** The colour that the page has behind an element. */
export const paperOf = (element: Element): string =>
  getComputedStyle(element).getPropertyValue('--paper').trim() || 'white';

/** A drawing as a file. `title` becomes the file's title, for readers who open it without the page. */
export function asFile({ copy, width, height, families }: DrawnSvg, title: string): StandaloneSvg {
  copy.setAttribute('xmlns', SVG_NS);
  const heading = document.createElementNS(SVG_NS, 'title');
  heading.textContent = title;
  copy.prepend(heading);
  const named = [...families].flatMap((list) => list.split(',').map((one) => one.trim().replace(/^["']|["']$/g, '')));
  return {
    text: `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`,
    width,
    height,
    families: [...new Set(named)].filter((family) => family !== ''),
  };
}

/** The drawing alone, on paper. */
export function standaloneSvg(svg: SVGSVGElement, title: string): StandaloneSvg {
  const drawn = drawnAlone(svg);
  const [x = 0, y = 0, width = 0, height = 0] = (drawn.copy.getAttribute('viewBox') ?? '').split(' ').map(Number);
  drawn.copy.prepend(svgElement('rect', { x, y, width, height, fill: paperOf(svg) }));
  return asFile(drawn, title);
}
