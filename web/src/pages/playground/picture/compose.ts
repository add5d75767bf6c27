/**
 * The stage's drawings and its words on one sheet, for a speaker's slide: a self-contained SVG. Pure: the drawings come
 * as SVG texts with their sizes, colours as values. No text of a spec is ever markup in it.
 */
import type { Messages } from '../../../base/messages/index.ts';
import {
  FACE_FAMILIES,
  FACE_STACKS,
  type Face,
  textWidth,
  wrapText,
  xmlChars,
  xmlText,
} from '../../../viewmodel/picture-text.ts';
import type { ExplainLine, ExplainModel } from '../../../viewmodel/stage/explain.ts';
import {
  answerWords,
  conclusionWords,
  explainTitle,
  functionWords,
  questionWords,
  settledWords,
} from '../../../viewmodel/stage/explain-words.ts';

/**
 * Shares the width of a picture of the stage: up to three lanes are next to the axis over the page; more lanes are
 * above the two, side by side.
 */

/** Of a sheet 1600 wide; lengths in px. */
export const PICTURE = { width: 1_600, margin: 48, gap: 44, em: 16 } as const;

interface PicturePlan {
  readonly width: number;
  readonly lanesAbove: boolean;
  readonly lanes: number;
  /** The lanes' largest height: older steps are folded. */
  readonly lanesHeight: number;
  /** Widths of the axis and of the page; no axis: 0. */
  readonly axis: number;
  readonly page: number;
  /** The explanation; 0: there is none. */
  readonly side: number;
}

/**
 * @param least the smallest width of the lanes when they are above
 * @param hasAxis left out: it has one
 */
export function picturePlan(lanes: number, explained: boolean, least: number, hasAxis = true): PicturePlan {
  const { margin, gap } = PICTURE;
  const width = Math.ceil(Math.max(PICTURE.width, least + 2 * margin));
  const inside = width - 2 * margin;
  const side = explained ? (lanes > 3 ? 380 : 330) : 0;
  const rest = inside - (explained ? side + gap : 0);
  if (lanes > 3) {
    const axis = hasAxis ? Math.round((rest - gap) * 0.38) : 0;
    const page = hasAxis ? rest - gap - axis : rest;
    return { width, lanesAbove: true, lanes: inside, lanesHeight: 440, axis, page, side };
  }
  const own = [380, 380, 450, 590][lanes] ?? 590;
  return {
    width,
    lanesAbove: false,
    lanes: own,
    lanesHeight: 700,
    axis: hasAxis ? rest - own - gap : 0,
    page: rest - own - gap,
    side,
  };
}

/** A drawing as a text `<svg …>…</svg>`, and its visible piece. */
export interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** The top of the piece; more than 0: the drawing was scrolled. */
  readonly top: number;
}
export interface Headed {
  readonly title: string;
  readonly hint: string;
  /** One below the other. */
  readonly drawings: readonly Drawing[];
}
export interface PlainWords {
  readonly title: string;
  readonly head: string;
  readonly why: string | null;
}
export interface PictureParts {
  readonly title: string;
  readonly text: string;
  readonly lanes: Headed;
  /** Null: what is shown has no ids. */
  readonly axis: Headed | null;
  readonly page: Headed;
  readonly explain: ExplainModel | null;
  /** In place of the explanation, below the page: whether the row is seen, and why, in a sentence or two. */
  readonly plain: PlainWords | null;
  readonly provenance: string;
  readonly colours: Readonly<Record<'ink' | 'muted' | 'paper' | 'hairline', string>>;
}

interface TextLook {
  readonly size: number;
  readonly fill: string;
  readonly face?: Face;
  readonly weight?: number;
  readonly anchor?: 'end';
}

