/**
 * The moving lines on a canvas that a worker draws. This file does only the parts that a worker cannot: read the
 * theme's colours, paint the words of a change in the page's fonts, and pass on a new sample, four times a second.
 */
import '../../base/messages/en/home.ts';
import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { connect, type Rpc } from '../../base/rpc.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useReducedMotion } from '../../ui/place.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import { type DrawnChange, type RaceDrawingInput, raceDrawing } from '../../viewmodel/race/race-drawing.ts';
import { canvasBox, racePlot } from '../../viewmodel/race/race-layout.ts';
import { YAxis } from './RaceFrame.tsx';
import styles from './race.module.css';
import { type RaceCanvasApi, type RaceLook, wordsKey } from './race-canvas-api.ts';
import workerUrl from './race-canvas-worker.ts?worker&url';

export const canDrawInWorker = (): boolean =>
  typeof Worker === 'function' &&
  typeof OffscreenCanvas === 'function' &&
  'transferControlToOffscreen' in HTMLCanvasElement.prototype;

type Panel = Pick<RaceDrawingInput, 'designs' | 'top' | 'width' | 'height' | 'em'>;

interface RaceCanvasProps extends Panel {
  /** The panel's offset within the drawing. */
  readonly y: number;
  /** The newest data to draw. */
  readonly newest: () => Pick<RaceDrawingInput, 'samples' | 'changes'> & { readonly moving: boolean };
  readonly subscribe: (listener: () => void) => () => void;
  /** The worker failed: use another way to draw. */
  readonly onFail: () => void;
}

/**
 * Firefox 153 at times leaves a worker hanging as it starts, without an error. After this time the page draws in
 * another way.
 */
const START_LIMIT_MS = 10_000;

export function RaceCanvas(props: RaceCanvasProps) {
  const { designs, top, width, height, em, y, newest, subscribe, onFail } = props;
  const { t } = useMessages();
  const still = useReducedMotion();
  const host = useRef<HTMLDivElement>(null);
  const worker = useRef<Rpc<RaceCanvasApi>>(undefined);
  const scale = useSyncExternalStore(onPixelRatio, pixelRatio);
  const plot = useMemo(() => racePlot(width, height, em), [width, height, em]);
  // The drawing does not begin on a whole pixel, and the browser would move or stretch a canvas to one. So the canvas
  // lies on whole pixels and the drawing begins within it, and lines, axes and words stay together and sharp.
  const { at, size, inset } = useMemo(
    () => canvasBox({ x: plot.left, y: y - em }, plot.width + em, plot.height + 2 * em, scale),
    [plot, y, em, scale],
  );

  // A canvas can be transferred only once, so each worker gets a new one.
  useLayoutEffect(() => {
    const canvas = document.createElement('canvas');
    host.current?.append(canvas);
    const drawer = connect<RaceCanvasApi>(workerUrl, { loadMs: START_LIMIT_MS }, () => {
      // A restarted worker would have no canvas.
      worker.current = undefined;
      onFail();
    });
    worker.current = drawer;
    const handed = canvas.transferControlToOffscreen();
    void drawer.ask('start', handed, { transfer: [handed] });
    return () => {
      worker.current = undefined;
      drawer.dispose();
      canvas.remove();
    };
  }, [onFail]);

  useEffect(() => {
    const sent = new Set<string>();
    const sendLook = () => {
      const hueOf = colourReader(host.current);
      const look: RaceLook = {
        em,
        scale,
        inset: { x: inset.x, y: inset.y + em },
        ...size,
        hues: { slow: hueOf(designStyle(designs.slow).token), fast: hueOf(designStyle(designs.fast).token) },
        ink: hueOf('--ink'),
      };
      sent.clear();
      worker.current?.tell('look', look);
    };
    let seen: unknown;
    const sendDrawing = (always: boolean) => {
      const { samples, changes, moving } = newest();
      const key = `${samples.at(-1)?.atMs} ${changes.at(-1)?.lastAtMs} ${moving}`;
      if (!always && key === seen) return;
      seen = key;
      const drawing = raceDrawing({ designs, top, width, height, em, samples, changes });
      for (const change of drawing.changes) {
        const name = wordsKey(change);
        if (!change.named || sent.has(name)) continue;
        sent.add(name);
        const image = paintWords(host.current, t, change, em, scale);
        if (image !== undefined) worker.current?.tell('words', { key: name, image }, [image]);
      }
      worker.current?.tell('drawing', { drawing, flows: moving && !still });
    };
    const anew = () => {
      sendLook();
      sendDrawing(true);
    };
    anew();
    const stop = [subscribe(() => sendDrawing(false)), onLookChange(anew)];
    return () => {
      for (const end of stop) end();
    };
  }, [designs, top, width, height, em, scale, size, inset, still, newest, subscribe, t]);

  return (
    <div
      ref={host}
      className={styles.canvas}
      style={{ left: at.x, top: at.y, ...size }}
      aria-hidden="true"
      data-testid="race-canvas"
    >
      <svg {...size} aria-hidden="true">
        <g transform={`translate(${inset.x},${inset.y + em})`}>
          <YAxis top={top} width={plot.width} height={plot.height} labels={false} />
        </g>
      </svg>
    </div>
  );
}

