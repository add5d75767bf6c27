import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import type { StageEvent, StageState } from '../../engine/stage/stage-types.ts';
import { MOMENT_NAMES, type MomentName, moment } from './fixture.fake.ts';
import { type HeadlineInput, headline } from './headline.ts';

const messages = messagesIn('en');
const input = (name: MomentName): HeadlineInput => {
  const { spec, shown } = moment(name);
  return { spec, state: shown.state, events: shown.events };
};
const say = (name: MomentName): string => headline(input(name), messages).title;
const lastEvents = (one: HeadlineInput, change: (event: StageEvent) => StageEvent): HeadlineInput => ({
  ...one,
  events: one.events.map((event) => (event.tick === one.state.tick ? change(event) : event)),
});
const withState = (one: HeadlineInput, change: Partial<StageState>): HeadlineInput => ({
  ...one,
  state: { ...one.state, ...change },
});

/** The caption of its step that closes the circle. */
const CLOSED = 'The second session waits for the first: the cycle is closed.';

describe('the finding', () => {
  test('a waiter that does not see what it waits for', () => {
    expect(say('lost-update')).toBe('A’s 70 is written. B cannot see it, and waits for A.');
  });
  test('says nothing of eyes where the waiter sees the version, or it is not on the page', () => {
    const one = input('lost-update');
    const { page } = one.state;
    if (page === null) throw new Error('no page');
    const seen = { ...page, tuples: page.tuples.map((tuple) => ({ ...tuple, visibleTo: ['A', 'B', 'C'] })) };
    expect(headline(withState(one, { page: seen }), messages).title).toBe('B waits for A.');
    expect(headline(withState(one, { page: { ...page, tuples: [] } }), messages).title).toBe('B waits for A.');
    expect(headline(withState(one, { page: null }), messages).title).toBe('B waits for A.');
  });
  test('says nothing of the rows of another table than the step’s own', () => {
    const one = input('lost-update');
    const { page } = one.state;
    if (page === null) throw new Error('no page');
    const table = (name: string) => ({ name, columns: [], indexes: [], blocks: 1 });
    const tables = [table(page.table), table('orders')];
    const other = withState(one, { page: { ...page, table: 'orders' }, tables });
    expect(headline(other, messages).title).toBe('B waits for A.');
  });
  test('of a table that a reader has filled it names the column', () => {
    const one = input('lost-update');
    const { page } = one.state;
    const columns = ['id', 'balance'].map((name) => ({ name, type: 'int4', notNull: false }) as const);
    const tables = [{ name: page?.table ?? '', columns, indexes: [], blocks: 1 }];
    const typed = { ...one.spec, extras: { ...one.spec.extras, hasPrompts: true } };
    expect(headline({ ...withState(one, { tables }), spec: typed }, messages).title).toBe(
      'A’s balance = 70 is written. B cannot see it, and waits for A.',
    );
  });
  test('a reader that is shown the old value', () => {
    expect(say('lost-update-read')).toBe('B reads 100. A’s 70 is written, but B cannot see it.');
  });
  test('a refused update, and what let it go on', () => {
    const said = headline(input('lost-update-refused'), messages);
    expect(said.title).toBe(
      'A has committed. B’s UPDATE is refused: the row has changed since B’s snapshot was taken.',
    );
    expect(said.text).toContain('B: ERROR: could not serialize access due to concurrent update.');
  });
  test('a commit says who sees the new value now, and who does not', () => {
    const one = input('first-steps');
    expect(headline(one, messages).title).toBe('A has committed: everybody sees A’s 110 now.');
    const { page } = one.state;
    if (page === null) throw new Error('no page');
    const eyes = (visibleTo: readonly string[]) =>
      headline(
        withState(one, { page: { ...page, tuples: page.tuples.map((tuple) => ({ ...tuple, visibleTo })) } }),
        messages,
      ).title;
    expect(eyes(['writer'])).toBe('A has committed, and still B cannot see A’s 110.');
  });
  test('a commit of a failed transaction is no commit', () => {
    const one = input('first-steps');
    const xids = one.state.xids.map((xid) => (xid.xid === 732 ? { ...xid, status: 'aborted' as const } : xid));
    expect(headline(withState(one, { xids }), messages).title).toBe(
      'A’s COMMIT rolls back: its transaction had failed.',
    );
  });
  test('nor is it one if that transaction had no xid: the tag says ROLLBACK', () => {
    const one = input('first-steps');
    const without = withState(
      lastEvents(one, (event) => ({ ...event, xid: 0, tags: [{ after: 0, tag: 'ROLLBACK' }] })),
      { xids: [] },
    );
    expect(headline(without, messages).title).toBe('A’s COMMIT rolls back: its transaction had failed.');
  });
  test('a deadlock, before and after', () => {
    // The scenario's own caption comes first here; the finding is below it.
    expect(headline(input('deadlock'), messages)).toEqual({
      title: CLOSED,
      text: expect.stringContaining('A and B wait for one another: a deadlock.'),
    });
    expect(say('deadlock-over')).toBe('Deadlock: B gives up. A goes on.');
  });
  test('time that did nothing says so', () => {
    const one = input('deadlock-over');
    const events = one.events.filter(({ tick, kind }) => tick < one.state.tick || kind === 'time');
    expect(headline({ ...one, events }, messages).title).toBe('The deadlock check found no deadlock');
  });
  test('the set-up gives way to the scenario’s title', () => {
    expect(say('lost-update-begin')).toBe('A lost update, if nobody stops it');
  });
});

