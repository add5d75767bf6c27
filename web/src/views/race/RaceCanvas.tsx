/**
 * The moving lines on a canvas that a worker draws. Here is only what a worker cannot do: read the theme's colours, paint
 * the words of a change in the page's fonts, and pass a new sample on, four times a second.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { designStyle } from '../../model/design-style.ts';
import { type RaceDrawingInput, raceDrawing } from '../../model/race-drawing.ts';
import { racePlot } from '../../model/race-layout.ts';
import { useReducedMotion } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import styles from './race.module.css';
import { type RaceLook, type ToRaceCanvas, wordsKey } from './race-canvas-worker.ts';
import { YAxis } from './YAxis.tsx';

export const canDrawInWorker = (): boolean =>
  typeof Worker === 'function' &&
  typeof OffscreenCanvas === 'function' &&
  'transferControlToOffscreen' in HTMLCanvasElement.prototype;

type Panel = Pick<RaceDrawingInput, 'designs' | 'top' | 'width' | 'height' | 'em'>;

interface RaceCanvasProps extends Panel {
  /** Of the panel within the drawing. */
  readonly y: number;
  /** What is to be seen now. */
  readonly newest: () => Pick<RaceDrawingInput, 'samples' | 'changes'> & { readonly moving: boolean };
  readonly subscribe: (listener: () => void) => () => void;
  /** The worker failed: another way to draw is needed. */
  readonly onFail: () => void;
}

type Send = (message: ToRaceCanvas, transfer?: Transferable[]) => void;

export function RaceCanvas(props: RaceCanvasProps) {
  const { designs, top, width, height, em, y, newest, subscribe, onFail } = props;
  const { t } = useMessages();
  const still = useReducedMotion();
  const host = useRef<HTMLDivElement>(null);
  const send = useRef<Send>(undefined);
  const plot = racePlot(width, height, em);
  const box = { width: Math.ceil(plot.width + em), height: Math.ceil(plot.height + 2 * em) };

  // A canvas is handed over once, so that each worker has one of its own.
  useLayoutEffect(() => {
    const canvas = document.createElement('canvas');
    host.current?.append(canvas);
    const worker = new Worker(new URL('./race-canvas-worker.ts', import.meta.url), { type: 'module' });
    worker.onerror = onFail;
    send.current = (message, transfer = []) => worker.postMessage(message, transfer);
    const handed = canvas.transferControlToOffscreen();
    send.current({ kind: 'start', canvas: handed }, [handed]);
    return () => {
      send.current = undefined;
      worker.terminate();
      canvas.remove();
    };
  }, [onFail]);

  useEffect(() => {
    const sent = new Set<string>();
    let look: RaceLook | undefined;
    const sendLook = () => {
      const scale = globalThis.devicePixelRatio;
      const hueOf = colourReader(host.current);
      look = {
        em,
        scale,
        width: box.width,
        height: box.height,
        hues: { slow: hueOf(designStyle(designs.slow).token), fast: hueOf(designStyle(designs.fast).token) },
        ink: hueOf('--ink'),
      };
      sent.clear();
      send.current?.({ kind: 'look', look });
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
        if (!change.named || sent.has(name) || look === undefined) continue;
        sent.add(name);
        const image = paintWords(host.current, t, change, em, look.scale);
        if (image !== undefined) send.current?.({ kind: 'words', words: { key: name, image } }, [image]);
      }
      send.current?.({ kind: 'drawing', drawing, flows: moving && !still });
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
  }, [designs, top, width, height, em, box.width, box.height, still, newest, subscribe, t]);

  return (
    <div
      ref={host}
      className={styles.canvas}
      style={{ left: plot.left, top: y - em, ...box }}
      aria-hidden="true"
      data-testid="race-canvas"
    >
      <svg {...box} aria-hidden="true">
        <g transform={`translate(0,${em})`}>
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

/** Another theme, a window on a screen with other pixels, or the fonts have arrived. */
function onLookChange(callback: () => void): () => void {
  const gone = new AbortController();
  const { signal } = gone;
  const theme = new MutationObserver(callback);
  theme.observe(document.documentElement, { attributes: true });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', callback, { signal });
  // The query names one pixel ratio: after a change the next one is waited for.
  const awaitOtherPixels = () => {
    const now = matchMedia(`(resolution: ${globalThis.devicePixelRatio}dppx)`);
    const changed = () => {
      awaitOtherPixels();
      callback();
    };
    now.addEventListener('change', changed, { once: true, signal });
  };
  awaitOtherPixels();
  void document.fonts.ready.then(() => {
    if (!signal.aborted) callback();
  });
  return () => {
    theme.disconnect();
    gone.abort();
  };
}

/** Two lines of text whose lower edge is the plot's zero line. */
function paintWords(
  element: Element | null,
  t: Messages['t'],
  change: { readonly from: number; readonly to: number; readonly flip: boolean },
  em: number,
  scale: number,
): ImageBitmap | undefined {
  if (element === null) return undefined;
  const colour = colourReader(element);
  const style = getComputedStyle(element);
  const lines = [
    { text: t('home.race.idle'), y: 1.25, weight: 400, fill: colour('--muted') },
    { text: t('home.race.change', { from: change.from, to: change.to }), y: 2.4, weight: 600, fill: colour('--ink') },
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
  for (const { text, y, weight, fill } of lines) {
    context.font = font(weight);
    context.fillStyle = fill;
    context.textAlign = change.flip ? 'left' : 'right';
    context.fillText(text, change.flip ? 0 : width, y * em);
  }
  return canvas.transferToImageBitmap();
}
