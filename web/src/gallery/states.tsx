/** All states, in the order in which the gallery shows them. Each area keeps its own list. */
import { homeStates } from './home-states.tsx';
import { labStates } from './lab-states.tsx';
import { shellStates } from './shell-states.tsx';
import { sourceStates } from './source-states.tsx';
import type { GalleryState } from './state.ts';

export const STATES: readonly GalleryState[] = [...homeStates, ...labStates, ...sourceStates, ...shellStates];
