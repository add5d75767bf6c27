/**
 * The figure's canvases in a worker, with its own frames: the page's main thread paints nothing. The page keeps the clock
 * and says where it stands; what comes between two frames is painted once.
 */
import { isFor, type PageFace } from '../../ui/faces.ts';
import { FigurePainter, type ToFigurePainter } from './figure-painter.ts';

export type ToPainterWorker = ToFigurePainter | { readonly kind: 'faces'; readonly faces: readonly PageFace[] };
export type FromPainterWorker =
  | { readonly kind: 'painted'; readonly asks: number }
  /** It has no way to the page's faces: the page can do better. */
  | { readonly kind: 'unable' };

declare const self: {
  onmessage: ((event: MessageEvent<ToPainterWorker>) => void) | null;
  readonly fonts?: FontFaceSet;
  postMessage(message: FromPainterWorker): void;
  requestAnimationFrame?(callback: () => void): void;
};

const painter = new FigurePainter();
let isAsked = false;
let asks: number | undefined;
/** All that the page has; each is fetched when the story has a character of it: of a Chinese face there are a hundred files. */
let faces: readonly { readonly own: FontFace; readonly unicodeRange: string }[] | null = null;
/** Of those, how many are on their way. Nothing is painted meanwhile: words keep the width they have first. */
let coming = 0;
/** What is written on the canvases: a story's words, and letters, which all faces for Latin are for. */
let written = 'a';

self.onmessage = ({ data }) => {
  if (data.kind === 'faces') take(data.faces);
  else {
    painter.take(data);
    if (data.kind === 'time') asks = data.asks ?? asks;
    if (data.kind === 'story') {
      const { styles, boxes, verbs } = data.story;
      written = `a${wordsIn([styles, boxes, verbs])}`;
      fetchFaces();
    }
  }
  ask();
};

/** All texts in a value, one after another. */
function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Map) return wordsIn([...value.values()]);
  if (typeof value === 'object' && value !== null) return Object.values(value).map(wordsIn).join('');
  return '';
}

function take(wanted: readonly PageFace[]): void {
  if (faces !== null) return;
  const { fonts } = self;
  if (fonts === undefined || self.requestAnimationFrame === undefined) {
    self.postMessage({ kind: 'unable' });
    return;
  }
  faces = wanted.map(({ family, url, weight, unicodeRange }) => {
    const own = new FontFace(family, `url("${url}")`, { weight, unicodeRange });
    fonts.add(own);
    return { own, unicodeRange };
  });
  fetchFaces();
}

/** Those that the words need and that are not there. One that cannot be fetched is done without. */
function fetchFaces(): void {
  for (const { own, unicodeRange } of faces ?? []) {
    if (own.status !== 'unloaded' || !isFor({ unicodeRange }, written)) continue;
    coming++;
    const end = (): void => {
      coming--;
      ask();
    };
    own.load().then(end, end);
  }
}

function ask(): void {
  if (isAsked || faces === null || coming > 0) return;
  isAsked = true;
  self.requestAnimationFrame?.(() => {
    isAsked = false;
    painter.paint();
    if (asks !== undefined) self.postMessage({ kind: 'painted', asks });
    asks = undefined;
  });
}