describe('a caption', () => {
  test('comes first only as long as the run is one that the scenario has in mind', () => {
    const one = input('deadlock');
    expect(headline(one, messages).title).toBe(CLOSED);
    const other = { ...one, spec: { ...one.spec, permutations: [[{ step: 5, blockers: [] }]] } };
    expect(headline(other, messages).title).toBe('A and B wait for one another: a deadlock.');
    expect(headline({ ...one, spec: { ...one.spec, permutations: null } }, messages).title).toBe(CLOSED);
  });
});

describe('an error', () => {
  test.each([
    ['ERROR:  deadlock detected', 'Deadlock: B gives up.'],
    ['ERROR:  duplicate key value violates unique constraint "a"', 'B’s row is refused: that key already exists.'],
    ['ERROR:  division by zero', 'B’s UPDATE ends with an error.'],
    [
      'ERROR:  current transaction is aborted, commands ignored until end of transaction block',
      'B’s transaction has failed: every command is refused until it ends, or goes back to a savepoint.',
    ],
  ])('%s', (error, title) => {
    const one = lastEvents(input('lost-update'), (event) => ({ ...event, status: 'done', error, waitsFor: [] }));
    expect(headline(one, messages)).toEqual({ title, text: expect.stringContaining(error.replace(/\s+/g, ' ')) });
  });
});

test('a step that begins with no word of SQL is a step, in the title of its error', () => {
  const one = lastEvents(input('lost-update'), (event) => ({
    ...event,
    status: 'done',
    error: 'ERROR:  syntax error',
  }));
  const written = (sql: string) => ({
    ...one,
    spec: { ...one.spec, steps: one.spec.steps.map((step) => ({ ...step, sql })) },
  });
  const titles = ['A=# begin;', "select'x';", 'SELECT*;'].map((sql) => headline(written(sql), messages).title);
  expect(titles).toEqual(['step', 'step', 'SELECT'].map((verb) => `B’s ${verb} ends with an error.`));
});

test.each(MOMENT_NAMES)(
  '%s: there is a title and a line, without a hole in either; later events do not count',
  (name) => {
    const one = input(name);
    const said = headline(one, messages);
    for (const text of [said.title, said.text]) {
      expect(text).not.toBe('');
      expect(text).not.toMatch(/undefined|null|NaN| {2}|\bfor \.|’s {2}/);
    }
    const later: StageEvent = { ...(one.events.at(-1) as StageEvent), tick: one.state.tick + 1, error: 'ERROR:  no' };
    expect(headline({ ...one, events: [...one.events, later] }, messages)).toEqual(said);
  },
);
