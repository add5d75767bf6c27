/** `npm run build`: the static site in `dist/`, ready for any static host. */
import { main } from '../node/proc.mjs';
import { ensureReady } from './setup.mjs';

await main(() => ensureReady({ site: true }));
