/**
 * How a session looks everywhere: one hue and one letter, by its index in the spec. There are eight hues; from the
 * ninth session on a number replaces the letter, in ink. The spec's own name is shown next to the letter if it differs.
 */
export interface SessionStyle {
  /** As in the spec; '' for the set-up, which belongs to no session. */
  readonly name: string;
  /** A, B, C … H, then 9, 10 …; '' for the set-up. */
  readonly letter: string;
  /** A CSS colour, `var(--session-a)`: for `fill`, `stroke` and `color`. */
  readonly hue: string;
  /**
   * The spec's name if it is not the letter, cut if it is longer than a name in a server; otherwise null. A bare number
   * reads as a count, so it gets a #.
   */
  readonly ownName: string | null;
}
export type SessionStyles = ReadonlyMap<string, SessionStyle>;

export const SESSION_HUES = 8;
const INK = 'var(--ink)';
/** The owner of the set-up's work, which no session did. */
export const NO_SESSION: SessionStyle = { name: '', letter: '', hue: INK, ownName: null };

/** NAMEDATALEN - 1. isolationtester accepts longer names, but one with thousands of letters would fill every column. */
const MAX_NAME = 63;
function cut(name: string): string {
  const characters = [...name.slice(0, 2 * MAX_NAME + 2)];
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME - 1).join('')}…` : name;
}

/** `place`: 0 for the first session of the spec. */
export function sessionStyle(name: string, place: number): SessionStyle {
  const small = 'abcdefgh'[place];
  const letter = small === undefined ? String(place + 1) : small.toUpperCase();
  const hue = small === undefined ? INK : `var(--session-${small})`;
  return { name, letter, hue, ownName: name.toUpperCase() === letter ? null : cut(name).replace(/^\d+$/, '#$&') };
}

/** The styles of all sessions, given their names in the spec's order. */
export const sessionStyles = (names: readonly string[]): SessionStyles =>
  new Map(names.map((name, place) => [name, sessionStyle(name, place)]));

/** The style of an owner as `StageXid` names it; null, or an unknown name: ink without a letter. */
export const styleOf = (styles: SessionStyles, name: string | null): SessionStyle =>
  (name === null ? undefined : styles.get(name)) ?? NO_SESSION;

/** The person's selection on the stage: one row version, one session, one xid, each or none of them. */
export interface TupleRef {
  readonly table: string;
  readonly block: number;
  readonly offset: number;
}
export interface Selection {
  /** The page is inked for this session: the rows that it sees are in full ink. */
  readonly session: string | null;
  readonly tuple: TupleRef | null;
  readonly xid: number | null;
}
export const NOTHING_SELECTED: Selection = { session: null, tuple: null, xid: null };

export const sameTuple = (a: TupleRef | null, b: TupleRef | null): boolean =>
  a === b || (a !== null && b !== null && a.table === b.table && a.block === b.block && a.offset === b.offset);
