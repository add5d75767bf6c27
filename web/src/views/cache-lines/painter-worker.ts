/**
 * The figure's canvases in a worker, with separate frames: the page's main thread paints nothing. The page keeps the
 * clock and sends its time; all messages between two frames are painted once.
 */
import { serve } from '../../base/rpc-serve.ts';
import type { PageFace } from '../../ui/faces.ts';
import { FigurePainter, type PainterApi } from './figure-painter.ts';
import { WorkerFaces, wordsIn } from './worker-faces.ts';

/** A worker's, in browsers that have them there. */
declare const self: {
  readonly fonts?: FontFaceSet;
  requestAnimationFrame?(callback: () => void): void;
};

const painter = new FigurePainter();
let isAsked = false;
/** Callbacks that wait for the next frame. */
const waiting: (() => void)[] = [];
const faces = new WorkerFaces(ask);

serve<PainterApi>({
  faces: (all) => {
    const { fonts } = self;
    if (fonts === undefined || self.requestAnimationFrame === undefined) return false;
    take(fonts, all);
    ask();
    return true;
  },
  take: (message) => {
    painter.take(message);
    if (message.kind === 'story') {
      const { styles, boxes, verbs } = message.story;
      faces.need(wordsIn([styles, boxes, verbs]));
    }
    ask();
  },
  painted: () =>
    new Promise((done) => {
      waiting.push(done);
      ask();
    }),
});

function take(fonts: FontFaceSet, all: readonly PageFace[]): void {
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
    for (const done of waiting.splice(0)) done();
  });
}
