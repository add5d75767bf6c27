import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { ctrlCIn, THE_END, TIME_PASSES } from '../../engine/stage/stage-types.ts';
import { MOMENT_NAMES, moment } from './fixture.fake.ts';
import { briefResult, cardSql, lanesText, tickText } from './lane-words.ts';
import { fakeLanes, momentInput } from './lanes.fake.ts';
import { lanesModel } from './lanes.ts';
import type { LanesModel } from './lanes-types.ts';
import { branchHere, makeMove, seek, startPlayback } from './playback.ts';

const messages = messagesIn('en');
const lane = (model: LanesModel, letter: string) => {
  const found = model.lanes.find(({ style }) => style.letter === letter);
  if (found === undefined) throw new Error(`no lane ${letter}`);
  return found;
};

describe('in every real moment', () => {
  test.each(MOMENT_NAMES)(
    '%s: every event of a step is one card, and what is said of waiting agrees with the server',
    (name) => {
      const input = momentInput(name);
      const model = lanesModel(input, 1000);
      const cards = model.lanes.flatMap(({ cards }) => cards);
      expect(cards.length).toBe(input.events.filter(({ kind }) => kind === 'step').length);
      expect(model.bands.length).toBe(input.events.filter(({ kind }) => kind !== 'step').length);
      for (const session of input.state.sessions) {
        const own = model.lanes[input.spec.sessions.findIndex((one) => one.name === session.session)];
        const waits = cards.filter(({ status, lane }) => status === 'waits' && lane === own?.place);
        expect(waits.map(({ step }) => step)).toEqual(session.active === null ? [] : [session.active]);
        expect(own?.next.kind === 'waits').toBe(session.active !== null);
      }
    },
  );
  test.each(MOMENT_NAMES)('%s: what follows from the SQL is what the server says', (name) => {
    // The last card's state comes from the server; the one computed only from the SQL must be equal.
    for (const { cards, state, last } of lanesModel(momentInput(name), 1000).lanes)
      if (cards.length > 0) expect(last?.after).toBe(state);
  });
  test.each(MOMENT_NAMES)('%s: cards of a lane follow one another, threads cover every row once', (name) => {
    for (const rows of [1, 2, 3, 7, 1000]) {
      const model = lanesModel(momentInput(name), rows);
      for (const { cards, threads } of model.lanes) {
        for (const [i, { row, span }] of cards.entries()) {
          expect(span).toBeGreaterThan(0);
          if (cards[i + 1]?.tick !== cards[i]?.tick)
            expect(row + span).toBeLessThanOrEqual(cards[i + 1]?.row ?? model.rows.length);
          for (const band of model.bands) expect(band.row < row || band.row >= row + span).toBe(true);
        }
        expect(threads.reduce((at, { row, span }) => (row === at ? at + span : Number.NaN), 0)).toBe(model.rows.length);
      }
    }
  });
  test.each(MOMENT_NAMES)('%s: a tick’s text has each session, step, SQL, error and value of the events', (name) => {
    const { spec, shown } = moment(name);
    for (const event of shown.events) {
      const text = tickText(spec, shown.events, event.tick, messages);
      const step = event.step === null ? undefined : spec.steps[event.step];
      if (step !== undefined) {
        expect(text).toContain(step.name);
        expect(text).toContain(event.session);
      }
      for (const who of event.waitsFor) expect(text).toContain(`waits for ${who}`);
      if (event.error !== null) expect(text).toContain(event.error.replace(/\s+/g, ' '));
      for (const { rows, columns } of event.results)
        for (const row of rows.slice(0, 3))
          for (const [i, value] of row.entries()) expect(text).toContain(`${columns[i]} ${value}`);
    }
  });
});

