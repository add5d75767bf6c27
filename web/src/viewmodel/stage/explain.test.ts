import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isLang, messagesIn } from '../../base/messages/index.ts';
import type { ExplainStep, SnapshotUse, StageExplanation, StageState } from '../../engine/stage/stage-types.ts';
import { ENDINGS, type Ending, explainModel, QUESTIONS } from './explain.ts';
import {
  answerWords,
  conclusionWords,
  explainSaid,
  explainText,
  explainTitle,
  meaningWords,
  questionWords,
} from './explain-words.ts';
import { MOMENT_NAMES, moment } from './fixture.fake.ts';
import { sessionStyles, styleOf } from './selection.ts';

const m = messagesIn('en');
const header = readFileSync(new URL('../../../../wasm-core/src/heap/questions.h', import.meta.url), 'utf8');
const inHeader = [...header.matchAll(/X\(XIP_ASK_(\w+), "(\w+)"/g)].map(([, name = '', asks = '']) => ({
  id: name.toLowerCase().replaceAll('_', '-'),
  asks,
}));

const { state } = moment('lost-update').shown;
const explanationOf = (steps: readonly ExplainStep[], visible: boolean): StageExplanation => ({
  session: 'B',
  table: 'acct',
  block: 0,
  offset: 1,
  visible,
  steps,
});
const step = (question: string, answer: boolean, a = 733, b = 735): ExplainStep => ({
  question,
  function: inHeader.find(({ id }) => id === question)?.asks ?? '',
  text: `engine: ${question}`,
  a,
  b,
  answer,
});

describe('the questions', () => {
  test('are those of questions.h, all of them, in its order', () => {
    expect(inHeader.length).toBeGreaterThan(15);
    expect([...QUESTIONS]).toEqual(inHeader.map(({ id }) => id));
  });
  test.each(QUESTIONS)('%s has plain words of its own, with its values', (question) => {
    for (const answer of [false, true]) {
      const model = explainModel(explanationOf([step(question, answer)], true), state);
      const line = model.parts[0]?.lines[0];
      if (line === undefined) throw new Error('no line');
      const words = questionWords(line, model, m);
      expect(words).toMatch(/\?|\.$/);
      expect(words).not.toContain('engine:');
      expect(words).not.toMatch(/undefined|NaN/);
      const without = ['page-all-visible', 'suboverflowed'];
      if (!without.includes(question)) expect(words).toMatch(/\d/);
      expect(answerWords(line, m)).not.toBe('');
    }
  });
  test('what is said aloud begins with the question and ends with the whole conclusion, in each language', () => {
    const model = explainModel(explanationOf([step('xmax-invalid', true)], true), state);
    for (const lang of ['en', 'zh'].filter(isLang)) {
      const messages = messagesIn(lang);
      const said = explainSaid(model, messages);
      const { head, why } = conclusionWords(model, messages);
      expect(said.startsWith(explainTitle(model, messages))).toBe(true);
      expect(said).toContain(head);
      expect(said.endsWith(why)).toBe(true);
    }
  });
  test('one that this page does not know is asked in the engine’s words', () => {
    const model = explainModel(explanationOf([step('something-new', true)], true), state);
    expect(explainText(model, m)).toContain('engine: something-new');
  });
});

/**
 * All paths through the decision, as in PostgreSQL's HeapTupleSatisfiesMVCC: each question has two answers, and only
 * they determine the next one. Yields steps and whether the version is visible.
 */
type PathEnd = { readonly steps: readonly ExplainStep[]; readonly visible: boolean };
type Next = (steps: readonly ExplainStep[]) => readonly PathEnd[];
const ask =
  (question: string, yes: Next, no: Next, a?: number, b?: number): Next =>
  (steps) => [...yes([...steps, step(question, true, a, b)]), ...no([...steps, step(question, false, a, b)])];
const ends =
  (visible: boolean): Next =>
  (steps) => [{ steps, visible }];
/** XidInMVCCSnapshot: bounds, then the lists; the function's own answer always follows. */
const inSnapshot = (yes: Next, no: Next): Next => {
  const lists = ask('in-snapshot', yes, no);
  const told =
    (answer: boolean, then: Next): Next =>
    (steps) =>
      then([...steps, step('in-snapshot', answer)]);
  const topmost: Next = (steps) =>
    ask('below-xmin', told(false, no), lists, 700)([...steps, step('topmost', true, 733, 700)]);
  return ask('below-xmin', told(false, no), ask('from-xmax-on', told(true, yes), ask('suboverflowed', topmost, lists)));
};
const updater =
  (then: Next): Next =>
  (steps) =>
    then([...steps, step('updater', true)]);
const deletedLater = ask('deleted-later', ends(true), ends(false));
const didCommit = ask('did-commit', ends(false), ends(true));
const deletion = ask(
  'xmax-invalid',
  ends(true),
  ask(
    'locked-only',
    ends(true),
    ask(
      'xmax-multi',
      updater(ask('xmax-mine', deletedLater, inSnapshot(ends(true), didCommit))),
      ask(
        'xmax-hint-committed',
        inSnapshot(ends(true), ends(false)),
        ask('xmax-mine', deletedLater, inSnapshot(ends(true), didCommit)),
      ),
    ),
  ),
);
const own = ask(
  'inserted-later',
  ends(false),
  ask(
    'xmax-invalid',
    ends(true),
    ask(
      'locked-only',
      ends(true),
      ask(
        'xmax-multi',
        updater(ask('xmax-mine', deletedLater, ends(true))),
        ask('xmax-mine', deletedLater, ends(true)),
      ),
    ),
  ),
);
const everyPath = ask(
  'page-all-visible',
  ends(true),
  ask(
    'xmin-hint-committed',
    ask('xmin-frozen', deletion, inSnapshot(ends(false), deletion)),
    ask(
      'xmin-hint-invalid',
      ends(false),
      ask('xmin-mine', own, inSnapshot(ends(false), ask('did-commit', deletion, ends(false)))),
    ),
  ),
)([]);

describe('every path of the decision', () => {
  test('ends with a sentence that says what the engine decided, and every ending is reached', () => {
    const seen = new Set<Ending>();
    for (const { steps, visible } of everyPath) {
      const model = explainModel(explanationOf(steps, visible), state);
      const path = steps.map(({ question, answer }) => `${question}=${answer}`).join(' ');
      expect(model.ending, path).not.toBeNull();
      if (model.ending === null) continue;
      seen.add(model.ending);
      expect(ENDINGS[model.ending], path).toBe(visible);
      const { head, why } = conclusionWords(model, m);
      expect(head, path).toMatch(visible ? /visible\.$/ : /invisible\.$/);
      expect(/invisible/.test(head), path).toBe(!visible);
      expect(`${why} ${meaningWords(model, m)}`, path).not.toMatch(/undefined|NaN/);
    }
    expect([...seen].sort()).toEqual(Object.keys(ENDINGS).sort());
    expect(everyPath.length).toBeGreaterThan(100);
  });
  test('has one deciding line, the last; its part alone is not settled', () => {
    for (const { steps, visible } of everyPath) {
      const { parts } = explainModel(explanationOf(steps, visible), state);
      const lines = parts.flatMap((part) => part.lines);
      expect(lines.filter(({ deciding }) => deciding)).toEqual(lines.slice(-1));
      expect(lines.map(({ number }) => number)).toEqual(lines.map((_, i) => i + 1));
      expect(parts.map(({ settled }) => settled)).toEqual(parts.map((_, i) => i < parts.length - 1));
    }
  });
  test('asks nothing twice in one part: an answer that the bounds have given is not given again', () => {
    for (const { steps, visible } of everyPath) {
      const model = explainModel(explanationOf(steps, visible), state);
      for (const { lines } of model.parts) {
        const words = lines.map((line) => questionWords(line, model, m));
        expect(new Set(words).size).toBe(words.length);
      }
    }
  });
});

describe('why', () => {
  const by = (use: SnapshotUse): StageState => ({
    ...state,
    sessions: state.sessions.map((session) => (session.session === 'B' ? { ...session, use } : session)),
  });
  test('a notch that stays and one that goes with the statement are told apart', () => {
    const explanation = explanationOf([step('in-snapshot', true)], false);
    expect(conclusionWords(explainModel(explanation, by('kept')), m).why).toContain('Even after A commits');
    expect(conclusionWords(explainModel(explanation, by('statement')), m).why).toContain('the statement under way');
    for (const use of ['over', 'none'] as const)
      expect(conclusionWords(explainModel(explanation, by(use)), m).why).toContain('next statement');
  });
  test('a session whose transaction has failed is told to see nothing, with the reason', () => {
    const failed = {
      ...state,
      sessions: state.sessions.map((session) =>
        session.session === 'B' ? { ...session, state: 'idle in transaction (aborted)' } : session,
      ),
    };
    const model = explainModel(explanationOf([step('in-snapshot', true)], false), failed);
    expect(conclusionWords(model, m).head).toBe('For now B sees nothing.');
    expect(conclusionWords(model, m).why).toContain('transaction has failed');
  });
  test('an engine that decides otherwise than its questions say gets no reason made up', () => {
    const model = explainModel(explanationOf([step('in-snapshot', true)], true), state);
    expect(model.ending).toBeNull();
    expect(conclusionWords(model, m).head).toBe('So B sees it.');
  });
  test('a multixact’s number is not taken for an xid', () => {
    const { shown, explanations } = moment('locks');
    const model = explainModel(explanations[0] ?? explanationOf([], true), shown.state);
    expect(model.ending).toBe('only-locked');
    expect(model.about).toBeNull();
    expect(conclusionWords(model, m).head).toBe('Locked, not deleted, so visible.');
    const about = { xid: 741, owner: styleOf(sessionStyles(['A', 'B']), 'B'), fill: 'running' as const };
    expect(conclusionWords({ ...model, about }, m).head).toBe('Locked by B (741), not deleted, so visible.');
    for (const fill of ['committed', 'aborted'] as const)
      expect(conclusionWords({ ...model, about: { ...about, fill } }, m)).toEqual({
        head: 'It was locked by B (741), not deleted, so visible.',
        why: 'xmax holds only a row lock; a plain read ignores it.',
      });
  });
});

describe.each(MOMENT_NAMES)('the real paths of %s', (name) => {
  const { shown, explanations } = moment(name);
  test('end as the engine does, and agree with the eyes on the page', () => {
    for (const explanation of explanations) {
      const model = explainModel(explanation, shown.state);
      expect(model.ending).not.toBeNull();
      const tuple = shown.state.page?.tuples.find(({ lp }) => lp === explanation.offset);
      // A failed session can run no query: it gets no eye, whatever a query right after its ROLLBACK would see.
      const failed = shown.state.sessions.some(
        ({ session, state }) => session === explanation.session && state.endsWith('(aborted)'),
      );
      expect(tuple?.visibleTo.includes(explanation.session)).toBe(model.visible && !failed);
      expect(explainText(model, m)).not.toMatch(/undefined|NaN/);
    }
  });
});
