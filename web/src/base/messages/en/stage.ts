/** The Playground around its views: what is open, what went wrong, links and keys. */
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const stage = {
  'stage.paused': (p: { tick: number; units: number }, f: Format) =>
    `This is a lot of work (${f.integer(p.units)} units), so it stopped after step ${f.integer(p.tick)}. Go on from there.`,
} satisfies Area<'stage'>;
