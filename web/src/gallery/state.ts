/**
 * One entry of the gallery: a view in a named state, made of fixed data. It is a test, an example and a preview at
 * once.
 */
import type { ReactNode } from 'react';

export interface GalleryState {
  /** Unique; becomes part of a file name and of the address `gallery.html#id`. */
  readonly id: string;
  /** Says what the reader should see. */
  readonly shows: string;
  /** Uses no clock, no random numbers and no network: the same picture every time. */
  readonly element: () => ReactNode;
}
