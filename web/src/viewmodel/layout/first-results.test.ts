/** The bench's first figures are of the versions' own layouts under the first settings, and of nothing else. */
import { expect, it } from 'vitest';
import { presetOf } from './catalogue.ts';
import { FIRST_RESULTS } from './first-results.gen.ts';
import { seenAtFirst } from './first-results.ts';
import type { LayoutSeen } from './results.ts';
import { DEFAULT_LAYOUT } from './settings.ts';

const NOTHING: LayoutSeen = { yours: null, given: null, beside: { 'pg9.1': null, pg13: null, pg14: null } };

it('a version’s own layout has its figures at once, a changed one waits, and other settings have none', () => {
  const layout = presetOf('pg13');
  const first = seenAtFirst(NOTHING, { layout, settings: DEFAULT_LAYOUT });
  expect(first.yours).toBe(FIRST_RESULTS.pg13);
  expect(first.beside).toEqual(FIRST_RESULTS);
  const moved = { ...layout, structs: layout.structs.toReversed() };
  expect(seenAtFirst(NOTHING, { layout: moved, settings: DEFAULT_LAYOUT }).yours).toBeNull();
  expect(seenAtFirst(NOTHING, { layout, settings: { ...DEFAULT_LAYOUT, active: 4 } })).toBe(NOTHING);
  const counted = { ...FIRST_RESULTS.pg14 };
  expect(seenAtFirst({ ...NOTHING, yours: counted }, { layout, settings: DEFAULT_LAYOUT }).yours).toBe(counted);
});