describe('lost update', () => {
  const model = lanesModel(momentInput('lost-update'), 1000);
  test('B waits for A: its card says so, an arrow leads from B to A, and it cannot be moved', () => {
    expect(lane(model, 'B')).toMatchObject({ state: 'waiting', next: { kind: 'waits', on: [{ letter: 'A' }] } });
    expect(model.waits).toEqual([{ from: 1, to: 0, line: 0, lock: 'transaction', xid: 733 }]);
    expect(lane(model, 'B').cards.at(-1)).toMatchObject({ status: 'waits', waitsFor: [{ letter: 'A' }], now: true });
  });
  test('A’s next step is its COMMIT, whatever was planned', () => {
    expect(lane(model, 'A').next).toMatchObject({ kind: 'run', name: 'a_commit', brief: 'COMMIT', planned: false });
  });
  test('a step of one transaction shows the xid that it had, a COMMIT the one that it ended', () => {
    const after = lanesModel(momentInput('lost-update-refused'), 1000);
    expect(lane(after, 'B').cards.map(({ xid }) => xid?.xid ?? null)).toEqual([732, 734, null, null, 736, 736]);
    expect(lane(after, 'A').cards.at(-1)?.xid).toMatchObject({ xid: 733, fill: 'committed' });
  });
  test('the step that waited says until when; its completion is a card of its own, with the error', () => {
    const after = lanesModel(momentInput('lost-update-refused'), 1000);
    expect(lane(after, 'B').cards.slice(-2)).toMatchObject([
      { kind: 'launched', status: 'waited', until: 11, error: null },
      { kind: 'completed', tick: 11, error: expect.stringContaining('could not serialize') },
    ]);
    expect(lane(after, 'B')).toMatchObject({ state: 'aborted' });
  });
  test('its text tells of each session, of who waits, and what could be next', () => {
    const text = lanesText(model, messages);
    expect(text).toContain('After step 10.');
    expect(text).toContain('B: repeatable read, waits for A; cannot move yet.');
    expect(text).toContain('next a_commit: COMMIT');
  });
});

test('two who wait for each other have two arrows, on two lines', () => {
  const { waits } = lanesModel(momentInput('deadlock'), 1000);
  expect(waits).toMatchObject([
    { from: 0, to: 1, line: 0 },
    { from: 1, to: 0, line: 1 },
  ]);
});

describe('folding', () => {
  test('the last rows alone are drawn, and the lanes begin in the state that they were in', () => {
    const all = lanesModel(momentInput('lost-update'), 1000);
    const model = lanesModel(momentInput('lost-update'), 2);
    expect(model.foldedTo).toBe(8);
    expect(model.rows.map(({ tick }) => tick)).toEqual([9, 10]);
    expect(lane(model, 'C')).toMatchObject({ cards: [], threads: [{ row: 0, span: 2, state: 'transaction' }] });
    expect({ ...lane(model, 'C').last, row: 0, span: 0 }).toEqual({ ...lane(all, 'C').cards.at(-1), row: 0, span: 0 });
    expect(all.foldedTo).toBeNull();
  });
  test('of thousands of ticks no more cards are made than rows are asked for', () => {
    const model = lanesModel(fakeLanes(20, 3000, 5), 12);
    expect(model.rows.length).toBe(12);
    expect(model.lanes.flatMap(({ cards }) => cards).length).toBe(12);
    expect(model.lanes.every(({ last }) => last !== null)).toBe(true);
  });
  test('events after the cursor do not count', () => {
    const input = momentInput('lost-update');
    const later = momentInput('lost-update-refused');
    expect(lanesModel({ ...input, events: later.events }, 50)).toEqual(lanesModel(input, 50));
  });
});

