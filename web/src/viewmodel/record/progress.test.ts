import { describe, expect, test } from 'vitest';
import {
  addDeed,
  type Deed,
  deedOf,
  type KeptStore,
  MAX_DEEDS,
  PROGRESS_KEY,
  readProgress,
  standingOf,
} from './progress.ts';

const deed: Deed = {
  kind: 'exercise',
  id: 'who-sees-it',
  seed: 7,
  part: 0,
  answer: '735,736',
  isRight: false,
  hints: 1,
  begun: '2026-11-22T01:00:00.000Z',
  at: '2026-11-22T01:01:00.000Z',
};

function store(first?: string): KeptStore & { readonly kept: Map<string, string> } {
  const kept = new Map(first === undefined ? [] : [[PROGRESS_KEY, first]]);
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

describe('what was done is kept', () => {
  test('what is added is read back, oldest first', () => {
    const kept = store();
    expect(addDeed(kept, deed)).toBe(true);
    expect(addDeed(kept, { ...deed, isRight: true })).toBe(true);
    expect(readProgress(kept)).toEqual([deed, { ...deed, isRight: true }]);
  });
  test.each(['', '{', 'null', '{}', '[1,null,"x",{}]'])(
    'a kept text %j that is none of ours is as good as empty',
    (text) => expect(readProgress(store(text))).toEqual([]),
  );
  test.each([
    ['kind', 'grade'],
    ['id', '<b>'],
    ['seed', -1],
    ['seed', 0.5],
    ['part', '1'],
    ['answer', 'x'.repeat(401)],
    ['isRight', 1],
    ['hints', null],
    ['begun', 'yesterday'],
    ['at', 5],
  ])('a deed whose %s is %j is none', (key, value) => expect(deedOf({ ...deed, [key]: value })).toBeNull());
  test('a store that refuses loses the deed and nothing else', () => {
    const full: KeptStore = {
      getItem: () => null,
      setItem: () => {
        throw new Error('quota');
      },
    };
    expect(addDeed(full, deed)).toBe(false);
  });
  test('the oldest go first', () => {
    const kept = store(JSON.stringify(Array.from({ length: MAX_DEEDS }, (_, seed) => ({ ...deed, seed }))));
    addDeed(kept, { ...deed, seed: 99_999 });
    const deeds = readProgress(kept);
    expect([deeds.length, deeds[0]?.seed, deeds.at(-1)?.seed]).toEqual([MAX_DEEDS, 1, 99_999]);
  });
  test('right once is right, whatever came after', () => {
    expect(standingOf([], 'exercise', deed.id)).toBe('new');
    expect(standingOf([deed], 'exercise', deed.id)).toBe('tried');
    expect(standingOf([{ ...deed, isRight: true }, deed], 'exercise', deed.id)).toBe('right');
    expect(standingOf([{ ...deed, isRight: true }], 'lesson', deed.id)).toBe('new');
  });
});
