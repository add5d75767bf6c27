import { expect, test } from 'vitest';
import { LineClock, type WordTurn } from './position.ts';

const WHO: readonly WordTurn[] = ['status', 'left note', 'right count', 'left count', 'right note'];
const turns = (clock: LineClock) => WHO.map((whose) => clock.turn(whose));

test('where it stands all words follow at once', () => {
  const clock = new LineClock(3);
  const before = turns(clock);
  clock.set(4);
  expect(turns(clock).every((turn, i) => turn !== before[i])).toBe(true);
});
test('while it plays, no two kinds of words have their turn in one frame, and each has it four times a second', () => {
  const clock = new LineClock();
  clock.pass(0, 1_000);
  let before = turns(clock);
  const waited = WHO.map(() => 0);
  for (let ms = 1_000; ms < 3_000; ms += 1000 / 60) {
    clock.pass(ms, ms);
    const now = turns(clock);
    const changed = now.filter((turn, i) => turn !== before[i]);
    expect(changed.length).toBeLessThanOrEqual(1);
    for (const [i, turn] of now.entries()) {
      waited[i] = turn === before[i] ? (waited[i] ?? 0) + 1000 / 60 : 0;
      expect(waited[i]).toBeLessThan(255);
    }
    before = now;
  }
});
test('who listens is told of each move; of a standstill where it stands already, nobody', () => {
  const clock = new LineClock();
  let told = 0;
  const stop = clock.subscribe(() => told++);
  clock.set(5);
  clock.set(5);
  expect(told).toBe(1);
  clock.pass(6, 10);
  // Stopping at the position that it is passing is a move: the words change.
  const passing = clock.turn('status');
  clock.set(6);
  expect(told).toBe(3);
  expect(clock.turn('status')).not.toBe(passing);
  stop();
  clock.set(7);
  expect(told).toBe(3);
});
