/**
 * Fit as rectangles: where a page's texts, marks and scrolling boxes are, and the laws for them. `measure` runs in the
 * page and only measures; `faultsOf` is pure and describes in words which parts overlap, are cut off or hidden.
 */
import type { Page } from '@playwright/test';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
/** A line of text: its place, the part of it that its boxes leave visible, and its layer. */
export interface Line {
  readonly text: string;
  readonly box: Box;
  /** The smallest box that clips it; null: none does. */
  readonly clip: Box | null;
  /** Its end may be cut: an ellipsis shows that. */
  readonly elides: boolean;
  /** It lies in a box that a reader can scroll. */
  readonly scrolls: boolean;
  /** A fixed or sticky element has a separate layer; 0: the page. */
  readonly layer: number;
  /** The marks in its part of the figure: what it says is about these. */
  readonly about: readonly string[];
}
export interface Mark {
  readonly name: string;
  readonly box: Box;
  readonly clip: Box | null;
}
export interface Measured {
  readonly lines: readonly Line[];
  readonly marks: readonly Mark[];
  /** Boxes that scroll, each with its overflow in px. */
  readonly scrollers: readonly { readonly name: string; readonly across: number; readonly down: number }[];
  readonly window: { readonly width: number; readonly height: number };
  /** The size of the whole page, and the height that a bar at the window's end covers. */
  readonly page: { readonly height: number; readonly scrolled: number; readonly covered: number };
  /** Bars that stay at the window's end while the page scrolls under them. */
  readonly bars: readonly Box[];
  readonly figure: Box | null;
}
export interface Law {
  readonly stage: boolean;
  readonly decisive: readonly string[];
}

/** Smaller differences come from rounding. */
const TOLERANCE = 1.5;
/** A line's box is higher than its letters: this share of its height, above and below. */
const LEADING = 0.22;
const SHOWN = 28;
/** The mark for a whole figure: on the page it may be higher than the window. */
const WHOLE = 'figure';
/** The question that decides, with its conclusion. */
const REASON = 'reason';

const letters = ({ left, top, right, bottom }: Box): Box => ({
  left,
  right,
  top: top + (bottom - top) * LEADING,
  bottom: bottom - (bottom - top) * LEADING,
});
export const meet = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});
const isEmpty = ({ left, top, right, bottom }: Box): boolean => right - left < TOLERANCE || bottom - top < TOLERANCE;
/** How far `inner` is beyond `outer`, in px. */
export const beyond = (inner: Box, outer: Box): number =>
  Math.max(outer.left - inner.left, outer.top - inner.top, inner.right - outer.right, inner.bottom - outer.bottom);

const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
const named = ({ text, box }: Line): string => `“${short(text)}” (${Math.round(box.left)}, ${Math.round(box.top)})`;

export function faultsOf(seen: Measured, law: Law): readonly string[] {
  return [
    ...cutOf(seen, law),
    ...overlapsOf(seen, law),
    ...scrolledOf(seen, law),
    ...marksOf(seen, law),
    ...untoldOf(seen, law),
  ];
}

function cutOf({ lines, window }: Measured, { stage }: Law): readonly string[] {
  const screen = { left: 0, top: 0, right: window.width, bottom: window.height };
  return lines.flatMap((line) => {
    const own = letters(line.box);
    const { clip, elides, scrolls } = line;
    if (clip !== null && !elides && (stage || !scrolls) && beyond(own, clip) > TOLERANCE)
      return [`cut: ${named(line)} by ${Math.round(beyond(own, clip))} px`];
    const rest = clip === null ? own : meet(own, clip);
    if (stage && !isEmpty(rest) && beyond(rest, screen) > TOLERANCE)
      return [`beyond the window: ${named(line)} by ${Math.round(beyond(rest, screen))} px`];
    return [];
  });
}

/** The same words in the same place: a cut text is in the document twice, but visible once. */
const isSame = (a: Line, b: Line): boolean =>
  a.text === b.text && Math.abs(a.box.left - b.box.left) < 1 && Math.abs(a.box.top - b.box.top) < 1;

