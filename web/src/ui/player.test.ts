import { expect, test } from 'vitest';
import type { Frame } from './clock.ts';
import { createPlayer } from './player.ts';

function fakeClock() {
  const callbacks = new Set<(frame: Frame) => void>();
  let now = 0;
  return {
    subscribe: (callback: (frame: Frame) => void) => {
      callbacks.add(callback);
      return () => void callbacks.delete(callback);
    },
    frame: (ms: number) => {
      now += ms;
      for (const callback of [...callbacks]) callback({ now, sinceLast: ms });
    },
    listeners: () => callbacks.size,
  };
}

function setUp() {
  const clock = fakeClock();
  const said: string[] = [];
  const film = (name: string, ms: number) => ({
    ms,
    draw: (at: number) => said.push(`${name} ${at}`),
    end: () => said.push(`${name} ends`),
  });
  return { clock, said, film, player: createPlayer(clock) };
}

test('a film is drawn at once, in each frame, at its end, and then no more', () => {
  const { clock, said, film, player } = setUp();
  player.play(film('a', 100));
  expect(said).toEqual(['a 0']);
  for (const ms of [7, 40, 40, 40, 40]) clock.frame(ms);
  expect(said).toEqual(['a 0', 'a 0', 'a 40', 'a 80', 'a 100', 'a ends']);
  expect([player.isPlaying(), clock.listeners()]).toEqual([false, 0]);
});

test('backwards it visits the same moments in the other order', () => {
  const { clock, said, film, player } = setUp();
  player.play(film('a', 100), { isBackwards: true });
  for (const ms of [0, 40, 40, 40]) clock.frame(ms);
  expect(said).toEqual(['a 100', 'a 100', 'a 60', 'a 20', 'a 0', 'a ends']);
});

test('half the speed takes twice the time', () => {
  const { clock, said, film, player } = setUp();
  player.play(film('a', 100), { speed: 0.5 });
  for (const ms of [0, 100, 99]) clock.frame(ms);
  expect(said.at(-1)).toBe('a 99.5');
  clock.frame(1);
  expect(said.at(-1)).toBe('a ends');
});

test('a second film ends the first before it begins', () => {
  const { clock, said, film, player } = setUp();
  player.play(film('a', 100));
  player.play(film('b', 100));
  clock.frame(10);
  expect(said).toEqual(['a 0', 'a ends', 'b 0', 'b 0']);
  expect(clock.listeners()).toBe(1);
  player.finish();
  player.finish();
  expect(said.at(-1)).toBe('b ends');
  expect([player.isPlaying(), clock.listeners()]).toEqual([false, 0]);
});
