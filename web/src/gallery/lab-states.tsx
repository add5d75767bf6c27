/** States of the views on the Lab page. */
import type { GalleryState } from './state.ts';

export const labStates: readonly GalleryState[] = [];
