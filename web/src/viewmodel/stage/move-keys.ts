/** The keys that move a session: a view draws them on its card, a page wires them. */

/**
 * `page`: by itself. `stage`: the Playground's, where `b` is a remote's button for a black slide. `lesson`: a figure on a
 * lesson's stage, where the digits are the lesson's, too.
 */
export type MoveKeysOf = 'page' | 'stage' | 'lesson';

/** F is the stage's on every page, so the sixth session has only its number; the ninth has no letter. */
const LETTERS = 'ABCDE?GH?';
const NONE = '?';

/**
 * A session's keys by its place in the spec, as `aria-keyshortcuts` names them. The first one is drawn on its card.
 */
export function moveKeys(place: number, of: MoveKeysOf): readonly string[] {
  const letter = LETTERS[place];
  if (letter === undefined) return [];
  const own = letter === NONE ? [] : [of !== 'page' && letter === 'B' ? 'Shift+B' : letter];
  return of === 'lesson' ? own : [...own, String(place + 1)];
}

export const MOVED_BY_KEYS = LETTERS.length;

/** As it is drawn on a card. */
export const keyCap = (key: string): string => key.replace('Shift+', '⇧');
