/** Words that texts of the heap page share. */
import type { Format } from '../../format.ts';

export type Fill = 'running' | 'committed' | 'aborted' | 'prepared' | 'unstarted' | 'unknown';
export type How = 'replaced' | 'deleted';

/** After "inserted by A": how far that counts. */
export const STATE: Readonly<Record<Fill, string>> = {
  running: ', not committed',
  committed: ', committed',
  aborted: ', rolled back',
  prepared: ', prepared',
  unstarted: '',
  unknown: '',
};
export const FILL: Readonly<Record<Fill, string>> = {
  running: 'running',
  committed: 'committed',
  aborted: 'rolled back',
  prepared: 'prepared',
  unstarted: 'not given out yet',
  unknown: 'long ago',
};
export const NOUN: Readonly<Record<How, string>> = { replaced: 'update', deleted: 'delete' };
export const own = (who: string): string => (who.endsWith('s') ? `${who}’` : `${who}’s`);
export const answer = (yes: boolean): string => (yes ? 'yes' : 'no');
export const bytes = (n: number, f: Format): string => `${f.integer(n)} ${f.plural(n, 'byte', 'bytes')}`;
