import { describe, expect, it } from 'vitest';
import { keyCap, MOVED_BY_KEYS, type MoveKeysOf, moveKeys } from './move-keys.ts';

const all = (of: MoveKeysOf): readonly string[] =>
  Array.from({ length: MOVED_BY_KEYS }, (_, place) => moveKeys(place, of)).flat();
const caps = (of: MoveKeysOf): readonly string[] =>
  Array.from({ length: MOVED_BY_KEYS }, (_, place) => keyCap(moveKeys(place, of)[0] ?? '-'));

describe('the keys that move a session', () => {
  it.each(['page', 'stage', 'lesson'] as const)('are each of one session, and never F: %s', (of) => {
    expect(new Set(all(of)).size).toBe(all(of).length);
    expect(all(of)).not.toContain('F');
  });
  it('leave a remote’s black slide alone on every stage', () => {
    expect(all('page')).toContain('B');
    for (const of of ['stage', 'lesson'] as const) expect(all(of)).not.toContain('B');
  });
  it('leave a lesson’s stage its digits', () => {
    expect(all('lesson').filter((key) => /\d/.test(key))).toEqual([]);
  });
  it('are drawn on the cards', () => {
    expect(caps('page').join(' ')).toBe('A B C D E 6 G H 9');
    expect(caps('stage').join(' ')).toBe('A ⇧B C D E 6 G H 9');
    expect(caps('lesson').join(' ')).toBe('A ⇧B C D E - G H -');
  });
});
