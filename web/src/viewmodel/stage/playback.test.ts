import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { branchHere, currentBranch, makeMove, nextSteps, type Playback, seek, startPlayback } from './playback.ts';

const act = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), move: fc.integer({ min: -1, max: 3 }) }),
  fc.record({ kind: fc.constant('seek' as const), tick: fc.integer({ min: -3, max: 12 }), branch: fc.nat(4) }),
  fc.record({ kind: fc.constant('branch' as const) }),
);
const played = (acts: readonly (typeof act extends fc.Arbitrary<infer A> ? A : never)[], from: Playback): Playback =>
  acts.reduce((playback, one) => {
    if (one.kind === 'move') return makeMove(playback, one.move);
    if (one.kind === 'seek') return seek(playback, one.tick, one.branch);
    return branchHere(playback);
  }, from);

describe('a playback', () => {
  test('keeps its invariants, and no branch that was there changes before its end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 8 }),
        fc.array(act),
        fc.array(act),
        (moves, a, b) => {
          const before = played(a, startPlayback(moves));
          const now = played(b, before);
          for (const { id, parent, at, moves: own } of now.branches) {
            expect(now.branches[id]?.moves).toBe(own);
            if (parent === null) expect(id).toBe(0);
            else {
              expect(parent).toBeLessThan(id);
              expect(own.slice(0, at)).toEqual(now.branches[parent]?.moves.slice(0, at));
            }
          }
          for (const { id, moves: own } of before.branches)
            expect(now.branches[id]?.moves.slice(0, own.length)).toEqual(own);
          expect(now.tick).toBeGreaterThanOrEqual(0);
          expect(now.tick).toBeLessThanOrEqual(currentBranch(now).moves.length);
        },
      ),
    );
  });
  test('the planned move leads on; another begins a branch; the same other one leads into it again', () => {
    const opened = startPlayback([0, 1, 2]);
    expect(makeMove(opened, 0)).toEqual({ ...opened, tick: 1 });
    const other = makeMove(seek(opened, 1), 3);
    expect(other).toMatchObject({ current: 1, tick: 2, branches: [{}, { parent: 0, at: 1, moves: [0, 3] }] });
    expect(makeMove(seek(other, 1, 0), 3)).toEqual(other);
  });
  test('after the end nothing follows', () => {
    const ended = makeMove(startPlayback([]), -2);
    expect(makeMove(ended, 0)).toBe(ended);
  });
});

test('the next step of a session is the one after its last, whoever ran in between', () => {
  const spec = parseSpec('session a step a1 {} step a2 {} session b step b1 {}');
  if (!spec.ok) throw new Error('a good spec');
  expect(nextSteps(spec.value, [])).toEqual([0, 2]);
  expect(nextSteps(spec.value, [0, -1, 2])).toEqual([1, null]);
  expect(nextSteps(spec.value, [1])).toEqual([null, 2]);
  // A plan that leaves a1 out.
  expect(nextSteps(spec.value, [], [1, 2])).toEqual([1, 2]);
  expect(nextSteps(spec.value, [1], [1, 2])).toEqual([null, 2]);
  expect(nextSteps(spec.value, [0], [1, 2])).toEqual([1, 2]);
});
