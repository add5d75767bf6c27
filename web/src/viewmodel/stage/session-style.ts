/**
 * How a session looks everywhere: one hue and one letter, by its place in the spec. There are eight hues; from the ninth
 * session on a number says who, in ink. The spec's own name is shown beside the letter where it says something else.
 */
export interface SessionStyle {
  /** As the spec has it; '' for the set-up, which is nobody's session. */
  readonly name: string;
  /** A, B, C … H, then 9, 10 …; '' for the set-up. */
  readonly letter: string;
  /** A CSS colour, `var(--session-a)`: for `fill`, `stroke` and `color`. */
  readonly hue: string;
  /** The spec's name where it is not the letter, cut where it is longer than a name in a server; else null. */
  readonly ownName: string | null;
}
export type SessionStyles = ReadonlyMap<string, SessionStyle>;

export const SESSION_HUES = 8;
const INK = 'var(--ink)';
/** Who did what no session did: the set-up. */
export const NO_SESSION: SessionStyle = { name: '', letter: '', hue: INK, ownName: null };

/** NAMEDATALEN - 1. isolationtester takes longer names, but one of thousands of letters would fill every column. */
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
  return { name, letter, hue, ownName: name.toUpperCase() === letter ? null : cut(name) };
}

/** The styles of all sessions, given their names in the spec's order. */
export const sessionStyles = (names: readonly string[]): SessionStyles =>
  new Map(names.map((name, place) => [name, sessionStyle(name, place)]));

/** The style of an owner as `StageXid` names it; null, or a name that is not known: ink without a letter. */
export const styleOf = (styles: SessionStyles, name: string | null): SessionStyle =>
  (name === null ? undefined : styles.get(name)) ?? NO_SESSION;
