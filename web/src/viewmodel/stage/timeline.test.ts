import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ctrlCIn, THE_END, TIME_PASSES } from '../../engine/stage/stage-types.ts';
import { fakeLanes, momentInput } from './lanes.fake.ts';
import { makeMove, seek, startPlayback } from './playback.ts';
import { timelineColumns, timelineKey, timelineModel } from './timeline.ts';

describe('the scrubber', () => {
  test('has a mark for every tick, with its session and the most telling thing that happened', () => {
    const { marks, length, tick } = timelineModel(momentInput('lost-update-refused'));
    expect([length, tick]).toEqual([11, 11]);
    expect(marks.map(({ session }) => session.letter).join('')).toBe('BCCAABBBABA');
    expect(marks.map(({ kind }) => kind)).toEqual([
      'snapshot',
      'plain',
      'snapshot',
      'plain',
      'snapshot',
      'snapshot',
      'plain',
      'snapshot',
      'snapshot',
      'wait',
      'error',
    ]);
    // A's commit ended B's wait with an error: the mark is at A's move, and in B's colour.
    expect(marks.at(-1)).toMatchObject({ session: { letter: 'A' }, whose: { letter: 'B' } });
    expect(marks.slice(0, -1).every(({ session, whose }) => session === whose)).toBe(true);
    expect(timelineModel(momentInput('deadlock-over')).marks.at(-1)).toMatchObject({
      kind: 'deadlock',
      session: { letter: '' },
    });
    expect(timelineModel(momentInput('first-steps')).marks.at(-1)).toMatchObject({ kind: 'commit' });
  });
  test('keeps its marks while the cursor moves, and makes others when moves or events are others', () => {
    const input = momentInput('lost-update');
    const { marks } = timelineModel(input);
    expect(timelineModel({ ...input, playback: seek(input.playback, 3) }).marks).toBe(marks);
    expect(timelineModel({ ...input, playback: makeMove(input.playback, 3) }).marks.length).toBe(11);
    expect(timelineModel({ ...input, events: input.events.slice(0, 2) }).marks).not.toEqual(marks);
  });
  test('what is planned is plain until it is known', () => {
    const input = { ...momentInput('lost-update'), events: [] };
    expect(new Set(timelineModel(input).marks.map(({ kind }) => kind))).toEqual(new Set(['plain']));
  });
  test('a branch leaves where it parts from the current one, and says how it begins', () => {
    const input = momentInput('lost-update');
    const moves = input.playback.branches[0]?.moves ?? [];
    let playback = makeMove(seek(startPlayback(moves), 8), 3);
    playback = makeMove(seek(playback, 5, 0), TIME_PASSES);
    playback = makeMove(seek(playback, 6, 0), THE_END);
    playback = makeMove(seek(playback, 1, 0), 0);
    playback = makeMove(seek(playback, 4, 0), ctrlCIn(1));
    const from = timelineModel({ ...input, playback: seek(playback, 10, 0) });
    expect(from.branches).toMatchObject([
      { id: 1, at: 8, length: 9, start: { kind: 'commit', session: { letter: 'A' } } },
      { id: 2, at: 5, start: { kind: 'time' } },
      { id: 3, at: 6, start: { kind: 'end' } },
      { id: 4, at: 1, start: { kind: 'step', step: 'a_begin' } },
      { id: 5, at: 4, start: { kind: 'step', step: 'Ctrl-C', session: { letter: 'B' } } },
    ]);
    // Relative to another branch, the first one differs.
    expect(timelineModel({ ...input, playback: seek(playback, 9, 1) }).branches[0]).toMatchObject({
      id: 0,
      at: 8,
      length: 10,
    });
  });
});

describe('columns', () => {
  test('hold every tick once, in order, and are no more than the width has room for', () => {
    const { marks } = timelineModel(fakeLanes(9, 2000, 3));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 100, max: 4000 }), (count, width) => {
        const pitch = width / count;
        const columns = timelineColumns(marks.slice(0, count), pitch, 7);
        expect(
          columns.flatMap(({ from, to }) => [from, to]).every((tick, i, all) => i === 0 || tick >= (all[i - 1] ?? 0)),
        ).toBe(true);
        expect(columns.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBe(count);
        expect(columns.length).toBeLessThanOrEqual(Math.max(1, Math.ceil(width / 7)));
      }),
    );
  });
  test('a wait among many steps is still seen, and several sessions’ column is nobody’s', () => {
    const { marks } = timelineModel(momentInput('lost-update-refused'));
    expect(timelineColumns(marks, 0.1, 7)).toMatchObject([{ from: 1, to: 11, kind: 'error', session: null }]);
    expect(timelineColumns(marks.slice(1, 3), 1, 7)).toMatchObject([{ kind: 'snapshot', session: { letter: 'C' } }]);
  });
});

test('keys of a slider: they never lead out of the run, and Page keys are larger steps than arrows', () => {
  const at = { tick: 40, length: 100 };
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End'].map((key) => timelineKey(key, at))).toEqual([39, 41, 0, 100]);
  expect(timelineKey('PageUp', at)).toBe(50);
  expect(timelineKey('PageDown', { tick: 3, length: 10_000 })).toBe(0);
  expect(timelineKey('ArrowRight', { tick: 0, length: 0 })).toBe(0);
  expect(timelineKey('x', at)).toBeNull();
});