function overlapsOf({ lines }: Measured, { stage }: Law): readonly string[] {
  const faults: string[] = [];
  const there = lines
    .map((line) => ({ line, rest: line.clip === null ? letters(line.box) : meet(letters(line.box), line.clip) }))
    .filter(({ rest }) => !isEmpty(rest))
    .sort((a, b) => a.rest.top - b.rest.top);
  there.forEach((one, i) => {
    for (const other of there.slice(i + 1)) {
      if (other.rest.top > one.rest.bottom) break;
      if (!stage && one.line.layer !== other.line.layer) continue;
      if (isEmpty(meet(one.rest, other.rest)) || isSame(one.line, other.line)) continue;
      faults.push(`overlap: ${named(one.line)} and ${named(other.line)}`);
    }
  });
  return faults;
}

const scrolledOf = ({ scrollers }: Measured, { stage }: Law): readonly string[] =>
  stage
    ? scrollers
        .filter(({ across, down }) => across > 1 || down > 1)
        .map(({ name, across, down }) => `scrolls: ${name} by ${across} × ${down} px`)
    : [];

function marksOf(seen: Measured, { stage, decisive }: Law): readonly string[] {
  const { window, page, figure } = seen;
  const screen = { left: 0, top: 0, right: window.width, bottom: window.height };
  const found: Box[] = [];
  const faults = decisive.flatMap((name) => {
    const all = seen.marks.filter((mark) => mark.name === name);
    if (all.length === 0) return [`not there: ${name}`];
    const outside = all.map(({ box, clip }) => ({
      box,
      by: Math.max(clip === null ? 0 : beyond(box, clip), stage ? beyond(box, screen) : 0),
    }));
    const best = outside.reduce((a, b) => (b.by < a.by ? b : a));
    if (name !== WHOLE) found.push(best.box);
    if (best.by > TOLERANCE) return [`decisive and cut: ${name} by ${Math.round(best.by)} px`];
    const under = best.box.bottom + page.scrolled - (page.height - page.covered);
    return !stage && under > TOLERANCE ? [`decisive and under the bar: ${name} by ${Math.round(under)} px`] : [];
  });
  const room = window.height - page.covered;
  const height = Math.max(...found.map(({ bottom }) => bottom)) - Math.min(...found.map(({ top }) => top));
  const isLow = figure !== null && figure.bottom - figure.top <= window.height;
  return !stage && found.length > 0 && isLow && height > room + TOLERANCE
    ? [...faults, `decisive and never together: ${decisive.join(', ')}: ${Math.round(height)} of ${room} px`]
    : faults;
}

/**
 * A reason that a step names is read to its conclusion before anything is scrolled: no bar covers a line of it, and none
 * is below the window. Other figures may be higher than the window.
 */
function untoldOf({ lines, bars, page, window }: Measured, { stage, decisive }: Law): readonly string[] {
  if (stage || page.scrolled > 0 || !decisive.includes(REASON)) return [];
  return lines
    .filter(({ layer, about }) => layer === 0 && about.includes(REASON))
    .flatMap((line) => {
      const own = letters(line.box);
      const end = Math.min(window.height, ...bars.filter((bar) => meets(bar, own)).map(({ top }) => top));
      const by = own.bottom - end;
      return by > TOLERANCE ? [`not read to its end: ${named(line)} by ${Math.round(by)} px`] : [];
    });
}
const meets = (bar: Box, { left, right }: Box): boolean => bar.left < right && left < bar.right;

/**
 * Runs in the page, so it uses nothing outside itself. `root` holds the checked part, `figure` the figure with the
 * marks.
 */
