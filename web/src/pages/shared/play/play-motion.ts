/** Plays a step of the stage: decides what is a single step, takes both pictures, and has one player for the page. */
import { clock } from '../../../ui/clock.ts';
import { createPlayer } from '../../../ui/player.ts';
import { scoreOf } from '../../../viewmodel/score/score-of.ts';
import { commonMoves, currentBranch } from '../../../viewmodel/stage/playback.ts';
import { sessionStyles, styleOf } from '../../../viewmodel/stage/selection.ts';
import { filmOf, stillFilmOf } from '../../../views/film/film.ts';
import { type Picture, takePicture } from '../../../views/film/picture.ts';
import type { MotionPart } from './motion-part.ts';
import type { PlayState } from './play-state.ts';
import type { PlayStore } from './play-store.ts';

/** What a drawing of the stage was given. */
export interface Moment extends Pick<PlayState, 'at' | 'events'> {
  readonly store: PlayStore;
  readonly shown: NonNullable<PlayState['shown']>;
}

/** From one picture to the next: a step on, a step back, or neither. */
function stepBetween(old: Moment, now: Moment): 'on' | 'back' | null {
  const [from, to] = [old.shown.state.tick, now.shown.state.tick];
  if (from === to) return replayBetween(old, now);
  if (!now.store.get().isStep) return null;
  const same = commonMoves(currentBranch(old.at).moves, currentBranch(now.at).moves);
  if (to === from + 1 && same >= from) return 'on';
  return to === from - 1 && same >= to ? 'back' : null;
}

/** The primary stands still, and its standby replays a record, or takes one back. */
function replayBetween({ shown: { standby: was } }: Moment, { shown: { standby: is } }: Moment): 'on' | 'back' | null {
  if (was === undefined || is === undefined) return null;
  if (was.from !== is.from || was.records.length !== is.records.length) return null;
  const by = is.at - was.at;
  return by === 1 ? 'on' : by === -1 ? 'back' : null;
}

const PARTS = { standby: () => import('./motion-standby.ts'), ssi: () => import('./motion-ssi.ts') };
type PartName = keyof typeof PARTS;
const parts = new Map<PartName, MotionPart>();
const partOf = ({ standby, state }: Moment['shown']): PartName | null =>
  standby !== undefined ? 'standby' : state.ssi === undefined ? null : 'ssi';

const player = createPlayer({ subscribe: (callback) => clock().subscribe(callback) });
let playing: HTMLElement | null = null;
const finish = (): void => player.finish();

function play(layer: HTMLElement, old: Moment, now: Moment, was: Picture, step: 'on' | 'back'): void {
  if (!layer.isConnected) return;
  const [early, later] = step === 'on' ? [old, now] : [now, old];
  const [before, after] = [early.shown, later.shown];
  const { events } = later;
  const plain = scoreOf({ before: before.state, after: after.state, events });
  const name = partOf(after);
  const part = name === null ? undefined : parts.get(name);
  const score = part?.scoreOf({ before, after, events }, plain) ?? plain;
  if (score.phases.length === 0) return;
  const styles = sessionStyles(now.shown.state.sessions.map(({ session }) => session));
  const make = matchMedia('(prefers-reduced-motion: reduce)').matches ? stillFilmOf : filmOf;
  const film = make({
    layer,
    was,
    is: takePicture(layer, false),
    score,
    more: part?.acts ?? {},
    hueOf: (session) => styleOf(styles, session).hue,
    isBackwards: step === 'back',
  });
  const { isPlaying, speed } = now.store.get();
  layer.dataset.film = 'playing';
  playing = layer;
  addEventListener('resize', finish);
  player.play(
    {
      ...film,
      end: () => {
        film.end();
        layer.dataset.film = 'rest';
        playing = null;
        removeEventListener('resize', finish);
      },
    },
    { speed: isPlaying ? speed : 1, isBackwards: step === 'back' },
  );
}

export const playMotion = {
  /**
   * Called while the old picture is still in the document. A film that still plays ends.
   * @returns to be called when the new picture is there; null: nothing moves
   */
  before(layer: HTMLElement, old: Moment, now: Moment): (() => void) | null {
    if (playing === layer) finish();
    const step = stepBetween(old, now);
    if (step === null) return null;
    const was = takePicture(layer, true);
    // Figures may measure themselves, and be drawn once more, right after they have changed.
    return () => queueMicrotask(() => play(layer, old, now, was, step));
  },
  /** Fetches what steps like this one need beyond the rest. */
  async want(shown: Moment['shown']): Promise<void> {
    const name = partOf(shown);
    if (name !== null && !parts.has(name)) parts.set(name, (await PARTS[name]()).part);
  },
  leave(layer: HTMLElement): void {
    if (playing === layer) finish();
  },
};
export type PlayMotion = typeof playMotion;
