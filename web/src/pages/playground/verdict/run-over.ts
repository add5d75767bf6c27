/** When a run can be judged. */
import type { Shown } from '../../../engine/stage/stage-types.ts';
import type { PlayState } from '../../shared/play/play-state.ts';

/** Nothing is under way, and two sessions have run something. */
export const isRunOver = ({ state }: Shown, events: PlayState['events']): boolean =>
  state.sessions.every((one) => one.state === 'idle' && one.active === null) &&
  new Set(events.flatMap(({ tick, session }) => (session !== null && tick <= state.tick ? [session] : []))).size > 1;
