/**
 * The page's side of the figure's painter. Canvases are transferred to a worker; if there is none, or it fails, the
 * same painter paints on the page. Canvases are created here and not by React, because each can be transferred only
 * once.
 */

import { ok } from '../../base/result.ts';
import { connect, newestOf } from '../../base/rpc.ts';
import { pageFaces } from '../../ui/faces.ts';
import type { LineClock } from '../../viewmodel/cachelines/position.ts';
import {
  type FigureLook,
  FigurePainter,
  type FigureStory,
  type PainterApi,
  type PartName,
  type PartPlace,
  sizeOf,
  type ToFigurePainter,
} from './figure-painter.ts';
import workerUrl from './painter-worker.ts?worker&url';

export const canPaintInWorker = (): boolean =>
  typeof Worker === 'function' &&
  typeof OffscreenCanvas === 'function' &&
  'transferControlToOffscreen' in HTMLCanvasElement.prototype;

const NO_BYTES = new Uint8Array(0);

export class FigureCanvas {
  readonly #hosts = new Map<PartName, HTMLElement>();
  readonly #canvases = new Map<PartName, HTMLCanvasElement>();
  readonly #places = new Map<PartName, PartPlace>();
  #story: FigureStory | null = null;
  #look: FigureLook | null = null;
  /** The news that has not been sent yet. */
  readonly #news = new Set<PartName | 'story' | 'look' | 'time'>();
  #send: ((message: ToFigurePainter, handed: Transferable[]) => void) | null = null;
  /** Called after all news has been sent. */
  #paint: (() => void) | null = null;
  /** Marks the figure until all sent news is painted. */
  #settle: (() => void) | null = null;
  #isWorker = true;
  #asks = 0;
  #clock: LineClock | null = null;
  #root: HTMLElement | null = null;
  #isFlushing = false;

  /** Paints from now on, until the returned function is called. */
  connect(root: HTMLElement, clock: LineClock): () => void {
    this.#root = root;
    this.#clock = clock;
    const stop = clock.subscribe(() => this.#tell('time'));
    const end = canPaintInWorker() && this.#isWorker ? this.#startWorker() : this.#startHere();
    return () => {
      stop();
      end();
      this.#end();
      this.#clock = null;
    };
  }

  /** Sets the element for a part's canvas, until the returned function is called. */
  host(part: PartName, element: HTMLElement): () => void {
    this.#hosts.set(part, element);
    if (this.#send !== null) this.#hand(part, element);
    return () => {
      this.#hosts.delete(part);
      this.#canvases.get(part)?.remove();
      this.#canvases.delete(part);
    };
  }
  place(place: PartPlace): void {
    this.#places.set(place.part, place);
    this.#size(place.part);
    this.#tell(place.part);
  }
  story(story: FigureStory): void {
    // Bytes are not painted, and there are many, so they are not sent.
    const lean = (side: 'left' | 'right') => ({ ...story.pair[side], bytesBefore: NO_BYTES, bytesAfter: NO_BYTES });
    this.#story = { ...story, pair: { left: lean('left'), right: lean('right') } };
    this.#tell('story');
  }
  look(look: FigureLook): void {
    this.#look = look;
    this.#tell('look');
  }

  #startWorker(): () => void {
    const rpc = connect<PainterApi>(workerUrl, {}, () => this.#fall(rpc));
    const painted = newestOf((asks: number) =>
      rpc.ask('painted', null).then((answer) => (answer.ok ? ok(asks) : answer)),
    );
    this.#send = (message, handed) => rpc.tell('take', message, handed);
    this.#settle = async () => {
      this.#root?.setAttribute('data-painting', '');
      const answer = await painted.ask(++this.#asks);
      if (answer.ok && answer.value === this.#asks) this.#root?.removeAttribute('data-painting');
    };
    void rpc.ask('faces', pageFaces()).then((able) => {
      if (able.ok && !able.value) this.#fall(rpc);
    });
    this.#begin();
    return () => rpc.dispose();
  }

  #startHere(): () => void {
    const painter = new FigurePainter();
    this.#isWorker = false;
    this.#send = (message) => painter.take(message);
    this.#paint = () => painter.paint();
    this.#begin();
    return () => undefined;
  }

  /** After a failure of the worker: paints everything here, on new canvases that were never transferred. */
  #fall(worker: { dispose(): void }): void {
    worker.dispose();
    if (!this.#isWorker || this.#send === null) return;
    this.#end();
    this.#startHere();
  }

  #begin(): void {
    for (const [part, element] of this.#hosts) this.#hand(part, element);
    for (const part of this.#places.keys()) this.#tell(part);
    for (const news of ['story', 'look', 'time'] as const) this.#tell(news);
  }
  #end(): void {
    this.#send = null;
    this.#paint = null;
    this.#settle = null;
    for (const canvas of this.#canvases.values()) canvas.remove();
    this.#canvases.clear();
    this.#root?.removeAttribute('data-painting');
  }

  #hand(part: PartName, element: HTMLElement): void {
    const canvas = document.createElement('canvas');
    element.append(canvas);
    this.#canvases.set(part, canvas);
    this.#size(part);
    if (this.#isWorker) {
      const handed = canvas.transferControlToOffscreen();
      this.#send?.({ kind: 'canvas', part, canvas: handed }, [handed]);
    } else this.#send?.({ kind: 'canvas', part, canvas }, []);
    this.#tell(part);
  }
  #size(part: PartName): void {
    const [canvas, place] = [this.#canvases.get(part), this.#places.get(part)];
    if (canvas === undefined || place === undefined) return;
    const { width, height } = sizeOf(place);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }

  /** Sends all news of a turn together, after the page has drawn its own parts. */
  #tell(news: PartName | 'story' | 'look' | 'time'): void {
    this.#news.add(news);
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    queueMicrotask(() => {
      this.#isFlushing = false;
      this.#flush();
    });
  }
  #flush(): void {
    const [send, clock, news] = [this.#send, this.#clock, this.#news];
    if (send === null || clock === null) return;
    if (news.has('look') && this.#look !== null) send({ kind: 'look', look: this.#look }, []);
    for (const [part, place] of this.#places) if (news.has(part)) send({ kind: 'place', place }, []);
    if (news.has('story') && this.#story !== null) send({ kind: 'story', story: this.#story }, []);
    news.clear();
    send({ kind: 'time', ns: clock.ns }, []);
    if (!clock.isMoving) this.#settle?.();
    this.#paint?.();
  }
}
