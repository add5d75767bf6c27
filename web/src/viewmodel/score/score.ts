/** The form of a score: phases, each with what moves in it, and the time that each takes. */

/** The longest score, in ms at speed 1. */
export const MOST_MS = 600;

/** What happens to a mark, and its time beside the others in ms. */
export const ACTS = {
  /** An xid is assigned: its disc rises and takes the session's colour. */
  rise: 90,
  /** A snapshot is taken: its bracket closes from left to right. */
  close: 150,
  /** At the same time a notch drops into it from each xid that runs. */
  notch: 150,
  /** The session's eye on a row is decided; rows follow one another. */
  look: 220,
  /** The pen writes t_xmax. */
  stamp: 160,
  /** The same, and it only locks. */
  lock: 160,
  /** The pen goes from the statement to the page. */
  send: 110,
  /** A version's copy slides to its new place. */
  copy: 150,
  /** A new version grows from the free space. */
  grow: 150,
  /** The pen writes t_xmin. */
  write: 140,
  /** The arrow to the next version is drawn. */
  chain: 70,
  /** The disc of an xid is filled, or crossed. */
  end: 130,
  /** The news of it reaches a session whose next snapshot will be newer. */
  ripple: 180,
  /** It stops at a snapshot that was taken before. */
  stop: 300,
  /** An arrow grows from a session that waits. */
  wait: 260,
  /** It snaps back. */
  release: 120,
  /** Sessions that wait for one another in a circle. */
  circle: 240,
  /** An eye opens or closes because of somebody else's step. */
  see: 130,
  /** A session's slots for subxids fill up, one after the other. */
  fill: 240,
  /** A subxid passes all of them and finds none. */
  slide: 260,
  /** It falls into pg_subtrans. */
  fall: 220,
  /** A flag says from now on that subxids are not listed. */
  turn: 130,
  /** An xid travels to the page of pg_subtrans that has its parent. */
  ask: 180,
  /** That page is in a buffer. */
  find: 100,
  /** It is read into a buffer, and pushes out the page that was there. */
  fetch: 200,
  /** The horizon passes over the xids up to its place. */
  sweep: 200,
  /** What is dead and lies left of it goes. */
  dissolve: 180,
  /** The line pointers that are left close up. */
  settle: 160,
  /** A session's WAL record is written. */
  log: 220,
  /** The standby comes to it. */
  replay: 130,
  /** It travels on, and becomes an entry there. */
  arrive: 240,
  /** It travels on, and ends an entry. */
  depart: 240,
  /** A SIREAD lock is taken; a transaction comes under SERIALIZABLE's rules. */
  claim: 180,
  /** Finer locks become a wider one. */
  promote: 260,
  /** Somebody did not see somebody else's change. */
  conflict: 240,
  /** A conflict belongs to a dangerous structure. */
  light: 240,
  /** A transaction has to fail, or fails. */
  doom: 240,
  /** A snapshot that no writer can make wrong any more. */
  safe: 240,
} as const;
export type Act = keyof typeof ACTS;
/** Acts whose drawing is fetched only where they happen. */
export type StandbyAct = 'log' | 'replay' | 'arrive' | 'depart';
export type SsiAct = 'claim' | 'promote' | 'conflict' | 'light' | 'doom' | 'safe';

export interface Motion {
  readonly act: Act;
  /** The mark where it begins; null: at its own place. */
  readonly from: string | null;
  readonly to: string;
  /** The session's name whose doing it is, for its hue; null: nobody's. */
  readonly session: string | null;
}
export interface Phase {
  readonly motions: readonly Motion[];
  readonly ms: number;
}
export interface Score {
  readonly phases: readonly Phase[];
}

export const SILENCE: Score = { phases: [] };

/** A phase of these motions, as long as its longest one; none if nothing moves. */
export const phaseOf = (motions: readonly Motion[]): readonly Phase[] =>
  motions.length === 0 ? [] : [{ motions, ms: Math.max(...motions.map(({ act }) => ACTS[act])) }];

/** As far as time is concerned, any score. */
interface Timed {
  readonly phases: readonly Pick<Phase, 'ms'>[];
}

export const lengthOf = ({ phases }: Timed): number =>
  Math.min(
    MOST_MS,
    phases.reduce((sum, { ms }) => sum + ms, 0),
  );

export interface Span {
  readonly from: number;
  readonly to: number;
}
/** When each phase begins and ends, in ms; one follows the other without a gap. */
export function timesOf(score: Timed): readonly Span[] {
  const sum = score.phases.reduce((all, { ms }) => all + ms, 0);
  const scale = sum === 0 ? 1 : lengthOf(score) / sum;
  let at = 0;
  return score.phases.map(({ ms }) => {
    const from = at;
    at += ms * scale;
    return { from, to: at };
  });
}
