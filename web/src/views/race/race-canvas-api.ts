/** The messages between the race's page and the worker that draws its lines. */
import type { RaceDrawing, Which } from '../../viewmodel/race/race-drawing.ts';

/** The look: sent at the start, and again for another size, theme or pixel ratio. */
export interface RaceLook {
  readonly em: number;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
  /** The plot's upper left corner within the canvas. */
  readonly inset: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
  readonly hues: Readonly<Record<Which, string>>;
  readonly ink: string;
}
/** The words of a change, painted by the page, which has the fonts. In device pixels. */
export interface ChangeWords {
  readonly key: string;
  readonly image: ImageBitmap;
}
/** The worker's functions. */
export interface RaceCanvasApi {
  start(canvas: OffscreenCanvas): void;
  look(look: RaceLook): void;
  words(words: ChangeWords): void;
  drawing(what: { readonly drawing: RaceDrawing; readonly flows: boolean }): void;
}

export const wordsKey = (change: { readonly from: number; readonly to: number }): string =>
  `${change.from} ${change.to}`;