export const measure = (page: Page, { root = 'main', figure = 'main' } = {}): Promise<Measured> =>
  page.evaluate(
    ([rootAt, figureAt]) => {
      type Rect = { left: number; top: number; right: number; bottom: number };
      const boxOf = ({ left, top, right, bottom }: Rect): Rect => ({ left, top, right, bottom });
      const both = (a: Rect | null, b: Rect): Rect =>
        a === null
          ? boxOf(b)
          : {
              left: Math.max(a.left, b.left),
              top: Math.max(a.top, b.top),
              right: Math.min(a.right, b.right),
              bottom: Math.min(a.bottom, b.bottom),
            };
      interface About {
        readonly clip: Rect | null;
        readonly elides: boolean;
        readonly scrolls: boolean;
        readonly layer: number;
        readonly isHidden: boolean;
      }
      const known = new Map<Element, About>();
      const page: About = { clip: null, elides: false, scrolls: false, layer: 0, isHidden: false };
      let layers = 0;
      /** How an element and all around it affect the text inside. */
      const about = (element: Element | null): About => {
        if (element === null || element === document.body) return page;
        const kept = known.get(element);
        if (kept !== undefined) return kept;
        const around = about(element.parentElement);
        const style = getComputedStyle(element);
        const own = element.getBoundingClientRect();
        const isRoot = element instanceof SVGElement && element.ownerSVGElement === null;
        const isBox = !(element instanceof SVGElement) || isRoot;
        const cuts = isBox && style.display !== 'inline' && style.overflow !== 'visible' && style.overflow !== '';
        const isApart = style.position === 'fixed' || style.position === 'sticky';
        if (isApart) layers += 1;
        const isTiny = cuts && (own.width <= 2 || own.height <= 2);
        const clamp = style.getPropertyValue('-webkit-line-clamp');
        const made = {
          clip: cuts ? both(around.clip, own) : around.clip,
          elides: around.elides || (cuts && (style.textOverflow === 'ellipsis' || (clamp !== '' && clamp !== 'none'))),
          scrolls: around.scrolls || (cuts && /auto|scroll/.test(style.overflow)),
          layer: isApart ? layers : around.layer,
          isHidden: around.isHidden || isTiny || style.clipPath === 'inset(50%)',
        };
        known.set(element, made);
        return made;
      };
      const isSeen = (element: Element): boolean =>
        element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !about(element).isHidden;
      const namesIn = (part: Element | null): readonly string[] =>
        [...(part?.querySelectorAll('[data-mark]') ?? [])].flatMap(
          (mark) => mark.getAttribute('data-mark')?.split('; ') ?? [],
        );
      const root = document.querySelector(rootAt) ?? document.body;
      const lines: Measured['lines'][number][] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const element = node.parentElement;
        const text = node.textContent?.trim() ?? '';
        if (element === null || text === '' || element.closest('select, title, desc, script, style, textarea') !== null)
          continue;
        if (!isSeen(element)) continue;
        const { clip, scrolls, layer, ...around } = about(element);
        // A status must be readable to its end.
        const elides = around.elides && element.closest('[role="status"]') === null;
        const told = namesIn(element.closest(figureAt) && element.closest('[data-part]'));
        range.selectNodeContents(node);
        for (const rect of range.getClientRects())
          if (rect.width > 1 && rect.height > 1)
            lines.push({ text, box: boxOf(rect), clip, elides, scrolls, layer, about: told });
      }
      const figure = document.querySelector(figureAt);
      const marks = [...(figure?.querySelectorAll('[data-mark]') ?? [])].flatMap((element) =>
        isSeen(element)
          ? (element.getAttribute('data-mark') ?? '').split('; ').map((name) => ({
              name,
              box: boxOf(element.getBoundingClientRect()),
              clip: about(element.parentElement).clip,
            }))
          : [],
      );
      const scrollers = [document.documentElement, ...root.querySelectorAll('*')].flatMap((element) => {
        const style = getComputedStyle(element);
        const isPage = element === document.documentElement;
        if (!isPage && !/auto|scroll/.test(style.overflow)) return [];
        if (!isPage && (!isSeen(element) || element.localName === 'textarea')) return [];
        const across = element.scrollWidth - element.clientWidth;
        const down = element.scrollHeight - element.clientHeight;
        const label = element.className.toString().split(' ')[0] ?? '';
        return across > 1 || down > 1 ? [{ name: `${element.localName}.${label}`, across, down }] : [];
      });
      const kept = [...document.querySelectorAll('body *')].filter((element) => {
        const { position, bottom: at } = getComputedStyle(element);
        const { top, height } = element.getBoundingClientRect();
        const stays = position === 'fixed' || (position === 'sticky' && at !== 'auto');
        return stays && height > 1 && top > innerHeight / 2 && element.checkVisibility({ checkVisibilityCSS: true });
      });
      const bars = kept.filter((element) => {
        const { bottom, width } = element.getBoundingClientRect();
        const isFixed = getComputedStyle(element).position === 'fixed';
        return isFixed && width > innerWidth / 2 && Math.abs(bottom - innerHeight) < 2;
      });
      return {
        lines,
        marks,
        scrollers,
        window: { width: innerWidth, height: innerHeight },
        page: {
          height: document.documentElement.scrollHeight,
          scrolled: scrollY,
          covered: Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().height)),
        },
        bars: kept.map((bar) => boxOf(bar.getBoundingClientRect())),
        figure: figure === null ? null : boxOf(figure.getBoundingClientRect()),
      };
    },
    [root, figure] as const,
  );
