import { describe, expect, test } from 'vitest';
import { NO_SESSION, SESSION_HUES, sessionStyle, sessionStyles, styleOf } from './selection.ts';

const names = Array.from({ length: 12 }, (_, i) => `s${i + 1}`);

describe('sessions', () => {
  const styles = sessionStyles(names);

  test('each of the first eight has a hue and a letter of its own, in the spec’s order', () => {
    const first = names.slice(0, SESSION_HUES).map((name) => styleOf(styles, name));
    expect(first.map((style) => style.letter).join('')).toBe('ABCDEFGH');
    expect(new Set(first.map((style) => style.hue)).size).toBe(SESSION_HUES);
  });
  test('beyond eight a number says who, in ink', () => {
    expect(styleOf(styles, 's9')).toMatchObject({ letter: '9', hue: 'var(--ink)' });
    expect(styleOf(styles, 's12')).toMatchObject({ letter: '12', hue: 'var(--ink)' });
  });
  test('a name is shown beside the letter only where it says something else', () => {
    const own = sessionStyles(['a', 'writer', 'C']);
    expect([...own.values()].map((style) => style.ownName)).toEqual([null, 'writer', null]);
  });
  test('the set-up and a stranger are ink without a letter', () => {
    expect(styleOf(styles, null)).toBe(NO_SESSION);
    expect(styleOf(styles, 'nobody')).toBe(NO_SESSION);
  });
});

test('a name of thousands of letters is cut where a server cuts its names, between characters', () => {
  expect(sessionStyle('s'.repeat(3000), 0)).toMatchObject({
    name: 's'.repeat(3000),
    ownName: `${'s'.repeat(62)}…`,
  });
  expect(sessionStyle('😀'.repeat(64), 0).ownName).toBe(`${'😀'.repeat(62)}…`);
  for (const name of ['😀'.repeat(63), 's'.repeat(63)]) expect(sessionStyle(name, 0).ownName).toBe(name);
});
