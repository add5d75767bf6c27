/** States of the views on the Home page. */
import type { GalleryState } from './state.ts';

export const homeStates: readonly GalleryState[] = [];
