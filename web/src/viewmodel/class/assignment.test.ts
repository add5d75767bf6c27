import { describe, expect, test } from 'vitest';
import { MAX_SEED } from '../exercise/seed.ts';
import { deed } from '../record/deed.fake.ts';
import {
  deedsOf,
  doneIn,
  itemsOf,
  type Known,
  MAX_ITEMS,
  nextOf,
  OWN_VARIANTS,
  readSet,
  seedFor,
  statesOf,
} from './assignment.ts';

const LESSON: Known = { kind: 'lesson', id: 'two-stamps', title: 'Two stamps', steps: 4 };
const SEES: Known = { kind: 'exercise', id: 'who-sees-it', title: 'Who sees it?' };
const LOST: Known = { kind: 'exercise', id: 'lost-update', title: 'Lose an update' };
const ALL = [LESSON, SEES, LOST];

describe('a set', () => {
  test('is names with commas between them, in their order; spaces around them are ignored', () => {
    expect(readSet('two-stamps, who-sees-it')).toEqual({ ok: true, value: ['two-stamps', 'who-sees-it'] });
  });

  test('that cannot be read is told with the place of its fault', () => {
    expect(readSet(' , ')).toEqual({ ok: false, error: { kind: 'empty' } });
    expect(readSet('two-stamps,,x')).toEqual({ ok: false, error: { kind: 'name', at: 2, name: '' } });
    expect(readSet('two-stamps,Who sees')).toEqual({ ok: false, error: { kind: 'name', at: 2, name: 'Who sees' } });
    expect(readSet('a,b,a')).toEqual({ ok: false, error: { kind: 'twice', at: 3, first: 1, name: 'a' } });
    const many = Array.from({ length: MAX_ITEMS + 1 }, (_, i) => `a${i}`);
    expect(readSet(many.join())).toEqual({ ok: false, error: { kind: 'many', found: MAX_ITEMS + 1 } });
    expect(readSet(many.slice(1).join()).ok).toBe(true);
  });

  test('works without the names that nothing here has, and says which name is near', () => {
    const { items, unknown } = itemsOf(['two-stamps', 'who-see-it', 'zebra'], ALL);
    expect(items).toEqual([LESSON]);
    expect(unknown).toEqual([
      { at: 2, name: 'who-see-it', near: 'who-sees-it' },
      { at: 3, name: 'zebra', near: null },
    ]);
  });
});

describe('variants', () => {
  test('are drawn from the name: the same name gives the same ones, whatever its capitals, spaces and accents', () => {
    const ada = seedFor('by-name', 'Ada Lovelace');
    expect(ada).not.toBeNull();
    for (const same of ['ada lovelace', '  Ada   Lovelace ', 'ADA LOVELACE'])
      expect(seedFor('by-name', same)).toBe(ada);
    expect(seedFor('by-name', 'Zoë')).toBe(seedFor('by-name', 'Zoe\u0308'));
    expect(seedFor('by-name', 'Alan Turing')).not.toBe(ada);
  });

  test('of a hundred names differ, and are variants that exist', () => {
    const seeds = Array.from({ length: 100 }, (_, i) => seedFor('by-name', `Student ${i}`) ?? 0);
    expect(new Set(seeds).size).toBe(100);
    for (const seed of seeds) expect(seed >= 1 && seed <= MAX_SEED).toBe(true);
  });

  test('wait for a name; a number is for everybody', () => {
    expect(seedFor('by-name', ' ')).toBeNull();
    expect(seedFor(7, '')).toBe(7);
    expect(seedFor(7, 'Ada')).toBe(7);
  });
});

describe('a student’s attempts', () => {
  const mine = deed({ seed: 7 });
  test('are those at the set’s items, and at their own variants', () => {
    const all = [
      mine,
      deed({ seed: 7 + OWN_VARIANTS - 1 }),
      deed({ seed: 7 + OWN_VARIANTS }),
      deed({ seed: 6 }),
      deed({ id: 'held-back' }),
      deed({ kind: 'lesson', id: 'two-stamps', seed: 0, part: 2 }),
    ];
    expect(deedsOf(all, ALL, 7)).toEqual([all[0], all[1], all[5]]);
    expect(deedsOf(all, ALL, null)).toEqual([all[5]]);
  });

  test('count on over the last variant to the first', () => {
    const at = (seed: number) => deedsOf([deed({ seed })], ALL, MAX_SEED).length;
    expect([at(MAX_SEED), at(1), at(OWN_VARIANTS - 1), at(OWN_VARIANTS)]).toEqual([1, 1, 1, 0]);
  });
});

describe('the way through a set', () => {
  const none = (): number => 0;
  const ids = (states: ReturnType<typeof statesOf>) => states.map(({ standing }) => standing);

  test('a lesson is done when its last step was read, an exercise when an answer earned its mark', () => {
    expect(ids(statesOf(ALL, [], none, 7))).toEqual(['new', 'new', 'new']);
    expect(ids(statesOf(ALL, [deed({ isRight: true })], () => 3, 7))).toEqual(['tried', 'right', 'new']);
    expect(ids(statesOf(ALL, [deed()], () => 4, 7))).toEqual(['right', 'tried', 'new']);
  });

  test('an exercise opens at the student’s first variant that no wrong answer has explained', () => {
    const [, sees] = statesOf(ALL, [deed({ seed: 7 })], none, 7);
    expect(sees?.opens).toBe('#/exercises/who-sees-it?seed=8');
    expect(statesOf(ALL, [], none, null)[1]?.opens).toBeNull();
  });

  test('next is the first open item behind this one, then one before it, then none', () => {
    const open = statesOf(ALL, [], none, 7);
    expect(nextOf(open, null)?.id).toBe('two-stamps');
    expect(nextOf(open, 'who-sees-it')?.id).toBe('lost-update');
    expect(nextOf(open, 'lost-update')?.id).toBe('two-stamps');
    const done = statesOf(ALL, [deed({ isRight: true }), deed({ id: 'lost-update', isRight: true })], () => 4, 7);
    expect(nextOf(done, 'who-sees-it')).toBeNull();
    expect(doneIn(done)).toBe(3);
  });
});