/** Draws from top to bottom; `y` is the present position. */
class Pen {
  readonly #parts: string[] = [];
  y: number;
  constructor(y: number) {
    this.y = y;
  }
  /** @param y the base line */
  text(x: number, y: number, text: string, { size, fill, face = 'sans', weight = 400, anchor }: TextLook): void {
    const end = anchor === undefined ? '' : ` text-anchor="${anchor}"`;
    this.#parts.push(
      `<text x="${round(x)}" y="${round(y)}" font-family="${xmlText(FACE_STACKS[face])}" font-size="${size}" font-weight="${weight}" fill="${xmlText(fill)}"${end} xml:space="preserve">${xmlText(text)}</text>`,
    );
  }
  /** The hint continues where the title ends, whatever the width of the reader's face. */
  heading(x: number, y: number, { title, hint }: Headed, { ink, muted }: PictureParts['colours']): void {
    this.#parts.push(
      `<text x="${round(x)}" y="${round(y)}" font-family="${xmlText(FACE_STACKS.sans)}" font-size="${PICTURE.em + 1}" font-weight="700" fill="${xmlText(ink)}">${xmlText(title)}`,
      `<tspan dx="12" font-size="${PICTURE.em}" font-weight="400" fill="${xmlText(muted)}">${xmlText(hint)}</tspan></text>`,
    );
  }
  /** Lines of prose; drawing continues below them. */
  prose(x: number, room: number, text: string, look: TextLook, most?: number): void {
    const { size, face = 'sans', weight = 400 } = look;
    const lines = wrapText(text, room, size, face, {
      bold: weight > 500,
      ...(most === undefined ? {} : { most }),
    });
    for (const line of lines) {
      this.text(x, this.y + size, line, look);
      this.y += size * 1.3;
    }
  }
  rect(x: number, y: number, width: number, height: number, fill: string): void {
    this.#parts.push(
      `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${xmlText(fill)}"/>`,
    );
  }
  drawing(x: number, { svg, width, height, top }: Drawing): void {
    const inner = withStacks(svg.slice(Math.max(0, svg.indexOf('<svg'))).trim());
    this.#parts.push(
      `<svg x="${round(x)}" y="${round(this.y)}" width="${width}" height="${height}" viewBox="0 ${top} ${width} ${height}">${inner}</svg>`,
    );
    this.y += height;
  }
  take(other: Pen): void {
    this.#parts.push(...other.#parts);
  }
  toString(): string {
    return this.#parts.join('');
  }
}
const round = (n: number): number => Math.round(n * 100) / 100;

/** The page's stacks name faces that only the page has. */
const withStacks = (svg: string): string =>
  svg.replace(/font-family="([^"]*)"/g, (_, list: string) => {
    const face = list.includes('Mono') ? 'mono' : list.includes('Serif') ? 'serif' : 'sans';
    return `font-family="${xmlText(FACE_STACKS[face])}"`;
  });

export function composePicture(parts: PictureParts, plan: PicturePlan, messages: Messages) {
  const { ink, muted, paper, hairline } = parts.colours;
  const { margin, gap } = PICTURE;
  const inside = plan.width - 2 * margin;
  const pen = new Pen(margin - 8);
  pen.prose(margin, inside, parts.title, { size: 38, fill: ink, face: 'serif', weight: 600 }, 3);
  pen.y += 6;
  pen.prose(margin, inside, parts.text, { size: 20, fill: muted }, 3);
  pen.y += 28;
  const top = pen.y;
  const block = (x: number, from: number, headed: Headed): number => {
    const own = new Pen(from);
    own.heading(x, from + PICTURE.em, headed, parts.colours);
    own.y = from + 2.2 * PICTURE.em;
    for (const drawing of headed.drawings) own.drawing(x, drawing);
    pen.take(own);
    return own.y;
  };
  const lanesEnd = block(margin, top, parts.lanes);
  const below = plan.lanesAbove ? lanesEnd + gap : top;
  const left = plan.lanesAbove ? margin : margin + plan.lanes + gap;
  const axisEnd = parts.axis === null ? below : block(left, below, parts.axis);
  const isBeside = plan.lanesAbove && parts.axis !== null;
  const right = isBeside ? left + plan.axis + gap : left;
  const pageTop = isBeside || parts.axis === null ? below : axisEnd + 24;
  let pageEnd = block(right, pageTop, parts.page);
  if (parts.plain !== null) {
    const own = new Pen(pageEnd + 24);
    plainWords(own, right, plan.page, parts.plain, parts.colours);
    pageEnd = own.y;
    pen.take(own);
  }
  let side = below;
  if (parts.explain !== null) {
    const own = new Pen(below);
    explain(own, right + plan.page + gap, plan.side, parts.explain, parts.colours, messages);
    side = own.y;
    pen.take(own);
  }
  const end = Math.max(lanesEnd, axisEnd, pageEnd, side, plan.width * (9 / 16) - margin - 28);
  const height = Math.ceil(end + 28 + margin);
  pen.rect(margin, height - margin - 14, inside, 1, hairline);
  const foot = height - margin + 12;
  pen.text(margin, foot, parts.provenance, { size: 15, fill: muted });
  pen.text(plan.width - margin, foot, 'xipscope', { size: 16, fill: ink, weight: 700, anchor: 'end' });
  return {
    text: [
      '<?xml version="1.0" encoding="UTF-8"?>\n',
      `<svg xmlns="http://www.w3.org/2000/svg" width="${plan.width}" height="${height}" viewBox="0 0 ${plan.width} ${height}">`,
      `<title>${xmlText(parts.title)}</title><desc>${xmlText(parts.provenance)}</desc>`,
      `<rect width="${plan.width}" height="${height}" fill="${xmlText(paper)}"/>`,
      // The drawings contain texts written by the browser, which allows characters that XML does not.
      xmlChars(pen.toString()),
      '</svg>\n',
    ].join(''),
    width: plan.width,
    height,
    families: FACE_FAMILIES,
  };
}

