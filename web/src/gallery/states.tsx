/** All states, in the order in which the gallery shows them. Each area keeps its own list. */
import { calculatorStates } from './calculator-states.tsx';
import { cliffStates } from './cliff-states.tsx';
import { exerciseStates } from './exercise-states.tsx';
import { heapStates } from './heap-states.tsx';
import { homeStates } from './home-states.tsx';
import { labStates } from './lab-states.tsx';
import { lanesStates } from './lanes-states.tsx';
import { linesStates } from './lines-states.tsx';
import { modelStates } from './model-states.tsx';
import { recordStates } from './record-states.tsx';
import { SERVER_STATES } from './server-states.tsx';
import { shellStates } from './shell-states.tsx';
import { sourceStates } from './source-states.tsx';
import { standbyStates } from './standby-states.tsx';
import type { GalleryState } from './state.ts';
import { subtransStates } from './subtrans-states.tsx';
import { xidAxisStates } from './xid-axis-states.tsx';

export const STATES: readonly GalleryState[] = [
  ...homeStates,
  ...labStates,
  ...cliffStates,
  ...calculatorStates,
  ...linesStates,
  ...modelStates,
  ...lanesStates,
  ...heapStates,
  ...exerciseStates,
  ...recordStates,
  ...SERVER_STATES,
  ...standbyStates,
  ...sourceStates,
  ...xidAxisStates,
  ...subtransStates,
  ...shellStates,
];
