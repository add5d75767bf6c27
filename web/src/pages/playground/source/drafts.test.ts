import { describe, expect, test } from 'vitest';
import { SPEC_LIMITS } from '../../../scenario/spec-types.ts';
import { Drafts } from './drafts.ts';

function tab(first?: string) {
  const all = new Map<string, string>();
  const kept = { getItem: (key: string) => all.get(key) ?? first ?? null, setItem: all.set.bind(all) };
  return { kept, again: () => new Drafts(kept) };
}

describe('a draft', () => {
  test('outlives its page, beside the text that it began from', () => {
    const { again } = tab();
    again().write('a', 'a, typed on');
    again().write('b', 'b, too');
    expect(['a', 'b', 'c'].map((ran) => again().of(ran))).toEqual(['a, typed on', 'b, too', null]);
  });

  test('is none when the text is again as it was run', () => {
    const { again } = tab();
    again().write('a', 'ab');
    again().write('a', 'a');
    expect(again().of('a')).toBeNull();
  });

  test('is none when it has run; what was typed meanwhile is a draft of the new text', () => {
    const { again } = tab();
    again().write('a', 'ab');
    again().ran('a', 'ab');
    expect([again().of('a'), again().of('ab')]).toEqual([null, null]);
    again().write('ab', 'abcd');
    again().ran('ab', 'abc');
    expect([again().of('ab'), again().of('abc')]).toEqual([null, 'abcd']);
  });

  test('is one of the four newest, and no longer than a spec may be', () => {
    const { again } = tab();
    const long = 'x'.repeat(SPEC_LIMITS.fileBytes + 1);
    const drafts = again();
    for (const ran of 'abcde') drafts.write(ran, ran === 'c' ? long : `${ran}!`);
    expect(drafts.of('c')).toBe(long);
    expect([...'abcde'].map((ran) => again().of(ran))).toEqual([null, 'b!', null, 'd!', 'e!']);
  });
});

test.each(['', '{', '{}', 'null', '[null, 1, {"of": 1, "text": "a"}, {"of": "a"}]'])(
  'a store that holds %j holds no draft, and takes one',
  (held) => {
    const { again } = tab(held);
    expect(again().get()).toEqual([]);
    again().write('a', 'b');
    expect(again().of('a')).toBe('b');
  },
);

test('a store that refuses loses nothing while the page is open', () => {
  const refuse = (): never => {
    throw new Error('full');
  };
  const drafts = new Drafts({ getItem: refuse, setItem: refuse });
  drafts.write('a', 'b');
  expect(drafts.of('a')).toBe('b');
});
