/** The entry point of gallery.html. Not linked from any page; `npm run gallery` photographs it. */
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { fetchAllCodecs } from '../app/address/address.ts';
import { calculatorStates } from './calculator-states.tsx';
import { cliffStates } from './cliff-states.tsx';
import { conflictsStates } from './conflicts-states.tsx';
import { exerciseStates } from './exercise-states.tsx';
import { Gallery, type GalleryState } from './Gallery.tsx';
import { heapStates } from './heap-states.tsx';
import { homeStates } from './home-states.tsx';
import { labStates } from './lab-states.tsx';
import { lanesStates } from './lanes-states.tsx';
import { layoutStates } from './layout-states.tsx';
import { linesSharedStates } from './lines-shared-states.tsx';
import { linesStates } from './lines-states.tsx';
import { linesStoryStates } from './lines-story-states.tsx';
import { litmusStates } from './litmus-states.tsx';
import { modelStates } from './model-states.tsx';
import { recordStates } from './record-states.tsx';
import { SERVER_STATES } from './server-states.tsx';
import { shellStates } from './shell-states.tsx';
import { sourceStates } from './source-states.tsx';
import { standbyStates } from './standby-states.tsx';
import { subtransStates } from './subtrans-states.tsx';
import { xidAxisStates } from './xid-axis-states.tsx';

/** All states, in the order in which the gallery shows them. Each area keeps its own list. */
const STATES: readonly GalleryState[] = [
  ...homeStates,
  ...labStates,
  ...cliffStates,
  ...linesSharedStates,
  ...litmusStates,
  ...calculatorStates,
  ...layoutStates,
  ...linesStates,
  ...linesStoryStates,
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
  ...conflictsStates,
  ...shellStates,
];

const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no #root');
const at = root;
// The header's state names a page whose entry is fetched with the others.
void fetchAllCodecs().then(() =>
  createRoot(at).render(
    <StrictMode>
      <Gallery states={STATES} />
    </StrictMode>,
  ),
);