describe('branches', () => {
  const input = momentInput('lost-update');
  const moves = input.playback.branches[0]?.moves ?? [];
  test('another branch is a ghost in its mover’s lane, right after the tick it leaves at', () => {
    const playback = seek(makeMove(seek(startPlayback(moves), 8), 3), 10, 0);
    const model = lanesModel({ ...input, playback }, 1000);
    expect(model.ghosts).toMatchObject([{ at: 8, lane: 0, name: 'a_commit', branches: [1] }]);
    expect(model.rows[(model.ghosts[0]?.row ?? 0) - 1]).toEqual({ tick: 8 });
    // No card of that lane covers it.
    for (const { row, span } of lane(model, 'A').cards)
      expect(model.ghosts[0]?.row).not.toSatisfy((ghost: number) => ghost > row && ghost < row + span);
  });
  test('branches that leave with one move are one ghost; a branch that only stops earlier is none', () => {
    let playback = makeMove(seek(startPlayback(moves), 8), 3);
    playback = makeMove(seek(playback, 9, 1), 9);
    playback = makeMove(seek(playback, 9, 1), THE_END);
    playback = branchHere(seek(playback, 4, 0));
    playback = makeMove(seek(playback, 9, 0), ctrlCIn(1));
    const { ghosts } = lanesModel({ ...input, playback: seek(playback, 10, 0) }, 1000);
    expect(ghosts).toMatchObject([
      { at: 8, branches: [1, 2] },
      { at: 9, lane: 1, brief: 'Ctrl-C', branches: [4] },
    ]);
  });
  test('ghosts and their branches are exactly the branches that leave on the way, by any playback', () => {
    const acts = fc.array(
      fc.record({ at: fc.nat(10), branch: fc.nat(3), move: fc.constantFrom(TIME_PASSES, THE_END, 0, 3, 9, 12) }),
    );
    fc.assert(
      fc.property(acts, (all) => {
        const made = all.reduce(
          (playback, { at, branch, move }) => makeMove(seek(playback, at, branch), move),
          startPlayback(moves),
        );
        const { ghosts } = lanesModel({ ...input, playback: seek(made, 10, 0) }, 1000);
        // A move at its end has made the opened branch longer.
        const way = made.branches[0]?.moves ?? [];
        for (const { at, branches, row } of ghosts) {
          expect(row).toBeGreaterThan(0);
          for (const id of branches) {
            const own = made.branches[id]?.moves ?? [];
            expect(own.slice(0, at)).toEqual(way.slice(0, at));
            expect(own[at]).not.toBe(way[at]);
          }
        }
        const ids = ghosts.flatMap(({ branches }) => branches);
        expect(new Set(ids).size).toBe(ids.length);
        const leaving = made.branches.filter(
          ({ id, moves: own }) => id !== 0 && own.some((move, i) => i <= 10 && way.length >= i && move !== way[i]),
        );
        expect(new Set(ids)).toEqual(new Set(leaving.map(({ id }) => id)));
      }),
      {
        examples: [
          [
            [
              { at: 10, branch: 0, move: 9 },
              { at: 0, branch: 1, move: THE_END },
              { at: 10, branch: 0, move: 9 },
              { at: 0, branch: 1, move: 0 },
            ],
          ],
          [
            [
              { at: 10, branch: 0, move: 9 },
              { at: 0, branch: 1, move: TIME_PASSES },
              { at: 10, branch: 0, move: 9 },
              { at: 0, branch: 1, move: 0 },
            ],
          ],
        ],
      },
    );
  });
});

test('after the end, and when the run was stopped, nobody has a next step', () => {
  const input = momentInput('lost-update');
  for (const model of [
    lanesModel({ ...input, stopped: true }, 10),
    lanesModel({ ...input, playback: makeMove({ ...input.playback, tick: 10 }, THE_END) }, 10),
  ])
    expect(model.lanes.every(({ next }) => next.kind === 'over')).toBe(true);
});

test('a result is shown by its values where they fit, else by its number of rows', () => {
  const result = (columns: readonly string[], ...rows: (readonly (string | null)[])[]) => [
    { columns, rows, rowCount: rows.length },
  ];
  expect(briefResult([], messages)).toBeNull();
  expect(briefResult(result(['n'], ['100']), messages)).toBe('→ 100');
  expect(briefResult(result(['n'], ['1'], [null]), messages)).toBe('→ 1, NULL');
  expect(briefResult(result(['id', 'n'], ['1', '100']), messages)).toBe('→ 1 | 100');
  expect(briefResult(result(['n']), messages)).toBe('0 rows');
  expect(briefResult(result(['n'], ['a'.repeat(40)]), messages)).toBe('1 row');
  expect(briefResult([{ columns: ['n'], rows: [['1']], rowCount: 900 }], messages)).toBe('900 rows');
});

test.each([
  ['BEGIN ISOLATION LEVEL REPEATABLE READ', 'BEGIN · repeatable read'],
  ['begin work isolation level read committed, read only', 'BEGIN · read committed, read only'],
  ['COMMIT; START TRANSACTION ISOLATION LEVEL SERIALIZABLE', 'COMMIT; BEGIN · serializable'],
  ['BEGIN; SELECT 1', 'BEGIN; SELECT 1'],
  ["SELECT 'BEGIN ISOLATION LEVEL SERIALIZABLE'", "SELECT 'BEGIN ISOLATION LEVEL SERIALIZABLE'"],
])('a card shows %j as %j, and breaks its line only at a blank', (sql, shown) => {
  const words = cardSql(sql);
  expect(words.replaceAll('\u00a0', ' ')).toBe(shown);
  expect(words.replace('BEGIN\u00a0', '')).not.toContain('\u00a0');
});
