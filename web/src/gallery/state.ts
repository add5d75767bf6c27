/** One entry of the gallery: a view in a named state, made of fixed data. It is test, example and preview at once. */
import type { ReactNode } from 'react';

export interface GalleryState {
  /** Unique; becomes part of a file name and of the address `gallery.html#id`. */
  readonly id: string;
  /** What one should see. */
  readonly shows: string;
  /** No clock, no chance, no network: the same picture every time. */
  readonly element: () => ReactNode;
}