const colourReader = (element: Element | null) => {
  const style = element === null ? undefined : getComputedStyle(element);
  return (token: string): string => style?.getPropertyValue(token).trim() || 'black';
};

const pixelRatio = (): number => globalThis.devicePixelRatio;
/** Calls back when the window moves to a screen with another pixel ratio, or the page is zoomed. */
function onPixelRatio(callback: () => void): () => void {
  const gone = new AbortController();
  const { signal } = gone;
  // The query names one pixel ratio: after a change a new query waits for the next one.
  const awaitOther = () =>
    matchMedia(`(resolution: ${pixelRatio()}dppx)`).addEventListener(
      'change',
      () => {
        awaitOther();
        callback();
      },
      { once: true, signal },
    );
  awaitOther();
  return () => gone.abort();
}

/** Calls back when the theme changes or fonts arrive. */
function onLookChange(callback: () => void): () => void {
  const gone = new AbortController();
  const { signal } = gone;
  const theme = new MutationObserver(callback);
  theme.observe(document.documentElement, { attributes: true });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', callback, { signal });
  void document.fonts.ready.then(() => {
    if (!signal.aborted) callback();
  });
  return () => {
    theme.disconnect();
    gone.abort();
  };
}

/** Two lines of text, this many ems above the plot's zero line, which is the lower edge. */
function paintWords(
  element: Element | null,
  t: Messages['t'],
  change: Pick<DrawnChange, 'from' | 'to' | 'brief' | 'flip'>,
  em: number,
  scale: number,
): ImageBitmap | undefined {
  // Another scene is on stage: the race has no size meanwhile, and a bitmap without one cannot be made.
  if (element === null || em * scale < 1) return undefined;
  const colour = colourReader(element);
  const style = getComputedStyle(element);
  const lines = [
    ...(change.brief ? [] : [{ text: t('home.race.idle'), y: 1.75, weight: 400, fill: colour('--muted') }]),
    { text: t('home.race.change', { from: change.from, to: change.to }), y: 0.6, weight: 600, fill: colour('--ink') },
  ];
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const font = (weight: number) => `${weight} ${style.fontSize} ${style.fontFamily}`;
  let width = 0;
  for (const { text, weight } of lines) {
    context.font = font(weight);
    width = Math.max(width, context.measureText(text).width);
  }
  canvas.width = Math.ceil((width + 1) * scale);
  canvas.height = Math.ceil(3 * em * scale);
  context.scale(scale, scale);
  context.strokeStyle = colour('--paper');
  context.lineWidth = 4;
  context.lineJoin = 'round';
  for (const { text, y, weight, fill } of lines) {
    context.font = font(weight);
    context.fillStyle = fill;
    context.textAlign = change.flip ? 'left' : 'right';
    // On a whole pixel; otherwise it would be blurred.
    const base = (canvas.height - Math.round(y * em * scale)) / scale;
    context.strokeText(text, change.flip ? 0 : width, base);
    context.fillText(text, change.flip ? 0 : width, base);
  }
  return canvas.transferToImageBitmap();
}
