/**
 * A figure of the page → a picture that may be sent on alone: title and subtitle above the drawing, the source of its
 * numbers below, and room around it. Its words are those that the page shows at that moment.
 */
import type { Around } from './csv.ts';
import { asFile, drawnAlone, paperOf, type StandaloneSvg, svgElement } from './svg.ts';

/** px around everything, and between its parts. */
const MARGIN = 24;
const GAP = 12;
const NAME = 'xipscope';
/** px that the name takes at the right of the sources. */
const NAME_WIDTH = 80;
/** A viewer that ignores the file's fonts may have some this much wider: a line leaves them room. */
const WIDEST = 1.2;

interface Words {
  readonly text: string;
  /** The element whose colour and fonts they have. */
  readonly like: Element;
  /** px */
  readonly size: number;
}

/** What may stand on a line of its own: a word with the space after it, or a Chinese character with its punctuation. */
const PIECES = /\p{Script=Han}[\u3000-\u303f\uff00-\uffef]*|[^\s\p{Script=Han}]+\s*|\s+/gu;

/** Words broken to a width. */
export function wrapped(text: string, width: number, widthOf: (line: string) => number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const [piece] of text.matchAll(PIECES)) {
    if (line !== '' && widthOf((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = piece;
    } else line += piece;
  }
  return [...lines, line.trimEnd()].filter((one) => one !== '');
}

const wordsIn = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Title and subtitle. */
const above = (figure: Element): readonly Words[] =>
  [...figure.querySelectorAll('[data-figure-words]')].map((like) => ({
    text: wordsIn(like),
    like,
    size: like.localName === 'p' ? 14 : 20,
  }));

const badgesOf = (figure: Element): readonly Element[] => [...figure.querySelectorAll('[data-provenance]')];

/** What kind of source it is, and its facts. */
const sourceIn = (badge: Element): string =>
  [...badge.querySelectorAll(':scope > span > span')]
    .map(wordsIn)
    .filter((part) => part !== '')
    .join(' · ');

/** A line for each source. */
const below = (figure: Element): readonly Words[] =>
  badgesOf(figure)
    .filter((badge) => badge.checkVisibility())
    .map((like) => ({ text: sourceIn(like), like, size: 12 }));

/** The same words for a file of numbers, which has all sources, also those that a stage has no room for. */
export function aroundOf(figure: Element): Omit<Around, 'address'> {
  const [title, ...settings] = above(figure).map(({ text }) => text);
  return { title: title ?? '', settings: settings.join(' '), sources: badgesOf(figure).map(sourceIn) };
}

export function framedSvg(figure: Element, svg: SVGSVGElement, title: string): StandaloneSvg {
  const { copy, width: drawn, height: drawnHeight, families } = drawnAlone(svg);
  const pen = document.createElement('canvas').getContext('2d');
  const fonts = new Set(families);
  const all = svgElement('svg', {});
  let y = MARGIN;
  const write = ({ text, like, size }: Words, width: number): void => {
    const { fontFamily, fontWeight, color } = getComputedStyle(like);
    fonts.add(fontFamily);
    if (pen !== null) pen.font = `${fontWeight} ${size}px ${fontFamily}`;
    for (const line of wrapped(text, width / WIDEST, (one) => pen?.measureText(one).width ?? 0)) {
      const at = { x: MARGIN, y: Math.round(y + size), fill: color };
      const written = svgElement('text', {
        ...at,
        'font-family': fontFamily,
        'font-size': size,
        'font-weight': fontWeight,
      });
      written.textContent = line;
      all.append(written);
      y += Math.round(size * 1.35);
    }
  };
  for (const words of above(figure)) write(words, drawn);
  y += GAP;
  // What stands over the drawing's edge on the page does so here.
  for (const [name, value] of Object.entries({ x: MARGIN, y, overflow: 'visible' }))
    copy.setAttribute(name, String(value));
  all.append(copy);
  y += drawnHeight + GAP;
  const { fontFamily, color } = getComputedStyle(figure);
  fonts.add(fontFamily);
  const mark = { x: MARGIN + drawn, y: y + 12, 'text-anchor': 'end', fill: color, 'font-family': fontFamily };
  const name = svgElement('text', { ...mark, 'font-size': 12, 'font-weight': 600 });
  name.textContent = NAME;
  all.append(name);
  const began = y;
  for (const words of below(figure)) write(words, drawn - NAME_WIDTH);
  const width = drawn + 2 * MARGIN;
  const height = Math.max(y, began + 16) + MARGIN;
  for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
    all.setAttribute(key, String(value));
  all.prepend(svgElement('rect', { width, height, fill: paperOf(svg) }));
  return asFile({ copy: all, width, height, families: fonts }, title);
}
