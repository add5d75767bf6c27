/** The ids of the marks that move, as views carry them in `data-mark`. A session's is by its letter, a row's by its ctid. */
export const MARK = {
  row: (ctid: string) => `row ${ctid}`,
  xmin: (ctid: string) => `xmin ${ctid}`,
  xmax: (ctid: string) => `xmax ${ctid}`,
  eye: (ctid: string, letter: string) => `eye ${ctid} ${letter}`,
  /** The arrow that leaves a row for its next version. */
  chain: (ctid: string) => `chain ${ctid}`,
  /** The page's space: new versions grow from there. */
  free: 'free',
  xid: (xid: number) => `xid ${xid}`,
  snapshot: (letter: string) => `snapshot ${letter}`,
  session: (letter: string) => `session ${letter}`,
  /** The session's step at the cursor. */
  card: (letter: string) => `card ${letter}`,
  /** The arrow from a session that waits. */
  wait: (letter: string, holder: string) => `wait ${letter} ${holder}`,
  /** The slots for a session's subxids, and the flag that these are not all. */
  strip: (letter: string) => `strip ${letter}`,
  flag: (letter: string) => `flag ${letter}`,
  /** A slot of pg_subtrans' buffers. */
  buffer: (slot: number) => `buffer ${slot}`,
  /** The way over them. */
  walk: 'walk',
  /** What is said of it. */
  told: (part: 'finding' | 'places' | 'walk') => `told ${part}`,
  /** A line pointer without a version. */
  pointer: (ctid: string) => `pointer ${ctid}`,
  /** The horizon across the axis of its holders, and there the versions that this xid deleted. */
  horizon: 'horizon line',
  dead: (xid: number) => `dead ${xid}`,
  /** A WAL record, by its place. */
  record: (index: number) => `record ${index}`,
  /** An entry among the standby's known-assigned xids, and the xids that its pg_subtrans has instead. */
  known: (xid: number) => `known ${xid}`,
  parents: 'parents',
  /** A part of the standby's drawing that only gives way to its new look. */
  look: (part: 'primary' | 'answers' | 'strip' | 'place' | 'facts') => `look ${part}`,
  /** The reasons for the chosen row. */
  why: 'why',
} as const;
