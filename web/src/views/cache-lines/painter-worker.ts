/**
 * The figure's canvases in a worker, with its own frames: the page's main thread paints nothing. The page keeps the clock
 * and says where it stands; what comes between two frames is painted once.
 */
import { isFor } from '../../ui/faces.ts';
import { FigurePainter, type ToFigurePainter } from './figure-painter.ts';

/** A face of the page's, for a worker that has none. */
export interface Face {
  readonly family: string;
  readonly url: string;
  readonly weight: string;
  /** What characters the file is for. */
  readonly unicodeRange: string;
}
export type ToPainterWorker = ToFigurePainter | { readonly kind: 'faces'; readonly faces: readonly Face[] };
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
/** Nothing is painted before the faces are there: words keep the width they have first. */
let faces: 'none' | 'coming' | 'here' = 'none';

self.onmessage = ({ data }) => {
  if (data.kind === 'faces') void load(data.faces);
  else {
    painter.take(data);
    if (data.kind === 'time') asks = data.asks ?? asks;
  }
  ask();
};

async function load(wanted: readonly Face[]): Promise<void> {
  if (faces !== 'none') return;
  if (self.fonts === undefined || self.requestAnimationFrame === undefined) {
    self.postMessage({ kind: 'unable' });
    return;
  }
  faces = 'coming';
  const { fonts } = self;
  // Those of letters nearly all words have; another is fetched when a word needs it, and then painted with.
  fonts.addEventListener('loadingdone', ask);
  await Promise.allSettled(
    wanted.map(({ family, url, weight, unicodeRange }) => {
      const face = new FontFace(family, `url("${url}")`, { weight, unicodeRange });
      fonts.add(face);
      return isFor({ unicodeRange }, 'a') ? face.load() : null;
    }),
  );
  faces = 'here';
  ask();
}

function ask(): void {
  if (isAsked || faces !== 'here') return;
  isAsked = true;
  self.requestAnimationFrame?.(() => {
    isAsked = false;
    painter.paint();
    if (asks !== undefined) self.postMessage({ kind: 'painted', asks });
    asks = undefined;
  });
}
