/** Laws of the frame measurement, on small hand-written traces. */
import { describe, expect, test } from 'vitest';
import { frameWork, type TraceEvent, workByKind } from './trace.ts';

const event = (name: string, ts: number, dur = 0, tid = 1): TraceEvent => ({
  name,
  ph: name === 'RunTask' ? 'X' : 'I',
  pid: 9,
  tid,
  ts,
  dur,
});
const frame = (ts: number, dur: number): TraceEvent[] => [
  event('RunTask', ts, dur),
  event('BeginMainThreadFrame', ts + 10),
  event('FireAnimationFrame', ts + 20),
];

describe('frameWork', () => {
  test('a frame’s work is all tasks from its beginning to the next one’s', () => {
    const events = [...frame(0, 2000), event('RunTask', 5000, 1000), ...frame(16_000, 4000), ...frame(33_000, 500)];
    expect(frameWork(events).map((f) => f.wallMs)).toEqual([3, 4]);
  });
  test('the last frame has no end and does not count', () => {
    expect(frameWork(frame(0, 1000))).toEqual([]);
  });
  test('a task within a task counts once', () => {
    const events = [...frame(0, 2000), event('RunTask', 100, 500), ...frame(16_000, 100)];
    expect(frameWork(events)[0]?.wallMs).toBe(2);
  });
  test('tasks of other threads do not count', () => {
    const events = [...frame(0, 2000), event('RunTask', 100, 9000, 2), ...frame(16_000, 100)];
    expect(frameWork(events)[0]?.wallMs).toBe(2);
  });
  test('what ran before the first frame does not count', () => {
    expect(frameWork([event('RunTask', 0, 9000), ...frame(10_000, 1000), ...frame(26_000, 100)])[0]?.wallMs).toBe(1);
  });
  test('without marks of frames the animation callbacks are the marks', () => {
    const events = [...frame(0, 2000), ...frame(16_000, 100)].filter(({ name }) => name !== 'BeginMainThreadFrame');
    expect(frameWork(events).map((f) => f.wallMs)).toEqual([2]);
  });
  test('processor time is told apart from waiting for it', () => {
    const [first, ...rest] = frame(0, 8000);
    const events = [...(first ? [{ ...first, tdur: 3000 }] : []), ...rest, ...frame(16_000, 100)];
    expect(frameWork(events)[0]).toEqual({ wallMs: 8, cpuMs: 3 });
  });
  test('a trace without animation has no frames', () => {
    expect(frameWork([event('RunTask', 0, 100)])).toEqual([]);
  });
});

test('what a frame’s work is made of is a mean over the frames, largest first', () => {
  const made = (name: string, dur: number): TraceEvent => ({ ...event(name, 0, dur), ph: 'X' });
  const events = [...frame(0, 2000), made('Paint', 1000), made('Layout', 4000), made('Other', 9000)];
  expect(workByKind(events, 2)).toEqual([
    ['Layout', 2],
    ['Paint', 0.5],
  ]);
});
