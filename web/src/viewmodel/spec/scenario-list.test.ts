import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ScenarioInfo } from '../../engine/spec/scenario-index.ts';
import { groupOf, scenarioGroups, scenariosIn } from './scenario-list.ts';

const shipped = readdirSync(new URL('../../../../scenarios/specs', import.meta.url))
  .filter((file) => file.endsWith('.spec'))
  .map((file) => file.replace(/[.]spec$/, ''));
const scenario = (id: string, more: Partial<ScenarioInfo> = {}): ScenarioInfo => ({
  id,
  title: id,
  about: '',
  sessions: 2,
  steps: 4,
  permutations: 1,
  words: '',
  ...more,
});
const found = (search: string, scenarios: readonly ScenarioInfo[]): readonly string[] =>
  scenarioGroups(scenarios, search).flatMap((group) => group.scenarios.map(({ id }) => id));

describe('the list of scenarios', () => {
  test('has a group for every shipped one', () => {
    expect(shipped.filter((id) => groupOf(id) === 'other')).toEqual([]);
  });
  test('shows each once, unknown ones last', () => {
    const all = ['new-one', ...shipped].map((id) => scenario(id));
    const ids = found('', all);
    expect([...ids].sort()).toEqual(all.map(({ id }) => id).sort());
    expect(ids.at(-1)).toBe('new-one');
    expect(ids[0]).toBe('first-look');
  });

  const list = [
    scenario('deadlock', { title: 'Two sessions wait for each other', words: 'update accounts select' }),
    scenario('row-locks', { title: 'Four strengths', about: 'FOR KEY SHARE lets more through.', words: 'for share' }),
    scenario('naive', { title: 'Naïve reads' }),
  ];
  test.each([
    ['dead', ['deadlock']],
    ['DEADLOCK', ['deadlock']],
    ['lock', ['deadlock', 'row-locks']],
    ['accounts', ['deadlock']],
    ['each two', ['deadlock']],
    ['share key', ['row-locks']],
    // A part inside a word of the SQL is not a match: `or` would find all.
    ['ccounts', []],
    ['naive', ['naive']],
    ['naïve', ['naive']],
    ['  ', ['deadlock', 'row-locks', 'naive']],
    ['.*', []],
  ])('searched for “%s” gives %j', (search, ids) => expect(found(search, list)).toEqual(ids));

  test('finds the trouble by its everyday name', () => {
    const all = shipped.map((id) => scenario(id));
    expect(found('race condition', all)).toContain('hermitage-p4');
    expect(found('double booking', all)).toEqual(['unique-key-race', 'hermitage-g2']);
    expect(found('超卖', all)).toEqual(['hermitage-p4']);
  });

  describe('in another language', () => {
    const texts = {
      deadlock: { title: '互相等待的两个人', about: '各人都持有另一个人想要的行。', captions: { s: '圈合上了。' } },
    };
    const zh = scenariosIn(list, texts);
    test('says what that language says, and English where it lacks something', () => {
      expect(zh.map(({ title, about }) => [title, about])).toEqual([
        ['互相等待的两个人', '各人都持有另一个人想要的行。'],
        ['Four strengths', 'FOR KEY SHARE lets more through.'],
        ['Naïve reads', ''],
      ]);
    });
    test.each([
      ['等待', ['deadlock']],
      ['另一个人 持有', ['deadlock']],
      ['合上', ['deadlock']],
      ['两个人x', []],
      // The search still finds the English words.
      ['wait each', ['deadlock']],
      ['accounts', ['deadlock']],
    ])('“%s” finds %j', (search, ids) => expect(found(search, zh)).toEqual(ids));
  });
});