/** The question, and the answer without its path. */
function plainWords(
  pen: Pen,
  x: number,
  room: number,
  { title, head, why }: PlainWords,
  { ink, muted }: PictureParts['colours'],
): void {
  pen.prose(x, room, title, { size: 26, fill: ink, face: 'serif', weight: 600 });
  pen.y += 10;
  pen.prose(x, room, head, { size: 22, fill: ink, face: 'serif' });
  if (why === null) return;
  pen.y += 4;
  pen.prose(x, room, why, { size: PICTURE.em, fill: muted });
}

/** The question, its path with the answers, and the conclusion. */
function explain(
  pen: Pen,
  x: number,
  room: number,
  model: ExplainModel,
  { ink, muted, paper, hairline }: PictureParts['colours'],
  messages: Messages,
): void {
  const { em } = PICTURE;
  pen.prose(x, room, explainTitle(model, messages), { size: 26, fill: ink, face: 'serif', weight: 600 });
  pen.y += 12;
  const ask = (line: ExplainLine): void => {
    const answer = answerWords(line, messages);
    const right = textWidth(answer, em, 'sans', true) + 12;
    const pad = line.deciding ? 12 : 0;
    const own = new Pen(pen.y + pad);
    const fill = line.deciding ? paper : ink;
    own.text(x + pad, own.y + em, String(line.number), {
      size: em - 1,
      fill: line.deciding ? paper : muted,
      face: 'mono',
    });
    own.text(x + room - pad, own.y + em, answer, { size: em, fill, weight: 700, anchor: 'end' });
    const weight = line.deciding ? 700 : 400;
    own.prose(x + pad + 26, room - 2 * pad - 26 - right, questionWords(line, model, messages), {
      size: em,
      fill,
      weight,
    });
    own.prose(x + pad + 26, room - 2 * pad - 26, functionWords(line, model), {
      size: em - 2,
      fill: line.deciding ? paper : muted,
      face: 'mono',
    });
    if (line.deciding) pen.rect(x, pen.y, room, own.y + pad - pen.y, ink);
    else pen.rect(x, own.y + 5, room, 1, hairline);
    pen.take(own);
    pen.y = own.y + pad + 10;
  };
  for (const part of model.parts) {
    if (part.settled) {
      pen.prose(x, room, settledWords(model, messages), { size: em, fill: muted });
      pen.y += 8;
    } else for (const line of part.lines) ask(line);
  }
  const { head, why } = conclusionWords(model, messages);
  pen.y += 6;
  pen.prose(x, room, head, { size: 22, fill: ink, face: 'serif', weight: 700 });
  pen.y += 4;
  pen.prose(x, room, why, { size: em, fill: muted });
}
