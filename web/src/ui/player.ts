/**
 * Plays one film at a time on the page's clock: forwards or backwards, faster or slower. A new film ends the one that is
 * playing. Time is all that it knows: a film draws itself at a time, and cleans up at its end.
 */
import type { Clock } from './clock.ts';

export interface Film {
  readonly ms: number;
  /** @param at from 0 to `ms` */
  draw(at: number): void;
  /** Called once, after the last drawing. */
  end(): void;
}
export interface PlayedHow {
  readonly speed?: number;
  /** From its end to its beginning. */
  readonly isBackwards?: boolean;
}
export interface Player {
  /** Its first frame is drawn before this returns. */
  play(film: Film, how?: PlayedHow): void;
  /** Jumps to the end of the film that is playing, if there is one. */
  finish(): void;
  isPlaying(): boolean;
}

export function createPlayer(clock: Pick<Clock, 'subscribe'>): Player {
  let stop: (() => void) | null = null;

  const play = (film: Film, { speed = 1, isBackwards = false }: PlayedHow = {}): void => {
    stop?.();
    let played = 0;
    const draw = (): void => film.draw(isBackwards ? film.ms - played : played);
    draw();
    let isFirst = true;
    const leave = clock.subscribe(({ sinceLast }) => {
      // The loop may have run before: what came before the first frame is not the film's time.
      if (!isFirst) played = Math.min(film.ms, played + sinceLast * speed);
      isFirst = false;
      draw();
      if (played >= film.ms) stop?.();
    });
    stop = () => {
      stop = null;
      leave();
      film.end();
    };
  };

  return { play, finish: () => stop?.(), isPlaying: () => stop !== null };
}
