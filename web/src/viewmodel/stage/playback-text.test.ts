import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  branchHere,
  formatBranches,
  isPlaybackText,
  makeMove,
  parseBranches,
  seek,
  startPlayback,
} from './playback.ts';

const STEPS = 12;
const move = fc.oneof(fc.integer({ min: 0, max: STEPS - 1 }), fc.constantFrom(-1, -3, -40));
const plans = fc.array(move, { maxLength: 10 });

test('what is written is read back equal', () => {
  fc.assert(
    fc.property(
      plans,
      fc.boolean(),
      fc.array(fc.tuple(fc.nat(12), fc.nat(5), move, fc.boolean())),
      (plan, own, acts) => {
        let playback = startPlayback(own ? plan : plan.slice(1));
        for (const [tick, branch, next, ends] of acts) {
          playback = branchHere(seek(playback, tick, branch));
          playback = makeMove(makeMove(playback, next), ends ? -2 : next);
        }
        const text = formatBranches(playback, plan);
        expect(isPlaybackText(text)).toBe(true);
        expect(text).toMatch(/^[0-9a-z:~-]*$/);
        expect(parseBranches(text, plan, STEPS)).toEqual(playback.branches);
      },
    ),
  );
});

test('a permutation as it is takes one letter', () => {
  expect(formatBranches(startPlayback([3, 1, 2]), [3, 1, 2])).toBe('p');
  expect(parseBranches('p-z', [3, 1, 2], 4)).toEqual([{ id: 0, parent: null, at: 0, moves: [3, 1, 2, -2] }]);
});

test.each(['99', 'p-p', '0~5:0:1', '0~0:7:1', 'z-0', '0-', 'x', '0~0:0', '1e3', '~'.repeat(40)])(
  '%s does not fit, and nothing breaks',
  (text) => {
    if (text === '99') expect(parseBranches(text, [], 100)).not.toBeNull();
    expect(parseBranches(text, [], 4)).toBeNull();
  },
);

test('any text at all is read or refused', () => {
  fc.assert(fc.property(fc.string(), plans, (text, plan) => void parseBranches(text, plan, STEPS)));
});
