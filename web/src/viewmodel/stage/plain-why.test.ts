/** For a first look a reason names sessions and what they have done, and no xid. */
import '../../base/messages/en/index.ts';
import { describe, expect, test } from 'vitest';
import { loadLanguages } from '../../base/messages/folders.node.ts';
import { isLang, messagesIn } from '../../base/messages/index.ts';
import { explainModel } from './explain.ts';
import { MOMENT_NAMES, moment } from './fixture.fake.ts';
import { plainHead, plainWhy } from './plain-why.ts';
import { sessionStyles, styleOf } from './selection.ts';

await loadLanguages();

const explained = MOMENT_NAMES.flatMap((name) => {
  const { shown, explanations } = moment(name);
  return explanations.map((one) => ({ model: explainModel(one, shown.state), state: shown.state }));
});

describe.each(['en', 'zh'] as const)('in %s', (lang) => {
  if (!isLang(lang)) throw new Error(lang);
  const m = messagesIn(lang);
  const said = explained.flatMap(({ model, state }) => {
    const why = plainWhy(model, m, state);
    return why === null ? [] : [{ model, why }];
  });
  test('many versions have a reason, of several kinds', () => {
    expect(said.length).toBeGreaterThan(explained.length / 3);
    expect(new Set(said.map(({ model }) => model.ending)).size).toBeGreaterThan(4);
  });
  test('no xid is in it, and every name is a session’s', () => {
    expect(said.filter(({ why }) => /\d/.test(why))).toEqual([]);
    expect(said.filter(({ why }) => /undefined|null/.test(why))).toEqual([]);
  });
});

test.each(['en', 'zh'])('the conclusion names no xid in %s', (lang) => {
  if (!isLang(lang)) throw new Error(lang);
  for (const { model } of explained) expect(plainHead(model, messagesIn(lang))).not.toMatch(/\d|undefined|null/);
});

test('a visible version has both halves of its reason: who wrote it, and that nobody has deleted it', () => {
  const m = messagesIn('en');
  const heads = new Set(
    explained
      .filter(({ model: { ending, failed } }) => ending === 'no-deleter' && !failed)
      .map(({ model }) => plainHead(model, m)),
  );
  expect([...heads].sort()).toEqual([
    'A itself wrote it and nobody has deleted it, so it is visible.',
    'B itself wrote it and nobody has deleted it, so it is visible.',
    'Its writer has committed and nobody has deleted it, so it is visible.',
  ]);
});

test('a lock whose transaction has ended is told in the past', () => {
  const m = messagesIn('en');
  const model = explained.find((one) => one.model.ending === 'only-locked')?.model;
  if (model === undefined) throw new Error('no lock');
  const owner = styleOf(sessionStyles(['A', 'B']), 'B');
  const about = (fill: 'running' | 'committed') => ({ ...model, about: { xid: 741, owner, fill } });
  expect(plainHead(about('running'), m)).toBe('Locked by B, not deleted, so visible.');
  expect(plainHead(about('committed'), m)).toBe('It was locked by B, not deleted, so visible.');
});

test('what has not committed is told apart from what has committed too late', () => {
  const m = messagesIn('en');
  for (const { model, state } of explained.filter(
    ({ model: { ending } }) => ending === 'inserter-running' || ending === 'inserter-too-new',
  )) {
    const why = plainWhy(model, m, state);
    if (why === null) continue;
    expect(why.includes('has not committed')).toBe(model.about?.fill === 'running' || model.about?.fill === 'prepared');
    expect(why.includes('has committed it, but only after')).toBe(model.about?.fill === 'committed');
  }
});

test('a statement that waits for the row goes on with the version that it does not see yet', () => {
  const m = messagesIn('en');
  const { shown, explanations } = moment('lost-update');
  const said = (state: typeof shown.state): readonly (string | null)[] =>
    explanations.flatMap((one) => {
      const model = explainModel(one, state);
      return model.ending === 'inserter-running' || model.ending === 'inserter-too-new'
        ? [plainWhy({ ...model, use: 'statement' }, m, state)]
        : [];
    });
  const goesOn = /^A has not committed it\. Once it has, B’s waiting statement goes on with this version/;
  expect(said(shown.state).filter((why) => goesOn.test(why ?? ''))).toHaveLength(1);
  const free = shown.state.sessions.map((session) => ({ ...session, lock: null }));
  expect(said({ ...shown.state, sessions: free }).filter((why) => goesOn.test(why ?? ''))).toEqual([]);
});
