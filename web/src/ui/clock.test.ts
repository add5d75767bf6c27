import { expect, test, vi } from 'vitest';
import { type ClockHost, createClock } from './clock.ts';

function fakeHost() {
  let frame: ((now: number) => void) | null = null;
  let visibility = () => {};
  const state = { hidden: false, requests: 0 };
  const host: ClockHost = {
    requestFrame: (callback) => {
      if (frame !== null) throw new Error('two loops at once');
      frame = callback;
      return ++state.requests;
    },
    cancelFrame: () => {
      frame = null;
    },
    hidden: () => state.hidden,
    onVisibilityChange: (callback) => {
      visibility = callback;
    },
  };
  return {
    state,
    host,
    waiting: () => frame !== null,
    step: (now: number) => {
      const callback = frame;
      frame = null;
      callback?.(now);
    },
    setHidden: (hidden: boolean) => {
      state.hidden = hidden;
      visibility();
    },
  };
}

test('however many listen, there is one loop, and none when nobody does', () => {
  const fake = fakeHost();
  const clock = createClock(fake.host);
  expect(fake.waiting()).toBe(false);
  const stops = [clock.subscribe(() => {}), clock.subscribe(() => {})];
  expect(fake.state.requests).toBe(1);
  fake.step(16);
  expect(fake.state.requests).toBe(2);
  for (const stop of stops) stop();
  expect(fake.waiting()).toBe(false);
});
test('a hidden tab gets no frame, and time does not jump when it comes back', () => {
  const fake = fakeHost();
  const clock = createClock(fake.host);
  const seen: number[] = [];
  clock.subscribe(({ sinceLast }) => seen.push(sinceLast));
  fake.step(100);
  fake.step(116);
  fake.setHidden(true);
  expect(fake.waiting()).toBe(false);
  fake.setHidden(false);
  fake.step(90_000);
  fake.step(90_016);
  expect(seen).toEqual([0, 16, 0, 16]);
});
test('a callback that throws is dropped and reported; the others go on', () => {
  vi.useFakeTimers();
  try {
    const fake = fakeHost();
    const clock = createClock(fake.host);
    let frames = 0;
    clock.subscribe(() => {
      throw new Error('broken figure');
    });
    clock.subscribe(() => {
      frames++;
    });
    fake.step(0);
    expect(() => vi.runAllTimers()).toThrow('broken figure');
    fake.step(16);
    vi.runAllTimers();
    expect(frames).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
test('a callback may unsubscribe another in the same frame', () => {
  const fake = fakeHost();
  const clock = createClock(fake.host);
  let second = 0;
  let stopSecond = () => {};
  clock.subscribe(() => stopSecond());
  stopSecond = clock.subscribe(() => {
    second++;
  });
  fake.step(0);
  expect(second).toBe(0);
});
