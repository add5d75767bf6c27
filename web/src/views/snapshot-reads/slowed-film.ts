/**
 * The moving part of the slowed transactions: two dots on the page's one clock, both slowed by one factor. Who draws one
 * hears its place in every frame. Nothing of this renders React.
 */
import { useEffect, useMemo } from 'react';
import { useFrame } from '../../ui/clock.ts';
import { useNewest } from '../../ui/hooks.ts';
import { AT_END, AT_START, advance, type Place, type SlowedTimes } from '../../viewmodel/race/slowed.ts';

export type Which = 'slow' | 'fast';
type Draw = (place: Place) => void;

export interface SlowedFilm {
  /** Draws at once and then in every frame, until the returned function is called. */
  draws(which: Which, draw: Draw): () => void;
}

/** After a pause of the browser's frames the dots go on where they were, and do not leap. */
const LONGEST_FRAME_MS = 100;

class Film implements SlowedFilm {
  readonly #places: Record<Which, Place> = { slow: AT_START, fast: AT_START };
  readonly #draws: Readonly<Record<Which, Set<Draw>>> = { slow: new Set(), fast: new Set() };

  draws(which: Which, draw: Draw): () => void {
    this.#draws[which].add(draw);
    draw(this.#places[which]);
    return () => this.#draws[which].delete(draw);
  }
  move(times: SlowedTimes, byNs: number): void {
    for (const which of ['slow', 'fast'] as const) this.put(which, advance(this.#places[which], times[which], byNs));
  }
  put(which: Which, place: Place): void {
    this.#places[which] = place;
    for (const draw of this.#draws[which]) draw(place);
  }
}

interface SlowedInput {
  readonly times: SlowedTimes | undefined;
  /** How many times slower than the machine. */
  readonly slowness: number;
  /** In sight, and nobody has paused it. */
  readonly moving: boolean;
  /** Motion is not wanted: both stand at their ends. */
  readonly still: boolean;
}

export function useSlowedFilm({ times, slowness, moving, still }: SlowedInput): SlowedFilm {
  const film = useMemo(() => new Film(), []);
  const newest = useNewest({ times, slowness });
  useEffect(() => {
    for (const which of ['slow', 'fast'] as const) film.put(which, still ? AT_END : AT_START);
  }, [film, still]);
  useFrame(
    ({ sinceLast }) => {
      const now = newest.current;
      if (now.times === undefined) return;
      film.move(now.times, (Math.min(sinceLast, LONGEST_FRAME_MS) * 1e6) / now.slowness);
    },
    { active: moving && !still && times !== undefined },
  );
  return film;
}
