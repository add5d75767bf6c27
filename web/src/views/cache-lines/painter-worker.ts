/**
 * The figure's canvases in a worker, with its own frames: the page's main thread paints nothing. The page keeps the clock
 * and says where it stands; what comes between two frames is painted once.
 */
import type { PageFace } from '../../ui/faces.ts';
import { FigurePainter, type ToFigurePainter } from './figure-painter.ts';
import { WorkerFaces, wordsIn } from './worker-faces.ts';

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
const faces = new WorkerFaces(ask);

self.onmessage = ({ data }) => {
  if (data.kind === 'faces') take(data.faces);
  else {
    painter.take(data);
    if (data.kind === 'time') asks = data.asks ?? asks;
    if (data.kind === 'story') {
      const { styles, boxes, verbs } = data.story;
      faces.need(wordsIn([styles, boxes, verbs]));
    }
  }
  ask();
};

function take(all: readonly PageFace[]): void {
  const { fonts } = self;
  if (fonts === undefined || self.requestAnimationFrame === undefined) {
    self.postMessage({ kind: 'unable' });
    return;
  }
  faces.take(all, ({ family, url, weight, unicodeRange }) => {
    const own = new FontFace(family, `url("${url}")`, { weight, unicodeRange });
    fonts.add(own);
    return own;
  });
}

function ask(): void {
  if (isAsked || !faces.areThere) return;
  isAsked = true;
  self.requestAnimationFrame?.(() => {
    isAsked = false;
    painter.paint();
    if (asks !== undefined) self.postMessage({ kind: 'painted', asks });
    asks = undefined;
  });
}
